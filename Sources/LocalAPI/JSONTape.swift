/// A text of JSON laid out as a flat list of its values, for the documents that are read without the
/// toolchain's decoder: that one looks up the conformance of every type it meets, which costs a
/// process that lives for two milliseconds one of them.
///
/// It knows less than JSON and guesses at nothing: what it does not read it throws `StepAside` at,
/// and the toolchain's decoder has the say.
struct JSONTape {
    /// Not read here; nothing is said about whether it is wrong.
    struct StepAside: Error {}

    /// What a value is; `start` and `end` bound its bytes, without the quotes of a text.
    struct Piece {
        enum Kind { case object, array, text, escapedText, number, yes, no }

        var kind: Kind
        var start: Int
        var end: Int
        /// Where the piece behind this value and all that is in it stands.
        var after: Int
        /// Members of an object, which are a key and a value each; elements of an array.
        var count = 0
    }

    private let bytes: [UInt8]
    private var at = 0
    private(set) var pieces: [Piece] = []

    /// Lays the whole text out; its first piece is the value.
    init(_ bytes: [UInt8]) throws(StepAside) {
        self.bytes = bytes
        pieces.reserveCapacity(bytes.count / 8)
        if bytes.contains(where: { $0 >= 0x80 }) {
            guard let text = String(validating: bytes, as: UTF8.self), MarkRun.isBounded(in: text)
            else { throw StepAside() }
        }
        try value(depth: 0)
        skipSpace()
        guard at == bytes.count else { throw StepAside() }
    }

    /// The text of a piece that is one.
    func text(_ piece: Piece) throws(StepAside) -> String {
        switch piece.kind {
        case .text: return String(decoding: bytes[piece.start..<piece.end], as: UTF8.self)
        case .escapedText: return try unescaped(piece)
        default: throw StepAside()
        }
    }

    /// The whole number of a piece that is one, of at most 18 digits.
    func number(_ piece: Piece) throws(StepAside) -> Int {
        guard piece.kind == .number else { throw StepAside() }
        let isNegative = bytes[piece.start] == UInt8(ascii: "-")
        let first = piece.start + (isNegative ? 1 : 0)
        guard first < piece.end, piece.end - first <= 18 else { throw StepAside() }
        // A zero in front is no JSON, and a negative zero is somebody else's to judge.
        guard bytes[first] != UInt8(ascii: "0") || piece.end - piece.start == 1 else {
            throw StepAside()
        }
        var number = 0
        for index in first..<piece.end {
            guard bytes[index].isDigit else { throw StepAside() }
            number = number * 10 + Int(bytes[index] & 0x0F)
        }
        return isNegative ? -number : number
    }

    /// Whether the bytes of a piece are these; a key that is written with escapes is none of ours.
    func isKey(_ piece: Piece, _ key: String) -> Bool {
        key.utf8.elementsEqual(bytes[piece.start..<piece.end])
    }

    private mutating func value(depth: Int) throws(StepAside) {
        skipSpace()
        guard at < bytes.count, depth < HTTPLimits.jsonDepthMax else { throw StepAside() }
        switch bytes[at] {
        case UInt8(ascii: "{"): try members(.object, depth)
        case UInt8(ascii: "["): try members(.array, depth)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        default: try digits()
        }
    }

    private mutating func members(_ kind: Piece.Kind, _ depth: Int) throws(StepAside) {
        let place = pieces.count
        let end = kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
        pieces.append(Piece(kind: kind, start: at, end: at, after: place))
        at += 1
        var count = 0
        if try !consume(end) {
            repeat {
                if kind == .object {
                    skipSpace()
                    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
                        throw StepAside()
                    }
                    try string()
                    guard try consume(.colon) else { throw StepAside() }
                }
                try value(depth: depth + 1)
                count += 1
            } while try consume(.comma)
            guard try consume(end) else { throw StepAside() }
        }
        pieces[place].end = at
        pieces[place].after = pieces.count
        pieces[place].count = count
    }

    private mutating func string() throws(StepAside) {
        at += 1
        let start = at
        var kind = Piece.Kind.text
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
            guard bytes[at] >= .space else { throw StepAside() }
            if bytes[at] == UInt8(ascii: "\\") {
                kind = .escapedText
                at += 1
            }
            at += 1
        }
        guard at < bytes.count else { throw StepAside() }
        append(kind, from: start)
        at += 1
    }

    private mutating func digits() throws(StepAside) {
        let start = at
        if bytes[at] == UInt8(ascii: "-") { at += 1 }
        while at < bytes.count, bytes[at].isDigit { at += 1 }
        // A point or an exponent ends it here, and so does whatever is no number at all.
        guard at > start else { throw StepAside() }
        append(.number, from: start)
    }

    private mutating func word(_ word: String, _ kind: Piece.Kind) throws(StepAside) {
        let start = at
        at += word.utf8.count
        guard at <= bytes.count else { throw StepAside() }
        append(kind, from: start)
        guard isKey(pieces[pieces.count - 1], word) else { throw StepAside() }
    }

    private mutating func append(_ kind: Piece.Kind, from start: Int) {
        pieces.append(Piece(kind: kind, start: start, end: at, after: pieces.count + 1))
    }

    private mutating func consume(_ byte: UInt8) throws(StepAside) -> Bool {
        skipSpace()
        guard at < bytes.count else { throw StepAside() }
        guard bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func skipSpace() {
        while at < bytes.count, bytes[at] <= .space {
            guard [.space, .tab, .lineFeed, .carriageReturn].contains(bytes[at]) else { return }
            at += 1
        }
    }

    private func unescaped(_ piece: Piece) throws(StepAside) -> String {
        var plain: [UInt8] = []
        plain.reserveCapacity(piece.end - piece.start)
        var index = piece.start
        while index < piece.end {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 1
                plain.append(try Self.meaning(ofEscape: bytes[index]))
            } else {
                plain.append(bytes[index])
            }
            index += 1
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static func meaning(ofEscape byte: UInt8) throws(StepAside) -> UInt8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return byte
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return .lineFeed
        case UInt8(ascii: "r"): return .carriageReturn
        case UInt8(ascii: "t"): return .tab
        default: throw StepAside()
        }
    }
}
