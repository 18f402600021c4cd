package import Documents

/// Reads the members of an object of a `JSONTape` by name. Succeeds only if every member was read:
/// an unknown or duplicate one throws `StepAside`.
struct JSONFields {
    typealias StepAside = JSONTape.StepAside

    private let tape: JSONTape
    private let end: Int
    private let first: Int
    private let count: Int
    /// Members that were read.
    private var found = 0
    /// Our documents have sorted keys: the member read next is mostly the next one.
    private var next: Int

    private init(_ tape: JSONTape, _ place: Int) throws(StepAside) {
        let piece = tape.pieces[place]
        guard piece.kind == .object else { throw StepAside() }
        self.tape = tape
        first = place + 1
        next = first
        end = piece.after
        count = piece.count
    }

    /// Decodes a document; nil means: use `JSON.decode`.
    static func read<Value>(
        _ bytes: [UInt8], _ read: (inout JSONFields) throws(StepAside) -> Value
    ) -> Value? {
        do throws(StepAside) {
            let tape = try JSONTape(bytes)
            return try value(tape, 0, read)
        } catch {
            return nil
        }
    }

    private static func value<Value>(
        _ tape: JSONTape, _ place: Int, _ read: (inout JSONFields) throws(StepAside) -> Value
    ) throws(StepAside) -> Value {
        var fields = try JSONFields(tape, place)
        let value = try read(&fields)
        guard fields.found == fields.count else { throw StepAside() }
        return value
    }

    /// The index of the member's value; nil if there is none.
    private mutating func place(_ key: String) -> Int? {
        var at = next
        for _ in 0..<count {
            if at == end { at = first }
            let after = tape.pieces[at + 1].after
            if tape.isKey(tape.pieces[at], key) {
                next = after
                found += 1
                return at + 1
            }
            at = after
        }
        return nil
    }

    private mutating func piece(_ key: String) -> JSONTape.Piece? {
        place(key).map { tape.pieces[$0] }
    }

    // MARK: Members that must be there

    mutating func text(_ key: String) throws(StepAside) -> String {
        guard let text = try textIfPresent(key) else { throw StepAside() }
        return text
    }

    mutating func number(_ key: String) throws(StepAside) -> Int {
        guard let number = try numberIfPresent(key) else { throw StepAside() }
        return number
    }

    mutating func flag(_ key: String) throws(StepAside) -> Bool {
        guard let flag = try flagIfPresent(key) else { throw StepAside() }
        return flag
    }

    mutating func word<Word>(
        _ key: String, _ word: (String) -> Word?
    ) throws(StepAside) -> Word {
        guard let word = word(try text(key)) else { throw StepAside() }
        return word
    }

    mutating func object<Value>(
        _ key: String, _ read: (inout JSONFields) throws(StepAside) -> Value
    ) throws(StepAside) -> Value {
        guard let value = try objectIfPresent(key, read) else { throw StepAside() }
        return value
    }

    mutating func list<Value>(
        _ key: String, _ read: (inout JSONFields) throws(StepAside) -> Value
    ) throws(StepAside) -> [Value] {
        guard let list = try listIfPresent(key, read) else { throw StepAside() }
        return list
    }

    mutating func texts(_ key: String) throws(StepAside) -> [String] {
        guard let places = try elements(key) else { throw StepAside() }
        var texts: [String] = []
        texts.reserveCapacity(places.count)
        for place in places { texts.append(try tape.text(tape.pieces[place])) }
        return texts
    }

    /// Whole numbers by name.
    mutating func counts(_ key: String) throws(StepAside) -> Counts {
        guard let place = place(key), tape.pieces[place].kind == .object else { throw StepAside() }
        var pairs: [(name: String, count: Int)] = []
        // Key and value alternate; a value that is not a number throws.
        var at = place + 1
        for _ in 0..<tape.pieces[place].count {
            let name = try tape.text(tape.pieces[at])
            pairs.append((name, try tape.number(tape.pieces[at + 1])))
            at += 2
        }
        guard let counts = Counts(pairs) else { throw StepAside() }
        return counts
    }

    // MARK: Members that may be missing

    mutating func textIfPresent(_ key: String) throws(StepAside) -> String? {
        guard let piece = piece(key) else { return nil }
        return try tape.text(piece)
    }

    mutating func numberIfPresent(_ key: String) throws(StepAside) -> Int? {
        guard let piece = piece(key) else { return nil }
        return try tape.number(piece)
    }

    mutating func flagIfPresent(_ key: String) throws(StepAside) -> Bool? {
        guard let piece = piece(key) else { return nil }
        guard piece.kind == .yes || piece.kind == .no else { throw StepAside() }
        return piece.kind == .yes
    }

    mutating func wordIfPresent<Word>(
        _ key: String, _ word: (String) -> Word?
    ) throws(StepAside) -> Word? {
        guard let text = try textIfPresent(key) else { return nil }
        guard let word = word(text) else { throw StepAside() }
        return word
    }

    mutating func objectIfPresent<Value>(
        _ key: String, _ read: (inout JSONFields) throws(StepAside) -> Value
    ) throws(StepAside) -> Value? {
        guard let place = place(key) else { return nil }
        return try Self.value(tape, place, read)
    }

    mutating func listIfPresent<Value>(
        _ key: String, _ read: (inout JSONFields) throws(StepAside) -> Value
    ) throws(StepAside) -> [Value]? {
        guard let places = try elements(key) else { return nil }
        var values: [Value] = []
        values.reserveCapacity(places.count)
        for place in places { values.append(try Self.value(tape, place, read)) }
        return values
    }

    private mutating func elements(_ key: String) throws(StepAside) -> [Int]? {
        guard let place = place(key) else { return nil }
        let array = tape.pieces[place]
        guard array.kind == .array else { throw StepAside() }
        var places: [Int] = []
        var at = place + 1
        for _ in 0..<array.count {
            places.append(at)
            at = tape.pieces[at].after
        }
        return places
    }
}

extension JSON {
    /// Decodes a status; nil means: use `decode`.
    package static func status(in bytes: [UInt8]) -> StatusDocument? {
        JSONFields.read(bytes, StatusDocument.init(fields:))
    }

    /// Decodes the body of `POST /v1/moves`; nil means: use `decode`. It is the most frequent
    /// request, and this takes a tenth of the time.
    package static func moveRequest(in bytes: [UInt8]) -> MoveRequest? {
        JSONFields.read(bytes, MoveRequest.init(fields:))
    }
}

/// The values of a JSON text as a flat list, for documents that are read without JSONDecoder: that
/// one looks up the conformance of every type it meets, which costs a process that lives for two
/// milliseconds one of them.
///
/// It reads a subset of JSON. Anything else throws `StepAside`, and JSONDecoder decides.
struct JSONTape {
    /// The text is outside the subset, valid or not.
    struct StepAside: Error {}

    /// A value; `start` and `end` bound its bytes, without the quotes of a string.
    struct Piece {
        enum Kind { case object, array, text, escapedText, number, yes, no }

        var kind: Kind
        var start: Int
        var end: Int
        /// The index after this value and its contents.
        var after: Int
        /// Members of an object, each a key and a value; elements of an array.
        var count = 0
    }

    private let bytes: [UInt8]
    private var at = 0
    private(set) var pieces: [Piece] = []

    /// Parses the whole text; the first piece is the value.
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

    func text(_ piece: Piece) throws(StepAside) -> String {
        switch piece.kind {
        case .text: return String(decoding: bytes[piece.start..<piece.end], as: UTF8.self)
        case .escapedText: return try unescaped(piece)
        default: throw StepAside()
        }
    }

    /// A whole number of at most 18 digits.
    func number(_ piece: Piece) throws(StepAside) -> Int {
        guard piece.kind == .number else { throw StepAside() }
        let isNegative = bytes[piece.start] == UInt8(ascii: "-")
        let first = piece.start + (isNegative ? 1 : 0)
        guard first < piece.end, piece.end - first <= 18 else { throw StepAside() }
        // Leading zeros are not JSON, and a negative zero is left to JSONDecoder.
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

    /// True if the bytes of a piece are equal to `key`; our keys have no escapes.
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
        // A fraction or an exponent ends the number here, and the next token then fails.
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
