import Foundation
import MoveLog

/// What the vector files hold, whatever their shape: every text that is hexadecimal as bytes, every
/// other one as it is.
struct VectorSeeds {
    /// A line of `bodies.txt`.
    struct Body {
        let kind: UInt8
        let isOfGame: Bool
        let bytes: [UInt8]
    }

    private let folder = SeedCorpus.root.appendingPathComponent("Protocol/vectors")
    private var strings: [String: [String]] = [:]
    private(set) var bodies: [Body] = []
    /// Files of segments, as `segments.txt` has them.
    private(set) var segmentFiles: [[UInt8]] = []
    /// The names of `texts.txt`.
    private(set) var spelled: [[UInt8]] = []

    init() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        for name in names where name.hasSuffix(".json") {
            let file = try Data(contentsOf: folder.appendingPathComponent(name))
            var found: [String] = []
            Self.collect(try JSONSerialization.jsonObject(with: file), into: &found)
            strings[String(name.dropLast(5))] = found
        }
        bodies = try rows("bodies.txt").compactMap { row in
            let cells = row.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, let kind = UInt8(cells[0]),
                let body = MoveLog.bytes(hexadecimal: cells[2])
            else { return nil }
            return Body(kind: kind, isOfGame: cells[1] == "game", bytes: body)
        }
        segmentFiles = try rows("segments.txt").compactMap { row in
            let words = row.split(separator: " ")
            guard words.count == 3, words[0] == "file" else { return nil }
            return MoveLog.bytes(hexadecimal: String(words[2]))
        }
        spelled = try rows("texts.txt").map { row in
            let scalars = row.prefix { $0 != "|" }.split(separator: " ")
                .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            return Array(String(String.UnicodeScalarView(scalars)).utf8)
        }
    }

    /// The first creation of a game as a step of a book's script.
    var creation: [UInt8] {
        guard let body = bodies.first(where: { $0.kind == 18 }) else { return [] }
        return [1, body.kind, 0, 1, 0, 1] + ByteScript.chunk(body.bytes)
    }

    /// Every text of a file that is hexadecimal and long enough to be more than a name.
    func bytes(in file: String) -> [[UInt8]] {
        (strings[file] ?? []).compactMap { text in
            text.count >= 4 ? MoveLog.bytes(hexadecimal: text) : nil
        }
    }

    func texts(in file: String) -> [[UInt8]] { (strings[file] ?? []).map { Array($0.utf8) } }

    private func rows(_ name: String) throws -> [Substring] {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0 }
    }

    private static func collect(_ value: Any, into found: inout [String]) {
        if let text = value as? String { found.append(text) }
        for child in value as? [Any] ?? [] { collect(child, into: &found) }
        if let fields = value as? [String: Any] {
            for key in fields.keys.sorted() { collect(fields[key] ?? "", into: &found) }
        }
    }
}
