/// Whole numbers by name, in JSON an object: what was counted of a player, what a basket is worth.
///
/// A list in the order of the names instead of a dictionary: there are a handful of them, and the
/// first dictionary of texts costs a program that lives two milliseconds a twentieth of them, for
/// the runtime's search for how texts are hashed. Finding one costs a look at each.
package struct Counts: Hashable, Sendable {
    private var lines: [Line] = []

    private struct Line: Hashable, Sendable {
        let name: String
        var count: Int
    }

    /// Nothing counted.
    package init() {}

    /// These, in any order; nil where one name comes twice. Costs their sorting.
    package init?(_ pairs: [(name: String, count: Int)]) {
        lines = pairs.map { Line(name: $0.name, count: $0.count) }.sorted { $0.name < $1.name }
        for (line, next) in zip(lines, lines.dropFirst()) where line.name == next.name {
            return nil
        }
    }

    /// Whether nothing was counted.
    package var isEmpty: Bool { lines.isEmpty }

    /// The names, in their order.
    package var names: [String] { lines.map(\.name) }

    /// The count of a name; nil for one that is not there. Nil takes the name out.
    package subscript(_ name: String) -> Int? {
        get { lines.first { $0.name == name }?.count }
        set {
            let place = lines.firstIndex { $0.name >= name } ?? lines.count
            let isThere = place < lines.count && lines[place].name == name
            let line = newValue.map { [Line(name: name, count: $0)] } ?? []
            lines.replaceSubrange(place..<(isThere ? place + 1 : place), with: line)
        }
    }

    /// The count of a name, or another number for one that is not there.
    package subscript(_ name: String, default other: Int) -> Int {
        get { self[name] ?? other }
        set { self[name] = newValue }
    }

    /// Adds each count of others to that of the same name.
    package static func += (left: inout Counts, right: Counts) {
        for line in right.lines { left[line.name, default: 0] += line.count }
    }
}

extension Counts: ExpressibleByDictionaryLiteral {
    /// Written like a dictionary; of a name that comes twice the last counts.
    package init(dictionaryLiteral elements: (String, Int)...) {
        for (name, count) in elements { self[name] = count }
    }
}

extension Counts: Codable {
    /// Reads an object of whole numbers.
    package init(from decoder: any Decoder) throws {
        let counts = try [String: Int](from: decoder)
        lines = counts.map { Line(name: $0.key, count: $0.value) }.sorted { $0.name < $1.name }
    }

    /// Writes an object of whole numbers.
    package func encode(to encoder: any Encoder) throws {
        try [String: Int](uniqueKeysWithValues: lines.map { ($0.name, $0.count) })
            .encode(to: encoder)
    }
}
