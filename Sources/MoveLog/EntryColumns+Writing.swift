/// From entries to columns.
extension EntryColumns {
    /// The columns of entries of one author, 1 to `Limits.chainStride` of them.
    static func bytes(_ entries: [Entry]) -> [UInt8] {
        var writer = ByteWriter(capacity: entries.count * 8 + 128)
        content(of: entries).write(to: &writer)
        return writer.bytes
    }

    private static func content(of entries: [Entry]) -> ColumnContent {
        var content = ColumnContent(authors: [entries[0].id.author])
        var places: [EntryID: Int] = [:]
        for entry in entries {
            content.lamports.append(entry.lamport)
            content.walls.append(UInt64(bitPattern: entry.wall.milliseconds))
            guard case .game(let game) = entry.scope else {
                content.scopeOf.append(0)
                continue
            }
            let place = places[game] ?? content.games.count
            if place == content.games.count {
                places[game] = place
                content.games.append(game)
                if !content.authors.contains(game.author) { content.authors.append(game.author) }
            }
            content.scopeOf.append(UInt64(place) + 1)
        }
        shape(entries, in: &content)
        return content
    }

    /// Sorts the entries by shape; a shape of a single entry is not worth columns.
    private static func shape(_ entries: [Entry], in content: inout ColumnContent) {
        let rows = entries.map { fields(of: $0.body, authors: content.authors) }
        var counts: [Shape: Int] = [:]
        for (entry, row) in zip(entries, rows) {
            counts[Shape(kind: entry.kind, fields: row?.isAuthor), default: 0] += 1
        }
        var numbers: [Shape: Int] = [:]
        for (entry, row) in zip(entries, rows) {
            var shape = Shape(kind: entry.kind, fields: row?.isAuthor)
            if counts[shape] == 1, entries.count > 1 { shape.fields = nil }
            let number = numbers[shape] ?? content.shapes.count
            if number == content.shapes.count {
                numbers[shape] = number
                content.shapes.append(shape)
                content.columns.append([[UInt64]](repeating: [], count: shape.fields?.count ?? 0))
                content.lengths.append([])
                content.raws.append([])
            }
            content.shapeOf.append(UInt64(number))
            if shape.fields != nil, let row {
                for (column, field) in row.numbers.enumerated() {
                    content.columns[number][column].append(field)
                }
            } else {
                content.lengths[number].append(UInt64(entry.body.count))
                content.raws[number] += entry.body
            }
        }
    }

    /// A body as a row of numbers; nil when it is none, or a long one.
    private static func fields(
        of body: [UInt8], authors: [AuthorID]
    ) -> (numbers: [UInt64], isAuthor: [Bool])? {
        var reader = ByteReader(body)
        var numbers: [UInt64] = []
        var isAuthor: [Bool] = []
        while reader.remaining > 0 {
            guard numbers.count < fieldsMax else { return nil }
            var ahead = reader
            if let id = try? ahead.identifier(AuthorID.self), let place = authors.firstIndex(of: id)
            {
                numbers.append(UInt64(place))
                isAuthor.append(true)
                reader = ahead
                continue
            }
            guard let number = try? reader.varint() else { return nil }
            numbers.append(number)
            isAuthor.append(false)
        }
        return (numbers, isAuthor)
    }
}

extension ColumnContent {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.count(authors.count - 1)
        for author in authors.dropFirst() { writer.raw(author.bytes) }
        writer.count(games.count)
        for game in games {
            writer.count(authors.firstIndex(of: game.author) ?? 0)
            writer.varint(game.sequence)
        }
        writer.count(shapes.count)
        for shape in shapes {
            writer.varint(UInt64(shape.kind.rawValue))
            guard let fields = shape.fields else {
                writer.count(0)
                continue
            }
            writer.count(fields.count + 1)
            var bits = [UInt8](repeating: 0, count: (fields.count + 7) / 8)
            for (index, isAuthor) in fields.enumerated() where isAuthor {
                bits[index / 8] |= 1 << UInt8(index % 8)
            }
            writer.raw(bits)
        }
        if shapes.count > 1 { NumberColumn.write(shapeOf, to: &writer) }
        if !games.isEmpty { NumberColumn.write(scopeOf, to: &writer) }
        NumberColumn.write(lamports, to: &writer)
        NumberColumn.write(walls, to: &writer)
        for (index, shape) in shapes.enumerated() {
            if shape.fields == nil {
                NumberColumn.write(lengths[index], to: &writer)
                writer.raw(raws[index])
            } else {
                for column in columns[index] { NumberColumn.write(column, to: &writer) }
            }
        }
    }
}
