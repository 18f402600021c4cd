import MoveLog
import Net
import Seeds
import TLS
import Testing

@testable import Daemon

/// What is announced is read back, and nothing else is taken for it.
@Suite struct AnnouncementTests {
    private func announcement(_ random: inout SeededGenerator) throws -> Announcement {
        let codes = (0..<Int(random.next() % 33)).map { _ in random.bytes(8) }
        let hosts: [Address.Host] = (0..<Int(random.next() % 20)).map { _ in
            let (high, low) = (random.next(), random.next())
            return high % 2 == 0
                ? .v4(UInt32(truncatingIfNeeded: low)) : .v6(high: high, low: low, scope: 3)
        }
        return Announcement(
            tableTag: random.bytes(8), device: try #require(DeviceID(random.bytes(16))),
            port: UInt16(truncatingIfNeeded: random.next() | 1), codes: codes
        ).signed(from: hosts, at: WallTime(milliseconds: 1_763_683_200_000), seal: seal)
    }

    private let seal: Identity
    init() throws { seal = try Identity.generate() }

    @Test(arguments: seeds(50))
    func whatIsAnnouncedIsReadBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let announcement = try announcement(&random)
        let bytes = announcement.bytes
        #expect(bytes.count <= 1200)
        #expect(Announcement(bytes: bytes) == announcement)
        // Later versions add fields behind, and raise the number.
        var later = bytes + random.bytes(20)
        later[4] = 7
        let read = try #require(Announcement(bytes: later))
        #expect(read.bytes + later.suffix(20) == later)
        #expect((read.device, read.port) == (announcement.device, announcement.port))
        for count in 0..<bytes.count {
            #expect(Announcement(bytes: Array(bytes.prefix(count))) == nil)
        }
    }

    @Test(arguments: seeds(200))
    func mutationsNeverTrapAndNeverPassTheLimits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = try announcement(&random).bytes
        for _ in 0..<(1 + random.next() % 4) {
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(
                truncatingIfNeeded: random.next())
        }
        if let read = Announcement(bytes: bytes) {
            #expect(read.codes.count <= DaemonLimits.codesMax && read.port != 0)
        }
        #expect(Announcement(bytes: random.bytes(Int(random.next() % 1500))) == nil)
    }

    @Test func anUnreadableOneIsNone() throws {
        var random = SeededGenerator(seed: 1)
        let bytes = try announcement(&random).bytes
        for (offset, value) in [(0, UInt8(0)), (4, 0)] {
            var broken = bytes
            broken[offset] = value
            #expect(Announcement(bytes: broken) == nil)
        }
        var portless = bytes
        portless[29] = 0
        portless[30] = 0
        #expect(Announcement(bytes: portless) == nil)
    }

    @Test(arguments: seeds(50))
    func aSignatureCoversEveryByteBeforeIt(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = try announcement(&random).bytes
        let own = try #require(Announcement(bytes: bytes))
        #expect(own.isSigned(by: seal.publicKey, seal: seal))
        #expect(!own.isSigned(by: try Identity.generate().publicKey, seal: seal))
        var broken = bytes
        broken[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8)
        let read = Announcement(bytes: broken)
        #expect(read?.isSigned(by: seal.publicKey, seal: seal) != true)
    }

    private func moment(_ uptime: Duration = .zero, wall: Int64 = 1_000_000) -> Moment {
        Moment(uptime: uptime, wall: WallTime(milliseconds: wall))
    }

    /// A device that is named, from where it announces itself, and what others make of that.
    @Test func onlyTheNewestWordOfADeviceFromItsOwnAddressIsProof() throws {
        let (own, other) = (Address(.v4(1), port: 7420), Address(.v4(2), port: 7420))
        let device = seal.deviceID(of: seal.publicKey)
        let blank = Announcement(
            tableTag: [UInt8](repeating: 0, count: 8), device: device, port: 7420)
        let sighting = { (wall: Int64, hosts: [Address.Host], source: Address) in
            Discovery.Sighting(
                announcement: blank.signed(
                    from: hosts, at: WallTime(milliseconds: wall), seal: self.seal),
                address: source)
        }
        var proofs = AnnouncementProofs(at: .zero)
        let cases: [(Discovery.Sighting, isProven: Bool)] = [
            (sighting(5, [own.host], own), true), (sighting(5, [own.host], own), true),
            (sighting(5, [own.host], other), false), (sighting(4, [own.host], own), false),
            (sighting(6, [.v4(9), other.host], other), true), (sighting(5, [own.host], own), false),
            (sighting(7, [], own), false),
        ]
        for (number, item) in cases.enumerated() {
            let isProven = proofs.prove(item.0, by: seal.publicKey, seal: seal, at: moment())
            #expect(isProven == item.isProven, "\(number)")
        }
        let stranger = try Identity.generate()
        let isProven = proofs.prove(
            sighting(9, [own.host], own), by: stranger.publicKey, seal: seal, at: moment())
        #expect(!isProven)
    }

    /// By the announcer's clock and the receiver's, in hours: what comes from the future does not make the
    /// present old, and what was announced before is old all the same.
    @Test func aClockThatWasAheadAndIsSetRightIsProvenAgain() {
        let own = Address(.v4(1), port: 7420)
        let device = seal.deviceID(of: seal.publicKey)
        let blank = Announcement(
            tableTag: [UInt8](repeating: 0, count: 8), device: device, port: 7420)
        let hour: Int64 = 3_600_000
        var proofs = AnnouncementProofs(at: .zero)
        let cases: [(announced: Int64, heard: Int64, isProven: Bool)] = [
            (10, 10, true), (8770, 11, true), (8769, 11, true), (12, 12, true), (11, 12, false),
            (8770, 13, true), (12, 13, false), (13, 13, true), (13, 9, true), (9, 9, true),
            (8, 9, false),
        ]
        for (number, item) in cases.enumerated() {
            let sighting = Discovery.Sighting(
                announcement: blank.signed(
                    from: [own.host], at: WallTime(milliseconds: item.announced * hour), seal: seal),
                address: own)
            let isProven = proofs.prove(
                sighting, by: seal.publicKey, seal: seal, at: moment(wall: item.heard * hour))
            #expect(isProven == item.isProven, "\(number)")
        }
    }

    @Test func checksOfSignaturesAreBounded() throws {
        let own = Address(.v4(1), port: 7420)
        let sighting = Discovery.Sighting(
            announcement: Announcement(
                tableTag: [UInt8](repeating: 0, count: 8),
                device: seal.deviceID(of: seal.publicKey), port: 7420
            ).signed(from: [own.host], at: WallTime(milliseconds: 1), seal: seal), address: own)
        var proofs = AnnouncementProofs(at: .zero)
        var count = 0
        for millisecond in 0..<1000 {
            for _ in 0..<4 {
                let now = moment(.milliseconds(millisecond))
                count += proofs.prove(sighting, by: seal.publicKey, seal: seal, at: now) ? 1 : 0
            }
        }
        let most =
            Int(DaemonLimits.announcementProofsPerSecond) + DaemonLimits.announcementsOfATurnMax
        #expect(count > most - 10 && count <= most)
    }
}
