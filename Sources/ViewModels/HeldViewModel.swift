package import Documents

/// The questions of a game that wait for an answer: keepers recorded something differently.
package class HeldViewModel {
    // Input

    package func receive(_ moves: [HeldMove]) {
        heading.update(
            moves.isEmpty ? "" : "keepers do not agree: the result is provisional until answered")
        placeholder.update(moves.isEmpty ? Self.none : "")
        rows.update(moves.map(HeldRow.init))
    }

    // Output

    /// The meaning of questions for the game; empty without one.
    package let heading = Dynamic("")
    package let rows = Dynamic([HeldRow]())
    /// The text shown instead of rows; empty if there are some.
    package let placeholder = Dynamic(HeldViewModel.none)

    package init() {}

    static let none = "no open questions"
}

/// A question, with both sides.
package struct HeldRow: RowViewModel, Identifiable {
    private let move: HeldMove

    package init(_ move: HeldMove) { self.move = move }

    package var id: String { move.name }
    package var text: String {
        Phrases.line("\(EntryName.short(move.name, to: 14)) \(move.text)", move.keeper, move.clock)
    }
    package var detail: String { move.brief }
    package var tone: Tone { .attention }

    /// The question in full.
    package var question: String { move.question }
    /// The first side, in full: `bo.17 4 Ana three points · Bo · Q1 04:31`.
    package var side: String { move.side }
    /// The answers that it allows, with what each says.
    package var answers: [(answer: HeldAnswer, words: String)] {
        HeldAnswer.allCases.filter(allows).map { ($0, move.words(of: $0.settling)) }
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
            return notice.say("\(name): one of the two is right, not both", .attention)
        }
        let order = LibraryRequest.settle(
            SettleRequest(
                game: library.status.value?.game?.name, entry: name, answer: answer.settling))
        let isSent = notice.send(order, as: name, to: library) { [weak self] in
            self?.answered.remove(name)
        }
        guard isSent else { return }
        answered.insert(name)
        notice.say("answering \(name): \(answer.word)", .faint)
    }

    // Output

    /// `open questions of hawks-owls-2`.
    package let title = Dynamic("open questions")
    /// The outcome of the last answer; empty before the first.
    package let notice = NoticeViewModel()
    package var echo: Dynamic<String> { notice.text }
    package var tone: Dynamic<Tone> { notice.tone }

    /// True if the question was answered on this screen, and the answer was not refused.
    package func isAnswered(_ name: String) -> Bool { answered.contains(name) }

    package init(library: any GameLibrary) {
        self.library = library
        super.init()
        bindings = [
            library.eachStatus { [unowned self] status in
                title.update(status.game.map { "open questions of \($0.name)" } ?? "open questions")
                receive(status.game?.heldMoves ?? [])
            },
            library.connection.bindAndFire { [unowned self] in notice.receive($0) },
        ]
    }
}

extension Destination {
    package static let held = Destination.named("held")
}
