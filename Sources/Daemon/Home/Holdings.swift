import LocalAPI
import MoveLog

/// What peers are known to hold, kept beside the log so that after a restart status still knows
/// which moves live elsewhere. Hexadecimal digits throughout.
struct Holdings: Codable, Equatable {
    var table: String
    var devices: [String: [String: UInt64]]
    /// The devices that went to another table.
    var left: [String]?

    static let file = "holdings.json"

    init(
        _ known: [PublicKey: [AuthorID: UInt64]], left: Set<PublicKey>, of table: TableID
    ) {
        self.table = table.description
        self.left = left.map(\.description).sorted()
        devices = [:]
        for (key, held) in known {
            devices[key.description] = Dictionary(
                uniqueKeysWithValues: held.map { ($0.key.description, $0.value) })
        }
    }

    /// The devices that left a table; none when it is another one.
    func left(of table: TableID) -> [PublicKey] {
        guard table.description == self.table else { return [] }
        return (left ?? []).compactMap { hexadecimalOctets($0).flatMap { PublicKey($0) } }
    }

    /// What is known about a table; nothing when it is another one.
    func known(of table: TableID) -> [PublicKey: [AuthorID: UInt64]] {
        guard table.description == self.table else { return [:] }
        var known: [PublicKey: [AuthorID: UInt64]] = [:]
        for (digits, held) in devices {
            guard let key = hexadecimalOctets(digits).flatMap({ PublicKey($0) }) else { continue }
            for (name, sequence) in held {
                guard let author = hexadecimalOctets(name).flatMap({ AuthorID($0) }) else {
                    continue
                }
                known[key, default: [:]][author] = sequence
            }
        }
        return known
    }
}

extension Home {
    /// What was kept; nil when nothing can be read, which costs nothing but knowledge.
    func holdings() -> Holdings? {
        let bytes = try? read(Holdings.file, bytesMax: Limits.holdingsBytesMax)
        return bytes.flatMap { try? JSON.decode(Holdings.self, from: $0) }
    }

    /// Keeps what is known; a failure costs nothing but knowledge.
    func keep(_ holdings: Holdings) {
        try? replace(Holdings.file, with: JSON.encode(holdings))
    }
}
