import MoveLog
import Seeds
import Testing

@testable import Daemon

/// What is announced is read back, and nothing else is taken for it.
@Suite struct AnnouncementTests {
    private func announcement(_ random: inout SeededGenerator) throws -> Announcement {
        let codes = (0..<Int(random.next() % 33)).map { _ in random.bytes(8) }
        return Announcement(
            tableTag: random.bytes(8), device: try #require(DeviceID(random.bytes(16))),
            port: UInt16(truncatingIfNeeded: random.next() | 1), codes: codes)
    }

    @Test(arguments: 0..<50)
    func whatIsAnnouncedIsReadBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let announcement = try announcement(&random)
        let bytes = announcement.bytes
        #expect(bytes.count <= 1200)
        #expect(Announcement(bytes: bytes) == announcement)
        // Later versions add fields behind, and raise the number.
        var later = bytes + random.bytes(20)
        later[4] = 7
        #expect(Announcement(bytes: later) == announcement)
        for count in 0..<bytes.count {
            #expect(Announcement(bytes: Array(bytes.prefix(count))) == nil)
        }
    }

    @Test(arguments: 0..<200)
    func mutationsNeverTrapAndNeverPassTheLimits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = try announcement(&random).bytes
        for _ in 0..<(1 + random.next() % 4) {
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(
                truncatingIfNeeded: random.next())
        }
        if let read = Announcement(bytes: bytes) {
            #expect(read.codes.count <= Limits.codesMax && read.port != 0)
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
}
