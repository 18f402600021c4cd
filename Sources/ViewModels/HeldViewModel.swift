package import Documents

/// The held moves of a game.
package class HeldViewModel {
    // Input

    package func receive(_ moves: [HeldMove]) {
        heading.update(
            moves.isEmpty ? "" : "possible duplicates: not counted until a keeper decides")
        placeholder.update(moves.isEmpty ? Self.none : "")
        rows.update(moves.map(HeldRow.init))
    }

    // Output

    /// The meaning of `held`; empty if no move is held.
    package let heading = Dynamic("")
    package let rows = Dynamic([HeldRow]())
    /// The text shown instead of rows; empty if moves are held.
    package let placeholder = Dynamic(HeldViewModel.none)

    package var grid: Grid {
        Grid(
            columns: [
                Grid.Column("entry"), Grid.Column("keeper"), Grid.Column("clock"),
                Grid.Column("what", isFlexible: true), Grid.Column("looks like"),
            ], rows: rows.value.map(\.cells))
    }

    package init() {}

    static let none = "no held moves"
}

package struct HeldRow: RowViewModel {
    let move: HeldMove

    package var id: String { move.name }
    package var text: String {
        Phrases.line("\(EntryName.short(move.name, to: 14)) \(move.text)", move.keeper, move.clock)
    }
    package var detail: String { "looks like \(original)" }
    package var tone: Tone { .attention }

    fileprivate var cells: Grid.Row {
        Grid.Row([move.name, move.keeper, move.clock ?? "", move.text, original], tone: tone)
    }

    /// `mia.41 (Mia, Q1 04:31)`, with a note if that move is void.
    private var original: String {
        let place = Phrases.line(move.ofKeeper, move.ofClock)
        let state = move.ofState == .voided ? ", which is void" : ""
        return "\(move.of) (\(place))\(state)"
    }
}

/// The held moves of the current game, which a keeper counts or discards.
package final class HeldScreenViewModel: HeldViewModel {
    private let library: any GameLibrary
    /// Entries answered on this screen, without refused answers.
    private var answered: Set<String> = []
    private var bindings: [Binding] = []

    // Input

    package func accept(_ name: String) { answer(name, "counting", .accept([name], in: game)) }

    package func discard(_ name: String) { answer(name, "voiding", .void([name], in: game)) }

    private var game: String? { library.status.value?.game?.name }

    // Output

    /// `held moves of hawks-owls-2`.
    package let title = Dynamic("held moves")
    /// The outcome of the last answer; empty before the first.
    package let notice = NoticeViewModel()
    package var echo: Dynamic<String> { notice.text }
    package var tone: Dynamic<Tone> { notice.tone }

    /// True if the move was answered on this screen, and the answer was not refused.
    package func isAnswered(_ name: String) -> Bool { answered.contains(name) }

    package init(library: any GameLibrary) {
        self.library = library
        super.init()
        bindings = [
            library.eachStatus { [unowned self] status in
                title.update(status.game.map { "held moves of \($0.name)" } ?? "held moves")
                receive(status.game?.heldMoves ?? [])
            },
            library.connection.bindAndFire { [unowned self] in notice.receive($0) },
        ]
    }

    private func answer(
        _ name: String, _ deed: String, _ order: LibraryRequest<RecordedDocument>
    ) {
        let isSent = notice.send(order, as: name, to: library) { [weak self] in
            self?.answered.remove(name)
        }
        guard isSent else { return }
        answered.insert(name)
        notice.say("\(deed) \(name)", .faint)
    }
}
