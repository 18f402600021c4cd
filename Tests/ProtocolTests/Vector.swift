import Foundation
import MoveLog
import Testing

/// One object of a vector file. It remembers which of its fields were asked for, so that a field
/// which no test compares shows.
final class Vector {
    /// What is wrong with a vector file itself.
    struct Unreadable: Error {
        let place: String
    }

    private let fields: [String: Any]
    private let place: String
    private var unread: Set<String>
    private var children: [Vector] = []

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Protocol/vectors")

    /// Read by the tests of the fold, as the files of text are.
    private static let ofFold = "events.json"

    /// The names of all other JSON files there, without their ending.
    static var names: [String] {
        files.filter { $0.hasSuffix(".json") && $0 != ofFold }.map { String($0.dropLast(5)) }
    }

    /// The names of all files there that are neither among these nor part of what writes them.
    static var textNames: [String] {
        files.filter { $0 == ofFold || !$0.hasSuffix(".json") && !$0.hasSuffix(".py") }
    }

    private static var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    /// Reads a file by its name without the ending.
    convenience init(file name: String) throws {
        let url = Self.folder.appendingPathComponent(name + ".json")
        let content = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
        guard let fields = content as? [String: Any] else { throw Unreadable(place: name) }
        self.init(fields, at: name)
    }

    private init(_ fields: [String: Any], at place: String) {
        self.fields = fields
        self.place = place
        unread = Set(fields.keys)
    }

    /// The name of the case for messages: its `name`, else where it stands.
    var name: String { (try? text("name")) ?? place }

    func text(_ key: String) throws -> String { try value(key) }
    func integer(_ key: String) throws -> Int { try value(key) }
    func truth(_ key: String) throws -> Bool { try value(key) }
    func texts(_ key: String) throws -> [String] { try value(key) }
    func integers(_ key: String) throws -> [Int] { try value(key) }

    func isNull(_ key: String) throws -> Bool {
        guard let value = fields[key] else { throw Unreadable(place: "\(place).\(key)") }
        guard value is NSNull else { return false }
        unread.remove(key)
        return true
    }

    func unsigned(_ key: String) throws -> UInt64 {
        try demand(UInt64(text(key)), key)
    }

    func signed(_ key: String) throws -> Int64 {
        try demand(Int64(text(key)), key)
    }

    func bytes(_ key: String) throws -> [UInt8] {
        try demand(Self.bytes(text(key)), key)
    }

    func byteLists(_ key: String) throws -> [[UInt8]] {
        try texts(key).map { try demand(Self.bytes($0), key) }
    }

    func octets16(_ key: String) throws -> Octets16 {
        try demand(Octets16(bytes(key)), key)
    }

    func octets32(_ key: String) throws -> Octets32 {
        try demand(Octets32(bytes(key)), key)
    }

    func author() throws -> AuthorID { AuthorID(octets: try octets16("author")) }

    func entryID() throws -> EntryID {
        EntryID(author: try author(), sequence: try unsigned("sequence"))
    }

    func table() throws -> TableID { TableID(octets: try octets32("table")) }

    func digest() throws -> Digest { Digest(octets: try octets32("digest")) }

    func object(_ key: String) throws -> Vector {
        child(try value(key), "\(place).\(key)")
    }

    func list(_ key: String) throws -> [Vector] {
        let items: [[String: Any]] = try value(key)
        return items.enumerated().map { child($1, "\(place).\(key)[\($0)]") }
    }

    /// Demands that every field of this object, and of those it gave out, was asked for.
    func finish() {
        let left = unread.subtracting(["name", "what"]).sorted()
        #expect(left.isEmpty, "\(place): nothing compared \(left)")
        for child in children { child.finish() }
    }

    private func child(_ fields: [String: Any], _ place: String) -> Vector {
        let child = Vector(fields, at: place)
        children.append(child)
        return child
    }

    private func value<Value>(_ key: String) throws -> Value {
        unread.remove(key)
        return try demand(fields[key] as? Value, key)
    }

    private func demand<Value>(_ value: Value?, _ key: String) throws -> Value {
        guard let value else { throw Unreadable(place: "\(place).\(key)") }
        return value
    }

    /// Hexadecimal, in which `[55*100]` stands for a hundred bytes 55.
    private static func bytes(_ text: String) -> [UInt8]? {
        var all: [UInt8] = []
        for part in text.split(separator: "[") {
            let pieces = part.split(separator: "]", omittingEmptySubsequences: false)
            if pieces.count == 2 {
                let product = pieces[0].split(separator: "*")
                guard product.count == 2, let byte = UInt8(product[0], radix: 16),
                    let count = Int(product[1])
                else { return nil }
                all += [UInt8](repeating: byte, count: count)
            }
            guard let last = pieces.last, let tail = MoveLog.bytes(hexadecimal: String(last))
            else { return nil }
            all += tail
        }
        return all
    }
}

/// Reads something from bytes, which must end with it.
func whole<Value>(
    _ bytes: [UInt8], _ read: (inout ByteReader) throws(Malformed) -> Value
) throws(Malformed) -> Value {
    var reader = ByteReader(bytes)
    let value = try read(&reader)
    try reader.finish()
    return value
}

/// Demands that bytes are refused for the stated reason.
func expectRefused(
    _ cases: [Vector], as what: String = "bytes", by read: ([UInt8]) throws(Malformed) -> Void
) throws {
    #expect(!cases.isEmpty)
    for item in cases {
        let reason = try item.text("reason")
        let content = try item.bytes("bytes")
        do throws(Malformed) {
            try read(content)
            Issue.record("taken for good \(what): \(item.name)")
        } catch {
            #expect(error.reason == reason, "\(item.name): \(error)")
        }
    }
}

extension Malformed {
    /// The reason as the vector files name it.
    var reason: String {
        switch self {
        case .truncated: "cut"
        case .invalid: "value"
        case .tooLarge: "limit"
        case .trailing: "rest"
        case .later: "later"
        }
    }
}
