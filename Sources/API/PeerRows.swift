import Daemon
import Documents
import MoveLog

/// The rows of the other devices, as every status has them, kept from one to the next. Most devices of a large table are
/// away, and a move changes nothing of them but the number of entries that they lack.
struct PeerRows {
    /// The state of which all rows are made, beside the views.
    private struct Basis: Equatable {
        let state: Int
        let corrections: Int
        let homeChanges: Int
        let openedLinks: Int

        init(_ api: APIContext) {
            state = api.ledger.revision.state
            corrections = api.ledger.revision.corrections
            homeChanges = api.home.changeCount
            openedLinks = api.peering.openedLinkCount
        }
    }

    private var basis: Basis?
    /// In the order of the keys.
    private(set) var views: [PeerView] = []
    /// In the order of the names.
    private(set) var documents: [PeerDocument] = []
    /// By the place of a document, the index of its view.
    private var order: [Int] = []
    /// By the place of a document, when the last link to the device ended, if there is none.
    private var ends: [Duration?] = []
    /// Changes with every view and every row, but not with the time since a device was seen.
    private(set) var version = 0
    /// Changes with all of it that warnings are about.
    private(set) var signs = 0
    /// Changes with that time.
    private(set) var age = 0

    mutating func renew(_ api: APIContext) {
        let (basis, old) = (Basis(api), views)
        views = api.ledger.replica.peers
        if basis != self.basis || !views.elementsEqual(old, by: { $0.key == $1.key }) {
            makeAll(api)
        } else if views != old {
            version += 1
            // A warning of a useless link says how much is to come.
            if api.peering.hasUselessLinks { signs += 1 }
            for (place, index) in order.enumerated() where views[index] != old[index] {
                var before = old[index]
                before.lacks = views[index].lacks
                if before == views[index] {
                    documents[place].missing = before.lacks
                } else {
                    documents[place] = api.document(views[index])
                    if before.isSign(views[index]) { signs += 1 }
                }
            }
        }
        self.basis = basis
        tellTimes(at: api.clock.uptime)
    }

    private mutating func makeAll(_ api: APIContext) {
        version += 1
        signs += 1
        let rows = views.map(api.document)
        order = rows.indices.sorted { rows[$0].name < rows[$1].name }
        documents = order.map { rows[$0] }
        ends = order.map { api.peering.linkEnd(of: views[$0].key) }
    }

    /// Tells how long ago the devices without a link were seen.
    mutating func tellTimes(at now: Duration) {
        for (place, end) in ends.enumerated() {
            guard let end else { continue }
            let seconds = Int(max(.zero, now - end).components.seconds)
            guard documents[place].lastSeenSeconds != seconds else { continue }
            documents[place].lastSeenSeconds = seconds
            age += 1
        }
    }
}

extension PeerView {
    /// True if the next view tells more than that the device, which is reached, lacks something or nothing.
    fileprivate func isSign(_ next: PeerView) -> Bool {
        var before = self
        (before.lacks, before.roundTrip) = (next.lacks, next.roundTrip)
        let reached: [State] = [.syncing, .inSync]
        if reached.contains(state), reached.contains(next.state) { before.state = next.state }
        return before != next
    }
}
