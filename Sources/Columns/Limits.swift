/// The bounds of columns, each with its reason. Exceeding one is a handled error.
package enum ColumnLimits {
    /// Canonical bytes of one entry: a note of some pages fits, a photograph does not.
    package static let entryBytesMax = 64 * 1024
    /// Numbers of a body in columns; a longer body is text. No present kind has half as many.
    package static let fieldsMax = 48
    /// The lowest number of bytes of an entry in columns: the memory of a receiver stays in
    /// proportion to the bytes sent. Canonical bytes are at least 5, and a move takes nearly 6.
    package static let entryBytesMin = 4
    /// Shapes, authors, and games of one page in columns: an index of them fits one byte, and the
    /// memory for a hostile page is bounded.
    package static let namesMax = 256
}
