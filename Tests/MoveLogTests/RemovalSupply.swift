import Seeds
import Simulator

@testable import MoveLog

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
