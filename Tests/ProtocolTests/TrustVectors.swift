import Foundation
import MoveLog
import TLS
import Testing

/// Names, keys, signatures and invitations.
enum TrustVectors {
    static func compareIdentifiers(_ file: Vector) throws {
        for item in try file.list("devices") {
            let seal = try Identity(seed: item.bytes("seed"))
            #expect(seal.publicKey.octets == (try item.octets32("key")))
            #expect(seal.deviceID(of: seal.publicKey).octets == (try item.octets16("device")))
        }
        let seal = try Identity.generate()
        for item in try file.list("authors") {
            let key = PublicKey(octets: try item.octets32("key"))
            let author = seal.authorID(of: key, nonce: try item.octets16("nonce"))
            #expect(author.octets == (try item.octets16("author")))
        }
        for item in try file.list("charters") {
            let bytes = try item.bytes("bytes")
            let charter = try Charter(bytes: bytes, seal: seal)
            #expect(charter.founding == (try item.bytes("founding")))
            #expect(charter.chain.bytes == (try item.bytes("chain")))
            #expect(charter.table.octets == (try item.octets32("table")))
            #expect(charter.founder.octets == (try item.octets16("founder")))
            #expect(charter.founderKey.octets == (try item.octets32("key")))
            #expect(charter.bytes == bytes)
        }
        try expectRefused(file.list("invalidCharters")) { bytes throws(Malformed) in
            _ = try Charter(bytes: bytes, seal: seal)
        }
    }

    static func compareHeads(_ file: Vector) throws {
        for item in try file.list("valid") {
            let seal = try Identity(seed: item.bytes("seed"))
            let message = try headMessage(item)
            #expect(message == (try item.bytes("message")))
            #expect(seal.publicKey.octets == (try item.octets32("key")))
            #expect(seal.sign(message) == (try item.bytes("signature")))
            #expect(try isVouched(item))
        }
        for item in try file.list("invalid") {
            #expect(try !isVouched(item), "\(item.name)")
        }
    }

    private static func headMessage(_ item: Vector) throws -> [UInt8] {
        SignedHead.message(
            table: try item.table(),
            author: try item.author(),
            sequence: try item.unsigned("sequence"),
            digest: try item.digest())
    }

    private static func isVouched(_ item: Vector) throws -> Bool {
        Signature.isValid(
            try item.bytes("signature"), of: try headMessage(item),
            by: PublicKey(octets: try item.octets32("key")))
    }

    static func compareInvitations(_ file: Vector) throws {
        let seal = try Identity.generate()
        let table = try file.table()
        let founder = PublicKey(octets: try file.octets32("founder"))
        for item in try file.list("chains") {
            let bytes = try item.bytes("bytes")
            let chain = try InvitationChain(bytes: bytes)
            #expect(chain.bytes == bytes, "\(item.name)")
            let device = PublicKey(octets: try item.octets32("device"))
            let leads = chain.leads(to: device, from: founder, table: table, seal: seal)
            #expect(leads == (try item.truth("leads")), "\(item.name)")
        }
        for item in try file.list("messages") {
            let message = Invitation.message(
                table: table, inviter: PublicKey(octets: try item.octets32("inviter")),
                author: try item.author(),
                sequence: try item.unsigned("sequence"),
                invitee: PublicKey(octets: try item.octets32("invitee")))
            #expect(message == (try item.bytes("message")))
        }
        try expectRefused(file.list("invalid"), as: "chain") { bytes throws(Malformed) in
            _ = try InvitationChain(bytes: bytes)
        }
    }
}

extension Identity {
    /// The key pair of a private key of RFC 8032, wrapped as RFC 8410 says.
    convenience init(seed: [UInt8]) throws {
        let prefix = try #require(bytes(hexadecimal: "302e020100300506032b657004220420"))
        let text = Data(prefix + seed).base64EncodedString()
        let pem = "-----BEGIN PRIVATE KEY-----\n\(text)\n-----END PRIVATE KEY-----\n"
        try self.init(pem: Array(pem.utf8))
    }
}
