import MoveLog
import Testing

@testable import Documents
@testable import Scorebook

/// A game on a paper table, in few words: three keepers, two sides of three.
struct Court {
    var table = PaperTable()
    let game: GameID

    init(_ preset: RulesPreset = .pickup) throws {
        for keeper in UInt8(1)...3 { table.start(keeper, device: keeper) }
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
