import Seeds
import Testing
import ViewModels

@Suite struct DynamicTests {
    @Test func everyListenerHearsEveryValueInTheOrderOfBinding() {
        let score = Dynamic(0)
        var heard: [String] = []
        let first = score.bind { heard.append("a\($0)") }
        let second = score.bind { heard.append("b\($0)") }
        score.value = 1
        score.value = 1
        score.value = 2
        #expect(heard == ["a1", "b1", "a1", "b1", "a2", "b2"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func bindAndFireBeginsWithThePresentValue() {
        let score = Dynamic(7)
        var heard: [Int] = []
        let binding = score.bindAndFire { heard.append($0) }
        score.value = 8
        #expect(heard == [7, 8])
        withExtendedLifetime(binding) {}
    }

    @Test func aReleasedOrEndedBindingIsNotCalled() {
        let score = Dynamic(0)
        var heard: [String] = []
        var released: Binding? = score.bind { heard.append("a\($0)") }
        let ended = score.bind { heard.append("b\($0)") }
        score.value = 1
        released = nil
        ended.end()
        ended.end()
        score.value = 2
        #expect(heard == ["a1", "b1"])
        #expect(released == nil)
    }

    @Test func aListenerThatBindsDuringDeliveryHearsLaterValuesOnly() {
        let score = Dynamic(0)
        var heard: [String] = []
        var late: [Binding] = []
        let first = score.bind { value in
            heard.append("a\(value)")
            guard late.isEmpty else { return }
            late.append(score.bindAndFire { heard.append("b\($0)") })
        }
        score.value = 1
        #expect(heard == ["a1", "b1"])
        score.value = 2
        #expect(heard == ["a1", "b1", "a2", "b2"])
        withExtendedLifetime(first) {}
    }

    @Test func aListenerBoundBetweenTwoPendingValuesSkipsTheOlder() {
        let score = Dynamic(0)
        var heard: [String] = []
        var late: [Binding] = []
        let first = score.bind { value in
            guard value == 1 else { return }
            score.value = 2
            late.append(score.bindAndFire { heard.append("late\($0)") })
            score.value = 3
        }
        score.value = 1
        #expect(heard == ["late2", "late3"])
        withExtendedLifetime(first) {}
    }

    @Test func whatIsSetWhileAListenerIsFiredFollowsWhenItHasReturned() {
        let score = Dynamic(1)
        var heard: [String] = []
        let binding = score.bindAndFire { value in
            heard.append("begin \(value)")
            if value == 1 { score.value = 2 }
            heard.append("end \(value)")
        }
        #expect(heard == ["begin 1", "end 1", "begin 2", "end 2"])
        withExtendedLifetime(binding) {}
    }

    @Test func aChangeInPlaceIsToldAndMayBeAnswered() {
        let names = Dynamic(["Ana"])
        var heard: [[String]] = []
        let binding = names.bind { value in
            heard.append(value)
            if value.count == 2 { names.value.append("Cy") }
        }
        names.value.append("Bo")
        #expect(heard == [["Ana", "Bo"], ["Ana", "Bo", "Cy"]])
        withExtendedLifetime(binding) {}
    }

    @Test func updateIsSilentAboutWhatIsEqual() {
        let score = Dynamic(1)
        let heard = Heard(score)
        score.update(1)
        score.update(2)
        score.update(2)
        #expect(heard.values == [2])
    }

    @Test func aDebouncedValueMaySetItsSource() {
        let timekeeper = ManualTimekeeper()
        let query = Dynamic(0)
        let debounced = query.debounce(for: .milliseconds(300), on: timekeeper)
        var heard: [String] = []
        let binding = debounced.bind { value in
            heard.append("\(value) at \(timekeeper.now)")
            if value < 3 { query.value = value + 1 }
        }
        query.value = 1
        timekeeper.advance(by: .seconds(5))
        #expect(heard == ["1 at 0.3 seconds", "2 at 0.6 seconds", "3 at 0.9 seconds"])
        withExtendedLifetime(binding) {}
    }

    @Test func mapFollowsAndRemoveDuplicatesIsSilentAboutWhatIsEqual() {
        let score = Dynamic(0)
        var heard: [String] = []
        let isEven = score.map { $0.isMultiple(of: 2) }.removeDuplicates()
        let binding = isEven.bindAndFire { heard.append("\($0)") }
        for value in [2, 4, 5, 7, 8] { score.value = value }
        #expect(heard == ["true", "false", "true"])
        withExtendedLifetime(binding) {}
    }

    @Test func aDerivedValueKeepsItsSourceAndIsKeptByNobody() {
        weak var source: Dynamic<Int>?
        weak var derived: Dynamic<String>?
        do {
            let score = Dynamic(1)
            let text = score.map { "\($0)" }
            (source, derived) = (score, text)
            withExtendedLifetime((score, text)) {}
        }
        #expect(derived == nil)
        #expect(source == nil)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func listenersThatComeAndGoAtRandomHearARunOfWhatWasSet(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let value = Dynamic(0)
        var heard: [Int: [Int]] = [:]
        var bindings: [Int: Binding] = [:]
        for step in 1...200 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                bindings[step] = value.bindAndFire { heard[step, default: []].append($0) }
            case 1:
                if let key = bindings.keys.sorted().first { bindings[key] = nil }
            default:
                value.value = step
            }
        }
        for (_, values) in heard {
            #expect(values == values.sorted())
            #expect(Set(values).count == values.count)
        }
        for key in bindings.keys { #expect(heard[key]?.last == value.value) }
    }
}
