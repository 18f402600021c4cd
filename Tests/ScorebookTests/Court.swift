import MoveLog
import Testing

@testable import Documents
@testable import Scorebook

/// A game on a paper table, in few words: three keepers, two sides of three.
struct Court {
    var table = PaperTable(keepers: 3)
    let game: GameID

    /// A game of a table that is there.
    init(table: PaperTable, game: GameID) {
        self.table = table
        self.game = game
    }

    init(_ preset: RulesPreset = .pickup) throws {
        let lines =
            try RosterText.read("4 Ana Berg, 7 Bo, 00 Žana Đurić", side: .home)
            + RosterText.read("4 Kim, 0 Lee, Bo Li", side: .away)
        game = table.record(
            1, GameCreated(home: "Hawks", away: "Owls", rules: Rules(preset), lines: lines).draft)
    }

    @discardableResult
    mutating func move(
        _ kind: MoveKind, _ line: Int, by keeper: UInt8 = 1, period: Int = 1, lamport: UInt64? = nil
    ) -> EntryID {
        table.record(
            keeper, Move(kind, by: .line(.created(line)), period: period).draft(in: game),
            lamport: lamport)
    }

    @discardableResult
    mutating func void(_ target: EntryID, by keeper: UInt8 = 1) -> EntryID {
        table.record(keeper, VoidEntry(target: target).draft(in: game))
    }

    @discardableResult
    mutating func record(_ body: some GameBody, by keeper: UInt8 = 1, lamport: UInt64? = nil)
        -> EntryID
    {
        table.record(keeper, body.draft(in: game), lamport: lamport)
    }

    func board() throws -> Scoreboard { try table.board(game) }

    /// The score as people write it: `15-13`.
    func score() throws -> String {
        let score = try board().score
        return "\(score.home)-\(score.away)"
    }
}

extension Court {
    /// A keeper signs what is there, or what that keeper has seen of it.
    @discardableResult
    mutating func sign(
        by keeper: UInt8, seeing seen: [Placed]? = nil, as name: String = "",
        protest: String? = nil
    ) throws -> EntryID {
        let seen = seen ?? table.entries
        let board = try #require(Book(rebuilding: seen).scoreboard(of: game))
        let signable = board.signable { id in seen.filter { $0.entry.id == id } }
        let digest = Self.digest(signable.bytes)
        return record(signable.signOff(digest: digest, name: name, protest: protest), by: keeper)
    }

    /// Stands in for SHA-256, which the core does not hold: equal for equal bytes.
    static func digest(_ bytes: [UInt8]) -> Digest {
        var words: [UInt64] = [1, 2, 3, 4]
        for (index, byte) in bytes.enumerated() {
            words[index % 4] = (words[index % 4] ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        var writer = ByteWriter()
        for word in words { writer.fixed64(word) }
        guard let digest = Digest(writer.bytes) else {
            preconditionFailure("four words are 32 bytes")
        }
        return digest
    }
}

/// How a keeper notes a move, beside what it is.
struct Noting {
    var at: Duration?
    var period = 1
    var tracked = true
    var alone = false
    var covering = false
    var wall: Int64 = 0

    static func at(
        _ seconds: Double, tracked: Bool = true, alone: Bool = false, covering: Bool = false
    ) -> Noting {
        Noting(
            at: .milliseconds(Int64(seconds * 1000)), tracked: tracked, alone: alone,
            covering: covering)
    }

    static func wall(_ milliseconds: Int64) -> Noting { Noting(wall: milliseconds) }
}

/// The actions of keepers on one game, in few words.
extension Court {
    /// A game whose clock ran in the first period.
    static func running() throws -> Court {
        var court = try Court(.fiba)
        court.record(GameClockEntry(.start, period: 1, elapsed: .zero))
        return court
    }

    /// Three keepers, each with a claim and a basket: 4-2 and ended.
    static func ended() throws -> Court {
        var court = try Court()
        for keeper in UInt8(1)...3 {
            court.record(TrackingClaimed([.line(.created(Int(keeper)))]), by: keeper)
        }
        court.move(.twoPoints, 0, by: 1)
        court.move(.twoPoints, 1, by: 2)
        court.move(.twoPoints, 3, by: 3)
        court.record(GameEnded())
        return court
    }

    @discardableResult
    mutating func note(
        _ kind: MoveKind, _ line: Int = 0, by keeper: UInt8, _ noting: Noting,
        linked: EntryID? = nil
    ) -> EntryID {
        var move = Move(
            kind, by: .line(.created(line)), period: noting.period, elapsed: noting.at)
        (move.isTracked, move.isAlone) = (noting.tracked, noting.alone)
        move.isCovering = noting.covering
        move.linked = linked
        return table.record(keeper, move.draft(in: game), wall: noting.wall)
    }

    /// Keeper by keeper what waits for an answer, as sequences: `2.5 of 1.7`.
    func held() throws -> [String] { try behind(\.isHeld) }

    /// What others recorded too, and agree: `2.5 of 1.7`.
    func copies() throws -> [String] { try behind(\.isCopy) }

    private func behind(_ isSought: (TimelineEntry) -> Bool) throws -> [String] {
        try board().timeline.filter(isSought).map {
            "\(name($0.id)) of \(name($0.headOf ?? $0.id))"
        }
    }

    /// The questions with the moves and the uppermost fixes: `doubt 1.3 2.2`, `conflict 1.3; 1.4 2.2`.
    func asked() throws -> [String] {
        try board().questions.map { question in
            let fixes =
                question.fixes.isEmpty ? [] : [question.fixes.map(name).joined(separator: " ")]
            let moves = question.moves.map(name).joined(separator: " ")
            return (["\(question.kind) \(moves)"] + fixes).joined(separator: "; ")
        }
    }

    /// Answers a question as the program does; `entry` names what is asked about.
    mutating func settle(_ entry: EntryID, _ answer: Settlement, by keeper: UInt8 = 1) throws {
        let board = try board()
        let question = try #require(board.openQuestions.first { $0.entry == entry })
        let drafts = board.drafts(settling: question, answer)
        try #require(!drafts.isEmpty)
        for draft in drafts { table.record(keeper, draft) }
    }

    func resembling() throws -> [String] {
        try board().resembling.map { "\(name($0.id)) and \(name($0.resembles ?? $0.id))" }
    }

    func name(_ id: EntryID) -> String { "\(id.author.bytes[0]).\(id.sequence)" }

    /// The cut of a keeper's device as everybody sees it now.
    func cut(_ keeper: UInt8) -> Cut {
        let author = PaperTable.author(keeper)
        let last = table.entries.filter { $0.entry.id.author == author }.map(\.entry.id.sequence)
        return Cut([author: last.max() ?? 0])
    }

    mutating func takeOver(_ line: Int = 0, from keeper: UInt8, by other: UInt8, cut: Cut? = nil) {
        let cut = cut ?? self.cut(keeper)
        record(
            TakenOver([.line(.created(line))], from: PaperTable.key(keeper), cut: cut), by: other)
    }

    func standing(_ id: EntryID) throws -> Standing? { try board().entry(id)?.standing }
}

extension Scoreboard {
    /// True if the awaited signatures differ: no official result until one side signs again.
    var isDisputed: Bool {
        let awaited = signatures.filter(\.isAwaited).map(\.signOff)
        return awaited.contains { $0.digest != awaited[0].digest || $0.score != awaited[0].score }
    }
}

extension Scoreboard {
    /// Moves corrected differently by keepers who had not seen each other's fix, in order.
    var conflicting: [TimelineEntry] {
        timeline.filter { $0.isLive && !$0.conflicts.isEmpty }
    }
}
