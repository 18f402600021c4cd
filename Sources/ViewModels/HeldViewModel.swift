package import Documents

/// The questions of a game that wait for an answer: keepers recorded something differently.
package class HeldViewModel {
    let words: Catalogue

    // Input

    package func receive(_ moves: [HeldMove]) {
        heading.update(
            moves.isEmpty ? "" : words(.keepersDisagree))
        placeholder.update(moves.isEmpty ? words(.noQuestions) : "")
        rows.update(moves.map { HeldRow($0, words) })
    }

    // Output

    /// The meaning of questions for the game; empty without one.
    package let heading = Dynamic("")
    package let rows = Dynamic([HeldRow]())
    /// The text shown instead of rows; empty if there are some.
    package let placeholder: Dynamic<String>

    package init(words: Catalogue = .english) {
        self.words = words
        placeholder = Dynamic(words(.noQuestions))
    }
}

/// A question, with both sides.
package struct HeldRow: RowViewModel {
    private let move: HeldMove
    /// The first side, in full: `bo.17 4 Ana three points · Bo · Q1 04:31`.
    package let side: String
    /// The question in full.
    package let question: String
    package let text: String
    package let detail: String
    /// The words of each answer, empty if the question does not allow it.
    private let said: [String]

    package init(_ move: HeldMove, _ words: Catalogue) {
        self.move = move
        side = move.side(in: words)
        question = move.question(in: words)
        let name = EntryName.short(move.name, to: 14)
        text = Phrases.line("\(name) \(move.text(in: words))", move.keeper, move.clock)
        detail = move.brief(in: words)
        let allowed = move.allowed
        said = HeldAnswer.allCases.map {
            allowed.contains($0.settling) ? move.words(of: $0.settling, in: words) : ""
        }
    }

    package var id: String { move.name }
    package var tone: Tone { .attention }

    /// The answers that it allows, with what each says.
    package var answers: [(answer: HeldAnswer, words: String)] {
        zip(HeldAnswer.allCases, said).filter { !$1.isEmpty }.map { ($0, $1) }
    }

    func allows(_ answer: HeldAnswer) -> Bool { move.allowed.contains(answer.settling) }
}

/// An answer to a question.
package enum HeldAnswer: CaseIterable, Sendable {
    case this
    case that
    case both

    /// As in the command `scored settle`.
    package var word: String { settling.rawValue }

    var settling: SettleAnswer {
        switch self {
        case .this: .this
        case .that: .that
        case .both: .both
        }
    }
}

/// The questions of the current game, which a keeper answers.
package final class HeldScreenViewModel: HeldViewModel {
    private let library: any GameLibrary
    /// Entries answered on this screen, without refused answers.
    private var answered: Set<String> = []
    private var bindings: [Binding] = []

    // Input

    /// Answers a question, if it allows the answer.
    package func settle(_ name: String, _ answer: HeldAnswer) {
        guard let row = rows.value.first(where: { $0.id == name }) else { return }
        guard row.allows(answer) else {
            return notice.say(words(.oneIsRight(name)), .attention)
        }
        let order = LibraryRequest.settle(
            SettleRequest(
                game: library.status.value?.game?.name, entry: name, answer: answer.settling))
        let isSent = notice.send(order, as: name, to: library) { [weak self] in
            self?.answered.remove(name)
        }
        guard isSent else { return }
        answered.insert(name)
        notice.say(words(.answering(name, answer.word)), .faint)
    }

    // Output

    /// `open questions of hawks-owls-2`.
    package let title: Dynamic<String>
    /// The outcome of the last answer; empty before the first.
    package let notice: NoticeViewModel
    package var echo: Dynamic<String> { notice.text }
    package var tone: Dynamic<Tone> { notice.tone }

    /// True if the question was answered on this screen, and the answer was not refused.
    package func isAnswered(_ name: String) -> Bool { answered.contains(name) }

    package init(library: any GameLibrary, words: Catalogue = .english) {
        self.library = library
        title = Dynamic(words(.openQuestionsTitle))
        notice = NoticeViewModel(words: words)
        super.init(words: words)
        bindings = [
            library.eachStatus { [unowned self] status in
                title.update(
                    status.game.map { words(.openQuestionsOf($0.name)) }
                        ?? words(.openQuestionsTitle))
                receive(status.game?.heldMoves ?? [])
            },
            library.connection.bindAndFire { [unowned self] in notice.receive($0) },
        ]
    }
}

extension Destination {
    package static let held = Destination.named("held")
}
