/// The values of a JSON text as a flat list, checked by RFC 8259: JSONDecoder accepts more and does
/// not say where or why it refuses a text. Finds the first fault of the grammar, a duplicate key,
/// half a surrogate pair, too many combining marks, and bytes that are not UTF-8. Cost: linear in
/// the bytes.
struct JSONTape {
    /// The first fault, at a byte counted from 1.
    struct Fault: Error, Equatable {
        let byte: Int
        let reason: String
    }

    /// A value is not of the kind that was asked for, or is left to JSONDecoder.
    struct StepAside: Error {}

    /// A value; `start` and `end` bound its bytes, without the quotes of a string.
    struct Piece {
        enum Kind { case object, array, text, escapedText, number, yes, no, null }

        var kind: Kind
        var start: Int
        var end: Int
        /// The index after this value and its contents.
        var after: Int
        /// Members of an object, each a key and a value; elements of an array.
        var count = 0
        /// A text in ASCII without escapes: its bytes are the text.
        var isPlain = false
    }

    /// A number that no 64-bit integer holds, and its place in the document.
    struct OddNumber: Equatable {
        let path: String
        let text: String
    }

    /// A part of the path of a value.
    enum Step {
        case key(String)
        case element(Int)
    }

    /// JSONDecoder's own bound, which also bounds the recursion.
    private static let depthMax = 512
    private static let oddNumbersMax = 2

    private let bytes: [UInt8]
    private var at = 0
    /// The indices of the objects and arrays around the value that is read.
    private var open: [Int] = []
    private(set) var pieces: [Piece] = []
    /// The first such numbers, at most two: an error can be explained by a number only if there is
    /// one.
    private(set) var oddNumbers: [OddNumber] = []

    /// Reads the whole text; the first piece is the value.
    init(_ bytes: [UInt8]) throws(Fault) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw Fault(byte: error.byteOffsets.lowerBound + 1, reason: "it is not UTF-8")
        }
        self.bytes = bytes
        pieces.reserveCapacity(bytes.count / 8)
        try value()
        skipSpace()
        if at < bytes.count { throw fault("there is more after the value") }
    }

    // MARK: Pieces

    func text(_ piece: Piece) throws(StepAside) -> String {
        guard piece.kind == .text || piece.kind == .escapedText else { throw StepAside() }
        return content(piece)
    }

    func number(_ piece: Piece) throws(StepAside) -> Int {
        guard piece.kind == .number else { throw StepAside() }
        let text = content(piece)
        // A negative zero is left to JSONDecoder.
        guard let number = Int(text), text != "-0" else { throw StepAside() }
        return number
    }

    /// True if the bytes of a piece are equal to `key`; our keys have no escapes.
    func isKey(_ piece: Piece, _ key: String) -> Bool {
        let key = key.utf8Span.span
        guard key.count == piece.end - piece.start else { return false }
        for place in key.indices where key[place] != bytes[piece.start + place] { return false }
        return true
    }

    private func text(_ piece: Piece, isEqualTo other: Piece) -> Bool {
        piece.end - piece.start == other.end - other.start
            && bytes[piece.start..<piece.end].elementsEqual(bytes[other.start..<other.end])
    }

    private func content(_ piece: Piece) -> String {
        guard piece.kind == .escapedText else {
            return String(decoding: bytes[piece.start..<piece.end], as: UTF8.self)
        }
        var reader = self
        reader.at = piece.start
        var scalars = String.UnicodeScalarView()
        // Each scalar was read before, without a fault.
        while reader.at < piece.end, let scalar = try? reader.scalar() { scalars.append(scalar) }
        return String(scalars)
    }

    private mutating func append(_ kind: Piece.Kind, from start: Int) {
        pieces.append(Piece(kind: kind, start: start, end: at, after: pieces.count + 1))
    }

    // MARK: Grammar

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private func fault(_ reason: String) -> Fault {
        Fault(byte: at + 1, reason: next == nil ? "the text ends too early" : reason)
    }

    private mutating func skipSpace() {
        while let byte = next, [.space, .tab, .lineFeed, .carriageReturn].contains(byte) { at += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private mutating func value() throws(Fault) {
        skipSpace()
        guard open.count < Self.depthMax else { throw fault("it is nested too deep") }
        switch next {
        case UInt8(ascii: "{"): try members(.object, until: "}")
        case UInt8(ascii: "["): try members(.array, until: "]")
        case UInt8(ascii: "\""): try string()
        case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): try number()
        default: try word()
        }
    }

    private mutating func members(
        _ kind: Piece.Kind, until end: Unicode.Scalar
    ) throws(Fault) {
        let place = pieces.count
        append(kind, from: at)
        at += 1
        if !skip(end) {
            open.append(place)
            var known: Set<String> = []
            repeat {
                if kind == .object { try key(of: place, &known) }
                try value()
                pieces[place].count += 1
            } while skip(",")
            open.removeLast()
            guard skip(end) else { throw fault("',' or '\(end)' was expected") }
        }
        pieces[place].after = pieces.count
    }

    /// Reads a key and its colon.
    private mutating func key(of object: Int, _ known: inout Set<String>) throws(Fault) {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw fault("a key in quotes was expected") }
        try string()
        let key = pieces[pieces.count - 1]
        guard isNew(key, in: object, &known) else {
            throw Fault(byte: at, reason: "the key '\(Self.short(content(key)))' comes twice")
        }
        guard skip(":") else { throw fault("':' was expected") }
    }

    /// False if the object has the key already. Compares texts, not bytes: "é" is "e" with an
    /// accent. `known` has the keys unless they are few and plain: hashing those costs more than a
    /// search.
    private func isNew(_ key: Piece, in object: Int, _ known: inout Set<String>) -> Bool {
        if known.isEmpty, pieces[object].count < 32, key.isPlain {
            var isNew = true
            eachKey(of: object) { if text($0, isEqualTo: key) { isNew = false } }
            return isNew
        }
        if known.isEmpty { eachKey(of: object) { known.insert(content($0)) } }
        return known.insert(content(key)).inserted
    }

    private func eachKey(of object: Int, _ body: (Piece) -> Void) {
        var at = object + 1
        for _ in 0..<pieces[object].count {
            body(pieces[at])
            at = pieces[at + 1].after
        }
    }

    // MARK: Texts

    private mutating func string() throws(Fault) {
        at += 1
        let start = at
        var kind = Piece.Kind.text
        // Most texts are plain.
        while let byte = next, byte >= .space, byte < 0x80, byte != UInt8(ascii: "\""),
            byte != UInt8(ascii: "\\")
        { at += 1 }
        let isPlain = next == UInt8(ascii: "\"")
        var marks = MarkRun()
        while next != UInt8(ascii: "\"") {
            let start = at
            if next == UInt8(ascii: "\\") { kind = .escapedText }
            guard marks.accepts(try scalar()) else {
                throw Fault(byte: start + 1, reason: MarkRun.reason)
            }
        }
        append(kind, from: start)
        pieces[pieces.count - 1].isPlain = isPlain
        at += 1
    }

    private mutating func scalar() throws(Fault) -> Unicode.Scalar {
        guard let byte = next, byte >= .space else {
            throw fault("a control character in a text must be escaped")
        }
        at += 1
        if byte == UInt8(ascii: "\\") { return try escape() }
        guard byte >= 0x80 else { return Unicode.Scalar(byte) }
        let rest = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
        var value = UInt32(byte) & (0x3F >> UInt32(rest))
        for byte in bytes[at..<min(at + rest, bytes.count)] {
            value = value << 6 | UInt32(byte & 0x3F)
        }
        at = min(at + rest, bytes.count)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private mutating func escape() throws(Fault) -> Unicode.Scalar {
        guard let byte = next, let place = Self.escapes.firstIndex(of: byte) else {
            throw fault("unknown escape")
        }
        at += 1
        return place == 0 ? try hexadecimal() : Self.meanings[place]
    }

    private static let escapes = Array("u\"\\/bfnrt".utf8)
    private static let meanings: [Unicode.Scalar] = [
        "u", "\"", "\\", "/", "\u{8}", "\u{C}", "\n", "\r", "\t",
    ]

    /// One scalar of one `\u` or of the two of a surrogate pair.
    private mutating func hexadecimal() throws(Fault) -> Unicode.Scalar {
        let start = at - 1
        let high = try unit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        let half = Fault(byte: start, reason: "\\u has half of a surrogate pair")
        guard high < 0xDC00, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
            bytes[at + 1] == UInt8(ascii: "u")
        else { throw half }
        at += 2
        let low = try unit()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw half }
        return scalar
    }

    private mutating func unit() throws(Fault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next?.hexValue else {
                throw fault("\\u needs four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            at += 1
        }
        return value
    }

    // MARK: Numbers and words

    private mutating func number() throws(Fault) {
        let start = at
        if next == UInt8(ascii: "-") { at += 1 }
        let startsWithZero = next == UInt8(ascii: "0")
        let whole = try digits()
        var isWhole = true
        if startsWithZero, whole > 1 { throw fault("a number starts with 0") }
        if next == UInt8(ascii: ".") {
            isWhole = false
            at += 1
            _ = try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isWhole = false
            at += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
            _ = try digits()
        }
        append(.number, from: start)
        guard !isWhole || at - start > 18, oddNumbers.count < Self.oddNumbersMax else { return }
        let text = content(pieces[pieces.count - 1])
        if Int64(text) == nil {
            oddNumbers.append(OddNumber(path: Self.text(of: path), text: Self.short(text)))
        }
    }

    private mutating func digits() throws(Fault) -> Int {
        let start = at
        while next?.isDigit == true { at += 1 }
        guard at > start else { throw fault("a digit was expected") }
        return at - start
    }

    private mutating func word() throws(Fault) {
        let words: KeyValuePairs<String, Piece.Kind> = ["true": .yes, "false": .no, "null": .null]
        let start = at
        for (word, kind) in words where bytes[at...].starts(with: word.utf8) {
            at += word.utf8.count
            return append(kind, from: start)
        }
        throw fault("a value was expected")
    }

    // MARK: Words for people

    /// The way to the last piece.
    private var path: [Step] {
        let inner = open.dropFirst() + [pieces.count - 1]
        return zip(open, inner).map { outer, inner in
            pieces[outer].kind == .object
                ? .key(content(pieces[inner - 1])) : .element(pieces[outer].count)
        }
    }

    /// `home.players[2].number`.
    static func text(of path: [Step]) -> String {
        var text = ""
        for step in path {
            switch step {
            case .element(let index): text += "[\(index)]"
            case .key(let key): text += (text.isEmpty ? "" : ".") + short(key)
            }
        }
        return text
    }

    static func short(_ text: String) -> String {
        String(text.unicodeScalars.prefix(HTTPLimits.quotedScalarsMax))
    }
}

/// Counts the combining marks in a row of a text that is read scalar by scalar.
///
/// Comparing and hashing a text sorts the marks of each letter, in time quadratic in their number:
/// 8,000 marks on one letter held up a daemon for twelve seconds. So no key and no value with more
/// than `HTTPLimits.marksInARowMax` is accepted, and later operations on texts are linear in their
/// bytes.
package struct MarkRun {
    /// The refusal of a text with more.
    package static let reason =
        "a text has more than \(HTTPLimits.marksInARowMax) combining marks in a row"

    private var count = 0

    /// Counts the next scalar; false if it is a mark too many.
    mutating func accepts(_ scalar: Unicode.Scalar) -> Bool {
        guard Self.isMark(scalar) else {
            count = 0
            return true
        }
        count += 1
        return count <= HTTPLimits.marksInARowMax
    }

    /// True if no run of marks is too long.
    package static func isBounded(in text: String) -> Bool {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return true }
        var marks = MarkRun()
        return text.unicodeScalars.allSatisfy { marks.accepts($0) }
    }

    /// All scalars that Unicode reorders are of these categories.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
