package import MoveLog
package import Net

/// What a device remembers beside its log: nothing of it is a move, and losing it loses no score.
package struct Settings: Codable, Equatable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema = 1
    /// The keeper's name, given before any table knew it.
    package var keeper: String?
    /// The keeper's switch for syncing.
    package var isOnline = true
    /// Where the operator last said to listen, as `host:port`.
    package var listen: String?
    /// Whether the operator last wanted announcements.
    package var isDiscovering = true
    /// The UDP port of announcements that the operator last named.
    package var discoveryPort: UInt16?
    /// The port that was had the last time, to be had again.
    package var port: UInt16?
    /// The fixed peers that the operator last named, as `host:port`.
    package var peers: [String] = []
    /// By the digits of a device's ID, its addresses that worked, newest first, as `host:port`.
    package var remembered: [String: [String]] = [:]
    /// By the digits of a device's ID, the four words of the pairing with it: of those that codes of
    /// this device let in, and of the one whose code let this device in.
    package var joiningWords: [String: String] = [:]
    /// The game that commands without a game's name mean; nil for none yet.
    package var game: ChosenGame?
    /// How it became that game.
    package var gameChoice = GameChoice.used
    /// Where the home was when the log was last written.
    package var place: HomePlace?
    /// What the home's own files were then.
    package var mark: HomeMark?
    /// By the digits of an author whose log is forked, how many branches it had when a person took
    /// the warning as read.
    package var acknowledgedForks: [String: Int] = [:]
    /// Whether the founder's keeper was told that nobody else can remove devices.
    package var isDeputyHintTold = false

    /// Settings of a fresh home.
    package init() {}

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        schema = try values.decodeIfPresent(Int.self, forKey: .schema) ?? 1
        keeper = try values.decodeIfPresent(String.self, forKey: .keeper)
        isOnline = try values.decodeIfPresent(Bool.self, forKey: .isOnline) ?? true
        listen = try values.decodeIfPresent(String.self, forKey: .listen)
        isDiscovering = try values.decodeIfPresent(Bool.self, forKey: .isDiscovering) ?? true
        discoveryPort = try values.decodeIfPresent(UInt16.self, forKey: .discoveryPort)
        port = try values.decodeIfPresent(UInt16.self, forKey: .port)
        peers = try values.decodeIfPresent([String].self, forKey: .peers) ?? []
        remembered =
            try values.decodeIfPresent([String: [String]].self, forKey: .remembered) ?? [:]
        joiningWords =
            try values.decodeIfPresent([String: String].self, forKey: .joiningWords) ?? [:]
        game = try? values.decodeIfPresent(ChosenGame.self, forKey: .game)
        gameChoice = try values.decodeIfPresent(GameChoice.self, forKey: .gameChoice) ?? .used
        place = try values.decodeIfPresent(HomePlace.self, forKey: .place)
        acknowledgedForks =
            try values.decodeIfPresent([String: Int].self, forKey: .acknowledgedForks) ?? [:]
        mark = try values.decodeIfPresent(HomeMark.self, forKey: .mark)
        isDeputyHintTold =
            try values.decodeIfPresent(Bool.self, forKey: .isDeputyHintTold) ?? false
    }

    /// The game that this device was at last; nil for none yet.
    package var gameID: EntryID? {
        get { game?.id }
        set { game = newValue.map(ChosenGame.init) }
    }

    /// A person said that this is the game; `isOver` where it was over then.
    package mutating func use(_ game: EntryID, isOver: Bool = false) {
        gameID = game
        gameChoice = isOver ? .usedWhenOver : .used
    }

    /// The device went on to this game by itself.
    package mutating func follow(_ game: EntryID) {
        gameID = game
        gameChoice = .followed
    }
}

/// How a game became a device's current one.
package enum GameChoice: String, Codable, Sendable {
    /// A person chose or created it: it stays until it is over and a newer one is on.
    case used
    /// A person chose it when it was over already: it stays until a person says otherwise.
    case usedWhenOver
    /// The device went on to it by itself: it goes on from there, and never back.
    case followed
}

/// A home's fingerprint as the settings keep it.
package struct HomePlace: Codable, Equatable, Sendable {
    /// The machine's own ID.
    package var machine: String
    /// The ID of the file system.
    package var fileSystem: UInt64
    /// The folder's number in it.
    package var inode: UInt64

    /// Takes a fingerprint over.
    package init(_ fingerprint: HomeFingerprint) {
        machine = fingerprint.machine
        fileSystem = fingerprint.fileSystem
        inode = fingerprint.inode
    }
}

/// The bytes of an even number of hexadecimal digits; nil for anything else.
package func hexadecimalOctets(_ text: some StringProtocol) -> [UInt8]? {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
}

/// A game in the settings: the digits of its author, a dot and its sequence.
package struct ChosenGame: Codable, Equatable, Sendable {
    /// The entry that created it.
    package let id: EntryID

    /// Names the game.
    package init(_ id: EntryID) { self.id = id }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let parts = try container.decode(String.self).split(separator: ".")
        guard parts.count == 2, let sequence = UInt64(parts[1]), sequence > 0,
            let octets = hexadecimalOctets(parts[0]), let author = AuthorID(octets)
        else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "the name of a game")
        }
        id = EntryID(author: author, sequence: sequence)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(id.author).\(id.sequence)")
    }
}
