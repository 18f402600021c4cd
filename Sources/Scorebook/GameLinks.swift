package import MoveLog

/// Which games have entries that name another game, in transfers and unions. Conservative: a link
/// that was once seen stays, so that the links are a function of what arrived.
struct GameLinks: Sendable {
    private var neighbours: [GameID: Set<GameID>] = [:]
    private var united: Set<GameID> = []
    private var origins: Set<EntryID> = []

    var isEmpty: Bool { neighbours.isEmpty }

    /// Notes an entry of a game, and returns true if it names another one.
    mutating func note(_ content: Content, in game: GameID) -> Bool {
        switch content {
        case .transferred(let body):
            origins.insert(body.origin)
            connect(game, body.game)
        case .gameUnited(let body):
            united.formUnion([game, body.other])
            connect(game, body.other)
        default: return false
        }
        return true
    }

    private mutating func connect(_ game: GameID, _ other: GameID) {
        guard game != other else { return }
        neighbours[game, default: []].insert(other)
        neighbours[other, default: []].insert(game)
    }

    /// The game and all that links lead to, sorted; empty for a game without links.
    func games(with game: GameID) -> [GameID] {
        guard neighbours[game] != nil else { return [] }
        var found: Set<GameID> = [game]
        var left = [game]
        while let next = left.popLast() {
            for other in neighbours[next] ?? [] where found.insert(other).inserted {
                left.append(other)
            }
        }
        return found.sorted()
    }

    /// The games whose boards an entry of this one may change, apart from what it changes by itself.
    /// Beside games that are only linked by transfers, a game goes on at no cost: their boards say
    /// which origins are live.
    func games(changedBy kind: Kind, _ id: EntryID, in game: GameID) -> [GameID] {
        guard neighbours[game] != nil else { return [] }
        let games = games(with: game)
        // An origin that arrives late may count twice, which its own board says too.
        if origins.contains(id) { return games }
        guard kind.isLinking || !united.isDisjoint(with: games) else { return [] }
        return games.filter { $0 != game }
    }
}

extension Kind {
    /// True if an entry of the kind may change what another game shows.
    fileprivate var isLinking: Bool {
        self == .transferred || self == .gameUnited || self == .void || self == .copied
    }

    /// True if an entry of the kind names another game.
    var isLink: Bool { self == .transferred || self == .gameUnited }
}

/// The consequences of links for one game.
package struct BoardLinks: Equatable, Sendable {
    /// The games whose entries are folded here, in the order of their unions.
    package var united: [GameID] = []
    /// The game in which the entries of this one are folded.
    package var unitedInto: GameID?
    /// Entries that count more than once, in order of their origins.
    package var crossings: [Crossing] = []
    /// Lines of united games whose players have lines of this one.
    var linesElsewhere: Set<LineRef> = []
}

/// An entry that was transferred and still counts, or that was transferred twice.
package struct Crossing: Equatable, Sendable {
    package struct Transfer: Equatable, Sendable {
        package let id: EntryID
        package let game: GameID
    }

    package let origin: EntryID
    /// Where the origin was recorded.
    package let game: GameID
    package let isOriginLive: Bool
    /// The live ones, in order.
    package let transfers: [Transfer]
}

/// Linked games, with all entries of each: what unions and transfers make of them.
///
/// A union has effect if no void of its own game withdraws it and, of all unions in order, its other
/// game is not united yet, the two are not one game already, and the game stays within
/// `unitedGamesMax`. So unions form a forest, whatever arrives first.
///
/// It has the rows of the other game under names of this one. `GameLinks.games(changedBy:)` says
/// which games an entry touches; a game without links costs nothing.
struct LinkedGames {
    private struct Union {
        let place: Place
        let game: GameID
        let body: GameUnited
    }

    /// The entries of each game alone, in order.
    private let rows: [GameID: EntryRows]
    private let lines: [GameID: GameLine]
    private var names: [GameID: NameIndex] = [:]
    private var withdrawn: [GameID: [Int: [Int]]] = [:]
    /// By game that folds others, the withdrawn entries of all of them.
    private var withdrawnThere: [GameID: Set<Place>] = [:]
    /// With effect, in order.
    private var unions: [Union] = []
    private var parents: [GameID: GameID] = [:]

    init(_ rows: [GameID: EntryRows], _ lines: [GameID: GameLine]) {
        self.rows = rows
        self.lines = lines
        for (game, rows) in rows {
            let names = NameIndex(rows, from: 0)
            self.names[game] = names
            withdrawn[game] = rows.withdrawals(names, from: 0)
        }
        unite()
        for root in Set(unions.map { root(of: $0.game) }) {
            let whole = entries(of: root)
            let voided = whole.withdrawals(NameIndex(whole, from: 0), from: 1).keys
            withdrawnThere[root] = Set(voided.map { whole.place(of: whole.rows[$0]) })
        }
    }

    private mutating func unite() {
        var all: [Union] = []
        for (game, rows) in rows {
            for index in rows.rows.indices where withdrawn[game]?[index] == nil {
                let row = rows.rows[index]
                guard case .gameUnited(let body)? = rows.content(row) else { continue }
                all.append(Union(place: rows.place(of: row), game: game, body: body))
            }
        }
        var sizes: [GameID: Int] = [:]
        for union in all.sorted(by: { $0.place < $1.place }) {
            let (root, other) = (root(of: union.game), union.body.other)
            let size = (sizes[root] ?? 1) + (sizes[other] ?? 1)
            guard parents[other] == nil, root != other, size <= ScorebookLimits.unitedGamesMax
            else { continue }
            parents[other] = union.game
            sizes[root] = size
            unions.append(union)
        }
    }

    private func root(of game: GameID) -> GameID {
        var root = game
        while let parent = parents[root] { root = parent }
        return root
    }

    /// All entries that the game folds but its creation, named as in the game.
    func entries(of game: GameID) -> EntryRows {
        var whole = rows[game] ?? EntryRows()
        for union in unions where union.game == game {
            let other = union.body.other
            var theirs = entries(of: other).ofUnitedGame
            if let line = lines[other] {
                theirs = theirs.beginning(withLinesOf: line.creation, line.created)
            }
            let naming = Naming(
                isTurned: union.body.isTurned, game: other, lines: union.body.intoByLine)
            whole.insert(theirs.named(naming), of: other, unitedBy: union.place.id)
        }
        whole.order()
        return whole
    }

    func links(of game: GameID) -> BoardLinks {
        let united = unions.map(\.body.other).filter { $0 != game && isUnder(game, $0) }
        let elsewhere = unions.filter { $0.game == game || isUnder(game, $0.game) }
            .flatMap { $0.body.linesElsewhere }
        return BoardLinks(
            united: united, unitedInto: parents[game].map(root(of:)),
            crossings: crossings.filter { crossing in
                crossing.game == game || united.contains(crossing.game)
                    || crossing.transfers.contains { $0.game == game || united.contains($0.game) }
            }, linesElsewhere: Set(elsewhere))
    }

    private func isUnder(_ game: GameID, _ other: GameID) -> Bool {
        var next = parents[other]
        while let parent = next {
            if parent == game { return true }
            next = parents[parent]
        }
        return false
    }

    private var crossings: [Crossing] {
        typealias Found = (place: Place, transfer: Crossing.Transfer)
        var games: [EntryID: GameID] = [:]
        var transfers: [EntryID: [Found]] = [:]
        for (game, rows) in rows {
            for index in rows.rows.indices {
                let row = rows.rows[index]
                guard let body = rows.aside(row)?.transfer, isLive(index, in: game) else {
                    continue
                }
                let transfer = Crossing.Transfer(id: rows.id(row), game: game)
                transfers[body.origin, default: []].append((rows.place(of: row), transfer))
                games[body.origin] = min(games[body.origin] ?? body.game, body.game)
            }
        }
        return games.sorted { $0.key < $1.key }.compactMap { origin, game in
            let isLive = isLive(origin, in: game)
            let found = (transfers[origin] ?? []).sorted { $0.place < $1.place }
            guard isLive || found.count > 1 else { return nil }
            return Crossing(
                origin: origin, game: game, isOriginLive: isLive, transfers: found.map(\.transfer))
        }
    }

    /// The ID may name several entries, as on a fork.
    private func isLive(_ id: EntryID, in game: GameID) -> Bool {
        guard let rows = rows[game] else { return false }
        return names[game]?.indices(of: id, rows.authors)
            .contains { isLive($0, in: game) } ?? false
    }

    /// False if a void of its game withdraws the entry, or one of the game that folds it.
    private func isLive(_ index: Int, in game: GameID) -> Bool {
        guard withdrawn[game]?[index] == nil, let rows = rows[game] else { return false }
        let there = withdrawnThere[root(of: game)]
        return there?.contains(rows.place(of: rows.rows[index])) != true
    }
}

extension GameUnited {
    /// By line of the other game; of two pairs with one line the first counts.
    fileprivate var intoByLine: [LineRef: LineRef] {
        Dictionary(lines.map { (own($0.from), $0.into) }) { first, _ in first }
    }

    /// Under the names that they have as lines of this game.
    fileprivate var linesElsewhere: [LineRef] {
        intoByLine.keys.map { ref in
            if case .created(let index) = ref { .added(other, index) } else { ref }
        }
    }

    /// The short name of a line of the creation.
    private func own(_ ref: LineRef) -> LineRef {
        if case .added(let entry, let index) = ref, entry == other { .created(index) } else { ref }
    }
}

extension EntryRows {
    /// Without what another game does not take over: rules, ends, signatures, names, unions.
    fileprivate var ofUnitedGame: EntryRows {
        filter(
            rows.map { row in
                switch aside(row)?.kind ?? .move {
                case .gameCreated where row.join == 0, .rulesChanged, .gameEnded, .gameReopened,
                    .gameForfeited, .gameAbandoned, .signOff, .teamNamed, .gameUnited:
                    false
                default: true
                }
            })
    }
}
