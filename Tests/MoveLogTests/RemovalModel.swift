import Seeds
import Simulator

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

/// The logs of a table whose devices invite, record, fork, open incarnations and remove each other at
/// random, honestly and not: what a merge may be asked to take in.
struct RemovalSupply {
    /// An entry as it was written, in the tree of its author's log.
    struct Written {
        var parent: Int?
        var sequence: UInt64
        var bytes: [UInt8]
        var digest: Digest
    }

    /// One author's log while it is written.
    struct Script {
        let seal: ToySeal
        let author: AuthorID
        let chain: InvitationChain
        let root: Digest
        var entries: [Written] = []

        func path(to index: Int) -> [Int] {
            var path: [Int] = []
            var next: Int? = index
            while let here = next {
                path.append(here)
                next = entries[here].parent
            }
            return path.reversed()
        }
    }

    let charter: Charter
    private(set) var scripts: [Script] = []
    private(set) var runs: [Run] = []
    var random: SeededGenerator
    private let seals: [ToySeal]
    private var chains: [Int: [InvitationChain]] = [0: [InvitationChain()]]
    private var lamport: UInt64 = 1

    init(seed: UInt64, devices: Int = 6, steps: Int = 45) throws {
        random = SeededGenerator(seed: seed)
        seals = (0..<devices).map { ToySeal(device: UInt64($0)) }
        charter = try Charter(
            founding: random.nonce16(), at: WallTime(milliseconds: 5), seal: seals[0])
        begin(with: charter.founding)
        for device in 1..<devices {
            let inviter = Bool.random(using: &random) ? scripts.randomElement(using: &random) : nil
            invite(device, by: (inviter ?? scripts[0]).author)
            open(device)
        }
        for _ in 0..<steps { step() }
        for script in scripts { cut(script) }
    }

    private mutating func begin(with founding: [UInt8]) {
        let root = seals[0].digest(Domain.chain + charter.table.bytes + charter.founder.bytes)
        var script = Script(
            seal: seals[0], author: charter.founder, chain: InvitationChain(), root: root)
        script.entries = [
            Written(
                parent: nil, sequence: 1, bytes: founding,
                digest: seals[0].digest(root.bytes + founding))
        ]
        scripts.append(script)
    }

    private mutating func step() {
        let device = Int.random(in: 0..<seals.count, using: &random)
        let own = scripts.indices.filter { scripts[$0].seal.publicKey == seals[device].publicKey }
        guard let index = own.randomElement(using: &random),
            Int.random(in: 0..<12, using: &random) > 0
        else { return open(device) }
        let other = Int.random(in: 0..<seals.count, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: invite(other, by: scripts[index].author)
        case 1: remove(other, by: index)
        case 2: remove(other, by: foundersLog ?? index)
        case 3: name(other, by: index)
        default: write(99, [UInt8.random(in: 0...9, using: &random)], to: index)
        }
    }

    private mutating func open(_ device: Int) {
        guard let chain = chains[device]?.randomElement(using: &random) else { return }
        let seal = seals[device]
        let nonce = random.nonce16()
        let author = seal.authorID(of: seal.publicKey, nonce: nonce)
        let root = seal.digest(Domain.chain + charter.table.bytes + author.bytes)
        scripts.append(Script(seal: seal, author: author, chain: chain, root: root))
        let start = AuthorStarted(key: seal.publicKey, nonce: nonce, chain: chain)
        write(1, start.body, to: scripts.count - 1)
    }

    /// Behind the end of a log, or now and then behind an earlier entry, which forks it.
    private mutating func write(_ kind: UInt32, _ body: [UInt8], to index: Int) {
        let isFork = Int.random(in: 0..<12, using: &random) == 0
        let count = scripts[index].entries.count
        let parent =
            count == 0 ? nil : isFork ? Int.random(in: 0..<count, using: &random) : count - 1
        write(kind, body, to: index, behind: parent)
    }

    private mutating func write(
        _ kind: UInt32, _ body: [UInt8], to index: Int, behind parent: Int?
    ) {
        let script = scripts[index]
        lamport += 1
        var own = lamport
        switch Int.random(in: 0..<15, using: &random) {
        case 0: own = 1 << 60
        // Two or three steps up: followed only while somebody stands on the steps between.
        case 1: own += ((1 << 24) - 60) * UInt64.random(in: 1...3, using: &random)
        default: break
        }
        let sequence = (parent.map { script.entries[$0].sequence } ?? 0) + 1
        let entry = Entry(
            id: EntryID(author: script.author, sequence: sequence), lamport: own,
            wall: WallTime(milliseconds: 0), scope: .table, kind: Kind(rawValue: kind), body: body)
        let path = parent.map { script.path(to: $0) } ?? []
        let before = path.flatMap { script.entries[$0].bytes }
        let digest = script.seal.digest(script.root.bytes + before + entry.canonicalBytes)
        if script.entries.contains(where: { $0.digest == digest }) { return }
        scripts[index].entries.append(
            Written(
                parent: parent, sequence: sequence, bytes: entry.canonicalBytes, digest: digest))
    }

    private mutating func invite(_ device: Int, by author: AuthorID) {
        guard let index = scripts.firstIndex(where: { $0.author == author }) else { return }
        let script = scripts[index]
        let isFork = Int.random(in: 0..<12, using: &random) == 0
        let parent =
            isFork
            ? Int.random(in: 0..<script.entries.count, using: &random) : script.entries.count - 1
        let sequence = script.entries[parent].sequence + 1
        let message = Invitation.message(
            table: charter.table, inviter: script.seal.publicKey, author: author,
            sequence: sequence, invitee: seals[device].publicKey)
        let isForged = Int.random(in: 0..<10, using: &random) == 0
        let signature = isForged ? [UInt8](repeating: 1, count: 64) : script.seal.sign(message)
        let added = DeviceAdded(invitee: seals[device].publicKey, signature: signature)
        // A step without its entry is what somebody shows who dates an invitation back.
        let isDatedBack = Int.random(in: 0..<6, using: &random) == 0
        if !isDatedBack { write(2, added.body, to: index, behind: parent) }
        let steps = script.chain.invitations
        guard steps.count < MoveLogLimits.chainHopsMax, !isForged else { return }
        let step = Invitation(
            author: author, sequence: sequence, invitee: seals[device].publicKey,
            signature: signature)
        chains[device, default: []].append(InvitationChain(invitations: steps + [step]))
    }

    private mutating func remove(_ device: Int, by index: Int) {
        var cuts: [DeviceRemoved.Cut] = []
        for script in scripts where script.seal.publicKey == seals[device].publicKey {
            for entry in script.entries where Int.random(in: 0..<4, using: &random) == 0 {
                cuts.append(sign(script, entry.sequence, entry.digest))
            }
            guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
            // A place that nobody holds, near or absurd.
            let far = Bool.random(using: &random) ? MoveLogLimits.lamportMax - 1 : 4
            cuts.append(sign(script, far, script.seal.digest([UInt8(cuts.count)])))
        }
        if Int.random(in: 0..<8, using: &random) == 0, !cuts.isEmpty { cuts[0].signature[3] ^= 1 }
        let removed = DeviceRemoved(
            device: seals[device].publicKey, cuts: cuts.shuffled(using: &random))
        var body = removed.body
        if Int.random(in: 0..<12, using: &random) == 0 { body.removeLast() }
        write(3, body, to: index)
    }

    private var foundersLog: Int? {
        mutating get {
            scripts.indices.filter { scripts[$0].seal.publicKey == charter.founderKey }
                .randomElement(using: &random)
        }
    }

    /// Mostly in the founder's log, where alone it counts.
    private mutating func name(_ device: Int, by index: Int) {
        let place = Int.random(in: 0..<5, using: &random) > 0 ? foundersLog ?? index : index
        let isDeputy = Int.random(in: 0..<4, using: &random) > 0
        let naming = DeputyNamed(device: seals[device].publicKey, isDeputy: isDeputy)
        var body = naming.body
        if Int.random(in: 0..<12, using: &random) == 0 { body[32] = 2 }
        write(5, body, to: place)
    }

    private func sign(
        _ script: Script, _ sequence: UInt64, _ digest: Digest
    ) -> DeviceRemoved.Cut {
        let message = SignedHead.message(
            table: charter.table, author: script.author, sequence: sequence, digest: digest)
        return DeviceRemoved.Cut(
            author: script.author, sequence: sequence, digest: digest,
            signature: script.seal.sign(message))
    }

    /// Cuts every way through a log into runs of equal length: heads stand at their ends only.
    private mutating func cut(_ script: Script) {
        let length = Int.random(in: 1...3, using: &random)
        let parents = Set(script.entries.compactMap(\.parent))
        var known: Set<Run> = []
        for leaf in script.entries.indices where !parents.contains(leaf) {
            let path = script.path(to: leaf)
            for start in stride(from: 0, to: path.count, by: length) {
                let part = path[start..<min(start + length, path.count)]
                let last = script.entries[part[part.endIndex - 1]]
                let base = start == 0 ? script.root : script.entries[path[start - 1]].digest
                let head = sign(script, last.sequence, last.digest).head
                known.insert(
                    Run(
                        author: script.author, after: UInt64(start), base: base.octets.high,
                        count: part.count, bytes: part.flatMap { script.entries[$0].bytes },
                        head: head))
            }
        }
        runs += known.sorted { ($0.after, $0.base, $0.last) < ($1.after, $1.base, $1.last) }
    }
}
