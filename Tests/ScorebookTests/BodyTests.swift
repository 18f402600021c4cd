import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// Every value has one encoding, and bytes from outside never trap.
@Suite struct BodyTests {
    @Test(arguments: seeds(UInt64(40)))
    func whatIsReadIsWrittenBackByteForByte(seed: UInt64) throws {
        for placed in RandomTable.entries(seed: seed, count: 100) {
            try check(placed.entry.kind, placed.entry.scope, placed.entry.body)
        }
    }

    @Test(arguments: seeds(UInt64(40)))
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

    private static let types: [any EntryBody.Type] = [
        KeeperNamed.self, TableNamed.self, GameCreated.self, RosterAdded.self, Move.self,
        VoidEntry.self, GameClockEntry.self, PeriodBegan.self, TrackingClaimed.self,
        TrackingReleased.self, RulesChanged.self, GameEnded.self, GameReopened.self, Note.self,
        Fix.self, Accepted.self, RosterEdited.self, RosterMerged.self, GameForfeited.self,
        GameAbandoned.self, SignOff.self, DeviceLost.self, DeviceFound.self, TakenOver.self,
    ]

    private func check(_ kind: Kind, _ scope: Scope, _ body: [UInt8]) throws {
        if kind == .copied, let copy = try? CopiedEntry(body: body) { #expect(copy.body == body) }
        guard Content(kind: kind, scope: scope, body: body) != .malformed else { return }
        for type in Self.types where type.kind == kind {
            let again = try written(type, body)
            #expect(again == body)
        }
    }

    private func written<Body: EntryBody>(_: Body.Type, _ body: [UInt8]) throws -> [UInt8] {
        try Body(body: body).body
    }
}
