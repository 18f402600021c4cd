import Documents
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
