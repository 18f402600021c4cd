import Seeds
import Testing
import ViewModels

/// Laws of bindable values and their chains, for random programs.
@Suite struct DynamicLawTests {
    /// Listeners bind, end one another and set values during delivery. The law: a listener gets
    /// every value set after it was bound and delivered before it ended, once, in the order of
    /// setting; each value reaches all listeners, in the order of binding, before the next one.
    @Test(arguments: seeds(UInt64(200)))
    func everyListenerHearsEveryLaterValueOnce(seed: UInt64) {
        let program = ListeningProgram(seed: seed)
        program.run()
        #expect(program.heard == program.expected, "seed \(seed)")
        #expect(program.heard.count > 10)
        let values = program.heard.map(\.value)
        #expect(values == values.sorted(), "seed \(seed)")
    }

    /// Of a burst only the last value is delivered, once it has been unchanged for the interval.
    @Test(arguments: seeds(UInt64(100)))
    func debounceTellsWhatStoodLongEnough(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let timekeeper = ManualTimekeeper()
        let source = Dynamic(0)
        let interval = Duration.milliseconds(300)
        let debounced = source.debounce(for: interval, on: timekeeper)
        var heard: [Heard] = []
        let binding = debounced.bind { heard.append(Heard(value: $0, at: timekeeper.now)) }
        var set: [Heard] = []
        for value in 1...60 {
            let pauses = [0, 1, 100, 299, 300, 301, 900]
            let pause = pauses[Int.random(in: 0..<pauses.count, using: &random)]
            timekeeper.advance(by: .milliseconds(pause))
            source.value = value
            set.append(Heard(value: value, at: timekeeper.now))
        }
        timekeeper.advance(by: interval)

        var expected: [Heard] = []
        for (index, one) in set.enumerated() {
            let isLast = index + 1 == set.count
            if isLast || set[index + 1].at - one.at >= interval {
                expected.append(Heard(value: one.value, at: one.at + interval))
            }
        }
        #expect(heard == expected, "seed \(seed)")
        #expect(timekeeper.nextDeadline == nil)
        withExtendedLifetime(binding) {}
    }

    /// Answers come at once, late, several times, in any order, and after their question was
    /// replaced. Only answers to the latest question are delivered.
    @Test(arguments: seeds(UInt64(200)))
    func flatMapHearsTheLatestQuestionAlone(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let source = Dynamic(0)
        var answers: [Int: (Answer) -> Void] = [:]
        var running: Set<Int> = []
        var willAnswerAtOnce = false
        let answered: Dynamic<Answer?> = source.flatMap(initially: nil) { question, result in
            answers[question] = result
            running.insert(question)
            if willAnswerAtOnce { result(Answer(question: question, number: 0)) }
            return Binding { running.remove(question) }
        }
        var heard: [Answer] = []
        let binding = answered.bind { answer in
            if let answer { heard.append(answer) }
        }
        var expected: [Answer] = []
        for step in 1...150 {
            if Bool.random(using: &random) || answers.isEmpty {
                willAnswerAtOnce = Bool.random(using: &random)
                source.value = step
                if willAnswerAtOnce { expected.append(Answer(question: step, number: 0)) }
                #expect(running == [step], "seed \(seed)")
            } else {
                let asked = answers.keys.sorted()
                // Recent bindings more often than old ones.
                let back = min(Int.random(in: 0..<4, using: &random), asked.count - 1)
                let question = asked[asked.count - 1 - back]
                let answer = Answer(question: question, number: step)
                if question == source.value { expected.append(answer) }
                answers[question]?(answer)
            }
        }
        #expect(heard == expected, "seed \(seed)")
        #expect(!heard.isEmpty)
        withExtendedLifetime(binding) {}
    }

    /// A listener that refreshes on an answer never gets an older answer afterwards.
    @Test(arguments: seeds(UInt64(100)))
    func flatMapThatIsAskedAnewDuringAnAnswerGoesOnWithTheNewQuestion(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let source = Dynamic(0)
        var waiting: [(question: Int, result: (Int) -> Void)] = []
        let answered = source.flatMap(initially: 0) { question, result in
            if Bool.random(using: &random) {
                result(question)
                result(question)
            }
            waiting.append((question, result))
            return Binding {}
        }
        var newest = 0
        var heard: [Int] = []
        let binding = answered.bind { answer in
            heard.append(answer)
            #expect(answer <= newest)
            guard heard.count.isMultiple(of: 2), newest < 100 else { return }
            newest += 1
            source.value = newest
        }
        for step in 0..<100 where newest < 100 {
            if step.isMultiple(of: 3) {
                newest += 1
                source.value = newest
            } else {
                for asked in waiting.shuffled(using: &random) { asked.result(asked.question) }
            }
        }
        #expect(heard == heard.sorted(), "seed \(seed)")
        #expect(heard.count > 10)
        withExtendedLifetime(binding) {}
    }

    private struct Heard: Equatable {
        var value: Int
        var at: Duration
    }

    private struct Answer: Equatable {
        var question: Int
        var number: Int
    }
}

/// A random program of listeners, run on a `Dynamic` and on the simplest model of one.
private final class ListeningProgram {
    /// A delivery.
    struct Hearing: Equatable {
        var listener: Int
        var value: Int
    }

    /// The effect of a delivery on a listener, random by listener and value.
    private enum Deed {
        case nothing
        case set
        case bind
        case end(Int)
    }

    private(set) var heard: [Hearing] = []
    private(set) var expected: [Hearing] = []
    private let seed: UInt64
    private static let valuesMax = 60
    private static let listenersMax = 24

    init(seed: UInt64) { self.seed = seed }

    func run() {
        runDynamic()
        runModel()
    }

    private func deed(_ listener: Int, _ value: Int) -> Deed {
        var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(listener * 1009 + value))
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: return .set
        case 2: return .bind
        case 3: return .end(Int.random(in: 0..<Self.listenersMax, using: &random))
        default: return .nothing
        }
    }

    private func runDynamic() {
        let dynamic = Dynamic(0)
        var values = 0
        var bindings: [Int: Binding] = [:]
        var born = 0
        func set() {
            guard values < Self.valuesMax else { return }
            values += 1
            dynamic.value = values
        }
        func bind() {
            guard born < Self.listenersMax else { return }
            let listener = born
            born += 1
            bindings[listener] = dynamic.bind { [unowned self] value in
                heard.append(Hearing(listener: listener, value: value))
                switch deed(listener, value) {
                case .nothing: break
                case .set: set()
                case .bind: bind()
                case .end(let other): bindings[other] = nil
                }
            }
        }
        for _ in 0..<3 { bind() }
        while values < Self.valuesMax { set() }
        bindings.removeAll()
    }

    private func runModel() {
        var values = 0
        var born = 0
        /// The bound listeners in order, each with the newest value at that time.
        var bound: [(listener: Int, after: Int)] = []
        var waiting: [Int] = []
        func bind() {
            guard born < Self.listenersMax else { return }
            bound.append((born, values))
            born += 1
        }
        for _ in 0..<3 { bind() }
        while values < Self.valuesMax {
            values += 1
            waiting.append(values)
            while !waiting.isEmpty {
                let value = waiting.removeFirst()
                for (listener, after) in bound where after < value {
                    guard bound.contains(where: { $0.listener == listener }) else { continue }
                    expected.append(Hearing(listener: listener, value: value))
                    switch deed(listener, value) {
                    case .nothing: break
                    case .set:
                        guard values < Self.valuesMax else { continue }
                        values += 1
                        waiting.append(values)
                    case .bind: bind()
                    case .end(let other): bound.removeAll { $0.listener == other }
                    }
                }
            }
        }
    }
}
