/// Whole numbers by name; an object in JSON.
///
/// A list sorted by name instead of a dictionary: there are few names, and the first dictionary of
/// strings costs a program that runs for 2 ms a twentieth of that, while the runtime looks up their
/// conformances. A look-up is linear.
package struct Counts: Hashable, Sendable {
    private var lines: [Line] = []

    private struct Line: Hashable, Sendable {
        let name: String
        var count: Int
    }

    /// Empty.
    package init() {}

    /// Sorts the pairs; nil if a name comes twice.
    package init?(_ pairs: [(name: String, count: Int)]) {
        lines = pairs.map { Line(name: $0.name, count: $0.count) }.sorted { $0.name < $1.name }
        for (line, next) in zip(lines, lines.dropFirst()) where line.name == next.name {
            return nil
        }
    }

    /// True without names.
    package var isEmpty: Bool { lines.isEmpty }

    /// Sorted.
    package var names: [String] { lines.map(\.name) }

    /// Nil for a name that is missing; nil removes the name.
    package subscript(_ name: String) -> Int? {
        get { lines.first { $0.name == name }?.count }
        set {
            let place = lines.firstIndex { $0.name >= name } ?? lines.count
            let isThere = place < lines.count && lines[place].name == name
            let line = newValue.map { [Line(name: name, count: $0)] } ?? []
            lines.replaceSubrange(place..<(isThere ? place + 1 : place), with: line)
        }
    }

    /// Adds a name that comes after all others, without a look at them.
    mutating func append(_ name: String, _ count: Int) {
        lines.append(Line(name: name, count: count))
    }

    /// The count, or `other` for a missing name.
    package subscript(_ name: String, default other: Int) -> Int {
        get { self[name] ?? other }
        set { self[name] = newValue }
    }

    /// Adds the counts by name.
    package static func += (left: inout Counts, right: Counts) {
        for line in right.lines { left[line.name, default: 0] += line.count }
    }
}

extension Counts: ExpressibleByDictionaryLiteral {
    /// The last value of a repeated name counts.
    package init(dictionaryLiteral elements: (String, Int)...) {
        for (name, count) in elements { self[name] = count }
    }
}

extension Counts: Codable {
    package init(from decoder: any Decoder) throws {
        let counts = try [String: Int](from: decoder)
        lines = counts.map { Line(name: $0.key, count: $0.value) }.sorted { $0.name < $1.name }
    }

    package func encode(to encoder: any Encoder) throws {
        try [String: Int](uniqueKeysWithValues: lines.map { ($0.name, $0.count) })
            .encode(to: encoder)
    }
}
