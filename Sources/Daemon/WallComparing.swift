package import MoveLog
import Scorebook

/// Decides when a device states how far its wall clock is ahead of those of a game's other devices,
/// so that moves without a game clock can be compared (`Protocol/entries.md`, Events).
struct WallComparing {
    /// The statements of this turn, which boards show only after it.
    private var stated: [GameID: [PublicKey: WallComparison]] = [:]
    /// True if entries arrived since games were last looked through.
    private var hasEntries = true
    /// That of the wall clocks then.
    private var revision: UInt64 = 0

    /// True if games must be looked through: entries arrived, or a wall clock was measured.
    func isDue(_ clocks: WallClocks) -> Bool { hasEntries || revision != clocks.revision }

    mutating func lookedThrough(_ clocks: WallClocks) {
        (hasEntries, revision) = (false, clocks.revision)
    }

    mutating func turnEnded(withEntries: Bool) {
        stated = [:]
        if withEntries { hasEntries = true }
    }

    /// Statements about devices of which the author has made none in the game, and about those that
    /// it already compared and whose difference changed.
    mutating func drafts(
        about devices: Set<PublicKey>, in board: Scoreboard, by author: AuthorID,
        _ clocks: WallClocks, at now: Moment
    ) -> [Draft] {
        let known = (board.wallComparisons[author] ?? [:])
            .merging(stated[board.id] ?? [:]) { $1 }
        return devices.union(known.keys).sorted().compactMap { device in
            guard
                let difference = clocks.difference(
                    to: device, at: now, errorMax: ScorebookLimits.wallErrorStatedMax),
                known[device]?.isOutdated(by: difference.milliseconds) ?? true
            else { return nil }
            let compared = WallCompared(
                device: device, difference: difference.milliseconds,
                error: difference.error.wholeMilliseconds + 1)
            stated[board.id, default: [:]][device] = WallComparison(
                difference: compared.difference, count: (known[device]?.count ?? 0) + 1)
            return compared.draft(in: board.id)
        }
    }
}

extension Ledger {
    /// Records, as part of this turn, what moves that will be recorded next need to be compared with
    /// those of other devices: nothing in a period with a game clock.
    package func compareWallClocks(before drafts: [Draft]) throws(DaemonError) {
        guard !replica.wallClocks.readings.isEmpty, !replica.isRemoved,
            let first = drafts.first(where: { $0.kind == .move }),
            case .game(let game) = first.scope, let board = scoreboard(of: game),
            board.official == nil, board.signatures.isEmpty,
            drafts.contains(where: { needsCommonTime($0, board) })
        else { return }
        try state(about: devices(of: board), in: board)
    }

    /// Does the same without a move, once for each device, as soon as moves of several devices are
    /// there and its clock was measured. To be called before the end of a turn.
    func compareWaitingWallClocks() {
        guard comparing.isDue(replica.wallClocks) else { return }
        comparing.lookedThrough(replica.wallClocks)
        let measured = replica.wallClocks.readings.keys
        guard !measured.isEmpty else { return }
        for game in book.gamesAwaitingCommonTime {
            guard let board = book.scoreboard(of: game) else { continue }
            var devices = devices(of: board)
            // Two devices that were never linked need a third with which both compare.
            if !board.uncomparedPeriods.isEmpty, !devices.isSubset(of: measured) {
                devices.formUnion(measured.sorted().prefix(DaemonLimits.comparedDevicesMax))
            }
            let stated = board.wallComparisons[replica.author] ?? [:]
            devices = devices.filter { measured.contains($0) && stated[$0] == nil }
            guard !devices.isEmpty, hasRecorded(lately: board) else { continue }
            try? state(about: devices, in: board)
        }
    }

    /// True if `compareWaitingWallClocks` may have something to record.
    var isComparisonDue: Bool {
        comparing.isDue(replica.wallClocks) && !book.gamesAwaitingCommonTime.isEmpty
    }

    private func needsCommonTime(_ draft: Draft, _ board: Scoreboard) -> Bool {
        guard draft.kind == .move, let move = try? Move(body: draft.body) else { return false }
        return board.needsCommonTime(move)
    }

    private func state(
        about devices: Set<PublicKey>, in board: Scoreboard
    ) throws(DaemonError) {
        let drafts = comparing.drafts(
            about: devices, in: board, by: replica.author, replica.wallClocks, at: clock.now)
        if !drafts.isEmpty { _ = try record(drafts) }
    }

    /// The other devices with entries in a game.
    private func devices(of board: Scoreboard) -> Set<PublicKey> {
        Set(board.authors.compactMap { log.key(of: $0) }).subtracting([seal.publicKey])
    }

    /// True if this author recorded in a game so lately that clocks show now what they did then.
    private func hasRecorded(lately board: Scoreboard) -> Bool {
        guard let last = board.timeline.last(where: { $0.author == replica.author }) else {
            return false
        }
        let (age, isOver) = clock.now.wall.milliseconds
            .subtractingReportingOverflow(last.wall.milliseconds)
        return !isOver && .milliseconds(age.magnitude) <= DaemonLimits.comparisonAgeMax
    }
}
