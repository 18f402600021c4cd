import MoveLog
import TLS
import Testing

/// Entries, the bodies that belong to the log itself, and copies.
enum EntryVectors {
    static func compareEntries(_ file: Vector) throws {
        let log = try TableLog.ofNobody()
        for item in try file.list("valid") {
            let id = try item.entryID()
            let entry = Entry(
                id: id, lamport: try item.unsigned("lamport"),
                wall: WallTime(milliseconds: try item.signed("wall")),
                scope: try scope(of: item), kind: try kind(of: item),
                body: try item.bytes("body"))
            let bytes = try item.bytes("bytes")
            #expect(entry.canonicalBytes == bytes, "\(item.name)")
            #expect(try read(bytes, as: id) == entry, "\(item.name)")
            #expect(log.digest(of: entry).octets == (try item.octets32("digest")))
        }
        let nobody = EntryID(author: log.charter.founder, sequence: 1)
        try expectRefused(file.list("invalid"), as: "entry") { bytes throws(Malformed) in
            _ = try read(bytes, as: nobody)
        }
    }

    static func compareBodies(_ file: Vector) throws {
        for item in try file.list("authorStarted") {
            let bytes = try item.bytes("bytes")
            let start = try AuthorStarted(body: bytes)
            #expect(start.key.octets == (try item.octets32("key")))
            #expect(start.nonce == (try item.octets16("nonce")))
            #expect(start.chain.bytes == (try item.bytes("chain")))
            #expect(bytes.starts(with: start.body))
        }
        for item in try file.list("deviceAdded") {
            let bytes = try item.bytes("bytes")
            let added = try DeviceAdded(body: bytes)
            #expect(added.invitee.octets == (try item.octets32("invitee")))
            #expect(added.signature == (try item.bytes("signature")))
            #expect(added.name == (try item.text("name")))
            #expect(bytes.starts(with: added.body))
        }
        try expectRefused(file.list("invalidAuthorStarted")) { body throws(Malformed) in
            _ = try AuthorStarted(body: body)
        }
        try expectRefused(file.list("invalidDeviceAdded")) { body throws(Malformed) in
            _ = try DeviceAdded(body: body)
        }
    }

    static func compareCopies(_ file: Vector) throws {
        for item in try file.list("valid") {
            let bytes = try item.bytes("bytes")
            let copy = CopiedEntry(
                origin: try item.entryID(),
                digest: try item.digest(), scope: try scope(of: item),
                originKind: try kind(of: item), content: try item.bytes("body"))
            #expect(copy.body == bytes)
            #expect(try CopiedEntry(body: bytes) == copy)
        }
        let log = try TableLog.ofNobody()
        for item in try file.list("recorded") {
            let id = try item.entryID()
            let entry = try read(item.bytes("entry"), as: id)
            let draft = CopiedEntry(of: entry, digest: log.digest(of: entry))?.draft
            if try item.isNull("body") {
                #expect(draft == nil, "\(id)")
                #expect(try item.isNull("scope"))
            } else {
                let body = try item.bytes("body")
                let scope = try scope(of: item)
                #expect(draft == Draft(scope: scope, kind: .copied, body: body), "\(id)")
            }
        }
        try expectRefused(file.list("invalid"), as: "copy") { bytes throws(Malformed) in
            _ = try CopiedEntry(body: bytes)
        }
    }

    private static func read(_ bytes: [UInt8], as id: EntryID) throws(Malformed) -> Entry {
        try whole(bytes) { reader throws(Malformed) in try Entry(id: id, canonical: &reader) }
    }

    private static func scope(of item: Vector) throws -> Scope {
        if try item.isNull("scope") { return .table }
        let game = try item.object("scope")
        return .game(
            try game.entryID())
    }

    private static func kind(of item: Vector) throws -> Kind {
        Kind(rawValue: try #require(UInt32(exactly: item.integer("kind"))))
    }
}

extension TableLog {
    /// A log of some table, for what does not depend on the table.
    static func ofNobody() throws -> TableLog {
        let seal = try Identity.generate()
        let nonce = try #require(Octets16([UInt8](repeating: 9, count: 16)))
        let charter = try Charter(
            founding: nonce, at: WallTime(milliseconds: 0), seal: seal)
        return TableLog(charter: charter, seal: seal)
    }
}
