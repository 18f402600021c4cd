import Seeds

@testable import MoveLog

extension SeededGenerator {
    /// An entry of any form that its author may write: mostly moves in a few games, some texts, some
    /// of kinds that nobody knows, numbers from the smallest to the largest.
    mutating func entry(_ author: AuthorID) -> Entry {
        let other = AuthorID(octets: Octets16([UInt8](repeating: 7, count: 16)) ?? .zero)
        let game = EntryID(
            author: Bool.random(using: &self) ? author : other,
            sequence: UInt64.random(in: 1...3, using: &self))
        let isMove = Int.random(in: 0..<10, using: &self) > 0
        return Entry(
            id: EntryID(author: author, sequence: 1), lamport: number(), wall: wall(),
            scope: Int.random(in: 0..<20, using: &self) == 0 ? .table : .game(game),
            kind: Kind(rawValue: isMove ? 20 : UInt32.random(in: 16...300, using: &self)),
            body: isMove ? moveBody(other) : textBody())
    }

    /// Mostly small and near each other, as lamports are; now and then anything.
    mutating func number() -> UInt64 {
        switch Int.random(in: 0..<50, using: &self) {
        case 0: UInt64.random(in: 0...(.max), using: &self)
        case 1: [0, 1, 127, 128, .max, 1 << 63, 1 << 53].randomElement(using: &self) ?? 0
        default: UInt64.random(in: 1000...1200, using: &self)
        }
    }

    private mutating func wall() -> WallTime {
        let isAny = Int.random(in: 0..<50, using: &self) == 0
        return WallTime(
            milliseconds: isAny
                ? Int64.random(in: (.min)...(.max), using: &self)
                : 1_760_000_000_000 + Int64.random(in: 0...9_000_000, using: &self))
    }

    private mutating func moveBody(_ other: AuthorID) -> [UInt8] {
        var writer = ByteWriter()
        writer.byte(UInt8.random(in: 1...12, using: &self))
        let isLinked = Int.random(in: 0..<8, using: &self) == 0
        writer.varint(isLinked ? 41 : 9)
        writer.varint(UInt64.random(in: 4...20, using: &self))
        writer.varint(UInt64.random(in: 1...4, using: &self))
        writer.signed(Int64.random(in: 0...6000, using: &self) * 100)
        if isLinked {
            writer.raw(other.bytes)
            writer.varint(UInt64.random(in: 1...999, using: &self))
        }
        return writer.bytes
    }

    private mutating func textBody() -> [UInt8] {
        Bool.random(using: &self)
            ? Array("a note of \(Int.random(in: 1...9999, using: &self)) letters".utf8)
            : bytes(Int.random(in: 0...300, using: &self))
    }
}
