/// From columns to entries.
extension EntryColumns {
    /// Reads the columns of `count` entries; nothing may be left over.
    static func content(
        of bytes: [UInt8], author: AuthorID, count: Int
    ) throws(Malformed) -> ColumnContent {
        var reader = ByteReader(bytes)
        var content = try names(author, from: &reader)
        content.shapes = try shapes(from: &reader)
        content.shapeOf =
            content.shapes.count > 1
            ? try NumberColumn.read(count, from: &reader) : [UInt64](repeating: 0, count: count)
        content.scopeOf =
            content.games.isEmpty
            ? [UInt64](repeating: 0, count: count) : try NumberColumn.read(count, from: &reader)
        content.lamports = try NumberColumn.read(count, from: &reader)
        content.walls = try NumberColumn.read(count, from: &reader)
        try readBodies(of: &content, from: &reader)
        let least = count * Limits.columnsEntryBytesMin
        for byte in try reader.raw(max(least - reader.offset, 0)) where byte != 0 {
            throw .invalid("fill")
        }
        try reader.finish()
        return content
    }

    /// Which games a page has entries of, and what else. Cost: that of reading two columns.
    static func summary(
        of bytes: [UInt8], author: AuthorID, count: Int
    ) throws(Malformed) -> PageSummary {
        var reader = ByteReader(bytes)
        let content = try names(author, from: &reader)
        let shapes = try shapes(from: &reader)
        var summary = PageSummary(games: [], kinds: [], hasTable: true)
        for shape in shapes where !summary.kinds.contains(shape.kind) {
            summary.kinds.append(shape.kind)
        }
        guard !content.games.isEmpty else { return summary }
        if shapes.count > 1 { _ = try NumberColumn.read(count, from: &reader) }
        var counts = [Int](repeating: 0, count: content.games.count + 1)
        for scope in try NumberColumn.read(count, from: &reader) {
            guard scope < counts.count else { throw .invalid("scope") }
            counts[Int(scope)] += 1
        }
        summary.hasTable = counts[0] > 0
        for (game, count) in zip(content.games, counts.dropFirst()) where count > 0 {
            if let known = summary.games.firstIndex(where: { $0.id == game }) {
                summary.games[known].count += count
            } else {
                summary.games.append(PageSummary.Game(id: game, count: count))
            }
        }
        return summary
    }

    private static func names(
        _ author: AuthorID, from reader: inout ByteReader
    ) throws(Malformed) -> ColumnContent {
        var content = ColumnContent(authors: [author])
        for _ in 0..<(try reader.count("authors", max: Limits.columnNamesMax)) {
            content.authors.append(try reader.identifier(AuthorID.self))
        }
        for _ in 0..<(try reader.count("games", max: Limits.columnNamesMax)) {
            let place = try reader.count("game's author", max: content.authors.count - 1)
            let sequence = try reader.varint()
            guard sequence > 0 else { throw .invalid("game") }
            content.games.append(EntryID(author: content.authors[place], sequence: sequence))
        }
        return content
    }

    private static func shapes(from reader: inout ByteReader) throws(Malformed) -> [Shape] {
        let count = try reader.count("shapes", max: Limits.columnNamesMax)
        guard count > 0 else { throw .invalid("shapes") }
        var shapes: [Shape] = []
        for _ in 0..<count {
            let number = try reader.varint()
            guard number <= UInt64(UInt32.max) else { throw .invalid("kind") }
            let form = try reader.count("fields", max: Limits.columnFieldsMax + 1)
            var shape = Shape(kind: Kind(rawValue: UInt32(number)))
            if form > 0 {
                let bits = try reader.raw((form + 6) / 8)
                for (place, byte) in bits.enumerated() {
                    shape.authorBits |= UInt64(byte) << UInt64(8 * place)
                }
                guard shape.authorBits >> UInt64(form - 1) == 0 else { throw .invalid("fields") }
                shape.fieldCount = form - 1
            }
            shapes.append(shape)
        }
        return shapes
    }

    private static func readBodies(
        of content: inout ColumnContent, from reader: inout ByteReader
    ) throws(Malformed) {
        var counts = [Int](repeating: 0, count: content.shapes.count)
        for shape in content.shapeOf {
            guard shape < counts.count else { throw .invalid("shape") }
            counts[Int(shape)] += 1
        }
        for scope in content.scopeOf where scope > content.games.count { throw .invalid("scope") }
        content.numbers.reserveCapacity(content.shapeOf.count * 8)
        for (shape, count) in zip(content.shapes, counts) {
            guard count > 0 else { throw .invalid("shapes") }
            var bodies = ColumnContent.Bodies(start: content.numbers.count, count: count)
            for field in 0..<(shape.fieldCount ?? 1) {
                let start = content.numbers.count
                try NumberColumn.read(count, from: &reader, to: &content.numbers)
                guard shape.fieldCount != nil, shape.isAuthor(field) else { continue }
                for number in content.numbers[start...] where number >= content.authors.count {
                    throw .invalid("author")
                }
            }
            if shape.fieldCount == nil {
                var sum = 0
                for length in content.numbers[bodies.start...] {
                    guard length <= Limits.entryBytesMax else { throw .tooLarge("body") }
                    sum += Int(length)
                }
                bodies.raw = try reader.raw(sum)
            }
            content.bodies.append(bodies)
        }
    }
}

extension ColumnContent {
    /// The entries of one scope, or all, without making canonical bytes of the others. They stand
    /// behind a sequence.
    func entries(of wanted: Scope?, after: UInt64) -> [Entry] {
        let scopes = [Scope.table] + games.map(Scope.game)
        let isWanted = scopes.map { wanted == nil || $0 == wanted }
        var rows = [Int](repeating: 0, count: shapes.count)
        var offsets = [Int](repeating: 0, count: shapes.count)
        var entries: [Entry] = []
        for index in lamports.indices {
            let number = Int(shapeOf[index])
            let row = rows[number]
            rows[number] += 1
            let scope = Int(scopeOf[index])
            if isWanted[scope] {
                let id = EntryID(author: authors[0], sequence: after + UInt64(index) + 1)
                entries.append(
                    Entry(
                        id: id, lamport: lamports[index],
                        wall: WallTime(milliseconds: Int64(bitPattern: walls[index])),
                        scope: scopes[scope], kind: shapes[number].kind,
                        body: body(number, row, at: offsets[number])))
            }
            if shapes[number].fieldCount == nil { offsets[number] += rawLength(number, row) }
        }
        return entries
    }

    private func rawLength(_ number: Int, _ row: Int) -> Int {
        Int(numbers[bodies[number].start + row])
    }

    private func body(_ number: Int, _ row: Int, at offset: Int) -> [UInt8] {
        let shape = shapes[number]
        guard let fields = shape.fieldCount else {
            return Array(bodies[number].raw[offset..<(offset + rawLength(number, row))])
        }
        var body: [UInt8] = []
        body.reserveCapacity(fields + 4)
        var place = bodies[number].start + row
        for field in 0..<fields {
            if shape.isAuthor(field) {
                body += authors[Int(numbers[place])].bytes
            } else {
                body.appendVarint(numbers[place])
            }
            place += bodies[number].count
        }
        return body
    }
}

extension [UInt8] {
    /// An unsigned LEB128 number in its shortest form.
    @inline(__always)
    fileprivate mutating func appendVarint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}
