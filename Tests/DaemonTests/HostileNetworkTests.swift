import Foundation
import MoveLog
import Net
import Testing

@testable import Daemon

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
