import MoveLog
import Seeds
import TLS
import Testing

@testable import Daemon

/// The two ends of a pairing against each other, over bytes cut anywhere, with real signatures.
@Suite struct PairingTests {
    private struct Table {
        let inviter: Identity
        let joiner: Identity
        let charter: Charter
        let binding: [UInt8]

        init(seed: UInt64) throws {
            var random = SeededGenerator(seed: seed)
            inviter = try Identity.generate()
            joiner = try Identity.generate()
            charter = try Charter(
                founding: try #require(Octets16(random.bytes(16))),
                at: WallTime(milliseconds: 1), seal: inviter)
            binding = random.bytes(32)
        }

        /// The charter for a device that the founder invites.
        func charter(for key: PublicKey) throws -> Charter {
            let moment = Moment(uptime: .zero, wall: WallTime(milliseconds: 2))
            var replica = Replica(
                charter: charter, commits: [], startsNewIncarnation: false, seal: inviter,
                random: SeededGenerator(seed: 3), at: moment)
            let chain = try replica.invite(key, at: moment)
            return try Charter(founding: charter.founding, chain: chain, seal: inviter)
        }

        func inviterEnd() -> Inviter {
            Inviter(code: [1], binding: binding, table: charter.table, seal: inviter)
        }

        func joinerEnd(binding other: [UInt8]? = nil) -> Joiner {
            Joiner(
                binding: other ?? binding, presentTable: TableID(octets: inviter.publicKey.octets),
                name: "bo", seal: joiner)
        }
    }

    /// Feeds bytes in cuts; the last step that is not `more`.
    private func feed<Step: Equatable>(
        _ bytes: [UInt8], cut: Int, more: Step, _ take: ([UInt8]) -> Step
    ) -> Step {
        var last = more
        for start in stride(from: 0, to: bytes.count, by: cut) {
            let step = take(Array(bytes[start..<min(start + cut, bytes.count)]))
            if step != more { last = step }
        }
        return last
    }

    @Test func whoWasRemovedFromATableDoesNotAskToJoinIt() throws {
        let table = try Table(seed: 4)
        let offer = table.inviterEnd().offer(name: "mia")
        for (isRemoved, expected) in [
            (true, JoinEnd.refused(.removed)), (false, .alreadyThere),
        ] {
            var joiner = Joiner(
                binding: table.binding, presentTable: table.charter.table, isRemoved: isRemoved,
                name: "bo", seal: table.joiner)
            #expect(joiner.receive(offer) == .ended(expected))
        }
    }

    @Test(arguments: [1, 7, 4096])
    func aDeviceIsLetIn(cut: Int) throws {
        let table = try Table(seed: 1)
        var inviter = table.inviterEnd()
        var joiner = table.joinerEnd()
        guard
            case .send(let join) = feed(
                inviter.offer(name: "ana"), cut: cut, more: .more, { joiner.receive($0) })
        else {
            Issue.record("no JOIN")
            return
        }
        let key = table.joiner.publicKey
        #expect(
            feed(join, cut: cut, more: .more) { inviter.receive($0) } == .asked(key, name: "bo"))
        let charter = try table.charter(for: key)
        let welcome = inviter.welcome(charter: charter.bytes, addresses: ["10.0.0.1:7420"])
        guard
            case .ended(.welcomed(let welcomed)) = feed(
                welcome, cut: cut, more: .more, { joiner.receive($0) })
        else {
            Issue.record("no WELCOME")
            return
        }
        #expect(welcomed.charter == charter)
        #expect(welcomed.words == inviter.words)
        #expect(welcomed.inviter == table.inviter.publicKey && welcomed.inviterName == "ana")
        #expect(welcomed.addresses == ["10.0.0.1:7420"])
    }

    @Test func anotherChannelsSignaturesDoNotFit() throws {
        let table = try Table(seed: 2)
        var inviter = table.inviterEnd()
        var joiner = table.joinerEnd(binding: [UInt8](repeating: 0, count: 32))
        guard case .send(let join) = joiner.receive(inviter.offer(name: "")),
            case .broken = inviter.receive(join)
        else {
            Issue.record("a JOIN of another channel passed")
            return
        }
    }

    @Test func anInvitationOfAnotherDeviceIsNotTaken() throws {
        let table = try Table(seed: 3)
        var inviter = table.inviterEnd()
        var joiner = table.joinerEnd()
        guard case .send(let join) = joiner.receive(inviter.offer(name: "")) else { return }
        _ = inviter.receive(join)
        let other = try table.charter(for: try Identity.generate().publicKey)
        let step = joiner.receive(inviter.welcome(charter: other.bytes, addresses: []))
        guard case .ended(.broken) = step else {
            Issue.record("\(step)")
            return
        }
    }

    @Test(arguments: seeds(200))
    func mutatedBytesNeverLetIn(seed: UInt64) throws {
        let table = try Table(seed: seed)
        var random = SeededGenerator(seed: seed)
        func mutated(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            let place = Int(random.next() % UInt64(bytes.count))
            bytes[place] ^= UInt8(1 + random.next() % 255)
            return bytes
        }
        var inviter = table.inviterEnd()
        var joiner = table.joinerEnd()
        guard case .send(let join) = joiner.receive(inviter.offer(name: "")) else { return }
        var judge = inviter
        if case .asked(let key, let name) = judge.receive(mutated(join)) {
            // Only the name is outside the signature: the channel protects it.
            #expect(key == table.joiner.publicKey && name != "bo")
        }
        _ = inviter.receive(join)
        let charter = try table.charter(for: table.joiner.publicKey)
        let step = joiner.receive(mutated(inviter.welcome(charter: charter.bytes, addresses: [])))
        if case .ended(.welcomed(let welcome)) = step {
            #expect(welcome.charter.table == charter.table)
        }
    }

    @Test func theFirstKeyBindsACodeAndMayRetryUntilItExpires() throws {
        var random = SeededGenerator(seed: 4)
        var invitations = Invitations()
        let opened = invitations.open(random: { random.bytes($0) }, at: .zero)
        let code = try #require(opened)
        let first = try Identity.generate().publicKey
        let second = try Identity.generate().publicKey
        #expect(invitations.bind(code.identity, to: first, at: .seconds(1)) == nil)
        #expect(invitations.bind(code.identity, to: second, at: .seconds(2)) == .used)
        #expect(invitations.bind(code.identity, to: first, at: .seconds(599)) == nil)
        #expect(invitations.bind(code.identity, to: first, at: .seconds(600)) == .expired)
        #expect(invitations.bind([0], to: first, at: .zero) == .expired)
        #expect(invitations.key(of: code.identity) == code.key)
        #expect(invitations.unusedCount(at: .seconds(3)) == 0)
        #expect(invitations.identities(at: .seconds(3)) == [code.identity])
        #expect(invitations.identities(at: .seconds(600)).isEmpty)
    }

    @Test func codesAreLimitedAndForgotten() {
        var random = SeededGenerator(seed: 5)
        var invitations = Invitations()
        func open(at now: Duration) -> InviteCode? {
            invitations.open(random: { random.bytes($0) }, at: now)
        }
        let codes = (0..<DaemonLimits.codesMax).compactMap { _ in open(at: .zero) }
        #expect(Set(codes).count == DaemonLimits.codesMax)
        #expect(open(at: .seconds(1)) == nil)
        #expect(open(at: DaemonLimits.codeTime) != nil)
        #expect(invitations.key(of: codes[0].identity) != nil)
        _ = open(at: DaemonLimits.codeTime + DaemonLimits.codeMemoryTime)
        #expect(invitations.key(of: codes[0].identity) == nil)
    }
}
