import Documents
import Seeds
import Terminal
import Testing
import ViewModels

/// A key that is held down is one press; presses at human speed all count.
struct KeyGuardTests {
    /// Passes keys on as the stack of screens does.
    private struct Desk {
        private var guarded = KeyGuard()
        private var deadline: Duration?
        private(set) var now = Duration.seconds(10)
        private(set) var taken: [(key: Key, at: Duration)] = []
        /// Counted up by a key that goes back or opens a screen.
        var screen = 0
        var isTyping = false
        var opens: Key?

        mutating func press(_ key: Key, after gap: Int, isFree: Bool = false) {
            advance(by: .milliseconds(gap))
            if let waited = guarded.settle(before: key, at: now) { take(waited) }
            deadline = nil
            switch guarded.press(
                key, at: now, isFree: isFree, isTyping: isTyping, screen: screen)
            {
            case .pressed: take(key)
            case .unclear(let until): deadline = until
            case .held: break
            }
        }

        mutating func advance(by gap: Duration) {
            let end = now + gap
            if let deadline, deadline <= end {
                now = deadline
                self.deadline = nil
                if let waited = guarded.settle(at: now) { take(waited) }
            }
            now = end
        }

        private mutating func take(_ key: Key) {
            taken.append((key, now))
            if key == opens { screen += 1 }
        }
    }

    private static let keys = "kruUPyx".map { Key.character($0) } + [.enter]

    // MARK: Laws

    @Test(arguments: seeds(60))
    func aKeyHeldDownCountsOnce(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var desk = Desk()
        var expected: [Key] = []
        for _ in 0..<20 {
            let key = try #require(Self.keys.randomElement(using: &generator))
            expected.append(key)
            desk.press(key, after: Int.random(in: 700...2000, using: &generator))
            let rate = Int.random(in: 20...50, using: &generator)
            desk.press(key, after: Int.random(in: 250...660, using: &generator))
            for _ in 0..<Int.random(in: 1...90, using: &generator) {
                desk.press(key, after: rate)
            }
        }
        desk.advance(by: .seconds(1))
        #expect(desk.taken.map(\.key) == expected)
    }

    @Test(arguments: seeds(60))
    func everyPressOfAPersonCountsAndIsHardlyLate(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let few = Self.keys.shuffled(using: &generator).prefix(Int.random(in: 1...3))
        var desk = Desk()
        var pressed: [(key: Key, at: Duration)] = []
        for _ in 0..<60 {
            let key = try #require(few.randomElement(using: &generator))
            desk.press(key, after: Int.random(in: 300...700, using: &generator))
            pressed.append((key, desk.now))
        }
        desk.advance(by: .seconds(1))
        #expect(desk.taken.map(\.key) == pressed.map(\.key))
        for (taken, press) in zip(desk.taken, pressed) {
            #expect((.zero ... .milliseconds(150)).contains(taken.at - press.at))
        }
    }

    @Test(arguments: seeds(40))
    func escapeAtHumanSpeedAlwaysWorksAndAtOnce(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var desk = Desk()
        desk.opens = .escape
        for count in 1...20 {
            let gap = Int.random(in: 150...900, using: &generator)
            desk.press(.escape, after: gap, isFree: true)
            #expect(desk.taken.count == count)
        }
    }

    @Test(arguments: [250, 450, 660])
    func aHeldEscapeGoesNoFurtherThanOneMoreScreen(firstRepeat: Int) {
        var desk = Desk()
        desk.opens = .escape
        desk.press(.escape, after: 0, isFree: true)
        desk.press(.escape, after: firstRepeat, isFree: true)
        for _ in 0..<60 { desk.press(.escape, after: 33, isFree: true) }
        #expect(desk.taken.count == 2)
        desk.press(.escape, after: 300, isFree: true)
        #expect(desk.taken.count == 3)
    }

    @Test func textIsTypedAtAnySpeedButNotByTheKeyThatBeganIt() {
        var desk = Desk()
        desk.isTyping = true
        for character in "moon base" { desk.press(.character(character), after: 20) }
        #expect(desk.taken.count == 9)
        desk.isTyping = false
        desk.press(.character("/"), after: 900)
        desk.isTyping = true
        for gap in [500, 33, 33, 33] { desk.press(.character("/"), after: gap) }
        desk.advance(by: .seconds(1))
        #expect(desk.taken.count == 10)
        desk.press(.character("/"), after: 0)
        #expect(desk.taken.count == 11)
    }

    // MARK: Screens

    private let game = PickupGame()

    private func screens(_ start: Destination) -> ScreenStack {
        ScreenStack(library: game.library, timekeeper: game.timekeeper, start: start)
    }

    private func press(_ key: Key, _ gaps: [Int], on screens: ScreenStack) {
        for gap in gaps {
            game.timekeeper.advance(by: .milliseconds(gap))
            screens.press(key)
        }
    }

    @Test func fiveUndosInARowAreFive() {
        let screens = screens(.keep)
        press(.character("u"), [0, 450, 450, 450, 450], on: screens)
        game.timekeeper.advance(by: .milliseconds(150))
        #expect(game.library.asked.count { $0.route == .undo } == 5)
        #expect(screens.notice.value.isEmpty)
        press(.character("u"), [1000, 500, 33, 33], on: screens)
        game.timekeeper.advance(by: .seconds(1))
        #expect(game.library.asked.count { $0.route == .undo } == 6)
        #expect(screens.notice.value == "u is held down: counted once")
        press(.character("7"), [0], on: screens)
        #expect(screens.notice.value.isEmpty)
    }

    @Test func twoPressesAtOnceRecordOnce() {
        let screens = screens(.keep)
        for key in "4kk" { press(.character(key), [20], on: screens) }
        game.timekeeper.advance(by: .seconds(1))
        #expect(game.library.orders(MoveRequest.self).count == 1)
        #expect(screens.notice.value == "k is held down: counted once")
        // The same move twice, at once.
        for key in "4f4f" { press(.character(key), [20], on: screens) }
        #expect(game.library.orders(MoveRequest.self).count == 3)
    }

    @Test func enterHeldDownInAFormMovesOneLine() throws {
        let screens = screens(.creator)
        var canvas = Canvas(columns: 80, rows: 24)
        for key in "Hawwks" { press(.character(key), [20], on: screens) }
        press(.enter, [300, 500, 33, 33, 33], on: screens)
        game.timekeeper.advance(by: .seconds(1))
        screens.current.value.draw(on: &canvas)
        #expect(canvas.lines.contains { $0.contains("home team") && $0.contains("Hawwks") })
        #expect(canvas.lines.contains { $0.hasPrefix("> away team") })
    }

    @Test func escapesLeadHome() {
        let screens = screens(.keep)
        for destination in [Destination.overview, .games, .creator, .keepers()] {
            screens.show(destination)
        }
        press(.escape, [300, 300, 300, 300], on: screens)
        #expect(screens.current.value is KeepScreen)
        #expect(!screens.isFinished.value)
    }

    @Test func aKeyHeldDownAnswersOneQuestion() {
        let moves = [
            Samples.held("bo.17", "4 Ana two points"), Samples.held("bo.18", "4 Ana assist"),
        ]
        game.change { $0.heldMoves = moves }
        let screens = screens(.held)
        press(.character("y"), [0], on: screens)
        game.library.answer(with: RecordedDocument(entries: ["mia.50"], echo: "counts"))
        game.change { $0.heldMoves = [moves[1]] }
        press(.character("y"), [500, 33, 33, 33], on: screens)
        game.timekeeper.advance(by: .milliseconds(200))
        #expect(game.library.orders(SettleRequest.self).map(\.entry) == ["bo.17"])
        #expect(screens.notice.value == "y is held down: counted once")
        press(.character("y"), [1000], on: screens)
        #expect(game.library.orders(SettleRequest.self).map(\.entry) == ["bo.17", "bo.18"])
    }

    @Test func aKeyHeldDownDoesNotReleaseThePlayerThatItClaimed() {
        game.change { $0.home.players[0].trackedBy = [] }
        let screens = screens(.tracking)
        press(.enter, [0], on: screens)
        game.library.answer(with: RecordedDocument(entries: ["mia.50"], echo: "4 Ana is yours"))
        game.change { $0.home.players[0].trackedBy = ["mia"] }
        press(.enter, [400, 33], on: screens)
        game.timekeeper.advance(by: .seconds(1))
        #expect(game.library.asked.map(\.route) == [.track])
    }
}
