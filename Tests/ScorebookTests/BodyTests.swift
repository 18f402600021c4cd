import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// Every value has one encoding, and bytes from outside never trap.
@Suite struct BodyTests {
    @Test(arguments: UInt64(1)...40)
    func whatIsReadIsWrittenBackByteForByte(seed: UInt64) throws {
        for placed in RandomTable.entries(seed: seed, count: 100) {
            try check(placed.entry.kind, placed.entry.scope, placed.entry.body)
        }
    }

    @Test(arguments: UInt64(1)...40)
    func damagedBodiesAreReadTheSameOrRefused(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for placed in RandomTable.entries(seed: seed, count: 60) {
            var body = placed.entry.body
            for _ in 0..<3 where !body.isEmpty {
                body[random.below(body.count)] = UInt8(truncatingIfNeeded: random.next())
                try check(placed.entry.kind, placed.entry.scope, body)
            }
        }
    }

    private func check(_ kind: Kind, _ scope: Scope, _ body: [UInt8]) throws {
        if kind == .copied {
            if let copy = try? CopiedEntry(body: body) { #expect(copy.body == body) }
            return
        }
        switch Content(kind: kind, scope: scope, body: body) {
        case .keeperNamed(let read): #expect(read.body == body)
        case .tableNamed(let read): #expect(read.body == body)
        case .gameCreated(let read): #expect(read.body == body)
        case .rosterAdded(let read): #expect(read.body == body)
        case .move(let read): #expect(read.body == body)
        case .void(let read): #expect(read.body == body)
        case .gameClock(let read): #expect(read.body == body)
        case .periodBegan(let read): #expect(read.body == body)
        case .trackingClaimed(let read): #expect(read.body == body)
        case .trackingReleased(let read): #expect(read.body == body)
        case .rulesChanged(let read): #expect(read.body == body)
        case .note(let read): #expect(read.body == body)
        case .fix(let read): #expect(read.body == body)
        case .accepted(let read): #expect(read.body == body)
        case .rosterEdited(let read): #expect(read.body == body)
        case .rosterMerged(let read): #expect(read.body == body)
        case .gameForfeited(let read): #expect(read.body == body)
        case .gameAbandoned(let read): #expect(read.body == body)
        case .signOff(let read): #expect(read.body == body)
        case .deviceLost(let read): #expect(read.body == body)
        case .deviceFound(let read): #expect(read.body == body)
        case .takenOver(let read): #expect(read.body == body)
        case .gameEnded, .gameReopened: #expect(body.isEmpty)
        case .deputyNamed(let read): #expect(read.body == body)
        case .authorStarted, .deviceAdded, .deviceRemoved, .unknown, .malformed: break
        }
    }

    @Test func aMoveKeepsAllItsParts() throws {
        let entry = EntryID(author: PaperTable.author(7), sequence: 300)
        var move = Move(
            .assist, by: .line(.added(entry, 2)), period: 5, elapsed: .milliseconds(-1500))
        move.linked = entry
        move.isTracked = true
        move.isAlone = true
        move.type = "bad pass"
        move.raw = "5/2"
        move.players = [.team(.home), .line(.created(0)), .line(.created(127)), .nobody]
        #expect(try Move(body: move.body) == move)
        var shot = Move(.freeThrow, by: .line(.created(3)), period: 1)
        shot.points = 3
        #expect(shot.body == [4, 16, 7, 1, 3])
        #expect(try Move(body: shot.body) == shot)
    }

    @Test func limitsOfAMoveHold() {
        #expect(throws: Malformed.invalid("variant")) { try Move(body: [1, 4, 0, 1, 1]) }
        #expect(throws: Malformed.invalid("points")) { try Move(body: [5, 16, 0, 1, 1]) }
        #expect(throws: Malformed.tooLarge("points")) { try Move(body: [1, 16, 0, 1, 21]) }
        #expect(throws: Malformed.invalid("period")) { try Move(body: [1, 0, 0, 0]) }
        #expect(throws: Malformed.tooLarge("period")) { try Move(body: [1, 0, 0, 100]) }
        #expect(throws: Malformed.invalid("move flags")) { try Move(body: [1, 0x80, 8, 0, 1]) }
        #expect(throws: Malformed.trailing) { try Move(body: [1, 0, 0, 1, 0]) }
        #expect(throws: Malformed.invalid("move kind")) { try Move(body: [25, 0, 0, 1]) }
    }
}
