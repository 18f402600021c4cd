import Client
import Documents
import MoveLog
import Scorebook
import Seeds
import Testing
import ViewModels

@testable import API
@testable import Daemon

/// Two courts at one table, two games each, which overlap in every way.
@Suite(.timeLimit(.minutes(5))) struct TwoCourtsTests {
    /// Whatever is created, imported, begun and ended at the other court: no entry lands in a game of
    /// it, no keeper is shown one, and a display without a keeper shows a game that is played.
    @Test(arguments: 0..<6 as Range<UInt64>)
    func noMoveLandsInAGameOfTheOtherCourt(seed: UInt64) throws {
        let evening = try Evening(seed: seed)
        while evening.goesOn { try evening.step() }
        let ledger = evening.hub.ledger
        for court in evening.courts {
            let authors = court.keepers.map(\.bench.ledger.replica.author)
            #expect(court.games.count == Evening.gamesOfACourt)
            for game in court.games {
                let line = try #require(ledger.book.table.game(named: game))
                let board = try #require(ledger.scoreboard(of: line.id))
                let moves = board.timeline.filter { $0.move != nil }
                #expect(moves.count == court.moves[game])
                #expect(moves.allSatisfy { authors.contains($0.author) })
            }
        }
    }
}

/// A keeper at one court. Each order is given at the keep screen, or as a command without a game's
/// name.
private final class CourtKeeper: Navigator {
    let bench: APIBench
    /// The game that the keeper means; nil before the first.
    var game: String?
    private let library: BenchLibrary
    private var desk: KeepViewModel?

    init(_ bench: APIBench) {
        self.bench = bench
        library = BenchLibrary(bench)
        let time = bench.time
        desk = KeepViewModel(
            library: library, timekeeper: LoopTimekeeper { time.now.uptime }, navigator: self,
            names: { "\($0)" })
    }

    func show(_ destination: Destination) {}

    /// Shows the screen what other devices have sent.
    func look() { library.begin() }

    var shown: String? { desk?.gameName }
    /// Empty for none.
    var question: String { desk?.question.value.text ?? "" }

    func atTheScreen(_ deed: (KeepViewModel) -> Void) {
        look()
        desk.map(deed)
        answer()
    }

    private func answer() {
        while library.isAsking { library.turn { bench.turn() } }
    }
}

private final class Court {
    let teams: (home: String, away: String)
    let keepers: [CourtKeeper]
    /// In the order of play.
    var games: [String] = []
    /// By game.
    var moves: [String: Int] = [:]
    var isPlaying = false
    /// Those of the game that is played.
    var movesLeft = 0

    init(_ teams: (home: String, away: String), _ benches: [APIBench]) {
        (self.teams, keepers) = (teams, benches.map(CourtKeeper.init))
    }

    func count(_ game: String) {
        moves[game, default: 0] += 1
        movesLeft -= 1
    }

    var hasEnded: Bool { !isPlaying && games.count == Evening.gamesOfACourt }
}

private final class Evening {
    static let gamesOfACourt = 2

    let hub: APIBench
    let courts: [Court]
    /// Nobody chooses a game on it.
    private let display: APIBench
    private let displayLibrary: BenchLibrary
    private let hall: HallViewModel
    private let links: [APITable]
    private var random: SeededGenerator
    private var importCount = 0

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        hub = try APIBench(name: "Mia")
        let hub = hub
        let others = try ["Bo", "Cy", "Dee", "Display"].map {
            try APIBench(name: $0, inviter: hub, invitedAs: $0)
        }
        links = others.enumerated().map { APITable(hub, $1, link: UInt64($0 + 1)) }
        courts = [
            Court(("Hawks", "Owls"), [hub, others[0]]),
            Court(("Rams", "Bulls"), [others[1], others[2]]),
        ]
        display = others[3]
        displayLibrary = BenchLibrary(display)
        let time = hub.time
        hall = HallViewModel(
            library: displayLibrary, timekeeper: LoopTimekeeper { time.now.uptime },
            keepsFinal: false, names: { "\($0)" })
        for link in links { link.connect() }
        settle()
    }

    var goesOn: Bool { !courts.allSatisfy(\.hasEnded) }

    func step() throws {
        guard let court = courts.filter({ !$0.hasEnded }).randomElement(using: &random),
            let keeper = court.keepers.randomElement(using: &random)
        else { return }
        // A minute, so that no two keepers record one event.
        for _ in 0..<12 {
            hub.time.pass(.seconds(5))
            settle()
        }
        if !court.isPlaying {
            try begin(court, keeper)
        } else if court.movesLeft > 0 {
            try play(court, keeper)
        } else {
            try end(court, keeper)
        }
        settle()
        try check()
    }

    // MARK: What keepers do

    private func begin(_ court: Court, _ keeper: CourtKeeper) throws {
        let roster = [("4", "Ana"), ("7", "Bo")].map { RosterPlayer(number: $0.0, name: $0.1) }
        let created = try keeper.bench.record(
            .newGame,
            NewGameRequest(
                home: TeamRequest(name: court.teams.home, roster: roster),
                away: TeamRequest(name: court.teams.away, roster: roster)))
        let game = try #require(created.game)
        keeper.game = game
        settle()
        for other in court.keepers where other !== keeper { try go(other, to: game) }
        court.games.append(game)
        court.moves[game] = 0
        court.isPlaying = true
        court.movesLeft = Int.random(in: 4...10, using: &random)
        if Bool.random(using: &random) {
            for keeper in court.keepers {
                try keeper.bench.record(.track, TrackRequest(players: ["all"]))
            }
        }
    }

    /// By a yes, if the screen offers that game, else by `use`.
    private func go(_ keeper: CourtKeeper, to game: String) throws {
        if keeper.game != nil, Bool.random(using: &random) {
            keeper.atTheScreen { _ = $0.offerNextGame() }
            let isOffered = keeper.question.contains("go to \(game)?")
            keeper.atTheScreen { $0.answer(isYes: isOffered) }
            if isOffered {
                keeper.game = game
                return
            }
        }
        let _: DoneDocument = try keeper.bench.ask(.use, UseRequest(game: game))
        keeper.game = game
    }

    private func play(_ court: Court, _ keeper: CourtKeeper) throws {
        let game = try #require(keeper.game)
        let player = ["h#1", "h#2", "a#1", "a#2"].randomElement(using: &random) ?? "h#1"
        switch Int.random(in: 0..<8, using: &random) {
        case 0: try importGame(at: keeper)
        case 1...3:
            keeper.atTheScreen { $0.record("onePoint", by: player) }
            #expect(keeper.question.isEmpty)
            court.count(game)
        default:
            let answer = try keeper.bench.move(player, "1p")
            #expect(answer.game == game)
            #expect(!answer.warnings.contains { $0.code == "newerGame" })
            court.count(game)
        }
    }

    /// A game of the past, or a roster alone.
    private func importGame(at keeper: CourtKeeper) throws {
        importCount += 1
        let roster = [RosterPlayer(number: "4", name: "Eve")]
        let game = NewGameRequest(
            home: TeamRequest(name: "Past \(importCount)", roster: roster),
            away: TeamRequest(name: "Visitors", roster: roster))
        let isEnded = Bool.random(using: &random)
        let answer = try keeper.bench.record(
            .importGame, ImportRequest(game: game, isEnded: isEnded))
        let stays = answer.warnings.first { $0.code == "gameStays" }
        #expect(stays?.text.contains(keeper.game ?? "?") == true)
        #expect(stays?.advice?.hasSuffix("scored use \(answer.game ?? "?")") == true)
    }

    /// The other keeper types on: the screen asks, the command is refused.
    private func end(_ court: Court, _ keeper: CourtKeeper) throws {
        try keeper.bench.record(.end, EndRequest(force: true))
        court.isPlaying = false
        settle()
        for other in court.keepers where other !== keeper {
            let game = try #require(other.game)
            other.atTheScreen { $0.record("onePoint", by: "h#1") }
            #expect(other.question.contains("is over"))
            other.atTheScreen { $0.answer(isYes: false) }
            let stray = MoveRequest(player: "h4", kind: "1p")
            let (_, denial) = try other.bench.denial(.moves, stray)
            #expect(denial.code == ErrorCode.decided.rawValue)
            #expect(denial.message.contains("the game \(game) is over"))
            // The game that the other court plays is not offered.
            other.atTheScreen { _ = $0.offerNextGame() }
            #expect(!other.question.isEmpty)
            for (game, moves) in courts.filter({ $0 !== court }).flatMap(\.moves) where moves > 0 {
                #expect(!denial.message.contains("to go to \(game):"))
                #expect(!other.question.contains("go to \(game)?"))
            }
            other.atTheScreen { $0.answer(isYes: false) }
        }
        for keeper in court.keepers {
            #expect(try keeper.bench.record(.sign, SignRequest(force: true)).game == keeper.game)
        }
    }

    // MARK: What is shown

    private func check() throws {
        for court in courts {
            for keeper in court.keepers where keeper.game != nil {
                #expect(try keeper.bench.status().game?.name == keeper.game)
                keeper.look()
                #expect(keeper.shown == keeper.game)
            }
        }
        let book = display.ledger.book
        let played = book.table.games.filter { book.outline(of: $0.id)?.state == .live }
        displayLibrary.begin()
        let shown = displayLibrary.status.value?.game?.name
        if !played.isEmpty { #expect(played.contains { $0.slug == shown }) }
        #expect(hall.title.value.hasPrefix(shown ?? ""))
    }

    /// Until all devices have everything.
    private func settle() {
        let benches = [hub] + links.map(\.bo)
        for _ in 0..<200 {
            for link in links { link.exchange() }
            if Set(benches.map(\.ledger.digest.description)).count == 1 { break }
        }
    }
}
