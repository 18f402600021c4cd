/// The questions to a keeper, one at a time: the open one, and those that wait until it is closed,
/// oldest first. A question ends once: it is answered, or left without an answer. Only a yes, or
/// *both*, records something.
package final class QuestionQueue {
    private var asked: Question?
    private var waiting: [Question] = []

    package enum Subject: Sendable {
        case move
        case gameClock
        case game
    }

    package enum Answer: CaseIterable, Sendable {
        case yes
        case no
        /// Two happened; answers a question about one or two only.
        case both
    }

    /// A question, with what each way to end it does.
    package struct Question {
        let subject: Subject
        /// Made when the question is opened, and by each `refresh`.
        let words: () -> KeepQuestion
        var opened: () -> Void = {}
        let yes: () -> Void
        var no: () -> Void = {}
        /// Nil for a question to which two is no answer.
        var both: (() -> Void)?
        var left: () -> Void = {}

        package init(
            about subject: Subject, _ words: @escaping () -> KeepQuestion,
            opened: @escaping () -> Void = {}, yes: @escaping () -> Void,
            no: @escaping () -> Void = {}, both: (() -> Void)? = nil,
            left: @escaping () -> Void = {}
        ) {
            (self.subject, self.words, self.opened) = (subject, words, opened)
            (self.yes, self.no, self.both, self.left) = (yes, no, both, left)
        }
    }

    // Input

    /// Asks what a deed of the keeper raises: at once, in place of the open question, which is left.
    package func ask(_ question: Question) {
        if let asked {
            self.asked = nil
            asked.left()
        }
        show(question)
    }

    /// Asks what an answer of the daemon raises: once no other question is open, since the keeper
    /// may be about to answer that one.
    package func askInTurn(_ question: Question) {
        waiting.append(question)
        showNext()
        if !waiting.isEmpty { delay.value = waiting.count }
    }

    /// False, without an effect, if no question is open or the open one has no such answer.
    @discardableResult
    package func answer(_ answer: Answer) -> Bool {
        guard let asked else { return false }
        switch answer {
        case .yes: close(asked.yes)
        case .no: close(asked.no)
        case .both:
            guard let both = asked.both else { return false }
            close(both)
        }
        return true
    }

    /// Leaves the open question, if it is about the subject; nil for any.
    package func leave(_ subject: Subject? = nil) {
        guard let asked, subject == nil || asked.subject == subject else { return }
        close(asked.left)
    }

    /// Leaves every question about the subject, open or not.
    package func leaveAll(about subject: Subject) {
        let left = waiting.filter { $0.subject == subject }
        waiting.removeAll { $0.subject == subject }
        for question in left { question.left() }
        leave(subject)
    }

    /// Shows changed words of the open question.
    package func refresh() {
        if let asked { open.update(asked.words()) }
    }

    // Output

    /// The open question; empty for none.
    package let open = Dynamic(KeepQuestion())
    /// How many questions wait, told when one more does.
    package let delay = Dynamic(0)
    /// Nil if no question is open.
    package var subject: Subject? { asked?.subject }
    /// Counts the questions that were opened, so that it tells the open one from earlier ones.
    package private(set) var number = 0

    package init() {}

    private func close(_ deed: () -> Void) {
        asked = nil
        open.update(KeepQuestion())
        deed()
        showNext()
    }

    private func showNext() {
        if asked == nil, !waiting.isEmpty { show(waiting.removeFirst()) }
    }

    private func show(_ question: Question) {
        asked = question
        number += 1
        open.update(question.words())
        question.opened()
    }
}
