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

/// The moves that wait for an answer, with the answers as keys.
package final class HeldScreenViewModel: ScreenViewModel {
    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private var guarded = RepeatGuard()
    private var list = PickList()
    private let notice = NoticeViewModel()
    private var moves: [HeldMove] = []
    private var pickedName: String?
    /// What was answered and is not told by the daemon yet, by entry.
    private var answering: [String: Binding] = [:]
    /// What this screen answered, unless it was refused.
    private var answered: Set<String> = []
    private var bindings: [Binding] = []

    // Input

    package func press(_ key: Key) -> Bool {
        let isHeld = guarded.isHeld(key, at: timekeeper.now, within: Limits.repeatIntervalAlone)
        switch key {
        case .character("a"), .character("x"):
            if isHeld {
                // The next move has come under the key meanwhile.
                say("\(KeyName.text(key)) held down: answered once", .attention)
            } else if key == .character("a") {
                accept()
            } else {
                void()
            }
        default:
            guard list.press(key) else { return false }
            tell()
        }
        return true
    }

    /// Counts the picked move.
    package func accept() { answer("counting") { .accept([$0], in: $1) } }

    /// Discards the picked move.
    package func void() { answer("discarding") { .void([$0], in: $1) } }

    /// The rows to show where there is room for so many.
    package func window(rows: Int) -> Range<Int> { list.window(rows: rows) }

    // Output

    /// `held moves of hawks-owls-2`.
    package let title = Dynamic("held moves")
    /// What being held means; empty when nothing is.
    package let heading = Dynamic("")
    /// A row a move.
    package let rows = Dynamic([any RowViewModel]())
    /// The row picked; nil while there is none.
    package let picked = Dynamic<Int?>(nil)
    /// What to say when there is none.
    package let placeholder = Dynamic(HeldViewModel.none)
    /// What became of the last answer; empty before the first.
    package var echo: Dynamic<String> { notice.text }
    /// How the echo is meant.
    package var tone: Dynamic<Tone> { notice.tone }
    /// The keys that matter here.
    package let keys = "a counts it · x discards it · Escape goes back"

    /// Follows the library.
    package init(library: any GameLibrary, timekeeper: any Timekeeper) {
        self.library = library
        self.timekeeper = timekeeper
        bindings = [
            library.status.bindAndFire { [unowned self] status in
                if let status { receive(status.game) }
            },
            library.connection.bindAndFire { [unowned self] in notice.receive($0) },
        ]
    }

    private func receive(_ game: GameDocument?) {
        moves = game?.heldMoves ?? []
        title.update(game.map { "held moves of \($0.name)" } ?? "held moves")
        heading.update(moves.isEmpty ? "" : HeldViewModel.meaning)
        placeholder.update(moves.isEmpty ? HeldViewModel.none : "")
        let next: [any RowViewModel] = moves.map(HeldRow.init)
        let place = next.place(of: pickedName)
        let before = list.picked
        list.count = next.count
        if let pickedName, place == nil, !answered.contains(pickedName) {
            // The next key was meant for that one, and not for its neighbour.
            list.keep(at: nil)
            say("\(pickedName) was answered by another keeper", .attention)
        } else {
            list.keep(at: place ?? before ?? (rows.value.isEmpty ? 0 : nil))
        }
        if !rows.value.isSame(as: next) { rows.value = next }
        tell()
    }

    private func tell() {
        pickedName = list.picked.flatMap { moves.indices.contains($0) ? moves[$0].name : nil }
        picked.update(list.picked)
    }

    private func say(_ text: String, _ tone: Tone) { notice.say(text, tone) }

    // MARK: Answers

    /// One answer a move at a time: a second key means the same move once.
    private func answer(
        _ deed: String,
        _ request: (_ entry: String, _ game: String?) -> LibraryRequest<RecordedDocument>
    ) {
        guard let name = pickedName else {
            return say(moves.isEmpty ? HeldViewModel.none : "Up or Down picks a move", .attention)
        }
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
    /// What was recorded, and what the keeper should know about it, in a line.
    static func echo(of recorded: RecordedDocument) -> String {
        ([recorded.echo] + recorded.warnings.map(\.text)).filter { !$0.isEmpty }
            .joined(separator: " · ")
    }
}
