package import Documents

/// The held moves of a game.
package final class HeldViewModel {
    // Input

    package func receive(_ moves: [HeldMove]) {
        heading.update(
            moves.isEmpty ? "" : Self.meaning)
        grid.update(Grid(columns: Self.columns, rows: moves.map(Self.row)))
        first.update(moves.first?.name)
        placeholder.update(moves.isEmpty ? Self.none : "")
    }

    // Output

    /// Empty if no move is held.
    package let heading = Dynamic("")
    /// One row per move.
    package let grid = Dynamic(Grid())
    /// The entry of the first move, for a view that says how it is answered; nil for none.
    package let first = Dynamic<String?>(nil)
    /// The text shown instead of the grid; empty if moves are held.
    package let placeholder = Dynamic(HeldViewModel.none)

    package init() {}

    static let none = "no held moves"
    static let meaning = "possible duplicates: not counted until a keeper decides"

    private static let columns = [
        Grid.Column("entry"), Grid.Column("keeper"), Grid.Column("clock"),
        Grid.Column("what", isFlexible: true), Grid.Column("looks like"),
    ]

    private static func row(_ move: HeldMove) -> Grid.Row {
        Grid.Row(
            [move.name, move.keeper, move.clock ?? "", move.text, original(move)],
            tone: .attention)
    }

    /// `mia.41 (Mia, Q1 04:31)`, with a note if that move is void.
    static func original(_ move: HeldMove) -> String {
        let place = Phrases.line(move.ofKeeper, move.ofClock)
        let state = move.ofState == .voided ? ", which is void" : ""
        return "\(move.of) (\(place))\(state)"
    }
}

/// The held moves of the current game, which a keeper counts or discards.
package final class HeldScreenViewModel {
    private let library: any GameLibrary
    /// Answers on their way, by entry.
    private var answering: [String: Binding] = [:]
    /// Entries answered on this screen, without refused answers.
    private var answered: Set<String> = []
    private var bindings: [Binding] = []

    // Input

    package func accept(_ name: String) { answer(name, "counting") { .accept([$0], in: $1) } }

    package func discard(_ name: String) { answer(name, "voiding") { .void([$0], in: $1) } }

    // Output

    /// `held moves of hawks-owls-2`.
    package let title = Dynamic("held moves")
    /// The meaning of `held`; empty if no move is held.
    package let heading = Dynamic("")
    /// One row per move.
    package let rows = Dynamic([any RowViewModel]())
    /// The text shown instead of rows; empty if moves are held.
    package let placeholder = Dynamic(HeldViewModel.none)
    /// The outcome of the last answer; empty before the first.
    package let notice = NoticeViewModel()
    package var echo: Dynamic<String> { notice.text }
    package var tone: Dynamic<Tone> { notice.tone }

    /// True if the move was answered on this screen, and the answer was not refused.
    package func isAnswered(_ name: String) -> Bool { answered.contains(name) }

    package init(library: any GameLibrary) {
        self.library = library
        bindings = [
            library.status.bindAndFire { [unowned self] status in
                if let status { receive(status.game) }
            },
            library.connection.bindAndFire { [unowned self] in notice.receive($0) },
        ]
    }

    private func receive(_ game: GameDocument?) {
        let moves = game?.heldMoves ?? []
        title.update(game.map { "held moves of \($0.name)" } ?? "held moves")
        heading.update(moves.isEmpty ? "" : HeldViewModel.meaning)
        placeholder.update(moves.isEmpty ? HeldViewModel.none : "")
        let next: [any RowViewModel] = moves.map(HeldRow.init)
        if !rows.value.isSame(as: next) { rows.value = next }
    }

    private func say(_ text: String, _ tone: Tone) { notice.say(text, tone) }

    // MARK: Answers

    /// At most one answer per move is on its way: a repeated one has no further effect.
    private func answer(
        _ name: String, _ deed: String,
        _ request: (_ entry: String, _ game: String?) -> LibraryRequest<RecordedDocument>
    ) {
        guard answering[name] == nil else { return }
        answered.insert(name)
        say("\(deed) \(name)", .faint)
        answering[name] = library.ask(request(name, library.status.value?.game?.name)) {
            [weak self] result in self?.heard(result, of: name)
        }
    }

    private func heard(_ result: Result<RecordedDocument, LibraryError>, of name: String) {
        answering[name] = nil
        switch result {
        case .success(let recorded): say(Phrases.echo(of: recorded), .good)
        case .failure(let error):
            answered.remove(name)
            say(error.text, .bad)
        }
    }
}

extension Phrases {
    /// The recorded text and its warnings, as one line.
    static func echo(of recorded: RecordedDocument) -> String {
        ([recorded.echo] + recorded.warnings.map(\.text)).filter { !$0.isEmpty }
            .joined(separator: " · ")
    }
}
