package import Documents

// MARK: Merge patches

extension JSONFields {
    /// The change of a member by a patch: none, null, or a value at a place.
    private enum Change {
        case none
        case removed
        case value(at: Int)
    }

    private mutating func change(_ key: String) -> Change {
        guard let place = place(key) else { return .none }
        return tape.pieces[place].kind == .null ? .removed : .value(at: place)
    }

    private mutating func merge<Value>(
        _ key: String, _ member: inout Value,
        _ read: (JSONFields, _ place: Int) throws(StepAside) -> Value
    ) throws(StepAside) {
        switch change(key) {
        case .none: return
        case .removed: throw StepAside()
        case .value(let place): member = try read(self, place)
        }
    }

    private mutating func merge<Value>(
        _ key: String, _ member: inout Value?,
        _ read: (JSONFields, _ place: Int) throws(StepAside) -> Value
    ) throws(StepAside) {
        switch change(key) {
        case .none: return
        case .removed: member = nil
        case .value(let place): member = try read(self, place)
        }
    }

    mutating func merge(_ key: String, _ member: inout String) throws(StepAside) {
        try merge(key, &member) { fields, place throws(StepAside) in
            try fields.tape.text(fields.tape.pieces[place])
        }
    }

    mutating func merge(_ key: String, _ member: inout String?) throws(StepAside) {
        try merge(key, &member) { fields, place throws(StepAside) in
            try fields.tape.text(fields.tape.pieces[place])
        }
    }

    mutating func merge<Number: FixedWidthInteger>(
        _ key: String, _ member: inout Number
    ) throws(StepAside) {
        try merge(key, &member) { fields, place throws(StepAside) in try fields.number(place) }
    }

    mutating func merge<Number: FixedWidthInteger>(
        _ key: String, _ member: inout Number?
    ) throws(StepAside) {
        try merge(key, &member) { fields, place throws(StepAside) in try fields.number(place) }
    }

    private func number<Number: FixedWidthInteger>(_ place: Int) throws(StepAside) -> Number {
        guard let number = Number(exactly: try tape.number(tape.pieces[place])) else {
            throw StepAside()
        }
        return number
    }

    mutating func merge(_ key: String, _ member: inout Bool) throws(StepAside) {
        try merge(key, &member) { fields, place throws(StepAside) in try fields.flag(at: place) }
    }

    mutating func merge(_ key: String, _ member: inout Bool?) throws(StepAside) {
        try merge(key, &member) { fields, place throws(StepAside) in try fields.flag(at: place) }
    }

    mutating func merge<Word: RawRepresentable<String>>(
        _ key: String, _ member: inout Word
    ) throws(StepAside) {
        try merge(key, &member) { fields, place throws(StepAside) in try fields.word(at: place) }
    }

    mutating func merge<Word: RawRepresentable<String>>(
        _ key: String, _ member: inout Word?
    ) throws(StepAside) {
        try merge(key, &member) { fields, place throws(StepAside) in try fields.word(at: place) }
    }

    private func word<Word: RawRepresentable<String>>(at place: Int) throws(StepAside) -> Word {
        guard let word = Word(rawValue: try tape.text(tape.pieces[place])) else {
            throw StepAside()
        }
        return word
    }

    mutating func merge(_ key: String, _ member: inout [String]) throws(StepAside) {
        try merge(key, &member) { fields, place throws(StepAside) in try fields.texts(at: place) }
    }

    mutating func merge(_ key: String, _ member: inout [String]?) throws(StepAside) {
        try merge(key, &member) { fields, place throws(StepAside) in try fields.texts(at: place) }
    }

    mutating func merge(_ key: String, _ member: inout Counts) throws(StepAside) {
        guard case .value(let place) = change(key) else { return }
        guard tape.pieces[place].kind == .object else { throw StepAside() }
        for pair in pairs(place) {
            let value = tape.pieces[pair.value]
            member[try tape.text(tape.pieces[pair.key])] =
                value.kind == .null ? nil : try tape.number(value)
        }
    }

    mutating func merge<Value: JSONPatchable>(
        _ key: String, _ member: inout Value
    ) throws(StepAside) {
        guard case .value(let place) = change(key) else { return }
        try merge(place, into: &member)
    }

    mutating func merge<Value: JSONPatchable>(
        _ key: String, _ member: inout Value?
    ) throws(StepAside) {
        switch change(key) {
        case .none: return
        case .removed: member = nil
        case .value(let place):
            guard var value = member else {
                member = try self.value(place, Value.init(fields:))
                return
            }
            try merge(place, into: &value)
            member = value
        }
    }

    private func merge<Value: JSONPatchable>(
        _ place: Int, into value: inout Value
    ) throws(StepAside) {
        var fields = try JSONFields(tape, place, isPatch: true)
        try value.merge(&fields)
    }

    mutating func merge<Value: JSONPatchable>(
        _ key: String, _ member: inout [Value]
    ) throws(StepAside) {
        try merge(key, &member) { fields, place throws(StepAside) in try fields.list(at: place) }
    }

    mutating func merge<Value: JSONPatchable>(
        _ key: String, _ member: inout [Value]?
    ) throws(StepAside) {
        try merge(key, &member) { fields, place throws(StepAside) in try fields.list(at: place) }
    }

    private func list<Value: JSONPatchable>(at place: Int) throws(StepAside) -> [Value] {
        try elements(at: place).map { element throws(StepAside) in
            try value(element, Value.init(fields:))
        }
    }

    /// Rows by key, in the order of `order`. Without it they are in that of the keys, of which the shorter is first: so
    /// numbers are in the order of their values.
    mutating func merge<Value: JSONPatchable>(
        _ key: String, _ member: inout [Value], by rowKey: (Value) -> String,
        order: ((Value) -> String)? = nil
    ) throws(StepAside) {
        guard case .value(let place) = change(key) else { return }
        guard tape.pieces[place].kind == .object else { throw StepAside() }
        for pair in pairs(place) {
            let key = try tape.text(tape.pieces[pair.key])
            var index = order == nil ? Self.place(of: key, in: member, rowKey) : member.count
            var isKnown = index < member.count && rowKey(member[index]) == key
            // Rows that came whole may be in another order: of a forked log, or of a united game.
            if !isKnown, let known = member.firstIndex(where: { rowKey($0) == key }) {
                (index, isKnown) = (known, true)
            }
            if tape.pieces[pair.value].kind == .null {
                if isKnown { member.remove(at: index) }
            } else if isKnown {
                try merge(pair.value, into: &member[index])
            } else {
                member.insert(try value(pair.value, Value.init(fields:)), at: index)
            }
        }
        if let order { member.sort { (order($0), rowKey($0)) < (order($1), rowKey($1)) } }
    }

    /// The index of the row that has a key, or that of the next one. The rows are in the order of their keys.
    private static func place<Value>(
        of key: String, in rows: [Value], _ rowKey: (Value) -> String
    ) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            let other = rowKey(rows[middle])
            let isBefore = (other.utf8.count, other) < (key.utf8.count, key)
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// An object that is told in changes: the merge patch of RFC 7396, in which rows with a key are an object.
protocol JSONPatchable: Equatable {
    /// From the whole object, whose rows may be lists or objects by key.
    init(fields: inout JSONFields) throws(JSONTape.StepAside)
    /// Puts the members that differ, in the order of their names; all if there was no object before.
    func writeChanges(since old: Self?, to json: inout JSONWriter)
    /// Takes the members that a patch has.
    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside)
}

extension JSONWriter {
    mutating func change(_ name: String, _ old: String?, _ new: String?) {
        if old != new { set(name, new) { $0.put($1) } }
    }

    mutating func change<Number: BinaryInteger>(
        _ name: String, _ old: Number?, _ new: Number?
    ) {
        if old != new { set(name, new) { $0.put(number: $1) } }
    }

    mutating func change(_ name: String, _ old: Bool?, _ new: Bool?) {
        if old != new { set(name, new) { $0.put($1) } }
    }

    mutating func change<Word: RawRepresentable<String>>(
        _ name: String, _ old: Word?, _ new: Word?
    ) { change(name, old?.rawValue, new?.rawValue) }

    mutating func change(_ name: String, _ old: [String]?, _ new: [String]?) {
        if old != new { set(name, new) { json, texts in json.list(texts) { $0.put($1) } } }
    }

    mutating func change<Value: JSONWritable & Equatable>(
        _ name: String, _ old: [Value]?, _ new: [Value]?
    ) {
        if old != new { set(name, new) { json, values in json.list(values) { $0.put($1) } } }
    }

    mutating func change(_ name: String, _ old: Counts?, _ new: Counts) {
        guard old != new else { return }
        begin(name)
        object { json in
            for counted in Set(new.names + (old?.names ?? [])).sorted()
            where old?[counted] != new[counted] {
                json.begin(counted)
                if let count = new[counted] { json.put(number: count) } else { json.putNull() }
            }
        }
    }

    mutating func change<Value: JSONPatchable>(
        _ name: String, _ old: Value?, _ new: Value?
    ) {
        guard let old, let new else {
            if old != nil || new != nil {
                set(name, new) { json, value in
                    json.object { value.writeChanges(since: nil, to: &$0) }
                }
            }
            return
        }
        objectIfAny(name) { new.writeChanges(since: old, to: &$0) }
    }

    /// Rows by key, the new and changed ones in their order, then those that went as null.
    mutating func change<Value: JSONPatchable>(
        _ name: String, _ old: [Value]?, _ new: [Value], key: (Value) -> String
    ) {
        guard old != new else { return }
        begin(name)
        object { json in
            let old = old ?? []
            var place = 0
            var left: [String: Value]?
            for row in new {
                // Mostly the rows are those of before, in the same order.
                if left == nil, place < old.count, key(old[place]) == key(row) {
                    if old[place] != row { json.row(key(row), old[place], row) }
                    place += 1
                } else {
                    if left == nil {
                        left = Dictionary(old[place...].map { (key($0), $0) }) { $1 }
                    }
                    json.row(key(row), left?.removeValue(forKey: key(row)), row)
                }
            }
            for gone in left?.keys.sorted() ?? old[place...].map(key) { json.goneRow(gone) }
        }
    }

    fileprivate mutating func row<Value: JSONPatchable>(
        _ key: String, _ old: Value?, _ new: Value
    ) {
        guard let old else {
            begin(key)
            return object { new.writeChanges(since: nil, to: &$0) }
        }
        objectIfAny(key) { new.writeChanges(since: old, to: &$0) }
    }

    fileprivate mutating func goneRow(_ key: String) {
        begin(key)
        putNull()
    }

    /// Puts an object, or nothing if it would have no member: each value is compared once, where it is written.
    fileprivate mutating func objectIfAny(
        _ name: String, _ write: (inout JSONWriter) -> Void
    ) {
        let (count, wasFirst) = (bytes.count, isFirst)
        begin(name)
        if isEmpty(write) { takeBack(to: count, wasFirst) }
    }

    /// Puts an object; true if it has no member.
    private mutating func isEmpty(_ write: (inout JSONWriter) -> Void) -> Bool {
        let count = bytes.count
        object(write)
        return bytes.count == count + 2
    }

    private mutating func takeBack(to count: Int, _ wasFirst: Bool) {
        bytes.removeLast(bytes.count - count)
        isFirst = wasFirst
    }

    private mutating func set<Value>(
        _ name: String, _ value: Value?, _ put: (inout JSONWriter, Value) -> Void
    ) {
        begin(name)
        if let value { put(&self, value) } else { putNull() }
    }

    fileprivate mutating func object(_ write: (inout JSONWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        write(&self)
        isFirst = false
        bytes.append(UInt8(ascii: "}"))
    }
}

/// The changes of a window of a stream.
package struct WindowChanges {
    /// Without entries; nil for a window that was not told yet.
    package let old: WindowDocument?
    /// Without entries.
    package var new: WindowDocument
    /// The new and the changed entries, in the table's order.
    package var entries: [(old: EntryDocument?, new: EntryDocument)] = []
    /// The places of entries that went.
    package var gone: [String] = []

    package init(from old: WindowDocument?, to new: WindowDocument) {
        self.old = old
        self.new = new
    }

    fileprivate func write(to json: inout JSONWriter) {
        guard let old else {
            var whole = new
            whole.entries = entries.map(\.new)
            json.begin(new.name)
            return json.object { whole.writeChanges(since: nil, to: &$0) }
        }
        json.objectIfAny(new.name) { json in
            json.objectIfAny("entries") { json in
                for (old, new) in entries { json.row(new.place ?? "", old, new) }
                for place in gone { json.goneRow(place) }
            }
            new.writeChanges(since: old, to: &json)
        }
    }
}

extension JSON {
    /// The merge patch (RFC 7396) that makes `new` of `old`, in one line; nil if they are equal. Rows with a key are
    /// objects in it.
    package static func patch(from old: WatchDocument, to new: WatchDocument) -> [UInt8]? {
        let patch = JSONWriter.object { new.writeChanges(since: old, to: &$0) }
        return patch.count > 2 ? patch : nil
    }

    /// As `patch`, of documents without windows: the changes of these are as their maker knows them, so that nobody compares
    /// the rows that stayed.
    package static func patch(
        from old: WatchDocument, to new: WatchDocument, windows: [WindowChanges], gone: [String]
    ) -> [UInt8]? {
        let patch = JSONWriter.object { json in
            new.writeChanges(since: old, to: &json)
            json.objectIfAny("windows") { json in
                for window in windows { window.write(to: &json) }
                for name in gone { json.goneRow(name) }
            }
        }
        return patch.count > 2 ? patch : nil
    }

    /// Applies a patch that `patch` made, and names the members of the document that it changes; those that this version does
    /// not know are skipped. After an error the document has some of the changes.
    @discardableResult
    package static func merge(
        _ patch: [UInt8], into document: inout WatchDocument
    ) throws(LocalAPIError) -> Set<String> {
        let tape: JSONTape
        do throws(JSONTape.Fault) {
            tape = try JSONTape(patch)
        } catch {
            throw .notJSON(line: nil, reason: "\(error.reason) (at byte \(error.byte))")
        }
        do throws(JSONTape.StepAside) {
            var changed: Set<String> = []
            try JSONFields.merge(tape) { fields throws(JSONTape.StepAside) in
                try document.merge(&fields)
                changed = try fields.keys
            }
            return changed
        } catch {
            throw .badValue(line: nil, path: "", reason: "the changes do not fit the state before")
        }
    }
}
