import MoveLog
import TLS
import Testing

@Suite("What a failure says to people")
struct MessageTests {
    @Test("is one line of plain text, and no two failures say the same")
    func messages() throws {
        let key = try #require(PublicKey(Array(repeating: 0xab, count: 32)))
        let errors: [TLSError] = [
            .library(doing: "make a new key", reason: "no memory"),
            .keyUnreadable(reason: "no start line"), .keyOfOtherKind, .codeLength(15),
            .codeCharacter("U", place: 4), .refusedByPeer(.certificateRequired),
            .refusedByPeer(.unknownAuthority), .closedInHandshake, .certificateUnusable,
            .certificateMissing, .stranger(key), .codeWrong, .codeUnknown, .codeUnproven,
            .handshake(reason: "wrong version number"), .broken(reason: "bad record mac"),
            .flood(.handshake), .flood(.lateMessages), .flood(.data), .outputFull, .notEstablished,
            .webFilesUnusable(reason: "no start line"),
            .webName("m\u{fc}\n" + String(repeating: "a", count: 300)),
        ]
        let messages = errors.map(\.description)
        #expect(Set(messages).count == errors.count)
        for message in messages {
            #expect(message.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "\(message)")
            #expect(message.utf8.count <= 200, "\(message)")
        }
        #expect(messages[5].contains("alert 116"))
        #expect(messages[10].contains("abababababababab"))
    }
}
