import MoveLog
import Seeds
import Testing

@testable import Documents
@testable import Scorebook

/// Undo takes back a device's last action, redo restores it.
@Suite struct UndoTests {
    /// The parts of a game that an undo must restore exactly.
    private struct Shown: Equatable {
        var score: [Int]
        var boxes: [BoxScore]
        var court: CourtTime
        var standings: [EntryID: Standing]
        var moves: [EntryID: Move]
        var rules: Rules

        /// Of the entries that are there in `entries`; the whole game without it.
        init(_ board: Scoreboard, of entries: Set<EntryID>? = nil) {
            score = [board.score.home, board.score.away]
            boxes = Side.allCases.map { board.boxScore($0) }
            court = CourtTime(board)
            standings = [:]
            moves = [:]
            rules = board.rules
            for entry in board.timeline where entries?.contains(entry.id) ?? true {
                guard let move = entry.move else { continue }
                standings[entry.id] = entry.standing
                moves[entry.id] = move
            }
        }
    }

    @Test(arguments: seeds(60))
    func undoOfAnyActionRestoresTheBoard(seed: UInt64) throws {
        var desk = try Desk(seed: seed)
        for _ in 0..<20 {
            desk.watch()
            let before = try desk.court.board()
            let known = Set(before.timeline.map(\.id))
            guard let action = try desk.act() else { continue }
            let after = try desk.court.board()
            guard let last = try desk.undo() else {
                Issue.record("seed \(seed): nothing to undo after \(action)")
                return
            }
            #expect(Set(last).isDisjoint(with: known), "seed \(seed): \(action)")
            let undone = try desk.court.board()
            // Players who were added are retracted, and have slots for ever.
            if action != .roster {
                #expect(Shown(undone, of: known) == Shown(before), "seed \(seed): \(action)")
            }
            #expect(undone.score == before.score)
            try #require(try desk.redo() != nil)
            let redone = try desk.court.board()
            let all = Set(after.timeline.map(\.id))
            #expect(Shown(redone, of: all) == Shown(after), "seed \(seed): \(action)")
        }
    }

    @Test(arguments: seeds(60))
    func asManyRedosAsUndosChangeNothing(seed: UInt64) throws {
        var desk = try Desk(seed: seed)
        for _ in 0..<40 {
            desk.watch()
            _ = try desk.act()
            if desk.chance(20) { _ = try desk.undo() }
            if desk.chance(5) { _ = try desk.redo() }
        }
        // A last action of its own: what was undone before it is not redone.
        desk.court.move(.onePoint, 0)
        let board = try desk.court.board()
        let all = Set(board.timeline.map(\.id))
        var withdrawn: [[EntryID]] = []
        for _ in 0..<Int.random(in: 1...30, using: &desk.generator) {
            guard let last = try desk.undo() else { break }
            withdrawn.append(last)
        }
        #expect(Set(withdrawn.joined()).count == withdrawn.joined().count)
        for _ in withdrawn { try #require(try desk.redo() != nil) }
        #expect(Shown(try desk.court.board(), of: all) == Shown(board), "seed \(seed)")
        #expect(try desk.redo() == nil)
    }

    /// Each half may be recorded by a command of its own.
    @Test func halvesOfTwoMomentsAreTwoActions() throws {
        var desk = try Desk(seed: 1, isEmpty: true)
        func half(_ variant: Variant, _ line: Int, wall: Int64) -> EntryID {
            let move = Move(.substitution, variant, by: .line(.created(line)), period: 1)
            return desk.court.table.record(1, move.draft(in: desk.court.game), wall: wall)
        }
        let out = half(.goingOut, 0, wall: 1000)
        let into = half(.comingIn, 1, wall: 2000)
        #expect(try desk.undo() == [into])
        #expect(try desk.undo() == [out])
    }

    /// A game whose clock runs; of three baskets of keeper 1 the copies by keeper 2 are held.
    private func withCopies() throws -> (desk: Desk, baskets: [EntryID], copies: [EntryID]) {
        var desk = try Desk(seed: 1, isEmpty: true)
        desk.court = try Court.running()
        let baskets = (0..<3).map { desk.court.note(.twoPoints, $0, by: 1, .at(60)) }
        let copies = (0..<3).map { desk.court.note(.twoPoints, $0, by: 2, .at(60)) }
        #expect(try desk.court.board().timeline.filter(\.isCopy).map(\.id) == copies)
        return (desk, baskets, copies)
    }

    @Test func acceptsOfOneCommandAreOneAction() throws {
        var (desk, _, copies) = try withCopies()
        let accepts = zip(copies, [false, true, false]).map { copy, isContinued in
            desk.court.record(Accepted(target: copy, isContinued: isContinued), by: 1)
        }
        #expect(try desk.court.score() == "12-0")
        #expect(try desk.undo() == [accepts[2]])
        #expect(try desk.undo() == Array(accepts[..<2]))
        #expect(try desk.court.score() == "6-0")
    }

    @Test func anAcceptThatAnotherRepeatedIsPassedOver() throws {
        var (desk, baskets, copies) = try withCopies()
        desk.court.record(Accepted(target: copies[0]), by: 2)
        desk.court.record(Accepted(target: copies[0]), by: 1)
        #expect(try desk.undo() == [baskets[2]])
    }

    @Test func aVoidThatAnotherRepeatedIsPassedOver() throws {
        var desk = try Desk(seed: 1, isEmpty: true)
        let first = desk.court.move(.onePoint, 0)
        let second = desk.court.move(.twoPoints, 0)
        desk.court.void(second, by: 2)
        desk.court.void(second, by: 1)
        #expect(try desk.undo() == [first])
    }

    @Test func aCopyIsUndone() throws {
        var desk = try Desk(seed: 1, isEmpty: true)
        desk.court = try Court.running()
        desk.court.note(.threePoints, 1, by: 1, .at(30))
        desk.court.note(.twoPoints, 0, by: 2, .at(60))
        let copy = desk.court.note(.twoPoints, 0, by: 1, .at(60))
        #expect(try desk.court.board().timeline.filter(\.isCopy).map(\.id) == [copy])
        #expect(try desk.undo() == [copy])
        // With the event.
        #expect(try desk.court.score() == "3-0")
        #expect(try desk.court.board().questions.map(\.kind) == [.withdrawn])
    }

    @Test func anUndoIsNotUndone() throws {
        var desk = try Desk(seed: 1, isEmpty: true)
        let first = desk.court.move(.onePoint, 0)
        let theirs = desk.court.move(.onePoint, 3, by: 2)
        let second = desk.court.move(.twoPoints, 0)
        #expect(try desk.undo() == [second])
        #expect(try desk.undo() == [first])
        #expect(try desk.undo() == nil)
        #expect(try desk.court.score() == "0-1")
        #expect(try desk.court.board().entry(theirs)?.isLive == true)
    }

    @Test func theGameClockIsPassedOver() throws {
        var desk = try Desk(seed: 1, isEmpty: true)
        let basket = desk.court.move(.twoPoints, 0)
        desk.court.record(GameClockEntry(.stop, period: 1, elapsed: .seconds(3)))
        desk.court.record(TrackingClaimed([.line(.created(0))]))
        #expect(try desk.undo() == [basket])
    }

    @Test func whatSomebodyElseSettledIsPassedOver() throws {
        var desk = try Desk(seed: 1, isEmpty: true)
        let basket = desk.court.move(.twoPoints, 0)
        let mine = desk.court.record(
            Fix(target: basket, move: Move(.onePoint, by: .line(.created(0)), period: 1)))
        desk.court.record(
            Fix(
                target: basket, bases: [mine],
                move: Move(.threePoints, by: .line(.created(0)), period: 1)),
            by: 2)
        #expect(try desk.undo() == [basket])
        let second = desk.court.move(.twoPoints, 0)
        desk.court.void(second, by: 2)
        #expect(try desk.undo() == nil)
    }

    @Test func nothingBeforeWhatCameAfterTheSignOffIsUndone() throws {
        var desk = try Desk(seed: 1, isEmpty: true)
        desk.court.move(.twoPoints, 0)
        desk.court.record(GameEnded())
        for keeper in UInt8(1)...3 { try desk.court.sign(by: keeper) }
        let late = desk.court.move(.rebound, 0)
        #expect(try desk.court.board().entry(late)?.standing == .afterSignOff)
        #expect(try desk.undo() == nil)
    }
}

/// A keeper who does all that undo speaks of, beside two others.
private struct Desk {
    enum Action { case move, substitution, note, fix, void, voids, accept, roster, rules }

    var court: Court
    var generator: SeededGenerator
    private let key = PaperTable.key(1)
    private var wall: Int64 = 0

    init(seed: UInt64, isEmpty: Bool = false) throws {
        court = try Court()
        generator = SeededGenerator(seed: seed)
        if isEmpty { return }
        for _ in 0..<12 { play(by: UInt8.random(in: 1...3, using: &generator)) }
    }

    /// What undo withdrew; nil where there was nothing.
    mutating func undo() throws -> [EntryID]? {
        let board = try court.board()
        let last = board.undo(of: key, at: court.table.book.table)
        for draft in last?.drafts(in: board) ?? [] { court.table.record(1, draft) }
        return last?.entries.map(\.id)
    }

    /// What redo withdrew; nil where there was nothing.
    mutating func redo() throws -> [EntryID]? {
        let board = try court.board()
        let last = board.redo(of: key, at: court.table.book.table)
        for draft in last?.drafts(in: board) ?? [] { court.table.record(1, draft) }
        return last?.entries.map(\.id)
    }

    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &generator) < percent
    }

    /// Time goes on, and at times another keeper records something.
    mutating func watch() {
        wall += 1000
        if chance(40) { play(by: UInt8.random(in: 2...3, using: &generator)) }
    }

    /// Does something with one command; nil where it could not be done.
    mutating func act() throws -> Action? {
        let board = try court.board()
        let live = board.timeline.filter { $0.isMove && $0.isLive }
        switch Int.random(in: 0..<12, using: &generator) {
        case 0:
            for (variant, line) in [(Variant.goingOut, 0), (.comingIn, 1)] {
                record(Move(.substitution, variant, by: .line(.created(line)), period: 1))
            }
            return .substitution
        case 1:
            record(Note(text: "late"))
            return .note
        case 2:
            guard let target = live.randomElement(using: &generator), let move = target.move else {
                return nil
            }
            var other = move
            other.subject = .line(.created((line(of: move) + 1) % 6))
            record(Fix(target: target.id, bases: target.fixes, move: other))
            for conflict in target.conflicts {
                record(VoidEntry(target: conflict, isContinued: true))
            }
            return .fix
        case 3:
            guard let target = live.randomElement(using: &generator) else { return nil }
            record(VoidEntry(target: target.id))
            return .void
        case 4:
            let targets = live.shuffled(using: &generator).prefix(3).map(\.id)
            guard !targets.isEmpty else { return nil }
            for draft in VoidEntry.drafts(of: targets, in: board) {
                court.table.record(1, draft, wall: wall)
            }
            return .voids
        case 5:
            let behind = board.timeline.filter { $0.headOf != nil }
            guard let copy = behind.randomElement(using: &generator) else { return nil }
            record(Accepted(target: copy.id))
            return .accept
        case 6:
            let line = RosterLine(side: .home, number: "9", name: "Late")
            record(RosterAdded(lines: [line]))
            return .roster
        case 7:
            record(RulesChanged(changes: [.target: 11 + Int.random(in: 0..<9, using: &generator)]))
            return .rules
        default:
            play(by: 1)
            return .move
        }
    }

    private func line(of move: Move) -> Int {
        if case .line(.created(let index)) = move.subject { index } else { 0 }
    }

    private mutating func record(_ body: some GameBody) {
        court.table.record(1, body.draft(in: court.game), wall: wall)
    }

    private mutating func play(by keeper: UInt8) {
        let kinds: [MoveKind] = [.onePoint, .twoPoints, .assist, .rebound, .foul]
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &generator)]
        var move = Move(
            kind, by: .line(.created(Int.random(in: 0..<6, using: &generator))), period: 1,
            elapsed: .seconds(Int.random(in: 0..<60, using: &generator)))
        move.isTracked = chance(50)
        court.table.record(keeper, move.draft(in: court.game), wall: wall)
    }
}
