import Documents
import LocalAPI
import MoveLog
import Scorebook
import Seeds
import Testing

@testable import API
@testable import Daemon

/// The game that commands mean when they name none.
@Suite(.timeLimit(.minutes(5))) struct CurrentGameTests {
    private func teams(_ home: String, _ away: String) -> NewGameRequest {
        NewGameRequest(
            home: TeamRequest(name: home, roster: [RosterPlayer(number: "4", name: "Gus")]),
            away: TeamRequest(name: away, roster: [RosterPlayer(number: "5", name: "Jan")]))
    }

    /// The orders of two scorers' tables, in any sequence: a game changes only by what a person does
    /// on that device, where nobody chose one a game that runs is shown before any other, and `sign`
    /// signs what `status` shows.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func onlyAPersonAtTheDeviceChangesItsGame(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let table = try APITable()
        let cy = try APIBench(name: "Cy", inviter: table.mia)
        let far = APITable(table.mia, cy, link: 2)
        far.connect()
        far.settle()
        let benches = [table.mia, table.bo, cy]
        var looks = benches.map { _ in Look() }
        for step in 0..<60 {
            let place = Int.random(in: 0..<5, using: &random)
            guard place < benches.count else {
                table.settle()
                far.settle()
                for (bench, at) in zip(benches, looks.indices) { try check(bench, &looks[at]) }
                continue
            }
            let bench = benches[place]
            let any = bench.ledger.book.table.games.map(\.slug).randomElement(using: &random)
            let game = Int.random(in: 0..<7, using: &random) == 0 ? any : nil
            let isForced = Bool.random(using: &random) ? true : nil
            let response: Response
            let deed = Int.random(in: 0..<18, using: &random)
            switch deed {
            case 0...1: response = try bench.post(.newGame, teams("T\(step)", "U\(step)"))
            case 2: response = try bench.post(.use, UseRequest(game: any ?? "none"))
            case 3...4: response = try bench.post(.end, EndRequest(game: game, force: true))
            case 5...6: response = try bench.post(.sign, SignRequest(game: game))
            case 7: response = try bench.post(.reopen, ReopenRequest(game: game))
            case 8...9:
                response = try bench.post(
                    .track,
                    TrackRequest(game: game, players: [Bool.random(using: &random) ? "h4" : "all"]))
            case 10:
                let imported = ImportRequest(game: teams("V\(step)", "W\(step)"), force: true)
                response = try bench.post(.importGame, imported)
            default:
                response = try bench.post(
                    .moves, MoveRequest(game: game, player: "h4", kind: "2p", force: isForced))
            }
            try looks[place].hear(response, used: any, isCreation: [0, 1, 10].contains(deed))
            for (bench, at) in zip(benches, looks.indices) { try check(bench, &looks[at]) }
        }
    }

    /// The game of a device as its person knows it.
    private struct Look {
        var shown: String?
        /// True once a person chose it.
        var isChosen = false

        /// `used` is the game of a request to use one.
        mutating func hear(_ response: Response, used: String?, isCreation: Bool) throws {
            guard response.status.isSuccess else { return }
            guard let answer = try? JSON.decode(RecordedDocument.self, from: response.body) else {
                (shown, isChosen) = (used, true)
                return
            }
            #expect(answer.warnings.count { $0.code == "newerGame" } <= 1)
            if isCreation, !answer.warnings.contains(where: { $0.code == "gameStays" }) {
                (shown, isChosen) = (answer.game, true)
            } else if answer.game == shown, shown != nil, !answer.entries.isEmpty {
                isChosen = true
            }
        }
    }

    private func check(_ bench: APIBench, _ look: inout Look) throws {
        let status = try bench.status()
        let book = bench.ledger.book
        func state(_ slug: String?) -> GameState? {
            slug.flatMap(book.table.game(named:)).flatMap { book.outline(of: $0.id)?.state }
        }
        let states = book.table.games.compactMap { state($0.slug) }
        guard let shown = status.game?.name else { return #expect(states.isEmpty) }
        let (before, after) = (state(look.shown), state(shown))
        if look.isChosen || before == .live {
            #expect(shown == look.shown)
        } else if states.contains(.live) {
            #expect(after == .live || after == .decided && shown == look.shown)
        } else if states.contains(.scheduled) {
            #expect(after == .scheduled || after == .decided && shown == look.shown)
        }
        look.shown = shown
        // Of a game that is over the next one is named, if it has not begun.
        let isNamed = status.warnings.contains { $0.code == "newerGame" }
        let place = try #require(book.table.games.firstIndex { $0.slug == shown })
        let isOpenLater = book.table.games[(place + 1)...]
            .contains { state($0.slug)?.isOver == false }
        let waits = book.table.games[(place + 1)...].contains { state($0.slug) == .scheduled }
        if after?.isOver == true, waits { #expect(isNamed) }
        if !isOpenLater { #expect(!isNamed) }
        // As a daemon sees it that starts now.
        let desk = bench.router.api
        #expect(desk.shownGame.flatMap(desk.table.game)?.slug == shown)
    }

    /// Every order that records, into a game beside which a newer one is on.
    @Test func everyAnswerThatRecordsNamesTheNewerGame() throws {
        let table = try APITable()
        let bench = table.mia
        var routes: Set<Route> = []
        try bench.game()
        table.settle()
        try bench.record(.clock, ClockRequest(action: .start))
        let basket = MoveRequest(player: "h4", kind: "2p", period: 1, clockSeconds: 100)
        try bench.record(.moves, basket)
        table.settle()
        let copy = try table.bo.record(.moves, basket)
        try table.bo.move("h4", "3p", period: 1, clockSeconds: 300)
        table.settle()
        let other = try bench.move("h4", "2p", period: 1, clockSeconds: 300)
        table.settle()
        try bench.record(.newGame, teams("Red", "Blue"))
        try bench.move("h4", "2p")
        let used: DoneDocument = try bench.ask(.use, UseRequest(game: "hawks-owls"))
        #expect(used.warnings.map(\.code) == ["newerGame"])
        func expect(_ answer: RecordedDocument) {
            #expect(answer.game == "hawks-owls", "\(answer)")
            let warning = answer.warnings.last { $0.code == "newerGame" }
            #expect(warning?.text.contains("hawks-owls; ") == true, "\(answer)")
            #expect(warning?.advice?.hasSuffix("scored use red-blue") == true, "\(answer)")
        }
        func record(_ route: Route, _ body: some Encodable) throws -> RecordedDocument {
            routes.insert(route)
            return try bench.record(route, body)
        }
        expect(try record(.accept, EntriesRequest(entries: copy.entries)))
        expect(try record(.settle, SettleRequest(entry: other.entries[0], answer: .that)))
        expect(try record(.lost, AbsenceRequest(device: "bo", force: true)))
        expect(try record(.found, AbsenceRequest(device: "bo")))
        let move = try record(.moves, MoveRequest(player: "h4", kind: "2p"))
        expect(move)
        expect(try record(.fix, FixRequest(entry: move.entries[0], kind: "1p")))
        expect(try record(.void, EntriesRequest(entries: move.entries)))
        expect(try record(.undo, UndoRequest()))
        expect(try record(.redo, UndoRequest()))
        expect(try record(.clock, ClockRequest(action: .start)))
        expect(try record(.track, TrackRequest(players: ["home"])))
        expect(try record(.untrack, TrackRequest(players: ["home"])))
        expect(
            try record(
                .roster,
                RosterRequest(action: .add, side: .home, players: [RosterPlayer(name: "Zoe")])))
        expect(try record(.rules, RulesChangeRequest(rules: RulesRequest(target: 30))))
        expect(try record(.teams, TeamNameRequest(team: "away", name: "Barn Owls")))
        expect(try record(.swap, SwapRequest()))
        expect(try record(.swap, SwapRequest()))
        let late = try record(.moves, MoveRequest(player: "h4", kind: "2p"))
        expect(try record(.transfers, TransferRequest(entries: late.entries, period: 2)))
        try bench.record(.newGame, teams("Bears", "Cubs"))
        try bench.post(.use, UseRequest(game: "hawks-owls")).isTaken()
        expect(try record(.unions, UniteRequest(game: "bears-cubs", into: "hawks-owls")))
        expect(try record(.lineups, LineupRequest(side: .home, players: ["h4"])))
        expect(
            try record(.substitutions, SubstitutionRequest(comingIn: "zoe", goingOut: "h4")))
        expect(try record(.notes, NoteRequest(text: "a note")))
        expect(try record(.undo, UndoRequest()))
        // Over, it keeps this device, for what remains to be done there.
        let end = try record(.end, EndRequest(force: true))
        #expect(end.echo.hasSuffix("scored sign"))
        expect(end)
        expect(try record(.sign, SignRequest(force: true)))
        // The same again records nothing, and says it of its game all the same.
        expect(try record(.sign, SignRequest(force: true)))
        expect(try record(.reopen, ReopenRequest()))
        #expect(routes == Endpoint.recordingInGame)
    }

    /// Somebody types for the new game on a device that is at the old one. Who names the game means it.
    @Test func adviceNamesTheNewerGameFirst() throws {
        let table = try APITable()
        let bench = table.mia
        try bench.game()
        try bench.record(.newGame, teams("Red", "Blue"))
        try bench.move("h4", "2p")
        try bench.post(.use, UseRequest(game: "hawks-owls")).isTaken()
        table.settle()
        let newer = "; a newer game is on: red-blue, to go there: scored use red-blue"
        var routes: Set<Route> = []
        func expect(_ route: Route, _ body: (String?) -> any Encodable) throws {
            routes.insert(route)
            let denial = try bench.denial(route, body(nil)).1
            #expect(denial.message.contains(newer), "\(route.path): \(denial)")
            let named = try bench.denial(route, body("hawks-owls")).1
            #expect(named.code == denial.code && !named.message.contains("red-blue"))
        }
        try expect(.moves) { MoveRequest(game: $0, player: "zz", kind: "2p") }
        try expect(.undo) { UndoRequest(game: $0) }
        try expect(.redo) { UndoRequest(game: $0) }
        try expect(.void) { EntriesRequest(game: $0, entries: ["mia.999"]) }
        try expect(.fix) { FixRequest(game: $0, entry: "mia.999", kind: "2p") }
        try expect(.accept) { EntriesRequest(game: $0, entries: ["mia.999"]) }
        try expect(.settle) { SettleRequest(game: $0, entry: "mia.999", answer: .this) }
        try expect(.clock) { ClockRequest(game: $0, action: .period, period: 3) }
        try expect(.track) { TrackRequest(game: $0, players: ["zz"]) }
        try expect(.untrack) { TrackRequest(game: $0, players: ["zz"]) }
        try expect(.roster) { RosterRequest(game: $0, action: .rename, player: "zz", name: "Zoe") }
        try expect(.rules) { RulesChangeRequest(game: $0, rules: RulesRequest(target: -1)) }
        try expect(.teams) { TeamNameRequest(game: $0, team: "zz", name: "Zoe") }
        try expect(.transfers) { TransferRequest(game: $0, entries: ["mia.999"], period: 2) }
        try expect(.lineups) { LineupRequest(game: $0, side: .away, players: ["h4"]) }
        try expect(.substitutions) {
            SubstitutionRequest(game: $0, comingIn: "zz", goingOut: "h4")
        }
        try expect(.notes) { NoteRequest(game: $0, text: "\u{200b}") }
        try expect(.end) { EndRequest(game: $0, forfeit: .home, abandon: "rain") }
        try expect(.sign) { SignRequest(game: $0) }
        try expect(.lost) { AbsenceRequest(game: $0, device: "bo") }
        // Neither is denied for what the game is.
        #expect(routes.union([.reopen, .found, .swap, .unions]) == Endpoint.recordingInGame)
        // What is no game's, and what no game could do, speaks of none.
        let keeper = try bench.denial(.keeper, KeeperRequest(name: "\u{200b}"))
        let notes = try bench.denial(.notes, NoteRequest(text: String(repeating: "a", count: 9999)))
        let game = try bench.denial(.notes, NoteRequest(game: "bears", text: "a"))
        bench.disk.isFull = true
        _ = try bench.ledger.record([(Note(text: "n") as any TableBody).draft])
        bench.turn()
        let full = try bench.denial(.moves, MoveRequest(player: "h4", kind: "2p"))
        for denial in [keeper, notes, game, full] {
            #expect(!denial.1.message.contains("a newer game"), "\(denial)")
        }
        let codes = [notes, game, full].map(\.1.code)
        #expect(codes == ["too-large", "unknown-game", "disk-full"])
    }

    /// An answer that names no game moves this device on to none: Mia was never told of game 2.
    @Test(arguments: [Route.health, .doctor, .table, .devices])
    func aGameThatNobodyWasToldOfIsNotGoneOnTo(route: Route) throws {
        let table = try APITable()
        let game = try table.mia.game()
        table.settle()
        try table.mia.record(.track, TrackRequest(players: ["home"]))
        try table.mia.record(.end, EndRequest(force: true))
        table.settle()
        try table.bo.record(.newGame, teams("Red", "Blue"))
        table.settle()
        #expect(try table.mia.get(route.path).status == .ok)
        try table.bo.record(.end, EndRequest(force: true))
        table.settle()
        #expect(try table.mia.status().game?.name == game)
        #expect(try table.mia.record(.sign, SignRequest()).game == game)
    }

    /// To look at the game that a display follows changes nothing; to be told of it does, whatever
    /// tells it.
    @Test(arguments: [Route.status, .games, .log, .held])
    func itIsRememberedOnceItIsTold(route: Route) throws {
        let table = try APITable.playing()
        let display = table.bo
        _ = try display.status()
        try table.mia.record(.newGame, teams("Red", "Blue"))
        try table.mia.move("h4", "2p")
        table.settle()
        let settings = display.home.settings
        let desk = display.router.api
        #expect(desk.currentGame.flatMap(desk.table.game)?.slug == "red-blue")
        #expect(display.home.settings == settings && settings.gameChoice == .followed)
        _ = try display.get(route.path)
        #expect(display.home.settings.gameID == desk.currentGame)
        #expect(display.home.settings.gameChoice == .followed)
    }

    @Test func theEventStreamRemembersItToo() throws {
        let bench = try APIBench.playing()
        let game = bench.home.settings.gameID
        bench.home.update { $0.gameID = nil }
        var changes = TurnChanges()
        changes.isStateChanged = true
        bench.router.note(changes)
        #expect(game != nil && bench.home.settings.gameID == game)
        bench.home.update { $0.gameID = nil }
        _ = bench.router.answer(Request(.get, Target(["v1", "watch"])))
        #expect(bench.home.settings.gameID == game)
    }

    @Test func aGameInUseStaysUntilAPersonGoesOn() throws {
        let bench = try APIBench.playing()
        try bench.record(.newGame, teams("Red", "Blue"))
        try bench.post(.use, UseRequest(game: "hawks-owls")).isTaken()
        #expect(try bench.status().game?.name == "hawks-owls")
        try bench.record(.end, EndRequest(force: true))
        let status = try bench.status()
        #expect(status.game?.name == "hawks-owls" && status.game?.isCurrent == true)
        #expect(status.newerGame == "red-blue")
        #expect(
            status.warnings.first { $0.code == "newerGame" }?.advice
                == "to go there: scored use red-blue")
        try bench.post(.use, UseRequest(game: "red-blue")).isTaken()
        try bench.record(.end, EndRequest(force: true))
        #expect(try bench.status().game?.name == "red-blue")
        #expect(try bench.status().newerGame == nil)
    }

    /// Of several games after one that is over the first that waits is named, and before it one that a
    /// keeper of this one has begun.
    @Test func theNextGameIsNamed() throws {
        let table = try APITable.playing()
        try table.mia.move("h4", "2p")
        try table.bo.move("h4", "2p")
        for (home, away) in [("Red", "Blue"), ("Cats", "Dogs"), ("Bears", "Cubs")] {
            try table.mia.record(.newGame, teams(home, away))
        }
        table.settle()
        #expect(try table.bo.status().newerGame == nil, "a schedule is no news during a game")
        try table.bo.record(.end, EndRequest(force: true))
        #expect(try table.bo.status().newerGame == "red-blue")
        try table.mia.record(
            .moves, MoveRequest(game: "bears-cubs", player: "h4", kind: "2p"))
        table.settle()
        #expect(try table.bo.status().newerGame == "bears-cubs")
    }

    /// A game that strangers have begun is the next one of no keeper, but a display may show it.
    @Test func theNextGameIsNotThatOfAnotherCourt() throws {
        let table = try APITable.playing()
        let cy = try APIBench(name: "Cy", inviter: table.mia)
        let far = APITable(table.mia, cy, link: 2)
        far.connect()
        for bench in [table.mia, table.bo] { try bench.move("h4", "2p") }
        far.settle()
        try cy.post(.use, UseRequest(game: "hawks-owls")).isTaken()
        try table.mia.record(.end, EndRequest(force: true))
        far.settle()
        table.settle()
        let stranger = try APIBench(name: "Dee", inviter: table.mia)
        let other = APITable(table.mia, stranger, link: 3)
        other.connect()
        other.settle()
        try stranger.record(.newGame, teams("Rams", "Bulls"))
        other.settle()
        #expect(try table.mia.status().newerGame == "rams-bulls", "it has not begun")
        try stranger.move("h4", "2p")
        for link in [other, table, far] { link.settle() }
        for keeper in [table.mia, table.bo] {
            #expect(try keeper.status().newerGame == nil)
            let (_, denial) = try keeper.denial(.moves, MoveRequest(player: "h4", kind: "foul"))
            #expect(denial.code == ErrorCode.decided.rawValue)
            #expect(!denial.message.contains("scored use"))
        }
        #expect(try cy.status().newerGame == "rams-bulls")
    }

    @Test func signNamesTheGameThatWaits() throws {
        let bench = try APIBench.playing()
        try bench.record(.track, TrackRequest(players: ["all"]))
        try bench.record(.end, EndRequest(force: true))
        try bench.record(.newGame, teams("Red", "Blue"))
        try bench.move("h4", "2p")
        try bench.record(.end, EndRequest(force: true))
        let signed = try bench.record(.sign, SignRequest())
        #expect(signed.game == "red-blue")
        #expect(signed.warnings.map(\.advice) == ["scored sign --game hawks-owls"])
        let again = try bench.record(.sign, SignRequest())
        #expect(again.warnings.map(\.code) == ["nothingChanged", "unsignedGame"])
        try bench.record(.sign, SignRequest(game: "hawks-owls"))
        #expect(try bench.record(.sign, SignRequest()).warnings.map(\.code) == ["nothingChanged"])
    }

    @Test func statusNamesWhatWaitsInAnotherGame() throws {
        let table = try APITable()
        let (mia, bo) = (table.mia, table.bo)
        try mia.game(RulesRequest(preset: "fiba"))
        try mia.record(.clock, ClockRequest(action: .start))
        table.settle()
        let order = MoveRequest(player: "h4", kind: "2p", period: 1, clockSeconds: 100)
        try mia.record(.moves, order)
        table.settle()
        let other = try bo.move("h4", "3p", period: 1, clockSeconds: 104)
        table.settle()
        func waiting(_ bench: APIBench) throws -> [String?] {
            try bench.status().warnings
                .filter { ["heldElsewhere", "unsignedGame"].contains($0.code) }.map(\.advice)
        }
        #expect(try waiting(mia).isEmpty, "it is the current game")
        try mia.record(.newGame, teams("Red", "Blue"))
        table.settle()
        let held = "scored settle --game hawks-owls"
        let sign = "scored sign --game hawks-owls"
        #expect(try waiting(mia) == [held])
        try mia.record(.end, EndRequest(game: "hawks-owls", force: true))
        #expect(try waiting(mia) == [held, sign], "who only recorded moves is waited for")
        try mia.record(
            .settle, SettleRequest(game: "hawks-owls", entry: other.entries[0], answer: .that))
        #expect(try waiting(mia) == [sign])
        try mia.record(.sign, SignRequest(game: "hawks-owls", force: true))
        #expect(try waiting(mia).isEmpty)
    }

    /// A signature that a reopening cleared, or that its device gave again, is marked in the log.
    @Test func theLogMarksSignaturesThatAreNoLongerValid() throws {
        let bench = try APIBench.playing()
        for (name, valid) in [("Referee Jane", [true]), ("Mia", [false, true])] {
            try bench.move("h4", "2p")
            try bench.record(.end, EndRequest(force: true))
            try bench.record(.sign, SignRequest(name: name))
            let signed = try bench.log().entries.filter { $0.kind == "signOff" }.map(\.text)
            #expect(signed.map { !$0.hasSuffix("no longer valid") } == valid)
            #expect(try bench.status().game?.signatures.map(\.name) == [name])
            try bench.record(.reopen, ReopenRequest())
        }
    }

    /// Who is on the court is known from a line-up and substitutions, as long as the game goes on.
    @Test func statusTellsWhoIsOnTheCourt() throws {
        let bench = try APIBench.playing()
        func court() throws -> [Bool?] {
            try #require(try bench.status().game).home.players.map(\.isOnCourt)
        }
        #expect(try court() == [nil, nil, nil])
        try bench.record(.lineups, LineupRequest(side: .home, players: ["h#1", "h#2"]))
        #expect(try court() == [true, true, false])
        try bench.record(.substitutions, SubstitutionRequest(comingIn: "h#3", goingOut: "h#1"))
        #expect(try court() == [false, true, true])
        try bench.record(.end, EndRequest(force: true))
        #expect(try court() == [nil, nil, nil])
    }

    @Test func statusShowsAnotherGameWhenAsked() throws {
        let bench = try APIBench.playing()
        try bench.record(.newGame, teams("Red", "Blue"))
        let status: StatusDocument = try bench.document("/v1/status", ["game": "hawks-owls"])
        #expect(status.game?.name == "hawks-owls" && status.game?.isCurrent == false)
        #expect(status.games.map(\.name) == ["red-blue"])
        #expect(status.games.map(\.isCurrent) == [true])
        #expect(try bench.status().game?.name == "red-blue", "nothing is changed by looking")
        #expect(try bench.get("/v1/status", ["game": "bears"]).status.code == 404)
    }
}

extension Response {
    fileprivate func isTaken() { #expect(status == .ok) }
}

extension Endpoint {
    /// The routes that record into the game that a request names, or into the current one.
    fileprivate static let recordingInGame = Set(
        all.filter { $0.effect == .recordsInGame }.map(\.route))
}
