import Documents

/// Reads the members of an object of a `JSONTape` by name. Succeeds only if every member was read:
/// an unknown one throws `StepAside`.
///
/// For documents that are read without JSONDecoder, which looks up the conformance of every type it
/// meets: that takes a millisecond of the two that such a process lives.
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

    /// Reads the whole text; nil means: use JSONDecoder.
    static func read<Value>(
        _ tape: JSONTape, _ read: (inout JSONFields) throws(StepAside) -> Value
    ) -> Value? { try? value(tape, 0, read) }

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
        guard let texts = try textsIfPresent(key) else { throw StepAside() }
        return texts
    }

    mutating func textsIfPresent(_ key: String) throws(StepAside) -> [String]? {
        guard let places = try elements(key) else { return nil }
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
