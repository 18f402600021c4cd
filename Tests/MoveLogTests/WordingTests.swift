import Simulator
import Testing

@testable import MoveLog

/// What people are told of links and logs.
@Suite struct WordingTests {
    @Test func everyReasonToCloseHasWordsOfItsOwn() {
        let words = CloseReason.allCases.map(\.words)
        #expect(Set(words).count == words.count && !words.contains(""))
        #expect(CloseReason.removed.words.contains("removed"))
    }

    /// A reason from a later version closes the link like any other.
    @Test func everyReasonTravelsAndAnUnknownOneIsAFarewell() throws {
        for reason in CloseReason.allCases {
            let bytes = Array(Frame.bye(reason).bytes.dropFirst(4))
            #expect(try Frame(typeAndPayload: bytes) == .bye(reason))
            let later = [bytes[0], UInt8(CloseReason.allCases.count) + reason.rawValue]
            #expect(try Frame(typeAndPayload: later) == .bye(.goodbye))
        }
    }

    @Test func everyFindingOfAnAuditSaysWhose() throws {
        let author = try #require(AuthorID([UInt8](repeating: 0xab, count: 16)))
        let findings: [LogAudit.Finding] = [
            .forked(author), .refused(author), .malformed(author), .forged(author),
            .unsigned(author, entries: 17),
        ]
        let texts = findings.map(\.description)
        #expect(texts.allSatisfy { $0.contains("\(author)") } && Set(texts).count == texts.count)
        #expect(texts[4].hasPrefix("17 "))
        #expect(LogAudit.Finding.gap(entries: 18).description.hasPrefix("18 "))
    }
}
