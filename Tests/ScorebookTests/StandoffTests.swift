import MoveLog
import Testing

@testable import Scorebook

/// What one member alone must not bring about, by malice or by bad luck.
@Suite(.timeLimit(.minutes(1))) struct StandoffTests {
    @Test func aClaimOfADeviceThatNeverWasHoldsUpNobody() throws {
        var court = try Court()
        court.record(TrackingClaimed([.team(.home)]), by: 1)
        court.record(TrackingClaimed([.team(.away)], device: PaperTable.key(77)), by: 2)
        court.move(.twoPoints, 0)
        court.record(GameEnded())
        try court.sign(by: 1)
        var board = try court.board()
        #expect(board.keepers == [PaperTable.key(1)] && board.state == .signed)
        // A device that comes late to the table is waited for as soon as there is somebody.
        court.table.start(7, device: 77)
        board = try court.board()
        #expect(board.keepers == [PaperTable.key(1), PaperTable.key(77)])
        #expect(board.official == nil)
    }

    @Test func whoIsLostAndSignedMoreHoldsUpNobody() throws {
        var court = try Court()
        court.record(TrackingClaimed([.team(.home)]), by: 1)
        court.record(TrackingClaimed([.team(.away)]), by: 2)
        court.record(GameEnded())
        let score = Sides(home: 0, away: 0)
        let cut = Cut([PaperTable.author(1): 90, PaperTable.author(2): 90])
        court.record(SignOff(digest: PaperTable.digest(9), score: score, cut: cut), by: 2)
        #expect(try court.board().signersAhead == [PaperTable.key(2)])
        court.record(DeviceLost(device: PaperTable.key(2), cut: Cut([:])))
        #expect(try court.board().signersAhead == [])
        try court.sign(by: 1)
        #expect(try court.board().state == .signed)
    }

    @Test func thousandsOfLostDevicesCostLittle() throws {
        var court = try Court()
        for number in UInt16(0)..<8000 {
            var bytes = [UInt8](repeating: 0, count: 32)
            (bytes[30], bytes[31]) = (UInt8(number >> 8), UInt8(number & 255))
            let key = try #require(PublicKey(bytes))
            court.record(DeviceLost(device: key, cut: Cut([:])))
        }
        court.record(DeviceLost(device: PaperTable.key(2), cut: Cut([:])))
        for _ in 0..<16000 { court.move(.twoPoints, 0, by: 2) }
        let clock = ContinuousClock()
        let begun = clock.now
        let board = try court.board()
        #expect(board.lost.count == 8001)
        #expect(board.lost.last?.later.count == 16000)
        #expect(clock.now - begun < .seconds(5), "it takes a fraction of a second")
    }
}
