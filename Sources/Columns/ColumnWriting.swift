extension EntryColumns {
    /// Packs the canonical bytes of at least one entry of an author.
    package static func bytes(
        packing bytes: [UInt8], count: Int, author: Octets16
    ) throws(Malformed) -> [UInt8] {
        let entries = try EntryRows(bytes, count: count, author: author)
        var writer = ByteWriter(capacity: count * 8 + 128)
        entries.writeNames(to: &writer)
        BodyColumns(entries).write(to: &writer)
        let least = count * ColumnLimits.entryBytesMin
        writer.raw(repeatElement(0, count: max(least - writer.bytes.count, 0)))
        return writer.bytes
    }
}

/// The envelopes of entries, field by field, and the places of their bodies in the canonical bytes.
private struct EntryRows {
    let bytes: [UInt8]
    /// The author of the entries, then the other authors in them.
    private(set) var authors: [Octets16]
    private(set) var games: [GameName] = []
    /// For each entry 0 for the table, or the index of its game plus one.
    private(set) var scopeOf: [UInt64]
    private(set) var lamports: [UInt64]
    /// The bit patterns of signed milliseconds.
    private(set) var walls: [UInt64]
    private(set) var kinds: [UInt32]
    private(set) var bodies: [Range<Int>]

    init(_ bytes: [UInt8], count: Int, author: Octets16) throws(Malformed) {
        self.bytes = bytes
        authors = [author]
        scopeOf = [UInt64](repeating: 0, count: count)
        lamports = scopeOf
        walls = scopeOf
        kinds = [UInt32](repeating: 0, count: count)
        bodies = [Range<Int>](repeating: 0..<0, count: count)
        var reader = ByteReader(bytes)
        for index in 0..<count {
            let envelope = try Envelope(from: &reader)
            lamports[index] = envelope.lamport
            walls[index] = UInt64(bitPattern: envelope.wall)
            kinds[index] = envelope.kind
            bodies[index] = envelope.body
            guard let game = envelope.game else { continue }
            // Nearly always the last one.
            if let known = games.lastIndex(of: game) {
                scopeOf[index] = UInt64(known) + 1
                continue
            }
            games.append(game)
            if !authors.contains(game.author) { authors.append(game.author) }
            scopeOf[index] = UInt64(games.count)
        }
        try reader.finish()
    }

    func writeNames(to writer: inout ByteWriter) {
        writer.count(authors.count - 1)
        for author in authors.dropFirst() { writer.raw(author.bytes) }
        writer.count(games.count)
        for game in games {
            guard let place = authors.firstIndex(of: game.author) else {
                preconditionFailure("the author of \(game) is not among those of its page")
            }
            writer.count(place)
            writer.varint(game.sequence)
        }
    }
}

/// The bodies of entries as rows of numbers, sorted by shape.
private struct BodyColumns {
    private typealias Shape = EntryColumns.Shape

    private let entries: EntryRows
    /// The numbers of all bodies, one after the other, and the start of each body in them.
    private var numbers: [UInt64]
    private var starts: [Int]
    private var shapes: [Shape] = []
    /// The number of entries of each shape, and the index of the shape of each entry.
    private var counts: [Int] = []
    private var shapeOf: [UInt64]

    init(_ entries: EntryRows) {
        self.entries = entries
        let most = entries.bodies.reduce(0) { $0 + min($1.count, ColumnLimits.fieldsMax) }
        numbers = [UInt64](repeating: 0, count: most)
        starts = []
        starts.reserveCapacity(entries.bodies.count)
        shapeOf = []
        shapeOf.reserveCapacity(entries.bodies.count)
        let names = AuthorNames(entries.authors)
        var place = 0
        for (index, body) in entries.bodies.enumerated() {
            starts.append(place)
            var shape = Shape(kind: entries.kinds[index])
            names.read(body, in: entries.bytes, to: &numbers, at: place, &shape)
            place += shape.fieldCount ?? 0
            shapeOf.append(UInt64(number(of: shape)))
        }
        joinLone()
    }

    private mutating func number(of shape: Shape) -> Int {
        // Nearly always one of the last few.
        let number = shapes.lastIndex(of: shape) ?? shapes.count
        if number == shapes.count {
            shapes.append(shape)
            counts.append(0)
        }
        counts[number] += 1
        return number
    }

    /// Columns do not pay for a shape with a single entry: its body is written verbatim, with the
    /// other verbatim ones of its kind.
    private mutating func joinLone() {
        guard counts.count > 1, counts.contains(1) else { return }
        let (loneShapes, loneCounts) = (shapes, counts)
        var places = [Int?](repeating: nil, count: shapes.count)
        (shapes, counts) = ([], [])
        for index in shapeOf.indices {
            let known = Int(shapeOf[index])
            if let place = places[known] {
                counts[place] += 1
                shapeOf[index] = UInt64(place)
                continue
            }
            var shape = loneShapes[known]
            if loneCounts[known] == 1 { shape = Shape(kind: shape.kind) }
            let place = number(of: shape)
            places[known] = place
            shapeOf[index] = UInt64(place)
        }
    }

    /// Shapes, then all columns.
    func write(to writer: inout ByteWriter) {
        writer.count(shapes.count)
        for shape in shapes { shape.write(to: &writer) }
        if shapes.count > 1 { NumberPacker.write(shapeOf, to: &writer) }
        if !entries.games.isEmpty { NumberPacker.write(entries.scopeOf, to: &writer) }
        NumberPacker.write(entries.lamports, to: &writer)
        NumberPacker.write(entries.walls, to: &writer)
        var members: [[Int]] = shapes.map { _ in [] }
        for index in shapes.indices { members[index].reserveCapacity(counts[index]) }
        for (index, shape) in shapeOf.enumerated() { members[Int(shape)].append(index) }
        for (shape, members) in zip(shapes, members) {
            for field in 0..<(shape.fieldCount ?? 0) {
                NumberPacker.write(members.map { numbers[starts[$0] + field] }, to: &writer)
            }
            guard shape.fieldCount == nil else { continue }
            NumberPacker.write(members.map { UInt64(entries.bodies[$0].count) }, to: &writer)
            for index in members { writer.raw(entries.bytes[entries.bodies[index]]) }
        }
    }
}

extension EntryColumns.Shape {
    /// Kind and form.
    fileprivate func write(to writer: inout ByteWriter) {
        writer.varint(UInt64(kind))
        guard let fieldCount else { return writer.count(0) }
        writer.count(fieldCount + 1)
        for place in 0..<((fieldCount + 7) / 8) {
            writer.byte(UInt8(truncatingIfNeeded: authorBits >> UInt64(8 * place)))
        }
    }
}

/// The authors that a page names, found in bodies by their first byte.
private struct AuthorNames {
    private let authors: [Octets16]
    private var firstBytes = [Bool](repeating: false, count: 256)

    init(_ authors: [Octets16]) {
        self.authors = authors
        for author in authors { firstBytes[Int(author.bytes[0])] = true }
    }

    /// Reads a body as a row of numbers into `numbers` from `start` on, and sets the form of its
    /// shape. Leaves the shape verbatim if the body is no row of shortest varints, or too long.
    func read(
        _ body: Range<Int>, in bytes: [UInt8], to numbers: inout [UInt64], at start: Int,
        _ shape: inout EntryColumns.Shape
    ) {
        var place = body.lowerBound
        var count = 0
        var authorBits: UInt64 = 0
        while place < body.upperBound {
            guard count < ColumnLimits.fieldsMax else { return }
            let byte = bytes[place]
            if firstBytes[Int(byte)], let author = author(in: bytes, at: place, body.upperBound) {
                numbers[start + count] = UInt64(author)
                authorBits |= 1 &<< UInt64(count)
                place += 16
            } else if byte < 0x80 {
                numbers[start + count] = UInt64(byte)
                place += 1
            } else {
                guard let number = try? readVarint(bytes, at: &place, end: body.upperBound) else {
                    return
                }
                numbers[start + count] = number
            }
            count += 1
        }
        shape.fieldCount = count
        shape.authorBits = authorBits
    }

    private func author(in bytes: [UInt8], at place: Int, _ end: Int) -> Int? {
        guard place + 16 <= end else { return nil }
        return authors.firstIndex(of: Octets16(bytes, at: place))
    }
}
