import Foundation
import MoveLog
import Net
import TLS
import Testing

@testable import Daemon

/// A man in the middle with a certificate of his own is refused by both ends.
@Suite(.timeLimit(.minutes(2))) struct MiddlemanTests {
    private static let secret = "the coach has a plan for the last minute"

    @Test func neitherEndTakesHimForTheOther() throws {
        let world = try DaemonWorld(table: "ana", "bo")
        #expect(try world.run { try world.isLinked("ana") && world.areEqual() })
        for name in ["ana", "bo"] {
            try world.stop(name)
            try world.forgetAddresses(name)
        }
        try world.start("ana")
        try world.note(Self.secret, at: "ana")
        let target = try #require(try world.daemon("ana").peering.listening)
        let middleman = try Middleman(before: target)
        try world.start("bo", peers: [try middleman.address])
        try world.note(Self.secret, at: "bo")
        let isRefused = try world.run {
            try middleman.step()
            return middleman.endedCount >= 2
        }
        #expect(isRefused)
        #expect(!middleman.overheard.isEmpty)
        #expect(!middleman.overheard.contains(Array(Self.secret.utf8)))
        for name in ["ana", "bo"] {
            #expect(try !world.isLinked(name))
            #expect(try world.notes(at: name) == [Self.secret])
        }
        #expect(world.lines.contains { $0.contains(CloseReason.notMember.words) })
    }
}

/// Somebody between two daemons: a device that dials it speaks TLS with it, and it speaks TLS with the
/// target, under a key of its own. What it understands it hands on unchanged.
final class Middleman {
    private final class Pair {
        let sockets: [StreamSocket]
        let channels: [SecureChannel]
        var isOpen = true
        /// Whose channel is established, and what waits for it.
        var isEstablished = [false, false]
        var waiting: [[UInt8]] = [[], []]

        init(_ sockets: [StreamSocket], _ channels: [SecureChannel]) {
            self.sockets = sockets
            self.channels = channels
        }
    }

    private let listener: Listener
    private let endpoint: TLS.TLSContext
    private let target: Address
    private var pairs: [Pair] = []
    /// Everything that it could read.
    private(set) var overheard: [UInt8] = []
    /// Pairs that ended.
    private(set) var endedCount = 0

    init(before target: Address) throws {
        listener = try Listener.listening(on: .loopback(port: 0))
        endpoint = try TLS.TLSContext(identity: Identity.generate())
        self.target = target
    }

    var address: Address {
        get throws { try #require(listener.address) }
    }

    /// Moves all bytes that are there.
    func step() throws {
        if case .accepted(let socket) = try listener.accept() {
            let near = try endpoint.accept(admits: { _ in true }, codeKey: { _ in nil })
            let far = try endpoint.dial(admits: { _ in true })
            pairs.append(Pair([socket, try StreamSocket.connecting(to: target)], [near, far]))
        }
        for pair in pairs where pair.isOpen {
            for side in 0...1 { move(pair, from: side) }
            if !pair.isOpen { endedCount += 1 }
        }
    }

    private func move(_ pair: Pair, from side: Int) {
        do {
            if side == 1, try !pair.sockets[1].finishConnect() { return }
            switch try pair.sockets[side].read() {
            case .bytes(let bytes): pair.channels[side].receive(bytes)
            case .end: pair.isOpen = false
            case .wouldBlock: break
            }
            for event in pair.channels[side].takeEvents() {
                switch event {
                case .data(let bytes):
                    overheard += bytes
                    pair.waiting[1 - side] += bytes
                case .closed, .failed: pair.isOpen = false
                case .established: pair.isEstablished[side] = true
                }
            }
            if pair.isEstablished[side], !pair.waiting[side].isEmpty {
                pair.channels[side].send(pair.waiting[side])
                pair.waiting[side] = []
            }
            let output = pair.channels[side].takeOutput()
            if !output.isEmpty { _ = try pair.sockets[side].write(output) }
        } catch {
            pair.isOpen = false
        }
    }
}

/// Real daemons among hosts that mean no good.
@Suite(.timeLimit(.minutes(2))) struct HostileNetworkTests {
    /// More silent links than there is room for, from the member's own address, held open: less than
    /// the time for a handshake passes, so none of them has ended by itself when the member comes.
    @Test func silentLinksKeepNoMemberOut() throws {
        let time = HandTime()
        let world = try DaemonWorld()
        try world.start("ana", clock: time.clock)
        try world.start("bo")
        _ = try world.pair("bo", with: "ana")
        #expect(try world.run { try world.isLinked("ana") && world.areEqual() })
        try world.stop("bo")
        let address = try #require(try world.daemon("ana").peering.listening)
        var silent: [StreamSocket] = []
        for _ in 0..<40 {
            silent.append(try StreamSocket.connecting(to: address))
            try world.daemon("ana").step(timeout: .milliseconds(1))
        }
        try world.start("bo")
        let begun = time.now.uptime
        let isIn = try world.run {
            time.pass(.milliseconds(1))
            return try world.isLinked("ana") && world.isLinked("bo")
        }
        #expect(isIn)
        #expect(time.now.uptime - begun < DaemonLimits.handshakeTime)
        #expect(silent.count == 40)
    }

    /// Bytes that come one at a time, before the handshake and instead of it, end with the time for
    /// a handshake, whatever they are; the table goes on meanwhile.
    @Test func whoDripsBytesIsSentAway() throws {
        let time = HandTime()
        let world = try DaemonWorld()
        let ana = try world.start("ana", clock: time.clock)
        let address = try #require(ana.peering.listening)
        let dripping = try StreamSocket.connecting(to: address)
        var isConnected = false
        for _ in 0..<200 where !isConnected {
            isConnected = try dripping.finishConnect()
            try ana.step(timeout: .milliseconds(1))
        }
        for byte: UInt8 in [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc] {
            _ = try dripping.write([byte])
            time.pass(.seconds(1))
            try ana.step(timeout: .milliseconds(1))
        }
        try world.note("meanwhile", at: "ana")
        time.pass(.seconds(2))
        var hasEnded = false
        for _ in 0..<200 where !hasEnded {
            try ana.step(timeout: .milliseconds(1))
            if case .end = try dripping.read() { hasEnded = true }
        }
        #expect(hasEnded)
        #expect(try world.notes(at: "ana") == ["meanwhile"])
    }

    /// A host that answers dials with keys of its own must not fill the memory of where members are.
    @Test func onlyMembersAddressesAreRemembered() throws {
        let world = try DaemonWorld()
        let stranger = try #require(try world.start("stranger").peering.listening)
        let key = try world.daemon("stranger").ledger.seal.publicKey
        let peering = try world.start("ana", peers: [stranger]).peering
        #expect(try world.run { peering.ends[key] != nil })
        #expect(peering.home.settings.remembered == [:])
    }

    @Test func aHomeThatIsOpenToOthersIsClosedAndTold() throws {
        let world = try DaemonWorld()
        try FileManager.default.createDirectory(
            atPath: world.home("a"), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
        try world.start("a")
        let warnings = try world.daemon("a").home.warnings
        #expect(warnings.contains { $0.contains("was open to other accounts") })
        let mode =
            try FileManager.default.attributesOfItem(atPath: world.home("a"))[.posixPermissions]
        #expect(mode as? Int == 0o700)
        try world.stop("a")
        #expect(try world.start("a").home.warnings.isEmpty)
    }
}
