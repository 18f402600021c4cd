package import Documents

/// The moves that wait for a person's answer.
package final class HeldViewModel {
    // Input

    /// Takes the held moves of a game, in place of what was there.
    package func receive(_ moves: [HeldMove]) {
        heading.update(
            moves.isEmpty ? "" : Self.meaning)
        grid.update(Grid(columns: Self.columns, rows: moves.map(Self.row)))
        advice.update(
            moves.first.map {
                "scored accept \($0.name) counts it; scored void \($0.name) discards it"
            }
                ?? "")
        placeholder.update(moves.isEmpty ? Self.none : "")
    }

    // Output

    /// Empty when nothing is held.
    package let heading = Dynamic("")
    /// A row a move.
    package let grid = Dynamic(Grid())
    /// What to do, by the example of the first one.
    package let advice = Dynamic("")
    /// What to say when there is none.
    package let placeholder = Dynamic(HeldViewModel.none)

    /// Empty until something is received.
    package init() {}

    static let none = "no move is held"
    static let meaning = "possible duplicates: not counted until somebody answers"

    private static let columns = [
        Grid.Column("entry"), Grid.Column("keeper"), Grid.Column("clock"),
        Grid.Column("what", isFlexible: true), Grid.Column("seems to be"),
    ]

    private static func row(_ move: HeldMove) -> Grid.Row {
        Grid.Row(
            [move.name, move.keeper, move.clock ?? "", move.text, original(move)],
            tone: .attention)
    }

    /// `mia.41 (Mia, Q1 04:31)`, and what matters most: whether that one still counts.
    static func original(_ move: HeldMove) -> String {
        let place = Phrases.line(move.ofKeeper, move.ofClock)
        let state = move.ofState == .voided ? ", which is void" : ""
        return "\(move.of) (\(place))\(state)"
    }
}
