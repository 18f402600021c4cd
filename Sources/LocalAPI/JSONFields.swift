import Documents

/// Reads the members of an object of a `JSONTape` by name. Succeeds only if every member was read:
/// an unknown one throws `StepAside`, unless the fields are those of a merge patch.
///
/// For documents that are read without JSONDecoder, which looks up the conformance of every type it
/// meets: that takes a millisecond of the two that such a process lives.
struct JSONFields {
    typealias StepAside = JSONTape.StepAside

    let tape: JSONTape
    private let end: Int
    private let first: Int
    private let count: Int
    /// Members that were read.
    private var found = 0
    /// Our documents have sorted keys: the member read next is mostly the next one.
    private var next: Int
    /// True for a merge patch: a later version's members are skipped.
    private let isPatch: Bool

    init(_ tape: JSONTape, _ place: Int, isPatch: Bool) throws(StepAside) {
        let piece = tape.pieces[place]
        guard piece.kind == .object else { throw StepAside() }
        self.tape = tape
        self.isPatch = isPatch
        first = place + 1
        next = first
        end = piece.after
        count = piece.count
    }

    /// Reads the whole text; nil means: use JSONDecoder.
    static func read<Value>(
        _ tape: JSONTape, _ read: (inout JSONFields) throws(StepAside) -> Value
    ) -> Value? { try? value(tape, 0, isPatch: false, read) }

    /// Reads the whole text as a merge patch.
    static func merge(
        _ tape: JSONTape, _ merge: (inout JSONFields) throws(StepAside) -> Void
    ) throws(StepAside) { try value(tape, 0, isPatch: true, merge) }

    private static func value<Value>(
        _ tape: JSONTape, _ place: Int, isPatch: Bool,
        _ read: (inout JSONFields) throws(StepAside) -> Value
    ) throws(StepAside) -> Value {
        var fields = try JSONFields(tape, place, isPatch: isPatch)
        let value = try read(&fields)
        guard isPatch || fields.found == fields.count else { throw StepAside() }
        return value
    }

    func value<Value>(
        _ place: Int, _ read: (inout JSONFields) throws(StepAside) -> Value
    ) throws(StepAside) -> Value { try Self.value(tape, place, isPatch: isPatch, read) }

    /// The index of the member's value; nil if there is none.
    mutating func place(_ key: String) -> Int? {
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
        try place(key).map { place throws(StepAside) in try texts(at: place) }
    }

    func texts(at place: Int) throws(StepAside) -> [String] {
        try elements(at: place).map { place throws(StepAside) in
            try tape.text(tape.pieces[place])
        }
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
        try place(key).map { place throws(StepAside) in try flag(at: place) }
    }

    func flag(at place: Int) throws(StepAside) -> Bool {
        let kind = tape.pieces[place].kind
        guard kind == .yes || kind == .no else { throw StepAside() }
        return kind == .yes
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
        return try value(place, read)
    }

    mutating func listIfPresent<Value>(
        _ key: String, _ read: (inout JSONFields) throws(StepAside) -> Value
    ) throws(StepAside) -> [Value]? {
        try place(key).map { place throws(StepAside) in
            try elements(at: place).map { place throws(StepAside) in try value(place, read) }
        }
    }

    /// The rows of a list, or those of the object by key that a patch has in its place, in any order.
    mutating func rows<Value>(
        _ key: String, _ read: (inout JSONFields) throws(StepAside) -> Value
    ) throws(StepAside) -> [Value] {
        guard let place = place(key) else { throw StepAside() }
        guard tape.pieces[place].kind == .object else {
            next = place - 1
            found -= 1
            return try list(key, read)
        }
        return try pairs(place).map { pair throws(StepAside) in try value(pair.value, read) }
    }

    /// The places of the keys and the values of an object.
    func pairs(_ object: Int) -> [(key: Int, value: Int)] {
        var pairs: [(key: Int, value: Int)] = []
        var at = object + 1
        for _ in 0..<tape.pieces[object].count {
            pairs.append((at, at + 1))
            at = tape.pieces[at + 1].after
        }
        return pairs
    }

    /// The names of the members.
    var keys: Set<String> {
        get throws(StepAside) {
            var keys: Set<String> = []
            for pair in pairs(first - 1) { keys.insert(try tape.text(tape.pieces[pair.key])) }
            return keys
        }
    }

    func elements(at array: Int) throws(StepAside) -> [Int] {
        guard tape.pieces[array].kind == .array else { throw StepAside() }
        var places: [Int] = []
        var at = array + 1
        for _ in 0..<tape.pieces[array].count {
            places.append(at)
            at = tape.pieces[at].after
        }
        return places
    }
}
