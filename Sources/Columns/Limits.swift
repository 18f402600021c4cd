/// The bounds of columns, each with its reason. What is past a bound is a handled error.
package enum ColumnLimits {
    /// Canonical bytes of one entry: a note of some pages fits, a photograph does not.
    package static let entryBytesMax = 64 * 1024
    /// Numbers of a body that become columns; a longer body is text. No kind of today has half as many.
    package static let fieldsMax = 48
    /// Bytes that an entry in columns takes at least: what it costs a device to hold entries is then in
    /// proportion to what it was sent. Canonical bytes are 5 at least, and a move takes nearly 6.
    package static let entryBytesMin = 4
    /// Shapes, authors, and games of one page in columns: an index of them is then a byte, and what a
    /// hostile page makes a reader hold is bounded.
    package static let namesMax = 256
}
