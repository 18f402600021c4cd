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
