import Testing

@testable import MoveLog

/// The words for links and logs, and the written form of digests and keys.
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

    @Test func spokenWordsAreShortInOrderAndToldApartByThreeLetters() {
        let words = SpokenWords.all
        #expect(words.count == 256 && words == words.sorted())
        #expect(Set(words.map { $0.prefix(3) }).count == 256)
        for word in words {
            #expect((3...6).contains(word.utf8.count), "\(word)")
            #expect(word.utf8.allSatisfy { (0x61...0x7a).contains($0) }, "\(word)")
        }
        // Of fewer bytes than four there are fewer words.
        #expect(SpokenWords.four(of: []).isEmpty)
        #expect(SpokenWords.four(of: [0]) == words[0])
    }

    @Test func identifiersHaveOneLength() {
        for count in 0...40 {
            let bytes = [UInt8](repeating: 0xab, count: count)
            #expect((Octets16(bytes) != nil) == (count == 16))
            #expect((Octets16(bytes[...]) != nil) == (count == 16))
            #expect((Octets32(bytes) != nil) == (count == 32))
            #expect((Octets32(bytes[...]) != nil) == (count == 32))
            #expect((AuthorID(bytes) != nil) == (count == 16))
            #expect((Digest(bytes) != nil) == (count == 32))
        }
    }

    @Test func hexadecimalIsReadInEitherCaseAndNothingElse() {
        let every = (0...255).map { UInt8($0) }
        let text = hexadecimal(every)
        #expect(bytes(hexadecimal: text) == every)
        #expect(bytes(hexadecimal: text.uppercased()) == every)
        for wrong in ["a", "0g", "G0", "0x", " 0", "é0"] {
            #expect(bytes(hexadecimal: wrong) == nil, "\(wrong)")
        }
    }
}
