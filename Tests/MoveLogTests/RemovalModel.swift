@testable import MoveLog

/// Who is of a table and what counts, a second time: from the page, slowly, with nothing kept between
/// one step and the next. It takes from the log only which entries are held.
struct RemovalModel {
    private struct HeldEntry {
        var entry: Entry
        var parent: Int?
        /// D of the way to it.
        var digest: Digest
    }

    private struct Device {
        var key: PublicKey
        var path: [Invitation]
    }

    private let table: TableLog
    private let nodes: [HeldEntry]
    private var settled: [Device] = []
    private var counted: Set<Int> = []
    private var removed: Set<PublicKey> = []

    /// The members by the entries alone.
    var members: [PublicKey] {
        settled.map(\.key).filter { !removed.contains($0) }.sorted()
    }

    /// The canonical bytes of what counts, by place in the author's log.
    var entries: Set<Entry> { Set(counted.map { nodes[$0].entry }) }

    /// The ends of what counts.
    var frontier: Frontier {
        let inner = Set(counted.compactMap { nodes[$0].parent })
        return Frontier(
            leaves: counted.subtracting(inner).map { index in
                let node = nodes[index]
                return Leaf(
                    author: node.entry.id.author, sequence: node.entry.id.sequence,
                    mark: node.digest.octets.high)
            })
    }

    init(of log: TableLog) {
        table = log
        var nodes: [HeldEntry] = []
        for author in log.authorIDs {
            guard let held = log.authors[author] else { continue }
            let root = log.seal.digest(
                Domain.chain + log.charter.table.bytes + author.bytes)
            for index in held.branches.indices where held.branches[index].last > 0 {
                var bytes = root.bytes
                var parent: Int?
                for sequence in 1...held.branches[index].last {
                    guard let entry = try? held.entry(sequence, on: index) else { continue }
                    bytes += entry.canonicalBytes
                    let digest = log.seal.digest(bytes)
                    if let known = nodes.firstIndex(where: { $0.digest == digest }) {
                        parent = known
                        continue
                    }
                    nodes.append(HeldEntry(entry: entry, parent: parent, digest: digest))
                    parent = nodes.count - 1
                }
            }
        }
        self.nodes = nodes
        settleAll()
        let isFree = !nodes.contains { node in
            node.entry.kind == .deviceRemoved
                && (try? DeviceRemoved(body: node.entry.body)) != nil
        }
        if isFree { counted = Set(nodes.indices) }
    }

    private func key(of author: AuthorID) -> PublicKey? { table.key(of: author) }

    private mutating func settleAll() {
        var dropped: Set<String> = []
        while true {
            var best: (device: Device, shown: Int?)?
            for candidate in candidates() {
                if settled.contains(where: { $0.key == candidate.device.key }) { continue }
                if dropped.contains(name(candidate)) { continue }
                if let known = best, !isSenior(candidate.device, to: known.device) { continue }
                best = candidate
            }
            guard let best else { return }
            let isRemoved = !removals(of: best.device.key).isEmpty
            let own = countedNodes(of: best.device.key)
            if let shown = best.shown {
                guard own.contains(shown), holds(best.device) else {
                    dropped.insert(name(best))
                    continue
                }
            }
            settled.append(best.device)
            counted.formUnion(own)
            if isRemoved { removed.insert(best.device.key) }
        }
    }

    private func name(_ candidate: (device: Device, shown: Int?)) -> String {
        "\(candidate.shown ?? -1) \(candidate.device.path)"
    }

    private func candidates() -> [(device: Device, shown: Int?)] {
        var all: [(device: Device, shown: Int?)] = [
            (Device(key: table.charter.founderKey, path: []), nil)
        ]
        for (index, node) in nodes.enumerated() where node.parent == nil {
            guard let start = try? AuthorStarted(body: node.entry.body),
                start.chain.leads(
                    to: start.key, from: table.charter.founderKey, table: table.charter.table,
                    seal: table.seal)
            else { continue }
            let isFounder = start.key == table.charter.founderKey
            if !isFounder {
                all.append((Device(key: start.key, path: start.chain.invitations), index))
            }
        }
        for index in counted {
            guard let step = step(of: index),
                let senior = settled.first(where: { $0.key == key(of: step.author) })
            else { continue }
            all.append((Device(key: step.invitee, path: senior.path + [step]), nil))
        }
        return all
    }

    private func step(of index: Int) -> Invitation? {
        let entry = nodes[index].entry
        guard entry.kind == .deviceAdded, let added = try? DeviceAdded(body: entry.body),
            let inviter = key(of: entry.id.author)
        else { return nil }
        let message = Invitation.message(
            table: table.charter.table, inviter: inviter, author: entry.id.author,
            sequence: entry.id.sequence, invitee: added.invitee)
        guard table.seal.isValid(added.signature, of: message, by: inviter) else { return nil }
        return Invitation(
            author: entry.id.author, sequence: entry.id.sequence, invitee: added.invitee,
            signature: added.signature)
    }

    private func isSenior(_ left: Device, to right: Device) -> Bool {
        if left.path.count != right.path.count { return left.path.count < right.path.count }
        for (mine, theirs) in zip(left.path, right.path) {
            let a = EntryID(author: mine.author, sequence: mine.sequence)
            let b = EntryID(author: theirs.author, sequence: theirs.sequence)
            if a != b { return a < b }
        }
        return left.key < right.key
    }

    /// What counting entries of settled devices say of a device, the one that holds first.
    private func removals(
        of device: PublicKey
    ) -> [(remover: Device, index: Int, body: DeviceRemoved)] {
        var all: [(remover: Device, index: Int, body: DeviceRemoved)] = []
        for index in counted where nodes[index].entry.kind == .deviceRemoved {
            guard let body = try? DeviceRemoved(body: nodes[index].entry.body),
                body.device == device,
                let remover = settled.first(where: {
                    $0.key == key(of: nodes[index].entry.id.author)
                }
                ),
                // One that was recorded after its target was settled is of a junior.
                isEarlier(remover.key, than: device)
            else { continue }
            all.append((remover, index, body))
        }
        return all.sorted { left, right in
            if left.remover.key != right.remover.key {
                return isSenior(left.remover, to: right.remover)
            }
            let mine = nodes[left.index].entry
            let theirs = nodes[right.index].entry
            if mine.id != theirs.id { return mine.id < theirs.id }
            return table.digest(of: mine) < table.digest(of: theirs)
        }
    }

    private func isEarlier(_ remover: PublicKey, than device: PublicKey) -> Bool {
        guard let mine = settled.firstIndex(where: { $0.key == remover }) else { return false }
        guard let other = settled.firstIndex(where: { $0.key == device }) else { return true }
        return mine < other
    }

    private func countedNodes(of device: PublicKey) -> Set<Int> {
        let own = nodes.indices.filter { key(of: nodes[$0].entry.id.author) == device }
        guard let removal = removals(of: device).first else { return Set(own) }
        var set: Set<Int> = []
        for cut in removal.body.cuts
        where cut.isSigned(by: device, table: table.charter.table, seal: table.seal) {
            let place = own.first {
                nodes[$0].digest == cut.digest && nodes[$0].entry.id.sequence == cut.sequence
                    && nodes[$0].entry.id.author == cut.author
            }
            if let place {
                var next: Int? = place
                while let here = next {
                    set.insert(here)
                    next = nodes[here].parent
                }
            } else {
                set.formUnion(
                    own.filter {
                        nodes[$0].entry.id.author == cut.author
                            && nodes[$0].entry.id.sequence <= cut.sequence
                    })
            }
        }
        return set
    }

    private func holds(_ device: Device) -> Bool {
        let steps = Set(counted.compactMap(step))
        var inviter = Device(key: table.charter.founderKey, path: [])
        for step in device.path {
            if isCut(inviter), !steps.contains(step) { return false }
            inviter = Device(key: step.invitee, path: inviter.path + [step])
        }
        return true
    }

    private func isCut(_ inviter: Device) -> Bool {
        if settled.contains(where: { $0.key == inviter.key }) {
            return removed.contains(inviter.key)
        }
        return removals(of: inviter.key).contains { isSenior($0.remover, to: inviter) }
    }
}
