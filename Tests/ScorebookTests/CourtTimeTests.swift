import MoveLog
import Official
import Seeds
import Testing

@testable import Documents
@testable import Scorebook

/// MIN and +/- from substitutions and line-ups.
@Suite struct CourtTimeTests {
    private static func stints(_ board: Scoreboard, _ side: Side) -> [CourtTime.Stint]? {
        guard case .known(let stints, true) = CourtTime(board).sides[side] else { return nil }
        return stints
    }

    private static func lineup(_ players: [Int], at elapsed: Duration? = nil) -> Move {
        var move = Move(.lineup, by: .team(.home), period: 1, elapsed: elapsed)
        move.players = players.map { .line(.created($0)) }
        return move
    }

    /// Sides whose source leaves open who was there: one never says that somebody went out, one has
    /// two to choose from at its first tip-off.
    private static let unsound: [String: Side] = [
        "bsl-2023-05-21-163185": .home, "unrivaled-2026-qa0nawipwn7r": .away,
    ]

    /// However the players are divided among the keepers, and whatever they heard of each other.
    @Test(arguments: cases(OfficialGame.names))
    func theSumsOfARealGameAreThoseOfTheGame(name: String) throws {
        let official = try OfficialGame(name)
        var first: CourtTime?
        for seed in 1...4 as ClosedRange<UInt64> {
            let (table, id) = try PaperKeeping(seed: seed).table(of: official)
            let board = try table.board(id)
            let time = GameTime(board)
            let courtTime = CourtTime(board)
            // Whom a free throw counts for is told by the table's order, which these keepers make apart.
            if board.rules.preset == .nba { #expect(courtTime == first ?? courtTime) }
            first = courtTime
            for side in Side.allCases {
                guard let stints = Self.stints(board, side) else {
                    let isUnsound = Self.unsound[name] == side
                    #expect(isUnsound || name.hasPrefix("unrivaled-2025"), "\(side)")
                    continue
                }
                let size = name.hasPrefix("unrivaled") ? 3 : 5
                let margin = board.score[side] - board.score[side.other]
                #expect(stints.reduce(0) { $0 + $1.played } == Int64(size) * time.length)
                #expect(stints.reduce(0) { $0 + $1.plusMinus } == size * margin)
                #expect(stints.allSatisfy { $0.played >= 0 && $0.played <= time.length })
            }
        }
    }

    /// By a plain recomputation of the same file in another language.
    @Test func aRealGameHasTheMinutesOfAPlainRecomputation() throws {
        let (table, id) = try PaperKeeping().table(of: OfficialGame("nba-0021600270"))
        let box = try table.board(id).boxScore(.home)
        let expected: [String: (seconds: Int64, plusMinus: Int)] = [
            "Domantas Sabonis": (18 * 60 + 37, 5), "Steven Adams": (27 * 60 + 49, -5),
            "Victor Oladipo": (45 * 60 + 28, 6), "Andre Roberson": (35 * 60 + 1, 12),
            "Russell Westbrook": (41 * 60 + 7, 4), "Joffrey Lauvergne": (12 * 60 + 13, 7),
            "Anthony Morrow": (31 * 60 + 4, 20), "Enes Kanter": (14 * 60 + 46, -3),
            "Semaj Christon": (15 * 60 + 19, 12), "Jerami Grant": (23 * 60 + 36, -3),
        ]
        #expect(box.players.count == expected.count)
        for (line, box) in box.players {
            let plain = try #require(expected[line.name])
            #expect(box.time == .seconds(plain.seconds), "\(line.name)")
            #expect(box.plusMinus == plain.plusMinus, "\(line.name)")
        }
        #expect(box.total.time == .seconds(5 * 53 * 60))
        #expect(box.total.plusMinus == nil && box.teamCredited.time == nil)
    }

    /// The competition counts in the order of its record; by a plain recomputation of the rows.
    @Test func aGameOfFIBAHasThePlusMinusOfItsRows() throws {
        var table = PaperTable(keepers: 1)
        let official = try OfficialGame("euroleague-2024-001")
        let game = table.record(1, try official.creation().draft)
        for move in try official.moves() { table.record(1, move.draft(in: game)) }
        let board = try table.board(game)
        let expected = [
            "GROSBER, DORIAN": 0, "SPAGNOLO, MATTEO": -6, "WETZELL, YANNI": -12,
            "MCDOWELL-WHITE, WILL": -8, "MATTISSECK, JONAS": -7, "SCHNEIDER, TIM": 0,
            "HERMANNSSON, MARTIN": 1, "OLINDE, LOUIS": -10, "KOUMADJE, KHALIFA": -6,
            "RAPIEQUE, ELIAS": 0, "BEAN, JUSTIN": 6, "WILLIAMS, TREVION": -8,
            "KALAITZAKIS, PANAGIOTIS": -5, "BROWN, LORENZO": 15, "SLOUKAS, KOSTAS": 5,
            "OSMAN, CEDI": -2, "PAPAPETROU, IOANNIS": 0, "GRANT, JERIAN": -4,
            "NUNN, KENDRICK": 15, "LESSORT, MATHIAS": 8, "GRIGONIS, MARIUS": 11,
            "HERNANGOMEZ, JUANCHO": -3, "MITOGLOU, KONSTANTINOS": 7, "YURTSEVEN, OMER": 3,
        ]
        for side in Side.allCases {
            for (line, box) in board.boxScore(side).players {
                #expect(box.plusMinus == expected[line.name], "\(line.name)")
            }
        }
    }

    @Test(arguments: seeds(60))
    func inTheOrderOfTheRecordAScoreIsThatOfThoseOnTheCourt(seed: Int) throws {
        var script = try Script(seed: UInt64(seed), isOrdered: true)
        try script.play()
        let stints = try #require(Self.stints(try script.court.board(), .home))
        #expect(stints == script.stints, "seed \(seed)")
    }

    @Test(arguments: seeds(60))
    func aRandomGameIsAsItsScriptSays(seed: Int) throws {
        var script = try Script(seed: UInt64(seed))
        try script.play()
        let stints = try #require(Self.stints(try script.court.board(), .home))
        #expect(stints == script.stints, "seed \(seed)")
    }

    @Test func aSideWithoutSubstitutionsIsUnknown() throws {
        var court = try Court()
        court.move(.twoPoints, 0)
        court.record(Move(.substitution, .comingIn, by: .line(.created(4)), period: 1))
        let board = try court.board()
        #expect(CourtTime(board).sides.home == .unknown(.notRecorded))
        let box = board.boxScore(.home)
        #expect(box.players.allSatisfy { $0.box.time == nil && $0.box.plusMinus == nil })
        #expect(box.total.time == nil)
    }

    /// In the NBA to those who were there at the foul, elsewhere to those who are there when it is thrown.
    @Test(arguments: [
        (RulesPreset.nba, [-1, 1, -2]), (.fiba, [-1, 0, -1]), (.custom, [-1, 0, -1]),
    ])
    func whomAFreeThrowBelongsTo(preset: RulesPreset, plusMinus: [Int]) throws {
        var court = try Court(preset)
        let at = Duration.seconds(30)
        court.record(Self.lineup([0, 1], at: .zero))
        court.record(Move(.foul, by: .line(.created(3)), period: 1, elapsed: at))
        court.record(Move(.substitution, .goingOut, by: .line(.created(1)), period: 1, elapsed: at))
        court.record(Move(.substitution, .comingIn, by: .line(.created(2)), period: 1, elapsed: at))
        court.record(Move(.freeThrow, by: .line(.created(0)), period: 1, elapsed: at))
        court.record(
            Move(.twoPoints, by: .line(.created(3)), period: 1, elapsed: .seconds(40)))
        let stints = try #require(Self.stints(try court.board(), .home))
        #expect(stints.map(\.plusMinus) == plusMinus)
        #expect(stints.map(\.played) == [40_000, 30_000, 10_000])
    }

    /// Half of an exchange is none yet.
    @Test func aFreeThrowBetweenTheHalvesOfAnExchange() throws {
        var court = try Court(.fiba)
        let at = Duration.seconds(30)
        court.record(Self.lineup([0, 1], at: .zero))
        court.record(Move(.substitution, .goingOut, by: .line(.created(1)), period: 1, elapsed: at))
        court.record(Move(.freeThrow, by: .line(.created(0)), period: 1, elapsed: at), by: 2)
        court.record(Move(.substitution, .comingIn, by: .line(.created(2)), period: 1, elapsed: at))
        court.record(Move(.miss, by: .line(.created(2)), period: 1, elapsed: .seconds(40)))
        let stints = try #require(Self.stints(try court.board(), .home))
        #expect(stints.map(\.plusMinus) == [1, 1, 0])
    }

    /// The natural order of a live game: nobody has a game clock to read before it starts.
    @Test func aLineupBeforeTheClockFirstStartsIsAtTheTipOff() throws {
        var court = try Court(.fiba)
        court.record(Self.lineup([0, 1]))
        court.record(Move(.substitution, .goingOut, by: .line(.created(1)), period: 1))
        court.record(Move(.substitution, .comingIn, by: .line(.created(2)), period: 1))
        court.record(GameClockEntry(.start, period: 1, elapsed: .zero))
        court.record(
            Move(.twoPoints, by: .line(.created(3)), period: 1, elapsed: .seconds(40)))
        let stints = try #require(Self.stints(try court.board(), .home))
        #expect(stints.map(\.played) == [40_000, 0, 40_000])
        court.record(Move(.substitution, .goingOut, by: .line(.created(2)), period: 1))
        court.record(Move(.substitution, .comingIn, by: .line(.created(1)), period: 1))
        #expect(Self.stints(try court.board(), .home) == nil)
    }

    @Test func aSideWithOneTooManyIsUnknown() throws {
        var court = try Court()
        for (kind, line) in [(MoveKind.miss, 0), (.miss, 1)] { court.move(kind, line) }
        court.record(
            Move(
                .substitution, .goingOut, by: .line(.created(2)), period: 1,
                elapsed: .seconds(10)))
        court.record(
            Move(.twoPoints, by: .line(.created(0)), period: 1, elapsed: .seconds(20)))
        #expect(
            CourtTime(try court.board()).sides.home
                == .unknown(.count(2, period: 1, elapsed: 10_000)))
    }
}

/// A seeded game of three against three whose court is known by construction.
private struct Script {
    var court: Court
    var stints = Array(repeating: CourtTime.Stint(), count: 5)
    private var random: SeededGenerator
    private var on: [Int] = [0, 1, 2]
    private let length: Int64 = 600_000

    /// Whether a score counts for those on the court in the order of the record, else at its reading.
    private let isOrdered: Bool

    init(seed: UInt64, isOrdered: Bool = false) throws {
        self.isOrdered = isOrdered
        random = SeededGenerator(seed: seed)
        court = try Court(isOrdered ? .fiba : .nba)
        let more = try RosterText.read("8 Dan, 9 Eli", side: .home)
        let added = court.record(RosterAdded(lines: more))
        refs = (0..<3).map { .created($0) } + (0..<2).map { .added(added, $0) }
    }

    private var refs: [LineRef]

    mutating func play() throws {
        court.record(RulesChanged(changes: [.playersASide: 3, .periodLength: Int(length)]))
        for period in 1...4 { playPeriod(period) }
        court.record(GameEnded())
        for seat in on { stints[seat].isOnCourt = true }
    }

    private mutating func playPeriod(_ period: Int) {
        var moves: [(at: Int64, move: Move)] = []
        var now: Int64 = 0
        // Everybody is seen before he goes out, so that who began is no question.
        for seat in on { moves.append((0, move(.miss, seat, period, 0))) }
        while let step = [Int64(1000), 20_000, 60_000].randomElement(using: &random),
            now + step <= length
        {
            for seat in on { stints[seat].played += step }
            now += step
            if isOrdered {
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    if Bool.random(using: &random) {
                        substitute(period, now, &moves)
                    } else {
                        score(period, now, &moves)
                    }
                }
            } else if Bool.random(using: &random) {
                substitute(period, now, &moves)
            } else {
                score(period, now, &moves)
                if Bool.random(using: &random) { substitute(period, now, &moves) }
            }
        }
        for seat in on { stints[seat].played += length - now }
        record(moves)
    }

    /// Several keepers record apart: the order of the table is not that of the court.
    private mutating func record(_ moves: [(at: Int64, move: Move)]) {
        if isOrdered {
            for (index, item) in moves.enumerated() {
                court.record(item.move, by: UInt8(1 + index % 3))
            }
            return
        }
        var times = Array(Set(moves.map(\.at)))
        times.shuffle(using: &random)
        for time in times {
            let together = moves.filter { $0.at == time }.shuffled(using: &random)
            for (index, item) in together.enumerated() {
                court.record(item.move, by: UInt8(1 + index % 3))
            }
        }
    }

    private mutating func substitute(
        _ period: Int, _ now: Int64, _ moves: inout [(at: Int64, move: Move)]
    ) {
        let bench = (0..<5).filter { !on.contains($0) }
        guard let coming = bench.randomElement(using: &random),
            let going = on.randomElement(using: &random)
        else { return }
        on.removeAll { $0 == going }
        on.append(coming)
        let pair = [
            move(.substitution, coming, period, now, .comingIn),
            move(.substitution, going, period, now, .goingOut),
        ]
        moves += pair.map { (now, $0) }
    }

    private mutating func score(
        _ period: Int, _ now: Int64, _ moves: inout [(at: Int64, move: Move)]
    ) {
        let kinds: [(MoveKind, Int)] = [(.onePoint, 1), (.twoPoints, 2), (.freeThrow, 1)]
        guard let (kind, points) = kinds.randomElement(using: &random) else { return }
        let isOwn = Bool.random(using: &random)
        let seat = isOwn ? on[0] : nil
        for player in on { stints[player].plusMinus += isOwn ? points : -points }
        let other = Move(kind, by: .line(.created(3)), period: period, elapsed: .milliseconds(now))
        moves.append((now, seat.map { move(kind, $0, period, now) } ?? other))
    }

    private func move(
        _ kind: MoveKind, _ seat: Int, _ period: Int, _ now: Int64, _ variant: Variant? = nil
    ) -> Move {
        Move(kind, variant, by: .line(refs[seat]), period: period, elapsed: .milliseconds(now))
    }
}
