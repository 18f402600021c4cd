import Documents
import Foundation
import LocalAPI
import MoveLog
import Scorebook

/// What this device shows of itself.
extension Desk {
    var statusRoutes: [Route: Router.Responder] {
        [
            .status: { asked in
                guard let name = asked.request.target["game"] else {
                    return afterTurn { .json(encoded: statusMemo.json(status)) }
                }
                return reading { () throws(Denial) in
                    .json(encoded: JSON.written(status(showing: try game(named: name).id)))
                }
            },
            .health: { _ in .now(.json(health)) },
            .events: { _ in .stream },
        ]
    }

    /// Everything that this device knows and shows.
    var status: StatusDocument { status(showing: nil) }

    /// The same with another game in the place of the current one.
    private func status(showing game: GameID?) -> StatusDocument {
        var status = StatusDocument(ledger.book, surroundings(showing: game))
        if isOfflineView { status.isOfflineView = true }
        status.identity = identity
        status.device.role = role(of: device)
        return status
    }

    private var health: HealthDocument {
        var health = HealthDocument(
            version: version, processID: Int(ProcessInfo.processInfo.processIdentifier),
            isRecording: ledger.problem == nil,
            isDegraded: ledger.problem != nil || !ledger.damage.isEmpty,
            problem: ledger.problem?.reason ?? ledger.damage.first,
            uptimeSeconds: Int((clock.uptime - startedAt).components.seconds))
        if ledger.replica.isRemoved {
            health.isRemoved = true
            health.problem = health.problem ?? ownRemoval
        }
        return health
    }

    private func surroundings(showing game: GameID?) -> Surroundings {
        var around = Surroundings(
            version: version, tableID: ledger.log.charter.table, device: device,
            deviceID: ledger.seal.deviceID(of: device), author: ledger.replica.author,
            digest: ledger.digest)
        around.isOnline = peering.isOnline
        around.peers = peerDocuments
        around.unsynced = ledger.unsynced
        // A move that is durable on no other device is missing on every one.
        around.unsyncedTo =
            around.unsynced == 0 ? [] : around.peers.filter { $0.state != .left }.map(\.name)
        around.storage = StorageDocument(
            logBytes: ledger.log.byteCount, isFull: ledger.problem?.isFull ?? false,
            damage: ledger.damage)
        around.problem = ledger.problem?.reason
        around.current = shownGame
        around.warnings = warnings(around.current)
        around.newerGame = newerGame(than: around.current)?.slug
        around.shown = game
        around.reading = (game ?? around.current).flatMap { ledger.scoreboard(of: $0) }
            .flatMap(reading)
        return around
    }

    /// A running game clock's reading now; nil for one that stands.
    func reading(_ board: Scoreboard) -> ClockReading? {
        guard board.clock.isRunning else { return nil }
        let now = ledger.elapsed(of: board.clock)
        return ClockReading(elapsed: now.elapsed, isEstimated: now.isEstimated)
    }
}

// MARK: What a person should look at

extension Desk {
    /// The daemon's own warnings; of one kind the most urgent first.
    private func warnings(_ current: GameID?) -> [WarningDocument] {
        offline + removalWarnings + forkWarnings + disk + archive + incidentWarnings + forks
            + clocks + unknown
            + newerGameWarnings(than: current) + heldElsewhere(but: current)
            + unsignedGame(but: current)
            + home.warnings.map { WarningDocument(code: "home", text: $0) }
    }

    private var offline: [WarningDocument] {
        guard isOfflineView else { return [] }
        if isArchive {
            return [
                WarningDocument(
                    code: "offlineView",
                    text: "this is the log of a table that this device left: it is only read")
            ]
        }
        return [
            WarningDocument(
                code: "offlineView",
                text: "no daemon answers in \(home.path): nothing is recorded and nothing synced",
                advice: "start it: scored up")
        ]
    }

    private var disk: [WarningDocument] {
        var warnings: [WarningDocument] = []
        if let problem = ledger.problem {
            warnings.append(
                WarningDocument(
                    code: problem.isFull ? "diskFull" : "diskFailed", text: problem.reason,
                    advice: problem.isDeleted
                        ? "save it now: scored export log --to FILE; then scored down --now, scored "
                            + "up and scored import FILE"
                        : problem.isFull
                            ? "make room; recording goes on by itself"
                            : "look at the disk; the log is opened again every few seconds"))
        }
        warnings += ledger.damage.map {
            WarningDocument(
                code: "damage", text: $0,
                advice: "what is lost here is fetched back from devices that have it")
        }
        warnings += ledger.unfinished.map {
            WarningDocument(
                code: "unfinished", text: $0,
                advice: "nothing to do: what was acknowledged is on the disk, or with devices that "
                    + "give it back")
        }
        return warnings + gap
    }

    private var gap: [WarningDocument] {
        if ledger.replica.aside.isEmpty { return [] }
        let (own, others) = ledger.replica.waiting
        var warnings: [WarningDocument] = []
        if own > 0 {
            warnings.append(
                WarningDocument(
                    code: "gap",
                    text: "\(Phrases.entries(own)) of this device do not count yet: older ones are "
                        + "missing on its disk, and another device may have them",
                    advice: "link it with the other devices, or count them now: "
                        + "scored doctor --recover"))
        }
        if others > 0 {
            warnings.append(
                WarningDocument(
                    code: "gap",
                    text: "\(Phrases.entries(others)) wait for older ones that this device lost",
                    advice: "they count once a device that has those is in sync"))
        }
        return warnings
    }

    private var archive: [WarningDocument] {
        ledger.replica.isMember ? [] : [archiveWarning]
    }

    private var forks: [WarningDocument] {
        newForks.map { author in
            WarningDocument(
                code: "forked",
                text: "two copies of \(table.name(of: author))'s home recorded at the same time; "
                    + "all of it is kept and counted",
                advice: "use one copy only; look for doubled moves with scored log; then: "
                    + "scored doctor --acknowledge")
        }
    }

    private var clocks: [WarningDocument] {
        ledger.replica.peers.compactMap { peer in
            guard let offset = peer.wallOffset, peer.state != .away,
                Duration.milliseconds(offset.magnitude) > Limits.clockDifferenceMax
            else { return nil }
            let seconds = Int((offset.magnitude / 1000).clamped)
            return WarningDocument(
                code: "clockDiffers",
                text: "the wall clock of \(name(of: peer.key)) is \(Phrases.span(seconds)) "
                    + (offset > 0 ? "ahead of" : "behind") + " this device's; the score is not "
                    + "touched, the times in the log are",
                advice: "set the clock of the device that is wrong")
        }
    }

    private var unknown: [WarningDocument] {
        var warnings: [WarningDocument] = []
        let count = table.unknownCount + ledger.book.unknownCount
        if count > 0 {
            warnings.append(
                WarningDocument(
                    code: "unknownKinds",
                    text: "\(Phrases.entries(count)) of a newer version",
                    advice: "they are kept and passed on; update this device to see them"))
        }
        let absurd = ledger.log.absurdLamportCount
        if absurd > 0 {
            warnings.append(
                WarningDocument(
                    code: "absurdOrder",
                    text: "\(Phrases.entries(absurd)) claim a place that no device can have "
                        + "reached; they are counted and stand first",
                    advice: "a device of this table does not work as it should"))
        }
        return warnings
    }
}

extension Phrases {
    /// `90 s`, `12 min`, `3 h`, `4 days`.
    fileprivate static func span(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}

extension UInt64 {
    /// As a signed number, the largest one where it does not fit.
    fileprivate var clamped: Int64 { Int64(clamping: self) }
}
