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

    private let table: TableLog
    private let nodes: [HeldEntry]
    private var removals: [PublicKey: DeviceRemoved] = [:]
    private var reached: Set<PublicKey> = []
    private var counted: Set<Int> = []

    /// The members by the entries alone.
    var members: [PublicKey] { reached.filter { removals[$0] == nil }.sorted() }

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
        let deputies = deputies
        let founder = table.charter.founderKey
        let devices = Set(deputies.keys)
        removals = firstRemovals(by: [founder: 0], sparing: [founder])
        for (key, body) in firstRemovals(by: deputies, sparing: devices.union([founder]))
        where removals[key] == nil {
            removals[key] = body
        }
        findMembers(devices)
        let isFree = !nodes.contains { node in
            node.entry.kind == .deviceRemoved
                && (try? DeviceRemoved(body: node.entry.body)) != nil
        }
        counted = Set(nodes.indices.filter { isFree || counts($0) })
    }

    private func key(of author: AuthorID) -> PublicKey? { table.key(of: author) }

    private func nodes(of key: PublicKey) -> [Int] {
        nodes.indices.filter { self.key(of: nodes[$0].entry.id.author) == key }
    }

    /// Step 1: of the founder's namings of a device the last, and the lamport of the first of those that
    /// nothing but namings follow.
    private var deputies: [PublicKey: UInt64] {
        let founder = table.charter.founderKey
        let namings = nodes(of: founder).map { nodes[$0].entry }
            .filter { $0.kind == .deputyNamed }
            .sorted {
                ($0.lamport, $0.id, table.digest(of: $0)) < (
                    $1.lamport, $1.id, table.digest(of: $1)
                )
            }
            .compactMap { entry in (try? DeputyNamed(body: entry.body)).map { (entry, $0) } }
        var named: [PublicKey: UInt64] = [:]
        for (entry, naming) in namings where naming.device != founder {
            if !naming.isDeputy {
                named[naming.device] = nil
            } else if named[naming.device] == nil {
                named[naming.device] = entry.lamport
            }
        }
        return named
    }

    /// Steps 1 and 2: the removals that the entries of some devices within known cuts give.
    private func firstRemovals(
        by removers: [PublicKey: UInt64], sparing spared: Set<PublicKey>
    ) -> [PublicKey: DeviceRemoved] {
        var first: [PublicKey: (entry: Entry, body: DeviceRemoved)] = [:]
        for (remover, lamport) in removers {
            for index in nodes(of: remover)
            where isInside(index) && nodes[index].entry.lamport >= lamport {
                collect(nodes[index].entry, sparing: spared, &first)
            }
        }
        return first.mapValues(\.body)
    }

    private func collect(
        _ entry: Entry, sparing spared: Set<PublicKey>,
        _ first: inout [PublicKey: (entry: Entry, body: DeviceRemoved)]
    ) {
        guard entry.kind == .deviceRemoved, let body = try? DeviceRemoved(body: entry.body),
            !spared.contains(body.device)
        else { return }
        if let known = first[body.device]?.entry,
            (known.id, table.digest(of: known)) < (entry.id, table.digest(of: entry))
        {
            return
        }
        first[body.device] = (entry, body)
    }

    /// Step 3: all devices that can be reached from the founder and the deputies.
    private mutating func findMembers(_ deputies: Set<PublicKey>) {
        reached = deputies.union([table.charter.founderKey])
        while true {
            let steps = Set(
                reached.flatMap(nodes).filter(isInside).compactMap { step(of: $0) })
            var next = reached.union(steps.map(\.invitee))
            for node in nodes.indices where nodes[node].parent == nil && isInside(node) {
                guard let start = try? AuthorStarted(body: nodes[node].entry.body),
                    start.chain.leads(
                        to: start.key, from: table.charter.founderKey,
                        table: table.charter.table, seal: table.seal),
                    stands(start.chain, steps)
                else { continue }
                next.insert(start.key)
            }
            if next == reached { return }
            reached = next
        }
    }

    private func stands(_ chain: InvitationChain, _ steps: Set<Invitation>) -> Bool {
        let inviters = [table.charter.founderKey] + chain.invitations.map(\.invitee)
        return zip(inviters, chain.invitations).allSatisfy { inviter, step in
            removals[inviter] == nil || steps.contains(step)
        }
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

    private func counts(_ index: Int) -> Bool {
        key(of: nodes[index].entry.id.author).map(reached.contains) == true && isInside(index)
    }

    /// Whether an entry lies on the way to a cut of its device, or may.
    private func isInside(_ index: Int) -> Bool {
        let id = nodes[index].entry.id
        guard let device = key(of: id.author), let removal = removals[device] else { return true }
        let own = nodes(of: device)
        return removal.cuts.contains { cut in
            guard cut.author == id.author,
                cut.isSigned(by: device, table: table.charter.table, seal: table.seal)
            else { return false }
            let place = own.first {
                nodes[$0].digest == cut.digest && nodes[$0].entry.id.sequence == cut.sequence
                    && nodes[$0].entry.id.author == cut.author
            }
            guard let place else { return id.sequence <= cut.sequence }
            var next: Int? = place
            while let here = next {
                if here == index { return true }
                next = nodes[here].parent
            }
            return false
        }
    }
}
