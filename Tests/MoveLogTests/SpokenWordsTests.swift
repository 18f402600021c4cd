import MoveLog
import Testing

@Suite("Spoken words")
struct SpokenWordsTests {
    @Test("are 256, in alphabetical order, told apart by three letters")
    func distinct() {
        #expect(SpokenWords.all.count == 256)
        #expect(SpokenWords.all == SpokenWords.all.sorted())
        #expect(Set(SpokenWords.all.map { $0.prefix(3) }).count == 256)
    }

    @Test("are short and of plain letters")
    func wellFormed() {
        for word in SpokenWords.all {
            #expect((3...6).contains(word.utf8.count), "\(word)")
            #expect(word.utf8.allSatisfy { (0x61...0x7a).contains($0) }, "\(word)")
        }
    }

    @Test("name the first four bytes")
    func four() throws {
        let bytes: [UInt8] = [0, 255, 1, 0] + Array(repeating: 9, count: 28)
        let words = SpokenWords.all
        let expected = "\(words[0])-\(words[255])-\(words[1])-\(words[0])"
        #expect(SpokenWords.four(of: try #require(Digest(bytes))) == expected)
        #expect(SpokenWords.four(of: bytes) == expected)
    }

    @Test("of fewer bytes are fewer")
    func fewer() {
        #expect(SpokenWords.four(of: []).isEmpty)
        #expect(SpokenWords.four(of: [0]) == SpokenWords.all[0])
    }
}
