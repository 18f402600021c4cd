import Testing
import ViewModels

/// Ownership: what is no longer observed is released, and ends its alarms and requests.
@Suite struct DynamicLifetimeTests {
    @Test func aBindingHoldsItsValueAndTheListenerUntilItEnds() {
        weak var value: Dynamic<Int>?
        weak var held: Token?
        let binding: Binding
        do {
            let score = Dynamic(0)
            let token = Token()
            (value, held) = (score, token)
            binding = score.bind { _ in withExtendedLifetime(token) {} }
        }
        #expect(value != nil)
        #expect(held != nil)
        binding.end()
        #expect(value == nil)
        #expect(held == nil)
    }

    @Test func aWholeChainGoesWithItsLastHolder() {
        let timekeeper = ManualTimekeeper()
        weak var source: Dynamic<String>?
        weak var settled: Dynamic<String>?
        weak var answered: Dynamic<Int>?
        var isRunning = false
        do {
            let query = Dynamic("")
            let debounced = query.debounce(for: .milliseconds(300), on: timekeeper)
            let distinct = debounced.removeDuplicates()
            let answers = distinct.flatMap(initially: 0) { _, _ in
                isRunning = true
                return Binding { isRunning = false }
            }
            (source, settled, answered) = (query, debounced, answers)
            query.value = "ana"
            timekeeper.advance(by: .milliseconds(300))
            #expect(isRunning)
            query.value = "bo"
            #expect(timekeeper.nextDeadline != nil)
            withExtendedLifetime(answers) {}
        }
        #expect(source == nil)
        #expect(settled == nil)
        #expect(answered == nil)
        #expect(!isRunning)
        #expect(timekeeper.nextDeadline == nil)
    }

    @Test func aChainGoesOnForABindingOfItsEnd() {
        let timekeeper = ManualTimekeeper()
        let query = Dynamic("")
        let heard = Heard(
            query.debounce(for: .milliseconds(300), on: timekeeper).removeDuplicates()
                .map { $0.uppercased() })
        query.value = "ana"
        timekeeper.advance(by: .seconds(1))
        #expect(heard.values == ["ANA"])
    }

    @Test func anOwnerThatIsTakenWeaklyIsNotHeldByItsOwnBindings() {
        weak var held: Owner?
        do {
            let owner = Owner()
            owner.query.value = "a"
            #expect(owner.seen == ["a", "A"])
            held = owner
        }
        #expect(held == nil)
    }

    @Test func aListenerThatHoldsAnotherBindingOfTheSameValueEndsBoth() {
        let score = Dynamic(0)
        var heard: [String] = []
        var outer: Binding?
        do {
            let inner = score.bind { heard.append("inner\($0)") }
            outer = score.bind { value in
                heard.append("outer\(value)")
                withExtendedLifetime(inner) {}
            }
        }
        score.value = 1
        outer = nil
        score.value = 2
        #expect(heard == ["inner1", "outer1"])
        #expect(outer == nil)
    }

    @Test func anAlarmThatHoldsAnotherEndsBoth() {
        let timekeeper = ManualTimekeeper()
        var heard: [String] = []
        var outer: Binding?
        do {
            let inner = timekeeper.wake(at: .seconds(2)) { heard.append("inner") }
            outer = timekeeper.wake(at: .seconds(1)) {
                heard.append("outer")
                withExtendedLifetime(inner) {}
            }
        }
        outer = nil
        timekeeper.advance(by: .seconds(3))
        #expect(heard.isEmpty)
        #expect(outer == nil)
    }

    @Test func aRequestThatWatchesItsOwnQuestionEndsWithTheChain() {
        let question = Dynamic(0)
        var heard: [Int] = []
        var answers: Dynamic<Int>? = question.flatMap(initially: 0) { [unowned question] _, _ in
            question.bind { heard.append($0) }
        }
        question.value = 1
        question.value = 2
        answers = nil
        question.value = 3
        #expect(heard.isEmpty)
        #expect(answers == nil)
    }

    @Test func anAnswerAfterItsDynamicHasGoneIsNotHeard() {
        let question = Dynamic(0)
        var result: ((Int) -> Void)?
        weak var held: Dynamic<Int>?
        do {
            let answers = question.flatMap(initially: 0) { _, answer in
                result = answer
                return Binding {}
            }
            held = answers
            question.value = 1
            withExtendedLifetime(answers) {}
        }
        #expect(held == nil)
        result?(7)
        #expect(held == nil)
    }

    @Test func anAnswerAtOnceMayEndTheChainThatAsked() {
        let question = Dynamic(0)
        var isRunning = false
        var answers: Dynamic<Int>? = question.flatMap(initially: 0) { value, result in
            isRunning = true
            result(value)
            return Binding { isRunning = false }
        }
        var heard: [Int] = []
        var binding = answers?.bind { heard.append($0) }
        let ending = answers?.bind { _ in
            answers = nil
            binding = nil
        }
        question.value = 1
        #expect(heard == [1])
        #expect(isRunning)
        ending?.end()
        #expect(!isRunning)
        question.value = 2
        #expect(heard == [1])
        withExtendedLifetime((answers, binding)) {}
    }

    @Test func whoIsToldToEndMayStillTalkAndIsNotHeard() {
        let question = Dynamic(0)
        let answers = question.flatMap(initially: "") { value, result in
            Binding { result("end of \(value)") }
        }
        let heard = Heard(answers)
        question.value = 1
        question.value = 2
        #expect(heard.values.isEmpty)
    }

    private final class Token {}

    /// Binds its own values, as every view model does.
    private final class Owner {
        let query = Dynamic("")
        private(set) var seen: [String] = []
        private var bindings: [Binding] = []

        init() {
            bindings = [
                query.bind { [unowned self] in seen.append($0) },
                query.map { $0.uppercased() }.bind { [weak self] in self?.seen.append($0) },
            ]
        }
    }
}
