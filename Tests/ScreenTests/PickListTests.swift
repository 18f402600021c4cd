import Seeds
import Terminal
import Testing

@Suite struct PickListTests {
    private static let keys: [Key] = [.up, .down, .pageUp, .pageDown, .home, .end]

    @Test(arguments: seeds(UInt64(40)))
    func thePickIsAlwaysInTheListAndSeen(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var list = PickList(count: Int.random(in: 0...30, using: &random))
        for _ in 0..<200 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: list.count = Int.random(in: -1...30, using: &random)
            case 1:
                list.keep(
                    at: Bool.random(using: &random) ? nil : Int.random(in: -5...40, using: &random))
            default:
                let isTaken = list.press(Self.keys.randomElement(using: &random) ?? .up)
                #expect(isTaken)
            }
            let rows = Int.random(in: 0...12, using: &random)
            let window = list.window(rows: rows)
            #expect(window.count == min(rows, list.count))
            #expect(window.lowerBound >= 0 && window.upperBound <= list.count)
            if let picked = list.picked {
                #expect((0..<list.count).contains(picked))
                #expect(rows == 0 || window.contains(picked))
            }
        }
    }

    @Test(arguments: seeds(UInt64(20)))
    func theListMovesNoFurtherThanItMust(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var list = PickList(count: 40)
        var before = list.window(rows: 7)
        for _ in 0..<200 {
            _ = list.press(Self.keys.randomElement(using: &random) ?? .up)
            let window = list.window(rows: 7)
            if let picked = list.picked, before.contains(picked) { #expect(window == before) }
            before = window
        }
    }

    /// The rows shown at one size do not depend on those shown at others.
    @Test(arguments: seeds(UInt64(20)))
    func showingChangesNothing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var list = PickList(count: 40)
        for _ in 0..<200 {
            _ = list.press(Self.keys.randomElement(using: &random) ?? .up)
            let rows = Int.random(in: 0...12, using: &random)
            let before = list.window(rows: rows)
            _ = list.window(rows: Int.random(in: 0...60, using: &random))
            let again = list.window(rows: rows)
            #expect(again == before)
        }
    }

    @Test func theKeys() {
        var list = PickList(count: 5)
        var heard: [Int?] = []
        for key in [Key.down, .down, .up, .end, .down, .home, .up] {
            _ = list.press(key)
            heard.append(list.picked)
        }
        #expect(heard == [1, 2, 1, 4, 4, 0, 0])
        for key in [Key.enter, .character("j"), .left] {
            let isTaken = list.press(key)
            #expect(!isTaken)
        }
    }

    @Test func aPageIsOneLineLessThanWasSeen() {
        var list = PickList(count: 20)
        _ = list.window(rows: 6)
        _ = list.press(.pageDown)
        #expect(list.picked == 5)
        _ = list.press(.pageUp)
        #expect(list.picked == 0)
    }

    @Test func withoutAPickTheKeysBeginAtAnEnd() {
        var list = PickList()
        list.count = 3
        #expect(list.picked == nil)
        _ = list.press(.up)
        #expect(list.picked == 2)
        list.keep(at: nil)
        _ = list.press(.down)
        #expect(list.picked == 0)
    }

    @Test func theCallerMovesThePickAlong() {
        var list = PickList(count: 3)
        _ = list.press(.down)
        list.count = 4
        list.keep(at: 2)
        #expect(list.picked == 2)
        list.count = 1
        #expect(list.picked == 0)
        list.count = 0
        #expect(list.picked == nil)
        let isTaken = list.press(.down)
        #expect(isTaken)
        #expect(list.picked == nil)
    }
}
