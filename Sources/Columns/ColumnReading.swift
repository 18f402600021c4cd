extension EntryColumns {
    /// Reads the columns of `count` entries; rejects trailing bytes.
    package static func content(
        of bytes: [UInt8], author: Octets16, count: Int
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
        let least = count * ColumnLimits.entryBytesMin
        for byte in try reader.raw(max(least - reader.offset, 0)) where byte != 0 {
            throw .invalid("fill")
        }
        try reader.finish()
        return content
    }

    /// The lamports of `count` entries. Cost: reads up to three columns.
    package static func lamports(
        of bytes: [UInt8], author: Octets16, count: Int
    ) throws(Malformed) -> [UInt64] {
        var reader = ByteReader(bytes)
        let content = try names(author, from: &reader)
        if try shapes(from: &reader).count > 1 { _ = try NumberColumn.read(count, from: &reader) }
        if !content.games.isEmpty { _ = try NumberColumn.read(count, from: &reader) }
        return try NumberColumn.read(count, from: &reader)
    }

    /// The games and kinds on a page. Cost: reads two columns.
    package static func summary(
        of bytes: [UInt8], author: Octets16, count: Int
    ) throws(Malformed) -> ColumnSummary {
        var reader = ByteReader(bytes)
        let content = try names(author, from: &reader)
        let shapes = try shapes(from: &reader)
        var summary = ColumnSummary()
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
            if let known = summary.games.firstIndex(where: { $0.name == game }) {
                summary.games[known].count += count
            } else {
                summary.games.append((game, count))
            }
        }
        return summary
    }

    private static func names(
        _ author: Octets16, from reader: inout ByteReader
    ) throws(Malformed) -> ColumnContent {
        var content = ColumnContent(authors: [author])
        for _ in 0..<(try reader.count("authors", max: ColumnLimits.namesMax)) {
            content.authors.append(try reader.octets16())
        }
        for _ in 0..<(try reader.count("games", max: ColumnLimits.namesMax)) {
            let place = try reader.count("game's author", max: content.authors.count - 1)
            let sequence = try reader.varint()
            guard sequence > 0 else { throw .invalid("game") }
            content.games.append(GameName(author: content.authors[place], sequence: sequence))
        }
        return content
    }

    private static func shapes(from reader: inout ByteReader) throws(Malformed) -> [Shape] {
        let count = try reader.count("shapes", max: ColumnLimits.namesMax)
        guard count > 0 else { throw .invalid("shapes") }
        var shapes: [Shape] = []
        for _ in 0..<count {
            let number = try reader.varint()
            guard number <= UInt64(UInt32.max) else { throw .invalid("kind") }
            let form = try reader.count("fields", max: ColumnLimits.fieldsMax + 1)
            var shape = Shape(kind: UInt32(number))
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
                    guard length <= ColumnLimits.entryBytesMax else { throw .tooLarge("body") }
                    sum += Int(length)
                }
                bodies.raw = try reader.raw(sum)
            }
            content.bodies.append(bodies)
        }
    }
}

extension ColumnContent {
    /// The envelope of an entry on a page, and the place of its body.
    package struct Row {
        /// Its index on the page.
        package let index: Int
        /// The logical clock of the order.
        package let lamport: UInt64
        /// Milliseconds since 1970.
        package let wall: Int64
        /// Nil is the table.
        package let game: GameName?
        fileprivate let shape: Int
        /// Its index among the bodies of its shape.
        fileprivate let place: Int
        /// The start of its body, if the bodies of its shape are verbatim.
        fileprivate let offset: Int
    }

    /// The entries of the scopes for which `isWanted` is true (nil is the table), in order.
    package func rows(where isWanted: (GameName?) -> Bool) -> [Row] {
        let scopes = [nil] + games.map(Optional.some)
        let areWanted = scopes.map(isWanted)
        var places = [Int](repeating: 0, count: shapes.count)
        var offsets = places
        var rows: [Row] = []
        rows.reserveCapacity(count)
        for index in lamports.indices {
            let shape = Int(shapeOf[index])
            let place = places[shape]
            places[shape] = place &+ 1
            let scope = Int(scopeOf[index])
            if areWanted[scope] {
                rows.append(
                    Row(
                        index: index, lamport: lamports[index],
                        wall: Int64(bitPattern: walls[index]), game: scopes[scope], shape: shape,
                        place: place, offset: offsets[shape]))
            }
            if shapes[shape].fieldCount == nil { offsets[shape] += rawLength(shape, place) }
        }
        return rows
    }

    /// The indices on the page of the entries of the kinds for which `isWanted` is true.
    package func places(ofKinds isWanted: (UInt32) -> Bool) -> [Int] {
        let areWanted = shapes.map { isWanted($0.kind) }
        guard areWanted.contains(true) else { return [] }
        return shapeOf.indices.filter { areWanted[Int(shapeOf[$0])] }
    }

    private func rawLength(_ shape: Int, _ place: Int) -> Int {
        Int(numbers[bodies[shape].start + place])
    }

    package func kind(of row: Row) -> UInt32 { shapes[row.shape].kind }

    /// Encoded as the kind defines.
    package func body(of row: Row) -> [UInt8] {
        let shape = shapes[row.shape]
        guard let fields = shape.fieldCount else {
            let end = row.offset + rawLength(row.shape, row.place)
            return Array(bodies[row.shape].raw[row.offset..<end])
        }
        var writer = ByteWriter(capacity: fields + 4)
        var place = bodies[row.shape].start + row.place
        for field in 0..<fields {
            if shape.isAuthor(field) {
                writer.raw(authors[Int(numbers[place])].bytes)
            } else {
                writer.varint(numbers[place])
            }
            place += bodies[row.shape].count
        }
        return writer.bytes
    }

    /// The places in `numbers` of the varints of a body: the first place, the distance from one to
    /// the next, and the count. The count is 0 for a body that is no row of varints.
    package func places(of row: Row) -> (first: Int, step: Int, count: Int) {
        let shape = shapes[row.shape]
        let bodies = bodies[row.shape]
        let count = shape.authorBits == 0 ? shape.fieldCount ?? 0 : 0
        return (bodies.start + row.place, bodies.count, count)
    }
}

/// Columns to canonical bytes, which digests cover: a whole page at once, because opening a log and
/// merging a run decode every entry this way.
extension ColumnContent {
    /// Appends the canonical bytes of all entries, and the end of each as an offset in `bytes`.
    /// Malformed, with nothing appended to `bytes`, if an entry is too large or all together exceed
    /// `most` bytes.
    package func appendCanonical(
        to bytes: inout [UInt8], ends: inout [Int], most: Int
    ) throws(Malformed) {
        let start = bytes.count
        let heads = scopeHeads
        let lengths = bodyLengths
        var end = start
        var rows = [Int](repeating: 0, count: shapes.count)
        for index in lamports.indices {
            let shape = Int(shapeOf[index])
            let length = lengths[shape][rows[shape]]
            rows[shape] &+= 1
            let size =
                varintBytes(lamports[index]) + varintBytes(zigzag(walls[index]))
                + heads[Int(scopeOf[index])].count
                + varintBytes(UInt64(shapes[shape].kind))
                + varintBytes(UInt64(length)) + length
            end += size
            guard size <= ColumnLimits.entryBytesMax, end - start <= most else {
                throw .tooLarge("entries")
            }
            ends.append(end)
        }
        bytes += [UInt8](repeating: 0, count: end - start)
        write(heads, lengths, to: &bytes, from: start)
    }

    /// The encoded scopes: the table, then each game.
    private var scopeHeads: [[UInt8]] {
        [[0]]
            + games.map { game in
                var writer = ByteWriter(capacity: 24)
                GameName.write(game, to: &writer)
                return writer.bytes
            }
    }

    /// The byte counts of the bodies, by shape.
    private var bodyLengths: [[Int]] {
        zip(shapes, bodies).map { shape, bodies in
            guard let fields = shape.fieldCount else {
                return numbers[bodies.start..<(bodies.start + bodies.count)].map { Int($0) }
            }
            var lengths = [Int](repeating: 0, count: bodies.count)
            for field in 0..<fields {
                add(field, of: shape, bodies, to: &lengths)
            }
            return lengths
        }
    }

    private func add(
        _ field: Int, of shape: EntryColumns.Shape, _ bodies: Bodies, to lengths: inout [Int]
    ) {
        let start = bodies.start + field * bodies.count
        let isAuthor = shape.isAuthor(field)
        for row in lengths.indices {
            lengths[row] &+= isAuthor ? 16 : varintBytes(numbers[start &+ row])
        }
    }

    private func write(
        _ heads: [[UInt8]], _ lengths: [[Int]], to bytes: inout [UInt8], from start: Int
    ) {
        var target = bytes.mutableSpan
        let numbers = numbers.span
        var place = start
        var rows = [Int](repeating: 0, count: shapes.count)
        var rawPlaces = rows
        for index in lamports.indices {
            let number = Int(shapeOf[index])
            let shape = shapes[number]
            let row = rows[number]
            rows[number] = row &+ 1
            target.put(lamports[index], at: &place)
            target.put(zigzag(walls[index]), at: &place)
            let head = heads[Int(scopeOf[index])]
            target.put(head.span, at: &place)
            target.put(UInt64(shape.kind), at: &place)
            let length = lengths[number][row]
            target.put(UInt64(length), at: &place)
            guard let fields = shape.fieldCount else {
                let from = rawPlaces[number]
                rawPlaces[number] = from + length
                let raw = bodies[number].raw
                target.put(raw.span.extracting(from..<(from + length)), at: &place)
                continue
            }
            var next = bodies[number].start &+ row
            for field in 0..<fields {
                let value = numbers[next]
                next &+= bodies[number].count
                if shape.isAuthor(field) {
                    let author = authors[Int(value)].bytes
                    target.put(author.span, at: &place)
                } else {
                    target.put(value, at: &place)
                }
            }
        }
    }
}

extension MutableSpan<UInt8> {
    /// An unsigned LEB128 number in its shortest form; the room must exist.
    @inline(__always)
    fileprivate mutating func put(_ value: UInt64, at place: inout Int) {
        var rest = value
        while rest >= 0x80 {
            self[place] = UInt8(truncatingIfNeeded: rest) | 0x80
            place &+= 1
            rest &>>= 7
        }
        self[place] = UInt8(truncatingIfNeeded: rest)
        place &+= 1
    }

    @inline(__always)
    fileprivate mutating func put(_ bytes: borrowing Span<UInt8>, at place: inout Int) {
        for index in bytes.indices { self[place &+ index] = bytes[index] }
        place &+= bytes.count
    }
}
