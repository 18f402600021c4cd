import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The statuses as of the last changes, of each game that somebody looks at. A part is made again when something has changed
/// that it depends on; the others share their storage with the status before, so that comparing them costs little.
final class StatusParts {
    /// The state that a status was made of.
    private struct Basis {
        let revision: Revision
        let homeChanges: Int
        let current: GameID?
        let shown: GameID?
        /// The version of the rows of peers.
        let peers: Int
        /// Their version as warnings know them.
        let signs: Int
        let isBehind: Bool
        /// Entries of newer versions, as far as games have been folded.
        let unknown: Int
        /// Of all entries, also of those that do not count.
        let bytes: Int
        /// True if entries may be kept that do not count.
        let isAnyRemoved: Bool
        /// The time at which all parts were made.
        var at: Duration

        init(_ api: APIContext, showing game: GameID?, _ rows: PeerRows) {
            revision = api.ledger.revision
            homeChanges = api.home.changeCount
            current = api.shownGame
            shown = game ?? current
            peers = rows.version
            signs = rows.signs
            isBehind = api.ledger.book.isAnyDue && !api.isOfflineView
            unknown = api.ledger.book.unknownCount
            bytes = api.ledger.log.byteCount
            isAnyRemoved = !api.ledger.log.removals.isEmpty
            at = api.clock.uptime
        }

        var others: Int { revision.entries - revision.moves(in: shown) }

        /// The parts that differ from those of an older state.
        func stale(since old: Basis) -> Stale {
            let (now, then) = (revision, old.revision)
            guard now.state == then.state, now.corrections == then.corrections,
                homeChanges == old.homeChanges, current == old.current, shown == old.shown,
                at < old.at + APILimits.statusTimeMax
            else { return .all }
            var stale: Stale = []
            if now.peers != then.peers || peers != old.peers { stale.insert(.peers) }
            if signs != old.signs { stale.insert(.warnings) }
            if now.entries != then.entries || bytes != old.bytes {
                stale.formUnion(isAnyRemoved ? [.log, .warnings, .device] : [.log, .warnings])
            }
            if now.moves(in: shown) != then.moves(in: shown) { stale.insert(.game) }
            // The moves of a game that was united with another count there.
            if others != old.others { stale.formUnion([.game, .games]) }
            if isBehind || old.isBehind { stale.insert(.games) }
            if unknown != old.unknown { stale.formUnion([.log, .warnings]) }
            return stale
        }
    }

    /// Counts that cost little to look at. While they are the same and there is no link, nothing changes but by time.
    private struct Glance: Equatable {
        let revision: Revision
        let homeChanges: Int
        let openedLinks: Int
        let bytes: Int
        /// False if more may have changed: a link, or games that are still to be folded.
        let isWhole: Bool

        init(_ api: APIContext) {
            revision = api.ledger.revision
            homeChanges = api.home.changeCount
            openedLinks = api.peering.openedLinkCount
            bytes = api.ledger.log.byteCount
            isWhole = api.ledger.replica.sessions.count == 0 && !api.ledger.book.isAnyDue
        }
    }

    /// The parts of a status.
    private struct Stale: OptionSet {
        let rawValue: Int

        /// The table, this device and its identity.
        static let device = Stale(rawValue: 1)
        /// The peers, and how far this device is in sync with them.
        static let peers = Stale(rawValue: 2)
        /// The game that is shown.
        static let game = Stale(rawValue: 4)
        /// The other games.
        static let games = Stale(rawValue: 8)
        /// The digest, and the bytes of the log.
        static let log = Stale(rawValue: 16)
        static let warnings = Stale(rawValue: 32)
        static let all: Stale = [.device, .peers, .game, .games, .log, .warnings]
    }

    private struct Made {
        var status: StatusDocument
        /// Those of its game.
        let rules: Rules?
        let basis: Basis
        /// The age of the rows of peers.
        let age: Int
        let glance: Glance
        /// True if its game clock runs.
        let isRunning: Bool
        var json: [UInt8]?
    }

    /// By the game that was asked for; nil is the current one.
    private var made: [GameID?: Made] = [:]
    private var rows = PeerRows()
    /// As of which the rows are.
    private var glance: Glance?

    /// The rows of the other devices, in the order of their names.
    func peers(_ api: APIContext) -> [PeerDocument] {
        _ = renewRows(api)
        return rows.documents
    }

    private func renewRows(_ api: APIContext) -> Glance {
        let now = Glance(api)
        if now.isWhole, now == glance {
            rows.tellTimes(at: api.clock.uptime)
        } else {
            rows.renew(api)
        }
        glance = now
        return now
    }

    func status(_ api: APIContext, showing game: GameID?) -> StatusDocument {
        renewed(api, game).status
    }

    /// The status in JSON, which is encoded once.
    func json(_ api: APIContext, showing game: GameID?) -> [UInt8] {
        let known = renewed(api, game)
        if let json = known.json { return json }
        let json = JSON.encode(known.status)
        made[game]?.json = json
        return json
    }

    private func renewed(_ api: APIContext, _ game: GameID?) -> Made {
        let glance = renewRows(api)
        if let known = made[game], glance.isWhole, known.glance == glance, known.age == rows.age,
            !known.isRunning, api.clock.uptime < known.basis.at + APILimits.statusTimeMax
        {
            return known
        }
        var basis = Basis(api, showing: game, rows)
        let board = basis.shown.flatMap { api.ledger.scoreboard(of: $0) }
        let reading = board.flatMap(api.reading)
        let known = made[game]
        let stale = known.map { basis.stale(since: $0.basis) } ?? .all
        if let known, stale.isEmpty, reading == nil, known.age == rows.age { return known }
        if let known, stale != .all { basis.at = known.basis.at }
        var status = known?.status ?? StatusDocument(of: api)
        if stale.contains(.device) { api.tellDevice(in: &status) }
        status.peers = rows.documents
        let projection = Projection(table: api.table, device: api.device, peers: status.peers)
        if stale.contains(.game) {
            status.game = board.map {
                projection.game(
                    $0, reading: reading, isCurrent: $0.id == basis.current,
                    rules: $0.rules == known?.rules ? known?.status.game?.rules : nil)
            }
        } else if let board {
            if reading != nil { status.game?.clock = projection.clock(board, reading) }
            if stale.contains(.warnings) {
                status.game?.setProvisional(because: projection.provisionalReasons(board))
            }
        }
        if stale.contains(.games) {
            status.tellGames(
                of: api.ledger.book, but: basis.shown, current: basis.current,
                isBehind: basis.isBehind)
        }
        if stale.contains(.log) || stale.contains(.peers) {
            api.tellSync(in: &status, isLogNew: stale.contains(.log))
        }
        if stale.contains(.warnings) || reading != nil {
            status.newerGame = api.newerGame(than: basis.shown)?.slug
            status.warnings = api.deviceWarnings(basis.shown, rows.views)
            status.addWarnings(of: api.ledger.book, board, projection, elapsed: reading?.elapsed)
        }
        if made.count >= APILimits.statusesMax, known == nil { made = [:] }
        let renewed = Made(
            status: status, rules: board?.rules, basis: basis, age: rows.age, glance: glance,
            isRunning: reading != nil)
        made[game] = renewed
        return renewed
    }
}
