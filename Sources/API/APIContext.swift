import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The parts of the daemon from which requests are answered, with what all endpoints share: finding games,
/// players, entries and devices by name, recording, and the answer to a request that recorded.
struct APIContext {
    let ledger: Ledger
    let home: Home
    let peering: Peering
    let clock: DeviceClock
    /// When the daemon began, as an uptime.
    let startedAt: Duration
    let version: String
    /// Ends the daemon after this turn.
    let stop: () -> Void
    /// The longest turn of the daemon's loop in the last hour.
    var longestTurn: () -> TurnReport? = { nil }
    /// True if no daemon runs here: documents show the disk, and nothing can be recorded.
    var isOfflineView = false
    /// True if the log is that of a table that this device left.
    var isArchive = false

    let incomingLogs = IncomingLogs()
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
    func afterTurn(_ respond: @escaping () throws(APIError) -> Response) -> Answer {
        .later {
            do throws(APIError) {
                return try respond()
            } catch {
                return .error(error)
            }
        }
    }
}

// MARK: Games by name

extension APIContext {
    /// The board of a game by name; without a name the current game's.
    func board(named name: String?) throws(APIError) -> Scoreboard {
        let line = try name.map { name throws(APIError) in try game(named: name) }
        guard let id = line?.id ?? currentGame else { throw noGame }
        guard let board = ledger.scoreboard(of: id) else { throw noGame }
        return board
    }

    /// A game by name; without a name the current one, or the newest where all are over.
    func readableBoard(named name: String?) throws(APIError) -> Scoreboard {
        guard name == nil, currentGame == nil, let newest = table.games.last,
            let board = ledger.scoreboard(of: newest.id)
        else { return try board(named: name) }
        return board
    }

    private var noGame: APIError {
        APIError(
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
    func game(named name: String) throws(APIError) -> GameLine {
        if let exact = table.game(named: name) { return exact }
        let part = PlainText.word(name) ?? ""
        let fits = part.isEmpty ? [] : table.games.filter { $0.slug.contains(part) }
        if let only = fits.first, fits.count == 1 { return only }
        let names = fits.isEmpty ? table.games.map(\.slug) : fits.map(\.slug)
        if !fits.isEmpty {
            throw APIError(
                .unprocessable, .ambiguousName,
                "'\(shown(name))' matches \(fits.count) games: \(Phrases.names(names))",
                advice: "give the whole name", candidates: names)
        }
        throw APIError(
            .notFound, .unknownGame,
            "there is no game '\(shown(name))'",
            advice: names.isEmpty
                ? "create one: scored new HOME AWAY" : Phrases.existing(names),
            candidates: names)
    }
}

// MARK: Devices by name

extension APIContext {
    /// The name of a device: as documents call it.
    func name(of key: PublicKey) -> String {
        table.device(key)?.slug ?? "?\(key.description.prefix(8))"
    }

    /// Who may remove devices, and so may `key`; nil for every other device, and for a removed one.
    func role(of key: PublicKey) -> DeviceRole? {
        if key == ledger.log.charter.founderKey { return .founder }
        return ledger.log.deputies.contains(key) ? .deputy : nil
    }

    /// The other devices, in the order of their names.
    var peerDocuments: [PeerDocument] {
        ledger.replica.peers.map { peer in
            PeerDocument(
                name: name(of: peer.key), id: ledger.seal.deviceID(of: peer.key).description,
                keeper: table.device(peer.key)?.keeper ?? "",
                state: ledger.replica.left.contains(peer.key)
                    ? .left : PeerState(peer.state, hasMet: peering.hasMet(peer.key)),
                address: peering.addresses(of: peer.key).first,
                via: peer.through.map(name(of:)),
                missing: peer.lacks, behind: peer.ahead,
                lastSeenSeconds: peering.lastSeen(peer.key).map { Int($0.components.seconds) },
                roundTripMilliseconds: peer.roundTrip.map { Int($0.wholeMilliseconds) },
                problem: peering.problem(of: peer.key), role: role(of: peer.key))
        }.sorted { $0.name < $1.name }
    }

    /// Whether there is a link to any other device.
    var isLinked: Bool { ledger.replica.isLinked }

    /// The device that a keeper means: its name, or its keeper's where only one has that.
    func deviceLine(_ text: String) throws(APIError) -> DeviceLine {
        if let exact = table.device(named: text) { return exact }
        let sought = PlainText.name(text)
        let fits = table.devices.filter { PlainText.name($0.keeper) == sought }
        if let only = fits.first, fits.count == 1 { return only }
        let names = (fits.isEmpty ? table.devices : fits).map(\.slug)
        throw APIError(
            .unprocessable, .ambiguousName,
            fits.isEmpty
                ? "no device is called '\(shown(text))'"
                : "'\(shown(text))' keeps at \(fits.count) devices",
            advice: Phrases.existing(names), candidates: names)
    }

    /// Demands that this device is of its table: what is asked for needs the others.
    func demandMembership() throws(APIError) {
        guard ledger.replica.isMember else { throw APIError(.refused(.notMember)) }
        guard ledger.replica.isRemoved else { return }
        throw APIError(.conflict, .removed, DeviceEndpoints(api: self).ownRemoval ?? "", advice: DeviceEndpoints.removedAdvice)
    }
}

extension PeerState {
    fileprivate init(_ state: PeerView.State, hasMet: Bool) {
        switch state {
        case .away: self = hasMet ? .away : .neverSeen
        case .syncing: self = .syncing
        case .inSync: self = .inSync
        case .suspect: self = .suspect
        }
    }
}

// MARK: Players by name

extension APIContext {
    /// Finds a player of the game by what a keeper typed, or a team with `home`, `away` or its name.
    func subject(_ text: String, in board: Scoreboard) throws(APIError) -> Subject {
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
        throw APIError(
            .unprocessable, .ambiguousPlayer,
            "'\(shown(text))' matches "
                + Phrases.names(teams + lines.map { "\(board.shortName(of: $0)) \($0.title)" }),
            advice: "name one: \(Phrases.names(names))", candidates: names)
    }

    /// The one player whom a keeper means.
    func player(_ text: String, in board: Scoreboard) throws(APIError) -> PlayerLine {
        let game = table.game(board.id)?.slug ?? ""
        switch PlayerQuery.find(text, in: board) {
        case .player(let line):
            return line
        case .several(let lines):
            // Who keeps one side means that one's by a number alone.
            let own = lines.filter { $0.side == trackedSide(board) }
            if own.count == 1, own[0].isMeant(byNumber: text) { return own[0] }
            let names = lines.map(board.shortName(of:))
            throw APIError(
                .unprocessable, .ambiguousPlayer,
                "'\(shown(text))' matches \(lines.count) players in \(game): "
                    + Phrases.names(zip(names, lines).map { "\($0) \($1.title)" }),
                advice: "name one: \(Phrases.names(names))", candidates: names)
        case .nobody(let closest):
            if let line = PlayerQuery.findInactive(text, in: board) {
                let slot = line.slotText
                throw APIError(
                    .unprocessable, .unknownPlayer,
                    "\(line.slotAndTitle) of \(game) is inactive",
                    advice: "`scored roster active \(slot)` brings the player back; \(slot) names "
                        + "the player all the same", candidates: [slot])
            }
            guard !board.players.isEmpty else {
                throw APIError(
                    .unprocessable, .unknownPlayer,
                    "\(game) has no players yet, so nobody is '\(shown(text))'",
                    advice: "scored roster add home \"7 Bo\"; or name a team: scored move home 2")
            }
            throw APIError(
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

/// Entries by name.
extension APIContext {
    /// The board of a game with all that this turn has recorded so far, which may be durable only at
    /// its end: of two requests in one turn the second must see the first one's entries.
    func presentBoard(named name: String?) throws(APIError) -> Scoreboard {
        let settled = try board(named: name)
        return ledger.presentBoard(of: settled.id) ?? settled
    }

    /// The entry of a game that a keeper means: `mia.41`, or `41` for one of this device's own.
    func entry(_ text: String, in board: Scoreboard) throws(APIError) -> TimelineEntry {
        let name = text.utf8.first == UInt8(ascii: ".") ? String(text.dropFirst()) : text
        guard let id = UInt64(name) == nil ? table.entry(named: name) : own(name) else {
            throw stranger(name)
        }
        if let entry = board.entry(id) { return entry }
        throw missing(id, name, board)
    }

    /// An entry of this device by its number alone, of the newest incarnation that has it.
    private func own(_ number: String) -> EntryID? {
        guard let sequence = UInt64(number), sequence > 0 else { return nil }
        let authors = table.device(device)?.authors ?? []
        let ids = authors.reversed().map { EntryID(author: $0, sequence: sequence) }
        return ids.first { !ledger.log.entries($0).isEmpty } ?? ids.first
    }

    /// No device has the name, or it is none of an entry.
    private func stranger(_ name: String) -> APIError {
        let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
        let number = dot.map { name[name.utf8.index(after: $0)...] } ?? ""
        guard let dot, let sequence = UInt64(number), sequence > 0 else {
            return APIError(
                .unprocessable, .unknownEntry, "'\(shown(name))' is not an entry",
                advice: "write mia.41, or 41 for your own; scored log shows them")
        }
        let authors = table.devices.flatMap(\.authors).map { table.name(of: $0) }
        return APIError(
            .notFound, .unknownEntry,
            "no device is called '\(shown(String(name[..<dot])))'",
            advice: Phrases.existing(authors),
            candidates: authors.map { "\($0).\(sequence)" })
    }

    /// The device is known, and the entry is not one of the game.
    private func missing(_ id: EntryID, _ name: String, _ board: Scoreboard) -> APIError {
        let slug = table.game(board.id)?.slug ?? "this game"
        let spoken = table.name(of: id)
        switch ledger.log.entries(id).first?.entry.scope {
        case .game(let game):
            let other = table.game(game)?.slug
            return APIError(
                .unprocessable, .wrongEntry,
                "\(spoken) is an entry of \(other ?? "a game that has not arrived"), not of \(slug)",
                advice: other.map { "add --game \($0)" }, candidates: other.map { [$0] })
        case .table:
            return APIError(
                .unprocessable, .wrongEntry,
                "\(spoken) is an entry about the table, not one of \(slug)",
                advice: "scored log shows those of the game")
        case nil:
            let near = board.timeline.filter { $0.author == id.author }
                .suffix(Limits.nearbyEntriesMax).map { table.name(of: $0.recordedAs) }
            return APIError(
                .notFound, .unknownEntry, "there is no entry \(spoken) on this device",
                advice: near.isEmpty
                    ? "scored log shows the entries of \(slug)"
                    : "the newest of \(slug) are \(Phrases.names(near))",
                candidates: near)
        }
    }
}

// MARK: The values of a move

extension APIContext {
    /// What a word for a kind means.
    func meaning(_ kind: String) throws(APIError) -> MoveWord.Meaning {
        do throws(Unreadable) {
            return try MoveWord.read(kind)
        } catch {
            guard case .kind(_, let closest) = error else { throw .unfit("\(error)") }
            throw APIError(
                .unprocessable, .unknownKind, "\(error)",
                candidates: closest.isEmpty ? nil : closest)
        }
    }

    /// The period that a keeper names, else the one that is played.
    func period(_ asked: Int?, _ board: Scoreboard) throws(APIError) -> Int {
        guard let asked else { return board.clock.period }
        guard (1...Scorebook.Limits.periodMax).contains(asked) else {
            throw .unfit("there is no period \(asked)")
        }
        return asked
    }

    /// The game clock as the keeper saw it; nil where it never ran, or for another period than the
    /// one that is played.
    func elapsed(_ order: MoveRequest, _ board: Scoreboard) throws(APIError) -> Duration? {
        if let milliseconds = order.clockMilliseconds {
            return try gameClock(milliseconds: milliseconds)
        }
        if let seconds = order.clockSeconds { return try gameClock(seconds: seconds) }
        guard board.clock.governing != nil,
            (order.period ?? board.clock.period) == board.clock.period
        else { return nil }
        return elapsedNow(board)
    }

    /// A reading that a keeper gives, in seconds elapsed.
    func gameClock(seconds: Int) throws(APIError) -> Duration {
        let limit = Int(Scorebook.Limits.elapsedMax.components.seconds)
        guard (-limit...limit).contains(seconds) else {
            throw .unfit("the game clock cannot stand at \(seconds) seconds")
        }
        return .seconds(seconds)
    }

    private func gameClock(milliseconds: Int) throws(APIError) -> Duration {
        let limit = Int(Scorebook.Limits.elapsedMax / .milliseconds(1))
        guard (-limit...limit).contains(milliseconds) else {
            throw .unfit("the game clock cannot stand at \(milliseconds) milliseconds")
        }
        return .milliseconds(milliseconds)
    }

    /// The reading of the game clock now, not beyond the period's end.
    func elapsedNow(_ board: Scoreboard) -> Duration {
        let elapsed = max(.zero, ledger.elapsed(of: board.clock).elapsed)
        let length = board.rules.length(ofPeriod: board.clock.period)
        return min(elapsed, length ?? Scorebook.Limits.elapsedMax)
    }

    /// The points where they are not what the rules say.
    func points(
        _ asked: Int?, _ kind: MoveKind, _ board: Scoreboard
    ) throws(APIError) -> Int? {
        guard let asked else { return nil }
        guard kind.isScoring else {
            throw .unfit("\(Phrases.spaced("\(kind)")) is worth no points; leave them out")
        }
        guard asked != board.rules.points(of: kind) else { return nil }
        guard (1...Scorebook.Limits.movePointsMax).contains(asked) else {
            throw .unfit("a shot cannot be worth \(asked) points")
        }
        guard kind != .freeThrow || asked <= Limits.freeThrowPointsMax else {
            throw .unfit(
                "a free throw cannot be worth \(asked) points; possible is 1 to "
                    + "\(Limits.freeThrowPointsMax)")
        }
        return asked
    }

    func isTracked(_ subject: Subject, _ board: Scoreboard) -> Bool {
        guard case .line(let ref) = subject else { return false }
        return board.player(ref)?.trackers.contains(device) ?? false
    }
}

// MARK: Recording

extension APIContext {
    /// The name that a request gave itself: 32 hexadecimal digits, or none.
    func requestID(_ text: String?) throws(APIError) -> RequestID? {
        guard let text else { return nil }
        guard let octets = hexadecimalOctets(text), let request = RequestID(octets) else {
            throw APIError(
                .badRequest, .malformed,
                "request: '\(shown(text))' are not 32 hexadecimal digits")
        }
        return request
    }

    /// The answer to a request that was recorded before; nil for a new one. 
    func repeated(_ request: RequestID?) -> Answer? {
        guard let request, let entries = ledger.replica.entries(of: request) else { return nil }
        return recorded(entries, isRepeat: true)
    }

    /// Records, all or nothing; to be acknowledged after the turn only.
    func record(_ drafts: [Draft], request: RequestID? = nil) throws(APIError) -> [EntryID] {
        do throws(DaemonError) {
            return try ledger.record(drafts, request: request)
        } catch {
            throw APIError(error)
        }
    }

    /// Answers, once these entries are durable and in the book, what they came to. `finish` is done
    /// before, at that time; `remarking` sees the game then. `held` names the moves that were held.
    func recorded(
        _ entries: [EntryID], isRepeat: Bool = false, adding warnings: [WarningDocument] = [],
        held: Set<EntryID> = [],
        finish: @escaping () -> Void = {},
        remarking: @escaping (Scoreboard) -> Remarks = { _ in .none }
    ) -> Answer {
        .afterCommit { [self] in
            finish()
            return .json(
                encoded: JSON.written(
                    answer(
                        entries, isRepeat: isRepeat, adding: warnings, held: held,
                        remarking: remarking)))
        }
    }

    /// What entries that are durable and in the book came to. `scoreAsOfEntry` tells the score as it
    /// was after them, where others of the same turn stand behind them.
    func answer(
        _ entries: [EntryID], isRepeat: Bool = false, adding warnings: [WarningDocument] = [],
        held: Set<EntryID> = [], scoreAsOfEntry: Bool = false,
        remarking: (Scoreboard) -> Remarks = { _ in .none }
    ) -> RecordedDocument {
        let game = entries.first.flatMap(game(of:))
        let board = game.flatMap { ledger.scoreboard(of: $0) }
        var record = board.map { RecordedEntries(entries, in: $0, wording, held: held) }
        if scoreAsOfEntry { record?.tellScoreAsOfEntries() }
        let remarks = board.map(remarking) ?? .none
        return RecordedDocument(
            entries: entries.map(table.name(of:)), isRepeat: isRepeat,
            game: game.flatMap { table.game($0)?.slug },
            echo: Phrases.list([
                remarks.echo ?? record?.echo ?? "", remarks.more,
                ledger.replica.isRemoved ? "recorded here, counted nowhere" : "",
            ]),
            home: record?.score.home, away: record?.score.away,
            warnings: DeviceEndpoints(api: self).removedRecording + warnings + remarks.warnings
                + (record?.warnings(at: device) ?? [])
                + newerGameWarnings(than: game, deed: "recorded in"),
            questions: record?.questions)
    }

    /// The same with remarks on the game as it is then.
    func remarked(
        _ entries: [EntryID], _ remarking: @escaping (Scoreboard) -> Remarks
    ) -> Answer { recorded(entries, remarking: remarking) }

    /// The answer when all is as it was asked to be, so that there is nothing to record.
    func unchanged(
        _ text: String, _ board: Scoreboard, adding warnings: [WarningDocument] = []
    ) -> Answer {
        .now(
            .json(
                RecordedDocument(
                    entries: [], game: table.game(board.id)?.slug, echo: text,
                    home: board.score.home, away: board.score.away,
                    warnings: [WarningDocument(code: "nothingChanged", text: text)]
                        + warnings + newerGameWarnings(than: board.id, deed: "this is about"))))
    }

    /// The game that an entry is about, or that it created.
    private func game(of entry: EntryID) -> GameID? {
        switch ledger.log.entries(entry).first?.entry.scope {
        case .game(let game): game
        case .table: entry
        case nil: nil
        }
    }
}

/// What an answer says of a game beside the entries that were recorded.
struct Remarks {
    /// Instead of the entries' own words.
    var echo: String?
    /// Behind them: what came of it, what comes next.
    var more = ""
    /// What the keeper should know.
    var warnings: [WarningDocument] = []

    /// Nothing to remark.
    static let none = Remarks()
}
