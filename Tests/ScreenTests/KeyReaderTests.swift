import Seeds
import Terminal
import Testing
import ViewModels

@Suite struct KeyReaderTests {
    private static func keys(_ bytes: [UInt8]) -> [Key] {
        var reader = KeyReader()
        let keys = reader.receive(bytes, at: .zero)
        return keys + reader.tick(at: .milliseconds(50))
    }

    private static func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

    @Test(arguments: [
        ("7k", [Key.character("7"), .character("k")]),
        ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
        ("\u{C}\u{15}\u{1C}\u{0}", [.control("l"), .control("u"), .control("\\"), .unknown]),
        ("é日🏀", [.character("é"), .character("日"), .character("🏀")]),
        ("\u{85}", [.unknown]),
    ])
    func plainKeys(text: String, keys: [Key]) {
        #expect(Self.keys(text) == keys)
    }

    @Test(arguments: [
        // xterm, and with a modifier; rxvt; in application mode; the Linux console and VT220.
        (Key.up, ["[A", "[1;5A", "[1;2A", "[a", "OA", "Oa", "O5A", "O1;5A"]),
        (.down, ["[B", "[1;3B", "OB"]), (.right, ["[C", "[1;2C", "OC"]),
        (.left, ["[D", "[1;6D", "OD"]), (.home, ["[H", "[1;5H", "OH", "[1~", "[7~", "[7^", "[7$"]),
        (.end, ["[F", "[1;5F", "OF", "[4~", "[8~", "[8@"]), (.pageUp, ["[5~", "[5;5~", "[5^"]),
        (.pageDown, ["[6~", "[6;2~"]), (.delete, ["[3~", "[3;5~"]), (.backTab, ["[Z", "[1;2Z"]),
        (.enter, ["OM"]), (.tab, ["OI"]), (.character("0"), ["Op"]), (.character("9"), ["Oy"]),
        (.character("."), ["On"]), (.character("-"), ["Om"]), (.character("+"), ["Ok"]),
        // Insert, function keys of all of them, replies, mice, focus.
        (
            .unknown,
            [
                "[2~", "[15~", "[24~", "[34~", "OP", "OS", "[[A", "[[E", "[1;2P", "[P", "[I",
                "[M !!",
                "[<0;10;20M", "[?62;4c", "[?1;2$y", "[27;5;107~", "[107;5u", "[E",
                "]11;rgb:0000/0000/0000\u{7}", "]0;7k\u{1B}\\", "P1$r7k\u{1B}\\", "P>|7k\u{1B}\\",
                "_7k\u{1B}\\", "[",
                "O", "]0;7k", "[1;5", "[M!", "[99999999999999999999~", "[:1A",
                "[1" + String(repeating: ";1", count: 500) + "A",
            ]
        ),
    ])
    func sequences(key: Key, all: [String]) {
        for text in all {
            #expect(Self.keys("\u{1B}" + text) == [key], "ESC \(text)")
            #expect(Self.keys("7\u{1B}\(text)").first == .character("7"))
        }
    }

    @Test func pastedTextIsTypedWithoutItsMarkers() {
        #expect(
            Self.keys("\u{1B}[200~Ana\u{1B}[201~")
                == [.character("A"), .character("n"), .character("a")])
    }

    @Test func escapeAloneIsDecidedByTime() {
        var reader = KeyReader()
        #expect(reader.deadline == nil)
        #expect(reader.receive([0x1B], at: .seconds(3)) == [])
        #expect(reader.deadline == .seconds(3) + .milliseconds(50))
        #expect(reader.tick(at: .seconds(3) + .milliseconds(49)) == [])
        #expect(reader.tick(at: .seconds(3) + .milliseconds(50)) == [.escape])
        #expect(reader.deadline == nil)
        #expect(reader.receive(Array("k".utf8), at: .seconds(4)) == [.character("k")])
    }

    @Test func escapeHeldDownIsManyEscapes() {
        #expect(Self.keys("\u{1B}\u{1B}\u{1B}") == [.escape, .escape, .escape])
        #expect(Self.keys("\u{1B}\u{1B}[A") == [.escape, .up])
        #expect(Self.keys("\u{1B}\r") == [.escape, .enter])
    }

    /// A quick hand: Escape and the next key arrive in one read, or within the wait.
    @Test(arguments: (0x20...0x7E).filter { $0 != 0x5B && $0 != 0x4F } as [UInt8], [0, 20, 49])
    func theKeyBehindEscapeIsAKey(byte: UInt8, gap: Int) {
        let next = Key.character(Character(Unicode.Scalar(byte)))
        var reader = KeyReader()
        var keys = reader.receive([0x1B], at: .zero)
        keys += reader.receive([byte], at: .milliseconds(gap))
        keys += reader.tick(at: .milliseconds(gap + 50))
        #expect(keys == [.escape, next])
        // What follows is read as if nothing had been before.
        #expect(
            reader.receive(Array("7k".utf8), at: .seconds(1)) == [.character("7"), .character("k")])
        #expect(Self.keys([0x1B, byte, 0x0D]) == [.escape, next, .enter])
    }

    @Test func aSequenceInPiecesIsOneKey() {
        var reader = KeyReader()
        #expect(reader.receive([0x1B], at: .zero) == [])
        #expect(reader.receive(Array("[1;".utf8), at: .milliseconds(30)) == [])
        #expect(reader.tick(at: .milliseconds(70)) == [], "each piece renews the wait")
        #expect(reader.receive(Array("5A".utf8), at: .milliseconds(75)) == [.up])
    }

    @Test func whatBreaksOffIsUnknownAndTheNextIsRead() {
        #expect(Self.keys("\u{1B}[1\u{1B}[A") == [.unknown, .up])
        #expect(Self.keys("\u{1B}[1\r") == [.unknown, .enter])
        #expect(Self.keys("\u{1B}O\u{1B}[B") == [.unknown, .down])
        #expect(Self.keys([0xC3, 0x37]) == [.unknown, .character("7")])
        #expect(Self.keys([0xE2, 0x82]) == [.unknown])
    }

    @Test(
        arguments: [
            [0x80], [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xE0, 0x80, 0x80],
        ] as [[UInt8]])
    func invalidBytesAreUnknown(bytes: [UInt8]) {
        let keys = Self.keys(bytes)
        #expect(!keys.isEmpty && Set(keys) == [.unknown])
    }

    @Test(arguments: seeds(UInt64(60)))
    func anyBytesEndInBoundedKeysHoweverTheyAreCut(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "\u{1B}", "\u{1B}[", "\u{1B}O", "[", "O", ";", "1", "~", "A", "M", "$", "é", "日", "🏀",
            "\u{1B}[15~", "\u{1B}]", "\u{7}", "\u{1B}P", "\\", "\u{18}",
        ].map { Array($0.utf8) }
        var bytes: [UInt8] = []
        while bytes.count < 400 {
            bytes +=
                Bool.random(using: &random)
                ? pieces.randomElement(using: &random) ?? []
                : random.bytes(Int.random(in: 1...3, using: &random))
        }
        let whole = Self.keys(bytes)
        #expect(whole.count <= bytes.count)
        var reader = KeyReader()
        var cut: [Key] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 0...9, using: &random))
            rest = rest.dropFirst(piece.count)
            cut += reader.receive(Array(piece), at: .zero)
        }
        #expect(cut + reader.tick(at: .milliseconds(50)) == whole)
        #expect(reader.deadline == nil)
        #expect(reader.receive(Array("7".utf8), at: .seconds(1)) == [.character("7")])
    }
}
