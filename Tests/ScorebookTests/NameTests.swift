import MoveLog
import Seeds
import Testing

@testable import Documents
@testable import Scorebook

/// Names are the same on every device and can be typed.
@Suite struct NameTests {
    @Test func devicesAndAuthors() throws {
        var table = PaperTable(keepers: 2)
        table.record(1, KeeperNamed(name: "Mia").draft)
        table.record(2, KeeperNamed(name: "mía").draft)
        table.start(3, device: 1)
        let named = table.book.table
        #expect(named.devices.map(\.slug) == ["mia", "mia-2"])
        #expect(named.devices.map(\.keeper) == ["Mia", "mía"])
        #expect(named.device(named: "MIA")?.key == PaperTable.key(1))
        #expect(named.device(named: "mi") == nil)
        for (author, key) in [(1, 1), (2, 2), (3, 1), (9, nil)] as [(UInt8, UInt8?)] {
            #expect(named.device(of: PaperTable.author(author))?.key == key.map(PaperTable.key))
        }
        let entry = EntryID(author: PaperTable.author(3), sequence: 41)
        #expect(named.name(of: entry) == "mia/2.41")
        #expect(named.entry(named: "Mia/2.41") == entry)
        #expect(named.entry(named: "mia-2.7")?.author == PaperTable.author(2))
        for wrong in ["mia", "mia.", "mia.0", "mia.-1", "mia.x", "bo.1", ".1", "mia/3.1", "mia.1 "]
        {
            #expect(named.entry(named: wrong) == nil, "\(wrong)")
        }
        #expect(named.name(of: PaperTable.author(9)) == "?09090909")
        table.record(3, KeeperNamed(name: "Bo").draft)
        #expect(table.book.table.devices.map(\.slug) == ["bo", "mia"])
    }

    /// The first live invitation with a name says what a device is called until its keeper does, and
    /// devices without entries come after the others.
    @Test func anInvitedDeviceIsCalledWhatItSaidWhenItJoined() {
        var table = PaperTable(keepers: 2)
        func invite(_ device: UInt8, _ name: String) {
            let added = DeviceAdded(
                invitee: PaperTable.key(device), signature: [UInt8](repeating: 0, count: 64),
                name: name)
            table.record(1, Draft(scope: .table, kind: .deviceAdded, body: added.body))
        }
        invite(3, "")
        invite(3, "Di\u{202E}")
        invite(3, "Zoe")
        invite(4, "mia")
        invite(2, "Mia")
        invite(5, "")
        func names() -> [String?] {
            (UInt8(1)...5).map { table.book.table.slug(of: PaperTable.key($0)) }
        }
        #expect(names() == ["keeper", "mia", "di", "mia-2", nil])
        #expect(table.book.table.keeper(at: PaperTable.key(3)) == "Di")
        #expect(table.book.table.devices.map(\.key) == [1, 2].map(PaperTable.key))
        table.record(2, KeeperNamed(name: "Bo").draft)
        table.start(3, device: 3)
        #expect(names() == ["keeper", "bo", "di", "mia", nil])
        table.record(3, KeeperNamed(name: "Diana").draft)
        #expect(names() == ["keeper", "bo", "diana", "mia", nil])
        #expect(table.book.table.malformedCount == 0)
    }

    /// An absurd lamport puts a forged beginning before the true one.
    @Test func anAuthorCannotClaimAnotherDevice() {
        var table = PaperTable(keepers: 2)
        let forged = Draft(
            scope: .table, kind: .authorStarted,
            body: PaperTable.key(1).bytes + [UInt8](repeating: 0, count: 17))
        table.record(2, forged, lamport: 0)
        let board = table.book.table
        #expect(board.deviceOfAuthor[PaperTable.author(2)] == PaperTable.key(2))
        #expect(board.devices.map(\.authors.count) == [1, 1])
        #expect(board.malformedCount == 1)
    }

    @Test func aForkedBeginningIsOneAuthor() throws {
        var table = PaperTable(keepers: 1)
        var branch = try #require(table.entries.first)
        branch.place.digest = PaperTable.digest(1)
        table.add(branch)
        #expect(table.book.table.devices.map(\.authors) == [[PaperTable.author(1)]])
    }

    @Test func aDeviceThatNobodyNamedIsAKeeper() {
        let table = PaperTable(keepers: 2)
        #expect(table.book.table.devices.map(\.slug) == ["keeper", "keeper-2"])
    }

    @Test func games() throws {
        var table = PaperTable(keepers: 1)
        func draft(_ home: String, _ away: String) -> Draft {
            GameCreated(home: home, away: away, rules: Rules(.pickup), lines: []).draft
        }
        let first = table.record(1, draft("Hawks", "Owls"))
        table.record(1, draft("hawks", "öwls"))
        table.record(1, draft("Hawks", "Owls 2"))
        table.record(1, draft("東京", "大阪"))
        table.record(1, VoidEntry(target: first).draft)
        let slugs = table.book.table.games.map(\.slug)
        #expect(slugs == ["hawks-owls", "hawks-owls-2", "hawks-owls-2-2", "game"])
        #expect(table.book.table.game(named: "HAWKS-OWLS")?.id == first)
    }

    /// Every game is found by its ID and by its name, and nothing else is.
    @Test(arguments: [0, 1, 2, 3, 7, 64])
    func gamesAreFoundByIDAndByName(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        var table = PaperTable()
        for number in 0..<count {
            let teams = ["Hawks", "Owls", "Élan", "3x3"].shuffled(using: &random)
            let created = GameCreated(
                home: teams[0], away: "\(teams[1]) \(number % 5)", rules: Rules(.pickup),
                lines: [])
            table.record(UInt8.random(in: 1...3, using: &random), created.draft)
        }
        let board = table.book.table
        #expect(board.games.count == count)
        for game in board.games {
            #expect(board.game(game.id) == game && board.game(named: game.slug) == game)
            let beside = EntryID(author: game.id.author, sequence: game.id.sequence + 1_000_000)
            #expect(board.game(beside) == nil)
            #expect(board.game(named: game.slug + "-x") == nil)
        }
        #expect(board.game(named: "") == nil)
    }

    @Test func peopleStayThemselvesInTheNextGame() throws {
        let court = try Court()
        let lines = court.table.book.lastRoster(of: "HAWKS", on: .away)
        #expect(lines.map(\.name) == ["Ana Berg", "Bo", "Žana Đurić"])
        #expect(lines.allSatisfy { $0.side == .away })
        #expect(lines[1].player == PlayerID(entry: court.game, index: 1))
        let typed = try RosterText.read("5 bo, 6 Bo, 9 Zana Duric, 8 Eve", side: .home)
        let linked = court.table.book.linking(typed, to: "Hawks")
        #expect(linked.map { $0.player?.index } == [1, nil, 2, nil])
        #expect(court.table.book.lastRoster(of: "Owls 3", on: .home).isEmpty)
    }
}
