import Documents
import LocalAPI
import MoveLog
import Scorebook

/// What the requests of the local API are answered from: the log, the home, the door to the other
/// devices. Each topic of the API is an extension of it.
struct Desk {
    let ledger: Ledger
    let home: Home
    let peering: Peering
    let clock: DeviceClock
    /// When the daemon began, as an uptime.
    let startedAt: Duration
    /// The program's version.
    let version: String
    /// Ends the daemon after this turn.
    let stop: () -> Void

    /// Whether no daemon works here, and what is shown was read from the disk.
    var isOfflineView = false
    /// True if that is the log of a table that this device left.
    var isArchive = false

    /// The longest turn of the daemon's loop in the last hour.
    var longestTurn: () -> TurnReport? = { nil }

    /// Logs on their way out or in.
    let logs = LogShelf()

    /// The status as it was told last.
    let statusMemo = StatusMemo()

    /// This device's key.
    var device: PublicKey { ledger.seal.publicKey }

    /// The names of devices, games and entries.
    var table: TableBoard { ledger.book.table }

    /// Turns boards into documents, as things stand now.
    var projection: Projection {
        Projection(
            table: table, device: device, peers: peerDocuments,
            isLinked: !isOfflineView && ledger.replica.isMember)
    }

    /// Turns entries into words, for which nobody needs to know who is away.
    var wording: Projection {
        Projection(table: table, device: device, isLinked: false)
    }

    /// Answers after the turn, when all that it brought is in the book, whether or not anything
    /// could be recorded: what is read then fits together, digest and score.
    func afterTurn(_ respond: @escaping () -> Response) -> Answer { .later(respond) }

    /// The same with an answer that may turn out to be a denial.
    func reading(_ respond: @escaping () throws(Denial) -> Response) -> Answer {
        .later {
            do throws(Denial) {
                return try respond()
            } catch {
                return error.response()
            }
        }
    }
}

// MARK: Games by name

extension Desk {
    /// The board of a game by name; without a name the current game's.
    func board(named name: String?) throws(Denial) -> Scoreboard {
        let line = try name.map { name throws(Denial) in try game(named: name) }
        guard let id = line?.id ?? currentGame else { throw noGame }
        guard let board = ledger.scoreboard(of: id) else { throw noGame }
        return board
    }

    private var noGame: Denial {
        Denial(
            .conflict, .noGame,
            table.games.isEmpty
                ? "there is no game yet"
                : "none of the newest \(Scorebook.Limits.freshGamesMax) games is open",
            advice: "create one: scored new HOME AWAY"
                + (table.games.last.map { "; or name one: --game \($0.slug)" } ?? "")
                + (table.games.isEmpty && ledger.replica.peers.isEmpty
                    ? "; or join a table: scored join CODE" : ""),
            candidates: table.games.isEmpty ? nil : table.games.map(\.slug))
    }

    /// The game with this name, or the only one whose name has this part.
    func game(named name: String) throws(Denial) -> GameLine {
        if let exact = table.game(named: name) { return exact }
        let part = PlainText.word(name) ?? ""
        let fits = part.isEmpty ? [] : table.games.filter { $0.slug.contains(part) }
        if let only = fits.first, fits.count == 1 { return only }
        let names = fits.isEmpty ? table.games.map(\.slug) : fits.map(\.slug)
        if !fits.isEmpty {
            throw Denial(
                .unprocessable, .ambiguousName,
                "'\(shown(name))' matches \(fits.count) games: \(Phrases.names(names))",
                advice: "give the whole name", candidates: names)
        }
        throw Denial(
            .notFound, .unknownGame,
            "there is no game '\(shown(name))'",
            advice: names.isEmpty
                ? "create one: scored new HOME AWAY" : Phrases.existing(names),
            candidates: names)
    }
}

// MARK: Players by name

extension Desk {
    /// Finds a player of the game by what a keeper typed, or a team with `home`, `away` or its name.
    func subject(_ text: String, in board: Scoreboard) throws(Denial) -> Subject {
        if let team = PlayerQuery.subject(text) { return team }
        let sides = PlayerQuery.teams(
            text, named: Sides(home: board.teams.home.name, away: board.teams.away.name))
        guard !sides.isEmpty else { return .line(try player(text, in: board).ref) }
        let lines: [PlayerLine] =
            switch PlayerQuery.find(text, in: board) {
            case .player(let line): [line]
            case .several(let lines): lines
            case .nobody: []
            }
        if lines.isEmpty, sides.count == 1 { return .team(sides[0]) }
        // The number and the slot of a player name no team, whatever that is called.
        if lines.count == 1, lines[0].isMeant(byNumber: text) { return .line(lines[0].ref) }
        let teams = sides.map { "\(SideName($0).rawValue) (\(board.teams[$0].name))" }
        let names = sides.map { SideName($0).rawValue } + lines.map(board.shortName(of:))
        throw Denial(
            .unprocessable, .ambiguousPlayer,
            "'\(shown(text))' matches "
                + Phrases.names(teams + lines.map { "\(board.shortName(of: $0)) \($0.title)" }),
            advice: "name one: \(Phrases.names(names))", candidates: names)
    }

    /// The one player whom a keeper means.
    func player(_ text: String, in board: Scoreboard) throws(Denial) -> PlayerLine {
        let game = table.game(board.id)?.slug ?? ""
        switch PlayerQuery.find(text, in: board) {
        case .player(let line):
            return line
        case .several(let lines):
            // Who keeps one side means that one's by a number alone.
            let own = lines.filter { $0.side == trackedSide(board) }
            if own.count == 1, own[0].isMeant(byNumber: text) { return own[0] }
            let names = lines.map(board.shortName(of:))
            throw Denial(
                .unprocessable, .ambiguousPlayer,
                "'\(shown(text))' matches \(lines.count) players in \(game): "
                    + Phrases.names(zip(names, lines).map { "\($0) \($1.title)" }),
                advice: "name one: \(Phrases.names(names))", candidates: names)
        case .nobody(let closest):
            if let line = PlayerQuery.findInactive(text, in: board) {
                let slot = line.slotText
                throw Denial(
                    .unprocessable, .unknownPlayer,
                    "\(line.slotAndTitle) of \(game) is inactive",
                    advice: "`scored roster active \(slot)` brings the player back; \(slot) names "
                        + "the player all the same", candidates: [slot])
            }
            guard !board.players.isEmpty else {
                throw Denial(
                    .unprocessable, .unknownPlayer,
                    "\(game) has no players yet, so nobody is '\(shown(text))'",
                    advice: "scored roster add home \"7 Bo\"; or name a team: scored move home 2")
            }
            throw Denial(
                .unprocessable, .unknownPlayer,
                "no player in \(game) matches '\(shown(text))'",
                advice: closest.isEmpty
                    ? "scored roster lists the players; scored roster add SIDE \"7 Bo\" adds one"
                    : "did you mean \(Phrases.names(closest.map(\.slotAndTitle)))?",
                candidates: closest.map(\.slotText))
        }
    }

    /// The only side of which this device tracks players; nil where it tracks none or both.
    private func trackedSide(_ board: Scoreboard) -> Side? {
        let sides = Set(
            board.players.filter { !$0.isWithdrawn && $0.trackers.contains(device) }.map(\.side))
        return sides.count == 1 ? sides.first : nil
    }
}

extension PlayerLine {
    /// Whether a text is the number of the player, alone or with the side, or the slot.
    fileprivate func isMeant(byNumber text: String) -> Bool {
        let typed = Array(text.lowercased().utf8)
        return [number, side.letter + number, slotText].contains {
            !$0.isEmpty && Array($0.lowercased().utf8) == typed
        }
    }
}
