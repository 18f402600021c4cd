import Documents
import Seeds
import Testing
import ViewModels

/// One question at a time, for any asks, answers and leaves in any order.
@Suite struct QuestionQueueTests {
    /// A queue, and what became of each question.
    private final class Asker {
        enum End { case yes, no, both, left }

        let queue = QuestionQueue()
        /// By number of the question, as it was asked.
        private(set) var ends: [[End]] = []
        /// The numbers of the questions that were opened, in order.
        private(set) var opened: [Int] = []
        /// Those that were asked in turn, in order.
        private(set) var inTurn: [Int] = []
        private(set) var allowBoth: Set<Int> = []
        /// Changes the words of all questions.
        var version = 0

        func words(_ number: Int) -> KeepQuestion { KeepQuestion(text: "\(number), \(version)") }

        func count(_ end: End) -> Int { ends.count { $0 == [end] } }

        /// A yes may ask the next question.
        func ask(_ random: inout SeededGenerator, depth: Int = 0) {
            let number = ends.count
            ends.append([])
            let subject =
                [QuestionQueue.Subject.move, .gameClock, .game]
                .randomElement(using: &random) ?? .game
            let allowsBoth = Int.random(in: 0..<4, using: &random) == 0
            if allowsBoth { allowBoth.insert(number) }
            let asksAgain = depth < 2 && Int.random(in: 0..<3, using: &random) == 0
            var later = SeededGenerator(seed: random.next())
            let question = QuestionQueue.Question(
                about: subject, { [unowned self] in words(number) },
                opened: { [unowned self] in opened.append(number) },
                yes: { [unowned self] in
                    ends[number].append(.yes)
                    if asksAgain { ask(&later, depth: depth + 1) }
                },
                no: { [unowned self] in ends[number].append(.no) },
                both: allowsBoth ? { [unowned self] in ends[number].append(.both) } : nil,
                left: { [unowned self] in ends[number].append(.left) })
            if Bool.random(using: &random) {
                queue.ask(question)
                #expect(opened.last == number)
            } else {
                inTurn.append(number)
                queue.askInTurn(question)
            }
        }
    }

    @Test(arguments: seeds(UInt64(240)))
    func oneIsOpenAndEachEndsOnce(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let asker = Asker()
        let queue = asker.queue
        let subjects: [QuestionQueue.Subject] = [.move, .gameClock, .game]
        var given: [QuestionQueue.Answer: Int] = [:]
        for _ in 0..<80 {
            let (before, shown) = (asker.ends, queue.subject == nil ? nil : asker.opened.last)
            let recorded = asker.count(.yes) + asker.count(.both)
            var isAnswer = false
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4: asker.ask(&random)
            case 4..<7:
                let answer = QuestionQueue.Answer.allCases.randomElement(using: &random) ?? .no
                isAnswer = queue.answer(answer)
                #expect(
                    isAnswer
                        == (shown.map { answer != .both || asker.allowBoth.contains($0) } ?? false))
                if isAnswer { given[answer, default: 0] += 1 }
            case 7: queue.leave()
            case 8:
                let subject = subjects.randomElement(using: &random) ?? .game
                Bool.random(using: &random)
                    ? queue.leave(subject) : queue.leaveAll(about: subject)
            default:
                asker.version += 1
                queue.refresh()
            }
            // Nothing is recorded but by an answer, and that is to the question that was shown.
            let ended = asker.ends.indices.filter {
                asker.ends[$0] != ($0 < before.count ? before[$0] : [])
            }
            if isAnswer {
                #expect(ended == [shown].compactMap(\.self))
            } else {
                #expect(asker.count(.yes) + asker.count(.both) == recorded)
            }
            #expect(asker.ends.allSatisfy { $0.count < 2 })
            #expect(Set(asker.opened).count == asker.opened.count)
            #expect(queue.number == asker.opened.count)
            if queue.subject == nil {
                #expect(queue.open.value.isEmpty)
                // None waits.
                #expect(asker.ends.allSatisfy { $0.count == 1 })
            } else {
                let open = asker.opened.last ?? -1
                #expect(queue.open.value == asker.words(open))
                #expect(asker.ends[open].isEmpty)
                // All that were opened before it have ended.
                #expect(asker.opened.dropLast().allSatisfy { asker.ends[$0].count == 1 })
            }
            let turns = asker.opened.filter(asker.inTurn.contains)
            #expect(turns == turns.sorted())
        }
        for subject in subjects { queue.leaveAll(about: subject) }
        #expect(queue.subject == nil && asker.ends.allSatisfy { $0.count == 1 })
        #expect(asker.count(.yes) == given[.yes, default: 0])
        #expect(asker.count(.no) == given[.no, default: 0])
        #expect(asker.count(.both) == given[.both, default: 0])
        // What was never opened was left.
        let unseen = Set(asker.ends.indices).subtracting(asker.opened)
        #expect(unseen.allSatisfy { asker.ends[$0] == [.left] })
    }
}
