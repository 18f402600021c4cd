/// Some entries of one author in columns: what each of them says, field by field, as a column of
/// numbers. A body that is a row of varints, as that of a move is, becomes a column a varint,
/// whatever they mean; an author's ID in it that the page names anyway is one number. Any other body
/// stands as it is. The canonical bytes come back byte for byte.
///
/// Layout: authors (count, 16 bytes each; number 0 is the author of the page), games (count, each the
/// number of its author and a sequence), shapes (count, each kind and form), then the columns: shape
/// (where there are several), scope (where there are games; 0 the table, else one above the game's
/// number), lamport, wall time, and for each shape those of its bodies; then zeros, as many as are
/// missing to `ColumnLimits.entryBytesMin` bytes an entry.
package enum EntryColumns {
    /// The form that the bodies of some entries have in common.
    package struct Shape: Hashable {
        /// The kind of its entries.
        package internal(set) var kind: UInt32
        /// How many numbers a body has; nil for bodies that stand as they are.
        var fieldCount: Int?
        /// For each number, the first in the lowest bit, whether it stands for an author's ID.
        var authorBits: UInt64 = 0

        func isAuthor(_ field: Int) -> Bool { authorBits >> UInt64(field) & 1 == 1 }
    }
}

/// Entries as columns hold them, before they are canonical bytes.
package struct ColumnContent {
    /// The authors that are named, first the one whose entries these are.
    var authors: [Octets16]
    var games: [GameName] = []
    package internal(set) var shapes: [EntryColumns.Shape] = []
    /// For each entry the number of its shape.
    var shapeOf: [UInt64] = []
    /// For each entry 0 for the table, or one above the number of its game.
    var scopeOf: [UInt64] = []
    /// For each entry.
    package internal(set) var lamports: [UInt64] = []
    /// Bit patterns of the signed milliseconds.
    var walls: [UInt64] = []
    /// For each shape where its bodies are.
    var bodies: [Bodies] = []
    /// The columns of all bodies, one after the other.
    package internal(set) var numbers: [UInt64] = []

    /// The bodies of one shape: columns that begin at a place among the numbers, each with a number for
    /// each body; or, where bodies stand as they are, a column of their lengths, and their bytes.
    struct Bodies {
        let start: Int
        let count: Int
        var raw: [UInt8] = []
    }

    var count: Int { lamports.count }
}

/// A summary of a page without its entries.
package struct ColumnSummary {
    /// The games of its entries, each once, and how many are about each.
    package internal(set) var games: [(name: GameName, count: Int)] = []
    /// The kinds of its entries, each once.
    package internal(set) var kinds: [UInt32] = []
    /// True if entries of the table stand on it.
    package internal(set) var hasTable = true
}
