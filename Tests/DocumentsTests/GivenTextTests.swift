import Documents
import Scorebook
import Testing

/// Text of other programs: one answer for each encoding, wherever it is given.
@Suite struct GivenTextTests {
    @Test func aMarkIsNoPartOfTheText() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        #expect(try GivenText.read(mark + Array("home 4 René\n".utf8)) == "home 4 René\n")
        #expect(try GivenText.read(mark).isEmpty)
        #expect(try GivenText.read([]).isEmpty)
    }

    @Test(arguments: [
        ("Ren\u{e9}", nil), ("home 4 Ana\nhome 7 M\u{fc}ller\n", 2), ("\u{ff}", nil),
    ])
    func latin1IsRefusedWithItsByte(text: String, line: Int?) {
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        let byte = bytes.first { $0 > 0x7F } ?? 0
        #expect(throws: Unreadable.notUTF8(byte: byte, line: line)) { try GivenText.read(bytes) }
    }

    /// Another program has lost a letter already: a name without it is not what anybody wrote.
    @Test(arguments: [("Ren\u{FFFD}", nil), ("home 4 Ana\nhome 7 M\u{FFFD}ller\n", 2)])
    func aLostLetterIsRefusedAndNotDropped(text: String, line: Int?) {
        #expect(throws: Unreadable.lostLetter(line: line)) { try GivenText.read(Array(text.utf8)) }
        #expect(throws: APIError.self) { try RosterPlayer(name: text).line(of: .home) }
        #expect(throws: APIError.self) { try GivenText.whole(text) }
    }

    @Test(arguments: [true, false], [true, false])
    func utf16IsRefused(isBigEndian: Bool, isMarked: Bool) {
        let units = Array(((isMarked ? "\u{feff}" : "") + "home 4 Ana\n").utf16)
        let bytes = units.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
        #expect(throws: Unreadable.utf16) { try GivenText.read(bytes) }
    }
}
