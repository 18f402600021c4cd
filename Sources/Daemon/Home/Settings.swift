package import MoveLog
package import Net

/// The state of a device beside its log. It contains no move: its loss costs no score.
package struct Settings: Codable, Equatable, Sendable {
    /// Fields may be added in the same version; 1 for this form. Raised with every change of a home
    /// that an earlier version must not touch: it refuses a home with a higher number.
    package var schema = schemaMax
    static let schemaMax = 1
    /// The keeper's name, set before a table knew it.
    package var keeper: String?
    /// The keeper's switch for syncing.
    package var isOnline = true
    /// The address to listen on that the operator last gave, as `host:port`.
    package var listen: String?
    /// True if the operator last wanted announcements.
    package var isDiscovering = true
    /// The UDP port of announcements that the operator last gave.
    package var discoveryPort: UInt16?
    /// The port of the last listener, to be used again.
    package var port: UInt16?
    /// The fixed peers that the operator last gave, as `host:port`.
    package var peers: [String] = []
    /// Addresses that worked, newest first, as `host:port`, by the digits of the device's ID.
    package var remembered: [String: [String]] = [:]
    /// The four words of pairings, by the digits of the device's ID: of devices that this one
    /// invited, and of its inviter.
    package var joiningWords: [String: String] = [:]
    /// The current game, which commands use without a game's name; nil for none yet.
    private(set) var game: ChosenGame?
    package var gameChoice = GameChoice.used
    /// The place of the home when the log was last written.
    package var place: HomeFingerprint?
    /// The home's own files at that time.
    package var mark: HomeMark?
    /// A copy of the file `charter`, in hexadecimal digits, from which it is written again.
    package var charter: String?
    /// By the digits of an author whose log is forked, the number of branches when a person
    /// acknowledged the warning.
    package var acknowledgedForks: [String: Int] = [:]
    /// True if the founder's keeper was told that no other device can remove devices.
    package var isDeputyHintTold = false

    package init() {}

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try values.decodeIfPresent(Value.self, forKey: key)
        }
        schema = try value(.schema) ?? schema
        keeper = try value(.keeper)
        isOnline = try value(.isOnline) ?? isOnline
        listen = try value(.listen)
        isDiscovering = try value(.isDiscovering) ?? isDiscovering
        discoveryPort = try value(.discoveryPort)
        port = try value(.port)
        peers = try value(.peers) ?? peers
        remembered = try value(.remembered) ?? remembered
        joiningWords = try value(.joiningWords) ?? joiningWords
        // A text that names no game is none.
        game = try? value(.game)
        // A choice that a later version knows is a person's.
        gameChoice = (try? value(.gameChoice)) ?? gameChoice
        place = try value(.place)
        mark = try value(.mark)
        charter = try value(.charter)
        acknowledgedForks = try value(.acknowledgedForks) ?? acknowledgedForks
        isDeputyHintTold = try value(.isDeputyHintTold) ?? isDeputyHintTold
    }

    /// The charter of `charter`, if it is that of the last known log.
    func copyOfCharter(seal: any Seal) -> Charter? {
        let copy = charter.flatMap(bytes(hexadecimal:)).flatMap {
            try? Charter(bytes: $0, seal: seal)
        }
        return copy?.table.description == mark?.table ? copy : nil
    }

    package var gameID: EntryID? {
        get { game?.id }
        set { game = newValue.map { ChosenGame(id: $0) } }
    }

    /// Sets the game that a person chose.
    package mutating func use(_ game: EntryID) {
        gameID = game
        gameChoice = .used
    }

    /// Sets the game that the device chose itself.
    package mutating func follow(_ game: EntryID) {
        gameID = game
        gameChoice = .followed
    }
}

/// A game as a text: the digits of its author, a dot and its sequence.
struct ChosenGame: Codable, Equatable, Sendable {
    let id: EntryID

    init(id: EntryID) { self.id = id }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let parts = try container.decode(String.self).split(separator: ".")
        guard parts.count == 2, let sequence = UInt64(parts[1]), sequence > 0,
            let author = bytes(hexadecimal: String(parts[0])).flatMap({ AuthorID($0) })
        else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no game")
        }
        id = EntryID(author: author, sequence: sequence)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(id.author).\(id.sequence)")
    }
}

/// How a game became the current one.
package enum GameChoice: String, Codable, Sendable {
    /// A person chose or created it, or recorded in it: it stays until a person chooses another.
    case used
    /// The device chose it: it stays while it is played.
    case followed
}
