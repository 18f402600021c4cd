package import MoveLog

/// A device of the table, as people call it.
package struct DeviceLine: Equatable, Sendable {
    /// The device.
    package var key: PublicKey
    /// Its name, unique at the table and the same everywhere: `mia`, `mia-2`.
    package var slug: String
    /// The keeper's name, cleaned; empty if none was given.
    package var keeper: String
    /// Its incarnations, in order of their first entries.
    package var authors: [AuthorID]
}

/// A game of the table, by name. A season has thousands.
package struct GameLine: Equatable, Sendable {
    /// The entry that created it.
    let creation: TimelineEntry
    /// The number of entries that created it: several where a log is forked.
    fileprivate(set) var creationCount = 1
    /// Its name, unique at the table and the same everywhere: `hawks-owls-2`.
    package let slug: String

    /// The game that an entry creates.
    fileprivate init(_ creation: TimelineEntry, slug: String) {
        self.creation = creation
        self.slug = slug
    }

    /// Names the game.
    package var id: GameID { creation.id }
    /// The teams' names, cleaned.
    package var names: Sides<String> { Sides(home: created.home, away: created.away) }
    /// The wall time of its creation.
    package var createdWall: WallTime { creation.wall }

    var created: GameCreated {
        guard case .gameCreated(let created) = creation.content else {
            preconditionFailure("a game that no entry created")
        }
        return created
    }
}

/// The content of the table's own entries: devices, keepers, games, and the names of them all.
package struct TableBoard: Equatable, Sendable {
    /// The table's name, cleaned; empty when it has none.
    package var name = ""
    /// The devices, in order of their first entries.
    package var devices: [DeviceLine] = []
    /// The games, in order of their creation.
    package private(set) var games: [GameLine] = []
    /// Every entry about the table, in order.
    package internal(set) var timeline = Timeline()
    /// Entries of a kind that this version does not know.
    package var unknownCount = 0
    /// Entries whose body or scope is not what their kind says.
    package var malformedCount = 0
    /// The device of each author.
    package var deviceOfAuthor: [AuthorID: PublicKey] = [:]
    private var authorNames: [AuthorID: String] = [:]
    /// The places in `games`, in order of the games' IDs, and in order of their names. Four bytes a game
    /// each, where a dictionary takes fifty.
    private var byID: [Int32] = []
    private var byName: [Int32] = []

    /// The device with this key.
    package func device(_ key: PublicKey) -> DeviceLine? { devices.first { $0.key == key } }

    /// The device with this name; names are compared in lower case.
    package func device(named name: String) -> DeviceLine? {
        guard let sought = PlainText.word(name) else { return nil }
        return devices.first { $0.slug == sought }
    }

    /// The device that an author belongs to.
    package func device(of author: AuthorID) -> DeviceLine? {
        deviceOfAuthor[author].flatMap { device($0) }
    }

    /// The game with this name; names are compared in lower case. Cost: a search by halves, as by ID.
    package func game(named name: String) -> GameLine? {
        guard let sought = PlainText.word(name) else { return nil }
        let game = first(byName) { $0.slug >= sought }
        return game?.slug == sought ? game : nil
    }

    /// The game with this ID.
    package func game(_ id: GameID) -> GameLine? {
        let game = first(byID) { $0.id >= id }
        return game?.id == id ? game : nil
    }

    /// The first game, in an order of places, of which something is true that is true of all behind it.
    private func first(_ order: [Int32], where isBehind: (GameLine) -> Bool) -> GameLine? {
        let place = order.indices.partitioningIndex { isBehind(games[Int(order[$0])]) }
        return place < order.count ? games[Int(order[place])] : nil
    }

    /// An author's name: `mia`, or `mia/2` for the second incarnation of the device. An author whose
    /// first entry is missing is called by the start of its ID.
    package func name(of author: AuthorID) -> String {
        authorNames[author] ?? "?\(author.description.prefix(8))"
    }

    /// An entry's name: `mia.41`, `mia/2.3`.
    package func name(of entry: EntryID) -> String { "\(name(of: entry.author)).\(entry.sequence)" }

    /// The entry that a name stands for; nil when the name has another form or no such author
    /// exists. Whether the entry exists is another question.
    package func entry(named name: String) -> EntryID? {
        guard let word = PlainText.word(name),
            let dot = word.utf8.lastIndex(of: UInt8(ascii: ".")),
            let sequence = UInt64(word[word.utf8.index(after: dot)...]), sequence > 0
        else { return nil }
        let sought = String(word[..<dot])
        for device in devices {
            for author in device.authors where authorNames[author] == sought {
                return EntryID(author: author, sequence: sequence)
            }
        }
        return nil
    }
}

extension TableBoard {
    /// Folds the table's entries, in order.
    init(_ entries: EntryRows) {
        self.init()
        let withdrawn = entries.withdrawals(NameIndex(entries, from: 0), from: 0)
        timeline = Timeline(
            entries, Array(repeating: Outcome(), count: entries.rows.count))
        for (index, voids) in withdrawn {
            timeline.outcomes[index].state = .void
            timeline.annotate(index, Remark(voids: voids))
        }
        var keepers: [PublicKey: String] = [:]
        for entry in timeline {
            switch entry.content {
            case .authorStarted(let key): start(entry.author, key)
            case .unknown: unknownCount += 1
            case .malformed: malformedCount += 1
            default: break
            }
        }
        for entry in timeline where entry.isLive {
            switch entry.content {
            case .keeperNamed(let named):
                if let key = deviceOfAuthor[entry.author] {
                    keepers[key] = named.name
                }
            case .tableNamed(let named):
                name = named.name
            default: break
            }
        }
        nameDevices(keepers)
        nameGames()
        let places = games.indices.map { Int32($0) }
        byID = places.sorted { games[Int($0)].id < games[Int($1)].id }
        byName = places.sorted { games[Int($0)].slug < games[Int($1)].slug }
    }

    private mutating func start(_ author: AuthorID, _ key: PublicKey) {
        guard deviceOfAuthor[author] == nil else { return }
        deviceOfAuthor[author] = key
        if let index = devices.firstIndex(where: { $0.key == key }) {
            devices[index].authors.append(author)
        } else {
            devices.append(DeviceLine(key: key, slug: "", keeper: "", authors: [author]))
        }
    }

    private mutating func nameDevices(_ keepers: [PublicKey: String]) {
        var taken: [String: Int] = [:]
        for index in devices.indices {
            let keeper = keepers[devices[index].key] ?? ""
            let slug = Slug.unique(Slug.make(keeper, fallback: "keeper"), taken: &taken)
            devices[index].keeper = keeper
            devices[index].slug = slug
            for (number, author) in devices[index].authors.enumerated() {
                authorNames[author] = number == 0 ? slug : "\(slug)/\(number + 1)"
            }
        }
    }

    /// A game cannot be withdrawn, so a void of its creation changes nothing.
    private mutating func nameGames() {
        var taken: [String: Int] = [:]
        var places: [GameID: Int] = [:]
        for entry in timeline {
            guard case .gameCreated(let created) = entry.content else { continue }
            if let place = places[entry.id] {
                games[place].creationCount += 1
                continue
            }
            places[entry.id] = games.count
            let slug = Slug.make("\(created.home) \(created.away)", fallback: "game")
            games.append(GameLine(entry, slug: Slug.unique(slug, taken: &taken)))
        }
    }
}
