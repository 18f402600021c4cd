import MoveLog
import Scorebook
import Seeds

/// Keepers who enter what comes to their minds until the trouble ends: mostly moves, and everything
/// else that a keeper can enter, into one of several games, or something that this version does not
/// know.
struct RandomKeepers: Keepers {
    let pace: Duration
    /// As `Scenario.longBytes`.
    var longBytes = 0

    let creation = Self.game(home: "Hawks", away: "Owls", rules: .pickup)
    let isDone = true

    private static func game(home: String, away: String, rules: RulesPreset) -> GameCreated {
        GameCreated(
            home: home, away: away, rules: Rules(rules),
            lines: (0..<6).map {
                RosterLine(side: $0 < 3 ? .home : .away, number: "\($0)", name: "P\($0)")
            })
    }

    func pause(at device: Int, now: Duration, random: inout SeededGenerator) -> Duration {
        pace * Double.random(in: 0.1...1.9, using: &random)
    }

    func entering(
        at device: SimulatedDevice, into game: GameID, random: inout SeededGenerator
    ) -> Entering? {
        let games = device.book.gameIDs
        let chosen = Bool.random(using: &random) ? games.randomElement(using: &random) : nil
        let drafts = drafts(at: device, in: chosen ?? game, random: &random)
        guard !drafts.isEmpty else { return nil }
        return Entering(drafts, request: RequestID(random.bytes(16)))
    }

    func acknowledged(_ entries: [EntryID], at device: Int) {}

    private func drafts(
        at device: SimulatedDevice, in game: GameID, random: inout SeededGenerator
    ) -> [Draft] {
        if longBytes > 0, Bool.random(using: &random) {
            return [unknown(in: game, random: &random)]
        }
        switch Int.random(in: 0..<24, using: &random) {
        case 0: return [clock(random: &random).draft(in: game)]
        case 1, 2, 3: return correction(at: device, in: game, random: &random)
        case 4: return [unknown(in: game, random: &random)]
        case 5: return roster(in: game, random: &random)
        case 6: return claims(at: device, in: game, random: &random)
        case 7: return ending(at: device, in: game, random: &random)
        case 8: return words(in: game, random: &random)
        default:
            return (0...Int.random(in: 0...1, using: &random)).map { _ in
                move(random: &random).draft(in: game)
            }
        }
    }

    private func line(_ random: inout SeededGenerator) -> LineRef {
        .created(Int.random(in: 0..<6, using: &random))
    }

    private func move(random: inout SeededGenerator) -> Move {
        var move = Move(
            MoveKind.allCases.randomElement(using: &random) ?? .twoPoints,
            by: .line(line(&random)), period: Int.random(in: 1...4, using: &random),
            elapsed: .seconds(Int.random(in: 0..<600, using: &random)))
        move.isTracked = Bool.random(using: &random)
        return move
    }

    private func clock(random: inout SeededGenerator) -> GameClockEntry {
        GameClockEntry(
            GameClockEntry.Action.allCases.randomElement(using: &random) ?? .start,
            period: Int.random(in: 1...4, using: &random),
            elapsed: .seconds(Int.random(in: 0..<600, using: &random)))
    }

    /// A void of anything, an undo, a redo, a fix, or a held move that is counted after all.
    private func correction(
        at device: SimulatedDevice, in game: GameID, random: inout SeededGenerator
    ) -> [Draft] {
        guard let board = device.board(of: game) else { return [] }
        let table = device.book.table
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            let last = UInt64.random(in: 1...20, using: &random)
            let target = EntryID(author: game.author, sequence: last)
            return [VoidEntry(target: target).draft(in: game)]
        case 1, 2:
            return board.undo(of: device.key, at: table)?.drafts(in: board) ?? []
        case 3:
            return board.redo(of: device.key, at: table)?.drafts(in: board) ?? []
        case 4:
            guard let target = board.moves.randomElement(using: &random) else { return [] }
            let fix = Fix(
                target: target.id, bases: board.bases(of: target), move: move(random: &random))
            return [fix.draft(in: game)]
        default:
            let held = board.timeline.filter { $0.headOf != nil }
            guard let target = held.randomElement(using: &random) else { return [] }
            return [Accepted(target: target.id).draft(in: game)]
        }
    }

    private func roster(in game: GameID, random: inout SeededGenerator) -> [Draft] {
        let number = "\(Int.random(in: 0..<100, using: &random))"
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let added = RosterLine(side: .home, number: number, name: "late \(number)")
            return [RosterAdded(lines: [added]).draft(in: game)]
        case 1: return [RosterEdited(line: line(&random), number: number).draft(in: game)]
        case 2:
            let isActive = Bool.random(using: &random)
            return [RosterEdited(line: line(&random), isActive: isActive).draft(in: game)]
        default: return [RosterMerged(from: line(&random), into: line(&random)).draft(in: game)]
        }
    }

    private func claims(
        at device: SimulatedDevice, in game: GameID, random: inout SeededGenerator
    ) -> [Draft] {
        let subjects = [Subject.line(line(&random))]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return [TrackingReleased(subjects).draft(in: game)]
        case 1:
            let others = device.replica?.peers.map(\.key) ?? []
            guard let other = others.randomElement(using: &random),
                let leaves = device.replica?.log.frontier.leaves
            else { return [] }
            let last = Dictionary(
                leaves.map { ($0.author, $0.sequence) }, uniquingKeysWith: { max($0, $1) })
            return [TakenOver(subjects, from: other, cut: Cut(last)).draft(in: game)]
        default: return [TrackingClaimed(subjects).draft(in: game)]
        }
    }

    private func ending(
        at device: SimulatedDevice, in game: GameID, random: inout SeededGenerator
    ) -> [Draft] {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return [GameEnded().draft(in: game)]
        case 1: return [GameReopened().draft(in: game)]
        case 2: return [PeriodBegan(period: Int.random(in: 1...4, using: &random)).draft(in: game)]
        case 3:
            let target = Int.random(in: 5...30, using: &random)
            return [RulesChanged(changes: [.target: target]).draft(in: game)]
        case 4:
            guard device.book.gameIDs.count < 4 else { return [] }
            return [Self.game(home: "Bears", away: "Foxes", rules: .fiba).draft]
        default:
            guard let board = device.board(of: game), let log = device.replica?.log else {
                return []
            }
            let strays = board.signingObstacles.flatMap(\.strays)
            guard strays.isEmpty else { return VoidEntry.drafts(of: strays, in: board) }
            let signable = board.signable { log.entries($0) }
            let digest = device.seal.digest(signable.bytes)
            return [signable.signOff(digest: digest, name: "keeper").draft(in: game)]
        }
    }

    private func words(in game: GameID, random: inout SeededGenerator) -> [Draft] {
        let text = String(
            decoding: random.bytes(Int.random(in: 0...40, using: &random)), as: UTF8.self)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return [KeeperNamed(name: text).draft]
        case 1: return [TableNamed(name: text).draft]
        case 2: return [Note(text: text).draft]
        default: return [Note(text: text).draft(in: game)]
        }
    }

    /// Of a later version: about the game, about the table, or about its devices.
    private func unknown(in game: GameID, random: inout SeededGenerator) -> Draft {
        let body = random.bytes(Int.random(in: 0...max(300, longBytes), using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let kind = Kind(rawValue: UInt32.random(in: 5...15, using: &random))
            return Draft(scope: .table, kind: kind, body: body)
        case 1:
            // A kind that is known, with a body that nobody can read.
            let kind = Kind(rawValue: UInt32.random(in: 16...40, using: &random))
            return Draft(scope: .game(game), kind: kind, body: body)
        default:
            let kind = Kind(rawValue: UInt32.random(in: 1000...1005, using: &random))
            return Draft(scope: .game(game), kind: kind, body: body)
        }
    }
}

extension SigningObstacle {
    /// The entries that a keeper withdraws before signing, as the refusal advises: what a later
    /// version recorded, and what nobody can read.
    fileprivate var strays: [EntryID] {
        switch self {
        case .later(let entries), .malformed(let entries): Array(entries.prefix(8))
        case .notOver, .questions, .tooManyAuthors: []
        }
    }
}
