import Daemon
import Documents
import LocalAPI
import MoveLog
import Net
import Scorebook

/// The parts of the daemon from which requests are answered, with what all endpoints share: finding
/// games, players, entries and devices by name, recording, and the answer to a request that
/// recorded.
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
    /// The one that took most processor time.
    var busiestTurn: () -> TurnReport? = { nil }
    /// The figures of the loop; nil without one.
    var readings: () -> LoopReadings? = { nil }
    /// True if no daemon runs here: documents show the disk, and nothing can be recorded.
    var isOfflineView = false
    /// True if the log is that of a table that this device left.
    var isArchive = false
    /// Why no daemon can start here, with what to do; nil if one can.
    var obstacle: String?

    /// The ID of a request that records; nil for one without.
    var request: RequestID?

    let incomingLogs = IncomingLogs()
    let statuses = StatusParts()
    let watches = Watches()

    /// This device's key.
    var device: PublicKey { ledger.seal.publicKey }

    /// The names of devices, games and entries.
    var table: TableBoard { ledger.book.table }

    /// Makes documents of boards, with the present state of the peers.
    var projection: Projection {
        Projection(
            table: table, device: device, peers: statuses.peers(self),
            isLinked: !isOfflineView && ledger.replica.isMember, zoneOffset: Clocks.zoneOffset)
    }

    /// Makes words of entries, which do not depend on the peers.
    var wording: Projection {
        Projection(table: table, device: device, isLinked: false)
    }

    /// Runs an operation of the ledger; a refusal becomes an `APIError`.
    func recording<Result>(_ act: () throws(DaemonError) -> Result) throws(APIError) -> Result {
        do throws(DaemonError) {
            return try act()
        } catch {
            throw APIError(error)
        }
    }
}

// MARK: Games by name

extension APIContext {
    /// The board of a game by name; without a name the current game's.
    func board(named name: String?) throws(APIError) -> Scoreboard {
        let line = try name.map { name throws(APIError) in try game(named: name) }
        guard let id = line?.id ?? currentGame, let board = ledger.scoreboard(of: id) else {
            throw noGame
        }
        return board
    }

    /// A game by name; without a name the current one, or the newest if all are over.
    func readableBoard(named name: String?) throws(APIError) -> Scoreboard {
        guard name == nil, currentGame == nil, let newest = table.games.last,
            let board = ledger.scoreboard(of: newest.id)
        else { return try board(named: name) }
        return board
    }

    /// The board in which the entries of a game count: its own, or that of the game with which it
    /// was united.
    func boardThatCounts(_ game: GameID) -> Scoreboard? {
        let board = ledger.scoreboard(of: game)
        return board?.links?.unitedInto.flatMap { ledger.scoreboard(of: $0) } ?? board
    }

    private var noGame: APIError {
        APIError(
            .conflict, .noGame,
            table.games.isEmpty
                ? "there is no game yet"
                : "none of the newest \(ScorebookLimits.freshGamesMax) games is open",
            advice: "create one: scored new HOME AWAY"
                + (table.games.last.map { "; or name one: --game \($0.slug)" } ?? "")
                + (table.games.isEmpty && ledger.replica.peers.isEmpty
                    ? "; or join a table: scored join CODE" : ""),
            candidates: table.games.isEmpty ? nil : table.games.map(\.slug))
    }

    /// The name of a board's game.
    func name(of board: Scoreboard) -> String { table.game(board.id)?.slug ?? "this game" }

    /// The game with this name, or the only one whose name contains it.
    func game(named name: String) throws(APIError) -> GameLine {
        if let exact = table.game(named: name) { return exact }
        let part = PlainText.word(name) ?? ""
        let fits = part.isEmpty ? [] : table.games.filter { $0.slug.contains(part) }
        if let only = fits.first, fits.count == 1 { return only }
        let names = (fits.isEmpty ? table.games : fits).map(\.slug)
        guard fits.isEmpty else {
            throw APIError(
                .unprocessable, .ambiguousName,
                "'\(shown(name))' matches \(fits.count) games: \(Phrases.names(names))",
                advice: "give the whole name", candidates: names)
        }
        throw APIError(
            .notFound, .unknownGame, "there is no game '\(shown(name))'",
            advice: names.isEmpty ? "create one: scored new HOME AWAY" : Phrases.existing(names),
            candidates: names)
    }
}

// MARK: Devices by name

extension APIContext {
    func name(of key: PublicKey) -> String { wording.name(key) }

    func names(of keys: some Sequence<PublicKey>) -> [String] { wording.names(keys) }

    func brief(_ id: TableID) -> TableBrief {
        TableBrief(id: id.description, name: table.name, words: SpokenWords.four(of: id.bytes))
    }

    /// Nil for a device that may not remove others, and for a removed one.
    func role(of key: PublicKey) -> DeviceRole? {
        if key == ledger.log.charter.founderKey { return .founder }
        return ledger.log.deputies.contains(key) ? .deputy : nil
    }

    func document(_ peer: PeerView) -> PeerDocument {
        PeerDocument(
            name: name(of: peer.key), id: peer.device.description,
            keeper: table.device(peer.key)?.keeper ?? "",
            state: state(of: peer),
            address: peering.addresses(of: peer.key).first, via: peer.through.map(name(of:)),
            missing: peer.lacks, behind: peer.ahead,
            lastSeenSeconds: peering.lastSeen(peer.key).map { Int($0.components.seconds) },
            roundTripMilliseconds: peer.roundTrip.map { Int($0.wholeMilliseconds) },
            problem: peering.problem(of: peer.key), role: role(of: peer.key))
    }

    func state(of peer: PeerView) -> PeerState {
        peer.hasLeft ? .left : PeerState(peer.state, hasMet: peering.hasMet(peer))
    }

    /// The device with this name, else those whose keeper has it.
    func devices(called text: String) -> [DeviceLine] {
        if let exact = table.device(named: text) { return [exact] }
        let sought = PlainText.name(text)
        return table.devices.filter { PlainText.name($0.keeper) == sought }
    }

    /// The device that a keeper means, by its name or by its keeper's if that is unique.
    func deviceLine(_ text: String) throws(APIError) -> DeviceLine {
        let fits = devices(called: text)
        if let only = fits.first, fits.count == 1 { return only }
        let names = (fits.isEmpty ? table.devices : fits).map(\.slug)
        throw APIError(
            .unprocessable, .ambiguousName,
            fits.isEmpty
                ? "no device is called '\(shown(text))'"
                : "'\(shown(text))' is the keeper of \(fits.count) devices",
            advice: Phrases.existing(names), candidates: names)
    }

    /// Throws unless this device is a member: the request needs the other devices.
    func demandMembership() throws(APIError) {
        guard ledger.replica.isMember else { throw APIError(.refused(.notMember)) }
        guard let removal = ownRemoval else { return }
        throw APIError(.conflict, .removed, removal, advice: WarningDocument.removedAdvice)
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
    /// The player that a keeper typed, or the team: `home`, `away` or its name.
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
        // The number and the slot of a player never mean a team, even if its name is the same.
        if lines.count == 1, lines[0].isMeant(byNumber: text) { return .line(lines[0].ref) }
        let teams = sides.map { "\(SideName($0).rawValue) (\(board.teams[$0].name))" }
        let players = lines.map { "\(board.shortName(of: $0)) \($0.title)" }
        throw ambiguous(
            text, Phrases.names(teams + players),
            sides.map { SideName($0).rawValue } + lines.map(board.shortName(of:)))
    }

    private func ambiguous(_ text: String, _ fits: String, _ names: [String]) -> APIError {
        APIError(
            .unprocessable, .ambiguousPlayer, "'\(shown(text))' matches \(fits)",
            advice: "name one: \(Phrases.names(names))", candidates: names)
    }

    /// The only player that a text fits.
    func player(_ text: String, in board: Scoreboard) throws(APIError) -> PlayerLine {
        let game = name(of: board)
        switch PlayerQuery.find(text, in: board) {
        case .player(let line):
            return line
        case .several(let lines):
            // A keeper who tracks one side means that side's player by a number alone.
            let own = lines.filter { $0.side == trackedSide(board) }
            if own.count == 1, own[0].isMeant(byNumber: text) { return own[0] }
            let names = lines.map(board.shortName(of:))
            let players = Phrases.names(zip(names, lines).map { "\($0) \($1.title)" })
            throw ambiguous(text, "\(lines.count) players in \(game): \(players)", names)
        case .nobody(let closest):
            if let line = PlayerQuery.findInactive(text, in: board) {
                let slot = line.slotText
                throw APIError(
                    .unprocessable, .unknownPlayer,
                    "\(line.slotAndTitle) of \(game) is inactive",
                    advice: "to bring the player back: scored roster active \(slot); \(slot) "
                        + "still names the player", candidates: [slot])
            }
            guard !board.players.isEmpty else {
                throw APIError(
                    .unprocessable, .unknownPlayer,
                    "\(game) has no players yet, so none matches '\(shown(text))'",
                    advice: "scored roster add home \"7 Bo\"; or name a team: scored move home 2")
            }
            throw APIError(
                .unprocessable, .unknownPlayer,
                "no player in \(game) matches '\(shown(text))'",
                advice: closest.isEmpty
                    ? "to list the players: scored roster; to add one: scored roster add SIDE "
                        + "\"7 Bo\""
                    : "did you mean \(Phrases.names(closest.map(\.slotAndTitle)))?",
                candidates: closest.map(\.slotText))
        }
    }

    /// The only side of which this device tracks players; nil if it tracks none or both.
    private func trackedSide(_ board: Scoreboard) -> Side? {
        let sides = Set(
            board.players.filter { !$0.isWithdrawn && $0.trackers.contains(device) }.map(\.side))
        return sides.count == 1 ? sides.first : nil
    }
}

extension PlayerLine {
    /// True for the player's number, alone or after the side's letter, and for the slot.
    fileprivate func isMeant(byNumber text: String) -> Bool {
        let typed = Array(text.lowercased().utf8)
        return [number, side.letter + number, slotText].contains {
            !$0.isEmpty && Array($0.lowercased().utf8) == typed
        }
    }
}

// MARK: Entries by name

extension APIContext {
    /// The board with the entries that this turn has recorded so far, which become durable at its
    /// end: of two requests in one turn the second must see the entries of the first.
    func presentBoard(named name: String?) throws(APIError) -> Scoreboard {
        let settled = try board(named: name)
        return ledger.presentBoard(of: settled.id) ?? settled
    }

    /// The entry of a game that a keeper means: `mia.41`, or `41` for one of this device's own.
    func entry(_ text: String, in board: Scoreboard) throws(APIError) -> TimelineEntry {
        let name = text.utf8.first == UInt8(ascii: ".") ? String(text.dropFirst()) : text
        guard let id = UInt64(name) == nil ? table.entry(named: name) : own(name) else {
            throw unknownEntry(name)
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

    private func unknownEntry(_ name: String) -> APIError {
        let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
        let number = dot.map { name[name.utf8.index(after: $0)...] } ?? ""
        guard let dot, let sequence = UInt64(number), sequence > 0 else {
            return APIError(
                .unprocessable, .unknownEntry, "'\(shown(name))' is not an entry",
                advice: "write mia.41, or 41 for your own; to see them: scored log")
        }
        let authors = table.devices.flatMap(\.authors).map { table.name(of: $0) }
        return APIError(
            .notFound, .unknownEntry,
            "no device is called '\(shown(String(name[..<dot])))'",
            advice: Phrases.existing(authors),
            candidates: authors.map { "\($0).\(sequence)" })
    }

    /// For an entry of a known device that is not in the game.
    private func missing(_ id: EntryID, _ name: String, _ board: Scoreboard) -> APIError {
        let slug = self.name(of: board)
        let spoken = table.name(of: id)
        switch ledger.log.entries(id).first?.entry.scope {
        case .game(let game):
            let other = table.game(game)?.slug
            return APIError(
                .unprocessable, .wrongEntry,
                "\(spoken) belongs to \(other ?? "a game that has not arrived"), not to \(slug)",
                advice: other.map { "add --game \($0)" }, candidates: other.map { [$0] })
        case .table:
            return APIError(
                .unprocessable, .wrongEntry,
                "\(spoken) belongs to the table, not to \(slug)",
                advice: "to see the entries of the game: scored log")
        case nil:
            let near = board.timeline.filter { $0.author == id.author }
                .suffix(APILimits.nearbyEntriesMax).map { table.name(of: $0.recordedAs) }
            return APIError(
                .notFound, .unknownEntry, "there is no entry \(spoken) on this device",
                advice: near.isEmpty
                    ? "to see the entries of \(slug): scored log"
                    : "the newest of \(slug): \(Phrases.names(near))",
                candidates: near)
        }
    }

    /// The words of an entry in the log.
    func words(_ entry: TimelineEntry, _ board: Scoreboard) -> String {
        board.place(of: entry.recordedAs).map { wording.entry(at: $0, in: board).text } ?? ""
    }
}

// MARK: The values of a move

extension APIContext {
    /// The kind that a word of the command line means.
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

    /// The period of a request; the present one if it names none.
    func period(_ asked: Int?, _ board: Scoreboard) throws(APIError) -> Int {
        guard let asked else { return board.clock.period }
        guard (1...ScorebookLimits.periodMax).contains(asked) else {
            throw .unfit("there is no period \(asked)")
        }
        return asked
    }

    /// The game clock as the keeper saw it; nil if it never ran, and in another period than the
    /// present one.
    func elapsed(
        _ period: Int, _ seconds: Int?, milliseconds: Int? = nil, _ board: Scoreboard
    ) throws(APIError) -> Duration? {
        if let milliseconds { return try gameClock(milliseconds, .milliseconds(1), period, board) }
        if let seconds { return try gameClock(seconds, .seconds(1), period, board) }
        guard board.clock.governing != nil, period == board.clock.period else { return nil }
        return elapsedNow(board)
    }

    /// A reading in units elapsed; throws for one outside the period.
    func gameClock(
        _ count: Int, _ unit: Duration, _ period: Int, _ board: Scoreboard
    ) throws(APIError) -> Duration {
        // Far beyond every period, and no overflow.
        let limit = Int(ScorebookLimits.elapsedMax / unit) + 1
        let elapsed = unit * min(max(count, -1), limit)
        try board.rules.demand(elapsed, within: period)
        return elapsed
    }

    /// The present reading of a running game clock; nil for a stopped one.
    func reading(_ board: Scoreboard) -> (elapsed: Duration, isEstimated: Bool)? {
        board.clock.isRunning ? ledger.elapsed(of: board.clock) : nil
    }

    /// The present reading of the game clock, at most the period's length.
    func elapsedNow(_ board: Scoreboard) -> Duration {
        let elapsed = max(.zero, ledger.elapsed(of: board.clock).elapsed)
        let length = board.rules.length(ofPeriod: board.clock.period)
        return min(elapsed, length ?? ScorebookLimits.elapsedMax)
    }

    /// The points that differ from the rules'; nil if none do.
    func points(_ asked: Int?, _ kind: MoveKind, _ board: Scoreboard) throws(APIError) -> Int? {
        guard let asked else { return nil }
        guard kind.isScoring else {
            throw .unfit("\(Phrases.spaced("\(kind)")) has no points; leave them out")
        }
        guard asked != board.rules.points(of: kind) else { return nil }
        guard (1...ScorebookLimits.movePointsMax).contains(asked) else {
            throw .unfit("a shot cannot be worth \(asked) points")
        }
        guard kind != .freeThrow || asked <= APILimits.freeThrowPointsMax else {
            throw .unfit(
                "a free throw cannot be worth \(asked) points; give 1 to "
                    + "\(APILimits.freeThrowPointsMax)")
        }
        return asked
    }
}

// MARK: Recording

extension APIContext {
    /// The ID of the next recorded entry, for other entries of the same commit that name it.
    var nextEntry: EntryID {
        let author = ledger.replica.author
        return EntryID(author: author, sequence: ledger.log.lastHeld(of: author) + 1)
    }

    /// The entries of an earlier request with this ID, which are durable; nil for an unknown one.
    func known(_ request: RequestID) throws(APIError) -> [EntryID]? {
        try recording { () throws(DaemonError) in try ledger.entries(of: request) }
    }

    func requestID(_ text: String?) throws(APIError) -> RequestID? {
        guard let text else { return nil }
        guard let octets = bytes(hexadecimal: text), let request = RequestID(octets) else {
            throw APIError(
                .badRequest, .malformed,
                "request: '\(shown(text))' is not 32 hexadecimal digits")
        }
        return request
    }

    /// Records all or nothing; acknowledge only after the turn's commit. The drafts have the sides
    /// of the boards that the request was read with: the given ones, else those of the turn's start.
    func record(
        _ drafts: [Draft], as boards: [Scoreboard] = []
    ) throws(APIError) -> [EntryID] {
        var swapped: [GameID: Bool] = [:]
        for board in boards { swapped[board.id] = board.isSwapped }
        let drafts = drafts.map { draft in
            guard case .game(let game) = draft.scope else { return draft }
            let isSwapped = swapped[game] ?? ledger.scoreboard(of: game)?.isSwapped ?? false
            swapped[game] = isSwapped
            return isSwapped ? draft.turned : draft
        }
        return try recording { () throws(DaemonError) in
            try ledger.compareWallClocks(before: drafts)
            return try ledger.record(drafts, request: request)
        }
    }

    /// Answers once the entries are durable and in the book. `finish` runs first, then `remarking`
    /// sees the game. `held` names the moves that were held. `scoreAsOfEntry` tells the score after
    /// these entries, even if those of other connections follow them in the turn.
    func recorded(
        _ entries: [EntryID], isRepeat: Bool = false, adding warnings: [WarningDocument?] = [],
        held: Set<EntryID> = [], scoreAsOfEntry: Bool = false,
        remarking: @escaping (Scoreboard) -> Remarks = { _ in Remarks() },
        finish: @escaping () -> Void = {}
    ) -> Answer {
        let recordedIn = entries.first.flatMap(game(of:))
        let isChosen = isChosen(byRecordingIn: recordedIn)
        return .afterCommit { [self] in
            if isChosen, let recordedIn { use(recordedIn) }
            finish()
            let board = recordedIn.flatMap(boardThatCounts)
            let game = board?.id ?? recordedIn
            let record = board.map {
                RecordedEntries(
                    entries, in: $0, wording, held: held, scoreAsOfEntry: scoreAsOfEntry)
            }
            let remarks = board.map(remarking) ?? Remarks()
            let isRemoved = ledger.replica.isRemoved
            let document = RecordedDocument(
                entries: entries.map(table.name(of:)), isRepeat: isRepeat,
                game: game.flatMap { table.game($0)?.slug },
                echo: Phrases.list([
                    remarks.echo ?? record?.echo ?? "", remarks.more,
                    isRemoved ? "saved here, not counted" : "",
                ]),
                home: record?.score.home, away: record?.score.away,
                warnings: (isRemoved ? [notCounted] : [])
                    + (warnings + remarks.warnings).compactMap(\.self)
                    + (record?.warnings(at: device) ?? [])
                    + newerGameWarnings(than: game, deed: "recorded in"),
                questions: record?.questions)
            return .json(document)
        }
    }

    private var notCounted: WarningDocument {
        let remover = ledger.log.removals[device].map { name(of: $0.remover) }
        return WarningDocument(
            .removed,
            "saved on this disk only and not counted: "
                + (remover.map { "\($0) removed this device" } ?? "this device was removed"),
            advice: WarningDocument.removedAdvice)
    }

    /// The answer if everything is already as the request asks, so that nothing is recorded.
    func unchanged(
        _ text: String, _ board: Scoreboard, adding warning: WarningDocument? = nil
    ) -> Answer {
        .now(
            .json(
                RecordedDocument(
                    entries: [], game: table.game(board.id)?.slug, echo: text,
                    home: board.score.home, away: board.score.away,
                    warnings: [WarningDocument(.nothingChanged, text), warning].compactMap(\.self)
                        + newerGameWarnings(than: board.id, deed: "this is about"))))
    }

    /// The game that an entry is about, or that it created.
    private func game(of entry: EntryID) -> GameID? {
        ledger.log.entries(entry).first.map { $0.entry.scope.game ?? entry }
    }
}
