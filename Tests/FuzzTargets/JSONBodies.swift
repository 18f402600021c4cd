import Documents
import LocalAPI

/// What the daemon and its clients read as JSON: whatever can be read is written and read the same.
enum JSONBodies {
    static func run(_ bytes: [UInt8]) throws {
        for type in types { try roundTrip(type, bytes) }
    }

    private static func roundTrip<Body: Codable & Hashable & Sendable>(
        _: Body.Type, _ bytes: [UInt8]
    ) throws {
        guard let body = read(Body.self, bytes) else { return }
        let again = read(Body.self, JSON.encode(body))
        try demand(again == body, "\(Body.self) changes on its way through JSON")
    }

    private static func read<Body: Decodable>(_: Body.Type, _ bytes: [UInt8]) -> Body? {
        do throws(LocalAPIError) {
            return try JSON.decode(Body.self, from: bytes)
        } catch {
            // People read it.
            _ = "\(error)"
            return nil
        }
    }

    private static let types: [any (Codable & Hashable & Sendable).Type] = [
        MoveRequest.self, UndoRequest.self, ClockRequest.self, TrackRequest.self,
        UseRequest.self, KeeperRequest.self, InviteRequest.self, JoinRequest.self,
        LeaveRequest.self, EntriesRequest.self, FixRequest.self, NoteRequest.self,
        LineupRequest.self, SubstitutionRequest.self, RulesChangeRequest.self, EndRequest.self,
        SignRequest.self, AbsenceRequest.self, NewGameRequest.self, ImportRequest.self,
        RosterRequest.self, GamelogHeader.self, GamelogEvent.self, StatusDocument.self,
        GameDocument.self,
        LogDocument.self,
    ]
}
