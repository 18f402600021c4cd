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
        let peers: [PeerView]
        let isBehind: Bool
        /// Of all entries, also of those that do not count.
        let bytes: Int
        /// True if entries may be kept that do not count.
        let isAnyRemoved: Bool
        /// The time at which all parts were made.
        var at: Duration

        init(_ api: APIContext, showing game: GameID?) {
            revision = api.ledger.revision
            homeChanges = api.home.changeCount
            current = api.shownGame
            shown = game ?? current
            peers = api.ledger.replica.peers
            isBehind = api.ledger.book.isAnyDue && !api.isOfflineView
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
            if now.peers != then.peers || peers != old.peers { stale.formUnion([.peers, .rest]) }
            if now.entries != then.entries || bytes != old.bytes {
                stale.formUnion(isAnyRemoved ? [.rest, .device] : .rest)
            }
            if now.moves(in: shown) != then.moves(in: shown) { stale.insert(.game) }
            // The moves of a game that was united with another count there.
            if others != old.others { stale.formUnion([.game, .games]) }
            if isBehind || old.isBehind { stale.insert(.games) }
            return stale
        }
    }

    /// The parts of a status.
    private struct Stale: OptionSet {
        let rawValue: Int

        /// The table, this device and its identity.
        static let device = Stale(rawValue: 1)
        static let peers = Stale(rawValue: 2)
        /// The game that is shown.
        static let game = Stale(rawValue: 4)
        /// The other games.
        static let games = Stale(rawValue: 8)
        /// Whatever is made at every change: sync, storage and warnings.
        static let rest = Stale(rawValue: 16)
        static let all: Stale = [.device, .peers, .game, .games, .rest]
    }

    private struct Made {
        var status: StatusDocument
        /// The keys of its peers, in their order.
        var keys: [PublicKey]
        let basis: Basis
        var json: [UInt8]?
    }

    /// By the game that was asked for; nil is the current one.
    private var made: [GameID?: Made] = [:]

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
        var basis = Basis(api, showing: game)
        let board = basis.shown.flatMap { api.ledger.scoreboard(of: $0) }
        let reading = board.flatMap(api.reading)
        let known = made[game]
        let stale = known.map { basis.stale(since: $0.basis) } ?? .all
        var keys = known?.keys ?? []
        if let known, stale.isEmpty, reading == nil, !api.isAnyAway(of: keys) { return known }
        if let known, stale != .all { basis.at = known.basis.at }
        var status = known?.status ?? StatusDocument(of: api)
        if stale.contains(.device) { api.tellDevice(in: &status) }
        if stale.contains(.peers) { (keys, status.peers) = api.documents(basis.peers) }
        for (place, key) in keys.enumerated() {
            status.peers[place].lastSeenSeconds = api.secondsSinceSeen(key)
        }
        let projection = Projection(table: api.table, device: api.device, peers: status.peers)
        if stale.contains(.game) {
            status.game = board.map {
                projection.game($0, reading: reading, isCurrent: $0.id == basis.current)
            }
        } else if let board {
            if reading != nil { status.game?.clock = projection.clock(board, reading) }
            if stale.contains(.peers) {
                status.game?.tell(provisional: projection.provisionalReasons(board))
            }
        }
        if stale.contains(.games) {
            status.tellGames(
                of: api.ledger.book, but: basis.shown, current: basis.current,
                isBehind: basis.isBehind)
        }
        if stale.contains(.rest) || reading != nil {
            status.newerGame = api.newerGame(than: basis.shown)?.slug
            api.tellSync(in: &status)
            status.warnings = api.deviceWarnings(basis.shown, basis.peers)
            status.addWarnings(of: api.ledger.book, board, projection, elapsed: reading?.elapsed)
        }
        if made.count >= APILimits.statusesMax, known == nil { made = [:] }
        let renewed = Made(status: status, keys: keys, basis: basis)
        made[game] = renewed
        return renewed
    }
}
