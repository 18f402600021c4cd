import MoveLog
import TLS
import Testing

/// What people say to each other: words for digests, and invite codes.
enum WordVectors {
    static func compareWords(_ file: Vector) throws {
        #expect(SpokenWords.all == (try file.texts("words")))
        for item in try file.list("digests") {
            let digest = try item.digest()
            #expect(SpokenWords.four(of: digest) == (try item.text("spoken")))
        }
    }

    static func compareInvites(_ file: Vector) throws {
        for item in try file.list("valid") {
            let code = try InviteCode(parsing: item.text("typed"))
            #expect(code.description == (try item.text("shown")))
            #expect(code.identity == (try item.bytes("identity")))
            #expect(code.key == (try item.bytes("key")))
            #expect(try InviteCode(parsing: code.description) == code)
        }
        for item in try file.list("random") {
            let drawn = try item.bytes("bytes")
            #expect(InviteCode(random: { _ in drawn }).description == (try item.text("shown")))
        }
        for item in try file.list("invalid") {
            let typed = try item.text("typed")
            #expect(try item.text("reason") == "value")
            #expect(throws: TLSError.self, "\(typed)") { try InviteCode(parsing: typed) }
        }
    }
}
