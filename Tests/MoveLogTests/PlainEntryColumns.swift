@testable import Columns
@testable import MoveLog

/// The plain way from entries to columns, on a value for each entry and each of its bodies: what
/// `EntryColumns` makes of canonical bytes must be the same.
enum PlainEntryColumns {
    private struct Shape: Equatable {
        var kind: Kind
        var fields: [Bool]?
    }

    private struct Content {
        var authors: [AuthorID]
        var games: [EntryID] = []
        var shapes: [Shape] = []
        var shapeOf: [UInt64] = []
        var scopeOf: [UInt64] = []
        var lamports: [UInt64] = []
        var walls: [UInt64] = []
        var columns: [[[UInt64]]] = []
        var lengths: [[UInt64]] = []
        var raws: [[UInt8]] = []
    }

    /// The columns of entries of one author, 1 to `MoveLogLimits.chainStride` of them.
    static func bytes(_ entries: [Entry]) -> [UInt8] {
        var writer = ByteWriter(capacity: entries.count * 8 + 128)
        write(content(of: entries), to: &writer)
        let fill = 4 * entries.count - writer.bytes.count
        writer.raw([UInt8](repeating: 0, count: max(fill, 0)))
        return writer.bytes
    }

    private static func content(of entries: [Entry]) -> Content {
        var content = Content(authors: [entries[0].id.author])
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
    private static func shape(_ entries: [Entry], in content: inout Content) {
        var rows: [Row] = []
        rows.reserveCapacity(entries.count)
        var shapes: [Shape] = []
        var counts: [Int] = []
        var shapeOf: [Int] = []
        let names = Names(content.authors)
        for entry in entries {
            let row = names.row(of: entry.body)
            let shape = Shape(kind: entry.kind, fields: row?.isAuthor)
            // Nearly always one of the last few.
            let known = shapes.lastIndex(of: shape) ?? shapes.count
            if known == shapes.count {
                shapes.append(shape)
                counts.append(0)
            }
            counts[known] += 1
            shapeOf.append(known)
            rows.append(row ?? Row())
        }
        // A body that stands alone in its shape stands as it is, with others of its kind that do.
        let final = shapes.indices.map { index -> Shape in
            let isAlone = counts[index] == 1 && entries.count > 1
            return isAlone ? Shape(kind: shapes[index].kind, fields: nil) : shapes[index]
        }
        for (entry, (row, known)) in zip(entries, zip(rows, shapeOf)) {
            let shape = final[known]
            let number = content.shapes.lastIndex(of: shape) ?? content.shapes.count
            if number == content.shapes.count {
                content.shapes.append(shape)
                content.columns.append([[UInt64]](repeating: [], count: shape.fields?.count ?? 0))
                content.lengths.append([])
                content.raws.append([])
            }
            content.shapeOf.append(UInt64(number))
            guard shape.fields == nil else {
                for column in row.numbers.indices {
                    content.columns[number][column].append(row.numbers[column])
                }
                continue
            }
            content.lengths[number].append(UInt64(entry.body.count))
            content.raws[number] += entry.body
        }
    }

    /// A body as a row of numbers.
    private struct Row {
        var numbers: [UInt64] = []
        var isAuthor: [Bool] = []
    }

    /// The authors that a page names, found in bodies by their first byte.
    private struct Names {
        private let authors: [[UInt8]]
        private var firstBytes = [Bool](repeating: false, count: 256)

        init(_ authors: [AuthorID]) {
            self.authors = authors.map(\.bytes)
            for author in self.authors { firstBytes[Int(author[0])] = true }
        }

        /// Nil for a body that is no row of shortest varints, or a long one.
        func row(of body: [UInt8]) -> Row? {
            var row = Row()
            var place = 0
            while place < body.count {
                guard row.numbers.count < ColumnLimits.fieldsMax else { return nil }
                if firstBytes[Int(body[place])], let author = author(in: body, at: place) {
                    row.numbers.append(UInt64(author))
                    row.isAuthor.append(true)
                    place += 16
                    continue
                }
                guard let number = varint(in: body, at: &place) else { return nil }
                row.numbers.append(number)
                row.isAuthor.append(false)
            }
            return row
        }

        private func author(in body: [UInt8], at place: Int) -> Int? {
            guard place + 16 <= body.count else { return nil }
            return authors.firstIndex { $0[...] == body[place..<(place + 16)] }
        }

        private func varint(in body: [UInt8], at place: inout Int) -> UInt64? {
            if body[place] < 0x80 {
                defer { place += 1 }
                return UInt64(body[place])
            }
            var reader = ByteReader(body, in: place..<body.count)
            let number = try? reader.varint()
            place = reader.offset
            return number
        }
    }

    private static func write(_ content: Content, to writer: inout ByteWriter) {
        writer.count(content.authors.count - 1)
        for author in content.authors.dropFirst() { writer.raw(author.bytes) }
        writer.count(content.games.count)
        for game in content.games {
            writer.count(content.authors.firstIndex(of: game.author) ?? 0)
            writer.varint(game.sequence)
        }
        writer.count(content.shapes.count)
        for shape in content.shapes {
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
        if content.shapes.count > 1 { NumberPacker.write(content.shapeOf, to: &writer) }
        if !content.games.isEmpty { NumberPacker.write(content.scopeOf, to: &writer) }
        NumberPacker.write(content.lamports, to: &writer)
        NumberPacker.write(content.walls, to: &writer)
        for (index, shape) in content.shapes.enumerated() {
            if shape.fields == nil {
                NumberPacker.write(content.lengths[index], to: &writer)
                writer.raw(content.raws[index])
            } else {
                for column in content.columns[index] {
                    NumberPacker.write(column, to: &writer)
                }
            }
        }
    }
}
