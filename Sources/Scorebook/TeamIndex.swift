import MoveLog

/// The games of each team, by the slug of its name. Conservative: a game stays under every name
/// that its teams ever had, so that what arrives late only adds to it; `Book.names(of:)` has the
/// present ones.
struct TeamIndex: Sendable {
    /// A game of a team, in eight bytes.
    private struct Slot: Comparable {
        let team: UInt32
        let game: Int32

        static func < (left: Self, right: Self) -> Bool {
            (left.team, left.game) < (right.team, right.game)
        }
    }

    /// Sorted, as are those of games that may have players. Games are named by their places in the
    /// table's list, teams by their keys; of two teams with one key the games stand together.
    private var slots: [Slot] = []
    private var withPlayers: [Slot] = []
    /// How many games of the table are in the slots: its first ones.
    private var count = 0
    /// The keys of other names than those of the creation that teams of a game had.
    private var renamed: [GameID: Set<UInt32>] = [:]

    /// Adds the games of the table that are not there; of the others its list must be the same.
    /// Cost of a single one: moves eight bytes a game. `isJoined` is true for a game that players
    /// may have joined after its creation.
    mutating func extend(to table: TableBoard, isJoined: (GameID) -> Bool) {
        guard count < table.games.count else { return }
        let isSingle = count == table.games.count - 1
        for place in count..<table.games.count {
            let game = table.games[place]
            let mayHavePlayers = game.created.hasLines || isJoined(game.id)
            for team in teams(of: game) {
                let slot = Slot(team: team, game: Int32(place))
                if isSingle { Self.insert(slot, &slots) } else { slots.append(slot) }
                guard mayHavePlayers else { continue }
                if isSingle { Self.insert(slot, &withPlayers) } else { withPlayers.append(slot) }
            }
        }
        count = table.games.count
        guard !isSingle else { return }
        slots.sort()
        withPlayers.sort()
    }

    /// Forgets all places, since the table's list may have changed.
    mutating func reset() { (slots, withPlayers, count) = ([], [], 0) }

    /// A team of the game may have this name; `place` is the game's, nil if it is not known.
    mutating func note(_ name: String, of game: GameID, at place: Int?) {
        let team = Self.key(of: name)
        guard renamed[game, default: []].insert(team).inserted, let place, place < count
        else { return }
        let slot = Slot(team: team, game: Int32(place))
        Self.insert(slot, &slots)
        // The board has the answer.
        Self.insert(slot, &withPlayers)
    }

    /// The game at this place may have players now.
    mutating func notePlayers(of game: GameLine, at place: Int) {
        guard place < count else { return }
        for team in teams(of: game) {
            Self.insert(Slot(team: team, game: Int32(place)), &withPlayers)
        }
    }

    private func teams(of game: GameLine) -> Set<UInt32> {
        let names = game.createdNames
        let created: Set = [Self.key(of: names.home), Self.key(of: names.away)]
        if renamed.isEmpty { return created }
        return renamed[game.id].map(created.union) ?? created
    }

    private static func insert(_ slot: Slot, _ slots: inout [Slot]) {
        let place = slots.indices.partitioningIndex { slots[$0] >= slot }
        if place == slots.count || slots[place] != slot { slots.insert(slot, at: place) }
    }

    /// The last game before a place that may be one of the team. Cost: a binary search.
    func last(of team: UInt32, before place: Int, withPlayers isWithPlayers: Bool = false) -> Int? {
        let slots = isWithPlayers ? withPlayers : slots
        let bound = Slot(team: team, game: Int32(place))
        let index = slots.indices.partitioningIndex { slots[$0] >= bound }
        guard index > 0, slots[index - 1].team == team else { return nil }
        return Int(slots[index - 1].game)
    }

    /// The last game before a place that may be one of both teams. Cost: searches for the games of
    /// one team since the last of both.
    func last(of teams: (UInt32, UInt32), before place: Int) -> Int? {
        var place = place
        while let one = last(of: teams.0, before: place),
            let other = last(of: teams.1, before: one + 1)
        {
            if one == other { return one }
            place = other + 1
        }
        return nil
    }

    /// Of a team: the same for names with one slug, and nearly always another for others (FNV-1a).
    static func key(of name: String) -> UInt32 {
        var key: UInt32 = 0x811c_9dc5
        func add(_ byte: UInt8) { key = (key ^ UInt32(byte)) &* 0x0100_0193 }
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
            for byte in Slug.make(name, fallback: "").utf8 { add(byte) }
            return key
        }
        // As `Slug.make`, without a text.
        var (isFirst, isBetween) = (true, false)
        for byte in name.utf8 {
            guard Slug.isLetterOrDigit(byte) else {
                isBetween = !isFirst
                continue
            }
            if isBetween { add(UInt8(ascii: "-")) }
            add((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            (isFirst, isBetween) = (false, false)
        }
        return key
    }
}

/// People of the table whom the roster of a new game can refer to: a player is then one person in
/// all games.
extension Book {
    /// The roster of a team's last game, for the side that it plays on now; empty if there is none.
    /// Names are compared as slugs. Cost: one fold at most, unless games of the team were renamed
    /// or lost all their players.
    package func lastRoster(of team: String, on side: Side) -> [RosterLine] {
        let sought = Slug.make(team, fallback: "")
        guard !sought.isEmpty else { return [] }
        let (table, key, index) = (table, TeamIndex.key(of: sought), teams)
        var place = table.games.count
        while let next = index.last(of: key, before: place, withPlayers: true) {
            place = next
            let game = table.games[place]
            for past in Side.allCases
            where Slug.make(names(of: game)[past], fallback: "") == sought {
                guard outline(of: game.id)?.hasPlayers[past] == true,
                    let board = scoreboard(of: game.id)
                else { continue }
                return board.teams[past].players.filter { !$0.isWithdrawn }.map {
                    RosterLine(side: side, number: $0.number, name: $0.name, player: $0.player)
                }
            }
        }
        return []
    }

    /// Links each line to the person of the same name in the team's last roster; each person is
    /// used once.
    package func linking(_ lines: [RosterLine], to team: String) -> [RosterLine] {
        guard let side = lines.first?.side else { return lines }
        var known: [String: PlayerID] = [:]
        for line in lastRoster(of: team, on: side) where !line.name.isEmpty {
            known[Slug.plain(line.name)] = line.player
        }
        return lines.map { line in
            var line = line
            line.player = line.player ?? known.removeValue(forKey: Slug.plain(line.name))
            return line
        }
    }

    /// The last game of two teams, at either's home. Names are compared as slugs. Cost: a look at
    /// one game, unless games of both teams were renamed.
    package func lastGame(between teams: Sides<String>) -> GameLine? {
        var place = table.games.count
        return previousGame(between: teams, before: &place)
    }

    /// All of them, in order of creation. Cost: a look at each.
    package func games(between teams: Sides<String>) -> [GameLine] {
        var place = table.games.count
        var games: [GameLine] = []
        while let game = previousGame(between: teams, before: &place) { games.append(game) }
        return games.reversed()
    }

    private func previousGame(
        between teams: Sides<String>, before place: inout Int
    ) -> GameLine? {
        func slugs(_ names: Sides<String>) -> Set<String> {
            Set([Slug.make(names.home, fallback: ""), Slug.make(names.away, fallback: "")])
        }
        let (table, index, sought) = (table, self.teams, slugs(teams))
        let keys = (TeamIndex.key(of: teams.home), TeamIndex.key(of: teams.away))
        while let next = index.last(of: keys, before: place) {
            place = next
            let game = table.games[place]
            if slugs(names(of: game)) == sought { return game }
        }
        return nil
    }
}
