import MoveLog
import Scorebook
import Simulator

/// The first byte chooses what the rest is read as: bytes of the log, a body, or a whole book.
enum EntryTarget {
    private static let seal = ToySeal(device: 0)

    static func run(_ bytes: [UInt8]) throws {
        var script = ByteScript(bytes)
        switch script.byte() % 8 {
        case 0: try entry(script.rest())
        case 1: try commit(script.rest())
        case 2:
            let rest = script.rest()
            if let charter = try? Charter(bytes: rest, seal: seal) {
                try demand(charter.bytes == rest, "a charter changes when it is written")
            }
        case 3:
            let rest = script.rest()
            if let chain = try? InvitationChain(bytes: rest) {
                try demand(chain.bytes == rest, "a chain changes when it is written")
            }
        case 4: try bodies(script.rest())
        default: try BookScript.run(&script)
        }
    }

    private static func entry(_ bytes: [UInt8]) throws {
        let author = AuthorID(repeating: 1)
        var reader = ByteReader(bytes)
        let id = EntryID(author: author, sequence: 1)
        guard let entry = try? Entry(id: id, canonical: &reader) else { return }
        try demand(
            entry.canonicalBytes == Array(bytes.prefix(reader.offset)),
            "an entry has two encodings")
        _ = Content(kind: entry.kind, scope: entry.scope, body: entry.body)
    }

    private static func commit(_ bytes: [UInt8]) throws {
        guard let commit = try? Commit(payload: bytes) else { return }
        try demand(commit.payload == bytes, "a commit has two encodings")
        guard let entries = try? commit.run.entries() else { return }
        try demand(entries.count == commit.run.count, "a run has not as many entries as it says")
        let written = entries.flatMap(\.entry.canonicalBytes)
        try demand(written == commit.run.bytes, "a run's entries are not its bytes")
    }

    /// Every kind of body reads the bytes; those that can must write them again.
    private static func bodies(_ bytes: [UInt8]) throws {
        for type in bodyTypes { try body(type, bytes) }
        _ = try? DeviceAdded(body: bytes)
        if let start = try? AuthorStarted(body: bytes) {
            try demand(bytes.starts(with: start.body), "the start of an author changes")
        }
        if let removed = try? DeviceRemoved(body: bytes) {
            let again = try DeviceRemoved(body: removed.body)
            try demand(again == removed, "a removal changes when it is written")
        }
        if let copy = try? CopiedEntry(body: bytes) {
            try demand(copy.body == bytes, "a copy has two encodings")
        }
    }

    private static func body<Body: EntryBody>(_: Body.Type, _ bytes: [UInt8]) throws {
        guard let read = try? Body(body: bytes) else { return }
        // Of a later version only the known part is written, which may be too little for a body.
        if read.isLater {
            guard let known = try? Body(body: read.body) else { return }
            try demand(!known.isLater && known.body == read.body, "\(Body.self) stays later")
        } else if Body.self == GameCreated.self {
            // The rules of a game may end with their fifteenth value, which earlier programs wrote.
            try demand(try Body(body: read.body) == read, "\(Body.self) changes when written")
        } else {
            try demand(read.body == bytes, "\(Body.self) has two encodings")
        }
    }

    private static let bodyTypes: [any EntryBody.Type] = [
        KeeperNamed.self, TableNamed.self, GameCreated.self, RosterAdded.self, Move.self,
        VoidEntry.self, GameClockEntry.self, PeriodBegan.self, TrackingClaimed.self,
        TrackingReleased.self, RulesChanged.self, GameEnded.self, GameReopened.self, Note.self,
        Fix.self, Accepted.self, RosterEdited.self, RosterMerged.self, GameForfeited.self,
        GameAbandoned.self, SignOff.self, DeviceLost.self, DeviceFound.self, TakenOver.self,
        TeamNamed.self, Transferred.self, GameUnited.self,
    ]
}
