import MoveLog
import Scorebook
import Seeds

/// What a hostile device writes in its own name, and in the names of the devices that it invited.
extension HostileDevice {
    private static let lamports: [UInt64] = [
        0, 1, 1 << 24, (1 << 24) - 1, (1 << 24) + 1, (1 << 25) + 1, (1 << 53) - 1, 1 << 53,
        (1 << 53) + 1, 1 << 63, .max - 1, .max,
    ]

    /// Begins an incarnation of a device whose key it has.
    mutating func openLog(of signer: ToySeal, chain: InvitationChain, lamport: UInt64) {
        guard let nonce = Octets16(random.bytes(16)) else { return }
        let author = seal.authorID(of: signer.publicKey, nonce: nonce)
        var log = HostileLog(author: author, table: charter.table, seal: seal)
        let start = AuthorStarted(key: signer.publicKey, nonce: nonce, chain: chain)
        log.append(
            lamport: lamport, wall: now.wall,
            Draft(scope: .table, kind: .authorStarted, body: start.body))
        own.append((log, signer))
    }

    /// Writes, and shows one honest device what it wrote.
    mutating func write(_ kind: HostileKind, on link: LinkID) -> Bool {
        switch kind {
        case .incarnations:
            openLog(of: seal, chain: charter.chain, lamport: lamport())
            return show(own.count - 1, after: 0, on: link)
        case .invitations: return invite(on: link)
        case .forks: return fork(on: link)
        case .withdraws: return withdraw(on: link)
        default: break
        }
        let index = number(0...(own.count - 1))
        let after = own[index].log.count
        for draft in drafts(kind, by: own[index].log) {
            own[index].log.append(lamport: lamport(kind), wall: wall(), draft)
        }
        return show(index, after: after, on: link)
    }

    private mutating func lamport(_ kind: HostileKind = .moves) -> UInt64 {
        if kind == .lamports || (may(.lamports) && chance(2)) {
            let edge = Self.lamports.randomElement(using: &random) ?? 0
            return chance(50) ? edge : edge &+ UInt64(number(0...3))
        }
        return UInt64(number(1...400))
    }

    private mutating func wall() -> WallTime {
        guard chance(5) else { return now.wall }
        return WallTime(milliseconds: [.min, .max, 0].randomElement(using: &random) ?? 0)
    }

    /// Sends what stands behind a place of an own log, whether or not the other end has the rest.
    @discardableResult
    mutating func show(_ index: Int, after: Int, on link: LinkID) -> Bool {
        let (log, signer) = own[index]
        guard log.count > after else { return false }
        say(.run(log.run(after: after, head: log.head(at: log.count, by: signer))), on: link)
        return true
    }

    private mutating func fork(on link: LinkID) -> Bool {
        let index = number(0...(own.count - 1))
        let (log, signer) = own[index]
        guard log.count > 1 else { return write(.moves, on: link) }
        // Other branches for other devices; it goes on with any of them.
        let after = number(1...(log.count - 1))
        for (other, contact) in contacts.sorted(by: { $0.key < $1.key }).prefix(4)
        where contact.isAnnounced {
            var branch = log.prefix(after)
            for draft in drafts(.moves, by: branch) {
                branch.append(lamport: lamport(), wall: wall(), draft)
            }
            own[index] = (branch, signer)
            show(index, after: chance(50) ? 0 : after, on: other)
        }
        if chance(50) { own[index] = (log, signer) }
        return true
    }

    /// Signs entries, shows them, and then says that its log ends before them, here and elsewhere.
    private mutating func withdraw(on link: LinkID) -> Bool {
        let index = number(0...(own.count - 1))
        let before = own[index].log
        for draft in drafts(.moves, by: before) {
            own[index].log.append(lamport: lamport(), wall: wall(), draft)
        }
        show(index, after: before.count, on: link)
        let leaf = before.leaf(at: before.count)
        for other in contacts.keys.sorted() {
            say(.acknowledge(Frontier(leaves: [leaf])), on: other)
        }
        if chance(50) { own[index].log = before }
        return true
    }

    private mutating func invite(on link: LinkID) -> Bool {
        let inviters = [(seal: seal, chain: charter.chain)] + invited
        guard let inviter = inviters.randomElement(using: &random),
            let index = own.indices.filter({ own[$0].signer.publicKey == inviter.seal.publicKey })
                .randomElement(using: &random)
        else { return false }
        let after = own[index].log.count
        for _ in 0..<number(1...20) {
            let guest = ToySeal(device: random.next())
            let log = own[index].log
            let sequence = UInt64(log.count) + 1
            let message = Invitation.message(
                table: charter.table, inviter: inviter.seal.publicKey, author: log.author,
                sequence: sequence, invitee: guest.publicKey)
            let signature = inviter.seal.sign(message)
            let added = DeviceAdded(invitee: guest.publicKey, signature: signature)
            own[index].log.append(
                lamport: lamport(), wall: wall(),
                Draft(scope: .table, kind: .deviceAdded, body: added.body))
            let step = Invitation(
                author: log.author, sequence: sequence, invitee: guest.publicKey,
                signature: signature)
            let chain = InvitationChain(invitations: inviter.chain.invitations + [step])
            guard chain.invitations.count < MoveLogLimits.chainHopsMax else { continue }
            if invited.count < 64 { invited.append((guest, chain)) }
        }
        if chance(70) { show(index, after: after, on: link) }
        guard let guest = invited.randomElement(using: &random) else { return true }
        openLog(of: guest.seal, chain: guest.chain, lamport: lamport())
        return show(own.count - 1, after: 0, on: link)
    }

    // MARK: Bodies

    private mutating func drafts(_ kind: HostileKind, by log: HostileLog) -> [Draft] {
        switch kind {
        case .references: (0...number(0...3)).map { _ in reference(log) }
        case .removals: (0...number(0...3)).map { _ in removal() }
        case .entryFlood: (0..<number(50...300)).map { _ in move() }
        case .malformedBodies: (0...number(0...3)).map { _ in malformed() }
        case .longTexts: [longText()]
        default: (0...number(0...2)).map { _ in move() }
        }
    }

    private var scope: Scope { game.map { .game($0) } ?? .table }

    private mutating func move() -> Draft {
        let line = LineRef.created(number(0...7))
        let kind = MoveKind.allCases.randomElement(using: &random) ?? .twoPoints
        let move = Move(
            kind, by: .line(line), period: number(1...4), elapsed: .seconds(number(0...600)))
        return Draft(scope: scope, kind: .move, body: move.body)
    }

    /// Names the entry itself, the next, the one before, one of another author, or nothing at all.
    private mutating func target(_ log: HostileLog) -> EntryID {
        let next = UInt64(log.count) + 1
        switch number(0...5) {
        case 0: return EntryID(author: log.author, sequence: next)
        case 1: return EntryID(author: log.author, sequence: next + UInt64(number(1...4)))
        case 2: return EntryID(author: log.author, sequence: max(1, next - 1))
        case 3: return EntryID(author: log.author, sequence: .max)
        default:
            let other = leaves.randomElement(using: &random)
            return EntryID(
                author: other?.author ?? log.author,
                sequence: UInt64(number(1...Int((other?.sequence ?? 1)))))
        }
    }

    private mutating func reference(_ log: HostileLog) -> Draft {
        let target = target(log)
        switch number(0...4) {
        case 0:
            let fix = Fix(
                target: target, bases: [self.target(log)],
                move: Move(.threePoints, by: .line(.created(0)), period: 1, elapsed: .zero))
            return Draft(scope: scope, kind: .fix, body: fix.body)
        case 1:
            let copy = CopiedEntry(
                origin: target, digest: seal.digest([UInt8(number(0...3))]), scope: scope,
                originKind: [.move, .void, .copied].randomElement(using: &random) ?? .move,
                content: move().body)
            return Draft(scope: scope, kind: .copied, body: copy.body)
        case 2:
            let other = Scope.game(target)
            return Draft(scope: other, kind: .move, body: move().body)
        default:
            let body = VoidEntry(target: target).body
            return Draft(
                scope: chance(80) ? scope : .table,
                kind: chance(80) ? .void : .accepted, body: body)
        }
    }

    /// A device, a count of cuts, and of each cut author, sequence, digest and signature.
    private mutating func removal() -> Draft {
        let keys = [seal.publicKey, charter.founderKey] + invited.map(\.seal.publicKey)
        // It is no deputy, so that none of its removals may hold.
        let guest = ToySeal(device: UInt64(number(0...(targets - 1)))).publicKey
        var writer = ByteWriter()
        writer.raw((chance(60) ? guest : keys.randomElement(using: &random) ?? guest).bytes)
        let cuts = number(0...3)
        writer.count(cuts)
        for _ in 0..<cuts { cut(into: &writer) }
        return Draft(scope: .table, kind: .deviceRemoved, body: writer.bytes)
    }

    private mutating func cut(into writer: inout ByteWriter) {
        if chance(50), let (log, signer) = own.randomElement(using: &random) {
            // A branch that nobody holds, rightly signed.
            var branch = log
            branch.append(lamport: lamport(), wall: now.wall, move())
            writer.raw(branch.author.bytes)
            writer.varint(UInt64(branch.count))
            writer.raw(branch.digest(at: branch.count).bytes)
            writer.raw(branch.head(at: branch.count, by: signer).signature)
            return
        }
        let author = others.keys.sorted().randomElement(using: &random) ?? charter.founder
        let log = others[author] ?? HostileLog(author: author, table: charter.table, seal: seal)
        let place = number(0...log.count)
        writer.raw(author.bytes)
        writer.varint(UInt64(place))
        writer.raw(log.digest(at: place).bytes)
        let head = heads[author]?.first { $0.sequence == UInt64(place) }
        writer.raw(head?.signature ?? random.bytes(64))
    }

    private mutating func malformed() -> Draft {
        let kinds = (0...45).map { UInt32($0) } + [99, 1000, .max]
        let kind = Kind(rawValue: kinds.randomElement(using: &random) ?? 0)
        return Draft(
            scope: chance(50) ? scope : .table, kind: kind, body: random.bytes(number(0...200)))
    }

    private mutating func longText() -> Draft {
        let scalars = ["A", "\u{202e}", "\u{1b}[31m", "\u{301}", "\u{1f468}", "=1+1", "<b>"]
        let text = (0..<number(1...2000)).map { _ in scalars.randomElement(using: &random) ?? "A" }
        var writer = ByteWriter()
        writer.text(text.joined())
        let kinds: [Kind] = [.keeperNamed, .tableNamed, .note]
        return Draft(
            scope: .table, kind: kinds.randomElement(using: &random) ?? .note, body: writer.bytes)
    }
}
