import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// What two keepers recorded, corrected and withdrew of one event counts once: the scenarios of a
/// table, each in every order of the logs and with each of three devices in each part.
@Suite struct EventScenarioTests {
    /// The devices that play A, B and C.
    private static let parts: [(UInt8, UInt8, UInt8)] = [
        (1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1),
    ]

    private func shot(_ kind: MoveKind, _ line: Int = 0, _ seconds: Double = 60) -> Move {
        Move(
            kind, by: .line(.created(line)), period: 1,
            elapsed: .milliseconds(Int64(seconds * 1000)))
    }

    private func untracked(_ seconds: Double) -> Noting { .at(seconds, tracked: false) }

    /// (1) Both typed 2, it was 3: each fixes the own, or the other's, neither seeing the other fix.
    @Test(arguments: [false, true])
    func bothFixAtOnce(isOther: Bool) throws {
        for (a, b, _) in Self.parts {
            var court = try Court.running()
            let first = court.note(.twoPoints, by: a, .at(60))
            let second = court.note(.twoPoints, by: b, .at(62))
            court.record(Fix(target: isOther ? second : first, move: shot(.threePoints)), by: a)
            #expect(try court.score() == "3-0")
            court.record(
                Fix(target: isOther ? first : second, move: shot(.threePoints, 0, 62)), by: b)
            #expect(try court.score() == "3-0")
            #expect(try court.asked() == [])
        }
    }

    /// (2) A 3, B 2, and nobody mends it.
    @Test func theyDisagreeOnTheKind() throws {
        for (answer, score) in [(Settlement.this, "2-0"), (.that, "3-0"), (.both, "5-0")] {
            for (a, b, c) in Self.parts {
                var court = try Court.running()
                let three = court.note(.threePoints, by: a, untracked(60))
                let two = court.note(.twoPoints, by: b, untracked(62))
                #expect(try court.score() == "3-0")
                #expect(
                    try court.asked()
                        == ["doubt \(court.name(three)) \(court.name(two))"])
                #expect(try court.board().isProvisional)
                try court.settle(two, answer, by: c)
                #expect(try court.score() == score)
                #expect(try court.asked() == [])
                #expect(try court.board().isProvisional == false)
            }
        }
    }

    /// (3) A has 2, is right and tracks; B makes a 3 of the copy.
    @Test func anotherChangesWhatTheTrackingKeeperSays() throws {
        for (answer, score) in [(Settlement.this, "3-0"), (.that, "2-0")] {
            for (a, b, c) in Self.parts {
                var court = try Court.running()
                court.note(.twoPoints, by: a, .at(60))
                let copy = court.note(.twoPoints, by: b, untracked(61))
                let fix = court.record(
                    Fix(target: copy, move: shot(.threePoints, 0, 61)), by: b)
                #expect(try court.score() == "3-0")
                #expect(try court.board().questions.map(\.kind) == [.changed])
                try court.settle(fix, answer, by: c)
                #expect(try court.score() == score)
                #expect(try court.asked() == [])
            }
        }
    }

    /// (4) At once A fixes the kind and B the player.
    @Test func kindAndPlayerAtOnce() throws {
        for (answer, scores) in [(Settlement.this, ["3-0", "2-0"]), (.that, ["2-0", "3-0"])] {
            for (a, b, _) in Self.parts {
                var court = try Court.running()
                let first = court.note(.twoPoints, by: a, untracked(60))
                let second = court.note(.twoPoints, by: b, untracked(61))
                let kind = court.record(Fix(target: first, move: shot(.threePoints)), by: a)
                let player = court.record(
                    Fix(target: second, move: shot(.twoPoints, 1, 61)), by: b)
                #expect(try court.score() == "2-0")
                #expect(try court.board().questions.map(\.kind) == [.conflict])
                #expect(try court.board().questions.map(\.fixes) == [[kind, player]])
                try court.settle(kind, answer, by: a)
                #expect(try court.score() == scores[0])
                #expect(try court.asked() == [])
            }
        }
    }

    /// (5) A fix over a fix that was seen, then undone.
    @Test func aFixOfAFixIsUndone() throws {
        for (a, b, _) in Self.parts {
            var court = try Court.running()
            let first = court.note(.twoPoints, by: a, untracked(60))
            let second = court.note(.twoPoints, by: b, untracked(61))
            let fix = court.record(Fix(target: first, move: shot(.threePoints)), by: a)
            let again = court.record(
                Fix(target: second, bases: [fix], move: shot(.onePoint)), by: b)
            #expect(try court.score() == "1-0")
            court.void(again, by: b)
            #expect(try court.score() == "3-0")
            #expect(try court.asked() == [])
        }
    }

    /// (6) Both typed 2; A undoes and enters 3.
    @Test func oneUndoesAndEntersAnother() throws {
        for (answer, score) in [(Settlement.this, "5-0"), (.that, "3-0")] {
            for (a, b, _) in Self.parts {
                var court = try Court.running()
                let first = court.note(.twoPoints, by: a, .at(60))
                let copy = court.note(.twoPoints, by: b, .at(61))
                court.void(first, by: a)
                court.note(.threePoints, by: a, .at(60))
                #expect(try court.score() == "3-0")
                #expect(try court.board().questions.map(\.kind) == [.withdrawn])
                try court.settle(copy, answer, by: b)
                #expect(try court.score() == score)
                #expect(try court.asked() == [])
            }
        }
    }

    /// (7) It is waved off: A undoes, and B's move was a copy.
    @Test func aBasketIsWavedOff() throws {
        for (a, b, _) in Self.parts {
            var court = try Court.running()
            let first = court.note(.twoPoints, by: a, .at(60))
            let copy = court.note(.twoPoints, by: b, .at(61))
            #expect(try court.copies() == ["\(court.name(copy)) of \(court.name(first))"])
            court.void(first, by: a)
            #expect(try court.score() == "0-0")
            #expect(try court.held() == ["\(court.name(copy)) of \(court.name(first))"])
            court.void(copy, by: b)
            #expect(try court.score() == "0-0")
            #expect(try court.asked() == [])
        }
    }

    /// (8) A enters it and undoes; then B enters it, having seen that or being offline.
    @Test func enteredAndUndoneBeforeTheOther() throws {
        for (a, b, _) in Self.parts {
            var court = try Court.running()
            let slip = court.note(.twoPoints, by: a, .at(60))
            court.void(slip, by: a)
            let basket = court.note(.twoPoints, by: b, .at(61))
            #expect(try court.score() == "2-0")
            #expect(try court.standing(basket) == .live)
            #expect(try court.asked() == [])
        }
        for (a, b, _) in Self.parts {
            var court = try Court.running()
            // Offline, between the two in order: withdrawn, and asked about.
            let slip = court.record(shot(.twoPoints), by: a)
            let lamport = try #require(court.table.entries.last?.place.lamport)
            court.record(VoidEntry(target: slip), by: a, lamport: lamport + 2)
            let basket = court.record(shot(.twoPoints, 0, 61), by: b, lamport: lamport + 1)
            #expect(try court.score() == "0-0")
            #expect(try court.board().questions.map(\.kind) == [.withdrawn])
            try court.settle(basket, .this, by: b)
            #expect(try court.score() == "2-0")
        }
    }

    /// (9) Two baskets of one player, 7 s apart, one by each keeper: one, which is the price.
    @Test func twoBasketsOfOnePlayer() throws {
        for (a, b, _) in Self.parts {
            var court = try Court.running()
            court.note(.twoPoints, by: a, .at(60))
            let second = court.note(.twoPoints, by: b, .at(67))
            #expect(try court.score() == "2-0")
            court.record(Accepted(target: second), by: b)
            #expect(try court.score() == "4-0")
        }
    }

    /// (10) B types the wrong player and fixes it; then both players score.
    @Test func theWrongPlayerIsFixed() throws {
        for (a, b, _) in Self.parts {
            var court = try Court.running()
            court.note(.twoPoints, 0, by: a, .at(60))
            let wrong = court.note(.twoPoints, 1, by: b, .at(61))
            court.record(Fix(target: wrong, move: shot(.twoPoints, 0, 61)), by: b)
            for (line, seconds) in [(1, 66.0), (0, 80)] {
                court.note(.twoPoints, line, by: a, .at(seconds))
                court.note(.twoPoints, line, by: b, .at(seconds + 1))
            }
            #expect(try court.score() == "6-0")
            #expect(try court.board().player(.created(0))?.tally.points == 4)
            #expect(try court.board().player(.created(1))?.tally.points == 2)
            #expect(try court.asked() == [])
        }
    }

    /// (11) Three keepers at 5:00, 4:52 and 4:44 of ten minutes.
    @Test func threeKeepersSecondsApart() throws {
        for (a, b, c) in Self.parts {
            var court = try Court.running()
            for (keeper, seconds) in [(a, 300.0), (b, 308), (c, 316)] {
                court.note(.twoPoints, by: keeper, .at(seconds))
            }
            #expect(try court.score() == "2-0")
            #expect(try court.asked() == [])
        }
    }

    /// (12) 2, 2 and 3.
    @Test func twoAgainstOne() throws {
        for (answer, score) in [(Settlement.this, "3-0"), (.that, "2-0"), (.both, "5-0")] {
            for (a, b, c) in Self.parts {
                var court = try Court.running()
                court.note(.twoPoints, by: a, untracked(60))
                court.note(.twoPoints, by: b, untracked(61))
                let three = court.note(.threePoints, by: c, untracked(62))
                #expect(try court.score() == "2-0")
                #expect(try court.board().openQuestions.map(\.entry) == [three])
                try court.settle(three, answer, by: a)
                #expect(try court.score() == score)
                #expect(try court.asked() == [])
            }
        }
    }

    /// (13) A held copy is accepted, then the first one fixed.
    @Test func theFirstIsFixedAfterAnAccept() throws {
        for (a, b, _) in Self.parts {
            var court = try Court.running()
            let first = court.note(.twoPoints, by: a, .at(60))
            let second = court.note(.twoPoints, by: b, .at(61))
            court.record(Accepted(target: second), by: b)
            court.record(Fix(target: first, move: shot(.threePoints)), by: a)
            #expect(try court.score() == "5-0")
            #expect(try court.asked() == [])
        }
    }

    /// (14) An absence with readings 15 s apart, and a fix.
    @Test func anAbsenceAndAFix() throws {
        for (a, b, _) in Self.parts {
            var court = try Court.running()
            court.takeOver(from: a, by: b)
            let seen = court.note(.twoPoints, by: a, .at(60, alone: true))
            court.note(.twoPoints, by: b, .at(75, covering: true))
            court.record(Fix(target: seen, move: shot(.threePoints)), by: a)
            #expect(try court.score() == "3-0")
            #expect(try court.asked() == [])
        }
    }

    /// (15) One keeper has not begun the period: both count, and it is pointed out.
    @Test func oneHasNotBegunThePeriod() throws {
        for (a, b, _) in Self.parts {
            var court = try Court.running()
            court.record(PeriodBegan(period: 2))
            court.note(.twoPoints, by: a, Noting(at: .seconds(3), period: 2, wall: 50_000))
            let late = court.note(.twoPoints, by: b, Noting(at: .seconds(600), wall: 52_000))
            #expect(try court.score() == "4-0")
            #expect(try court.resembling().count == 1)
            #expect(try court.board().isProvisional == false)
            court.void(late, by: b)
            #expect(try court.resembling() == [])
        }
    }

    /// (16) No game clock, laptops a minute apart that know of each other, or do not.
    @Test(arguments: [true, false])
    func withoutAGameClock(isCompared: Bool) throws {
        for (a, b, _) in Self.parts {
            var court = try Court()
            if isCompared {
                court.record(
                    WallCompared(device: PaperTable.key(b), difference: -60_000, error: 3), by: a)
            }
            court.note(.twoPoints, by: a, .wall(1_000_000))
            court.note(.twoPoints, by: b, .wall(1_061_500))
            #expect(try court.score() == (isCompared ? "2-0" : "4-0"))
            #expect(try court.copies().count == (isCompared ? 1 : 0))
            #expect(try court.board().uncomparedPeriods == (isCompared ? [] : [1]))
            #expect(try court.asked() == [])
        }
    }

    /// (17) Two free throws of one stop, one by each keeper: two if the foul says so.
    @Test(arguments: [0, 2])
    func freeThrowsOfOneStop(stated: Int) throws {
        for (a, b, _) in Self.parts {
            var court = try Court.running()
            var foul = shot(.foul, 3)
            foul.throwCount = stated
            court.record(foul, by: a)
            for keeper in [a, b] { court.note(.freeThrow, by: keeper, .at(60)) }
            #expect(try court.score() == (stated == 2 ? "2-0" : "1-0"))
            #expect(try court.asked() == [])
        }
    }
}

/// The passes, one by one.
@Suite struct EventPassTests {
    @Test(arguments: [
        (20.0, MoveKind.twoPoints, 0, UInt8(2), "2-0", ""), (20.001, .twoPoints, 0, 2, "4-0", ""),
        (-20.0, .twoPoints, 0, 2, "2-0", ""), (10.0, .threePoints, 0, 2, "2-0", "doubt"),
        (10.001, .threePoints, 0, 2, "2-0", "apart"), (20.001, .threePoints, 0, 2, "5-0", ""),
        (10.0, .twoPoints, 1, 2, "2-0", "doubt"), (10.001, .twoPoints, 1, 2, "4-0", ""),
        (0, .twoPoints, 0, 1, "4-0", ""), (0, .twoPoints, 3, 2, "2-2", ""),
        (0, .freeThrow, 0, 2, "3-0", ""),
    ])
    func howFarApart(
        away seconds: Double, kind: MoveKind, line: Int, keeper: UInt8, score: String, asked: String
    ) throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, .at(60))
        court.note(.steal, by: 2, .at(300))
        court.note(kind, line, by: keeper, .at(60 + seconds))
        #expect(try court.score() == score)
        #expect(try court.board().questions.map(\.kind.rawValue).joined() == asked)
        // Two players of a side some seconds apart are pointed out, and both count.
        #expect(try court.resembling().count == (line == 1 && asked.isEmpty ? 1 : 0))
    }

    @Test func theNearestArePairedFirst() throws {
        var court = try Court.running()
        for at in [60.0, 69] { court.note(.twoPoints, by: 1, .at(at)) }
        court.note(.twoPoints, by: 2, .at(66))
        #expect(try court.copies() == ["2.2 of 1.5"])
        #expect(try court.score() == "4-0")
    }

    @Test func noEventIsLongerThanTwentySeconds() throws {
        var court = try Court.running()
        for (keeper, at) in [(1 as UInt8, 60.0), (2, 69), (3, 81)] {
            court.note(.twoPoints, by: keeper, .at(at))
        }
        #expect(try court.score() == "4-0")
        #expect(try court.copies() == ["2.2 of 1.4"])
    }

    @Test func theKeeperWhoTracksIsBelieved() throws {
        var court = try Court.running()
        court.note(.threePoints, by: 1, .at(60, tracked: false))
        court.note(.threePoints, by: 3, .at(60, tracked: false))
        court.note(.twoPoints, by: 2, .at(61))
        #expect(try court.score() == "2-0")
        #expect(try court.board().questions.map(\.kind) == [.doubt])
    }

    @Test func aMissAndABasketArePointedOut() throws {
        var court = try Court.running()
        let miss = Move(
            .miss, .ofTwoPoints, by: .line(.created(0)), period: 1, elapsed: .seconds(60))
        court.record(miss, by: 1)
        court.note(.twoPoints, by: 2, .at(63))
        court.note(.twoPoints, by: 3, .at(90))
        #expect(try court.score() == "4-0")
        #expect(try court.resembling() == ["2.2 and 1.4"])
    }

    /// A void by itself leaves the event to the others; one that withdraws the event does not.
    @Test func onlyMine() throws {
        var court = try Court.running()
        let first = court.note(.twoPoints, by: 1, .at(60))
        court.note(.twoPoints, by: 2, .at(61))
        let void = court.record(VoidEntry(target: first, isOfEntryAlone: true))
        #expect(try court.score() == "2-0")
        #expect(try court.asked() == [])
        let again = court.note(.twoPoints, by: 1, .at(60))
        #expect(try court.score() == "2-0")
        court.void(void)
        #expect(try court.score() == "4-0")
        court.void(again)
        #expect(try court.score() == "2-0")
    }

    /// Chains of statements: one of the two about the other, both about a third.
    @Test(arguments: [1, 2, 3, 4])
    func framesOfCommonTime(form: Int) throws {
        var court = try Court()
        func say(_ keeper: UInt8, _ device: UInt8, _ difference: Int64, error: Int64 = 5) {
            court.record(
                WallCompared(
                    device: PaperTable.key(device), difference: difference, error: error),
                by: keeper)
        }
        switch form {
        case 1: say(1, 2, -600_000)
        case 2: say(2, 1, 600_000)
        case 3:
            say(1, 3, -200_000)
            say(2, 3, 400_000)
        default: say(1, 2, -600_000, error: 2001)
        }
        court.note(.twoPoints, by: 1, .wall(5_000_000))
        court.note(.twoPoints, by: 2, .wall(5_609_000))
        #expect(try court.score() == (form == 4 ? "4-0" : "2-0"))
        #expect(try court.board().uncomparedPeriods == (form == 4 ? [1] : []))
    }

    /// The last statement before a move counts for it, else the first one after it.
    @Test func statementsHoldFromTheirPlaceOn() throws {
        var court = try Court()
        court.note(.twoPoints, by: 1, .wall(100_000))
        court.record(WallCompared(device: PaperTable.key(2), difference: -50_000, error: 1))
        court.record(WallCompared(device: PaperTable.key(2), difference: 70_000, error: 1))
        court.note(.twoPoints, 1, by: 1, .wall(300_000))
        court.note(.twoPoints, by: 2, .wall(150_000))
        court.note(.twoPoints, 1, by: 2, .wall(230_000))
        #expect(try court.copies() == ["2.2 of 1.3", "2.3 of 1.6"])
    }

    /// A flood of moves in one moment costs no more than their number, and each order of them shows
    /// the same.
    @Test func moreThanMayBeCompared() throws {
        var court = try Court.running()
        for _ in 0..<40 { court.note(.twoPoints, by: 1, .at(60)) }
        for _ in 0..<40 { court.note(.twoPoints, by: 2, .at(60)) }
        var book = Book()
        for entry in court.table.entries {
            book.insert(entry)
            book.foldChanged()
        }
        #expect(book.scoreboard(of: court.game) == (try court.board()))
    }
}

/// Laws of events, by seed.
@Suite struct EventLawTests {
    /// The moves behind one that counts, or that was withdrawn, are of other devices, one of each;
    /// and what nobody answered is asked about.
    @Test(arguments: seeds(UInt64(40)))
    func anEventHasOneMoveOfADevice(seed: UInt64) throws {
        for board in try boards(seed) {
            let behind = Dictionary(grouping: board.timeline.filter { $0.headOf != nil }) {
                $0.headOf
            }
            for (head, moves) in behind {
                let first = try #require(head.flatMap(board.entry))
                let authors = [first.author] + moves.map(\.author)
                #expect(Set(authors).count == authors.count)
                let isAsked = board.questions.contains { $0.head == first.id }
                #expect(moves.allSatisfy { $0.isHeld == isAsked })
                #expect(first.headOf == nil)
            }
            #expect(board.isProvisional || board.held.isEmpty)
        }
    }

    /// Everybody answers everything, in any way: nothing is left to ask, and what was withdrawn as
    /// no event counts nowhere.
    @Test(arguments: seeds(UInt64(40)))
    func whenAllIsAnsweredNothingIsAsked(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 31)
        var entries = try tableOf(seed)
        var sequence: UInt64 = 0
        for _ in 0..<60 {
            let book = Book(rebuilding: entries)
            let open = book.gameIDs.compactMap { book.scoreboard(of: $0) }
                .filter { $0.official == nil && !$0.openQuestions.isEmpty }
            guard let board = open.first, let asked = board.openQuestions.first else { break }
            let answer = try #require(
                board.settlements(of: asked).randomElement(using: &random))
            let drafts = board.drafts(settling: asked, answer)
            try #require(!drafts.isEmpty, "\(asked)")
            for draft in drafts {
                sequence += 1
                entries.append(Self.late(draft, sequence))
            }
            let after = try #require(Book(rebuilding: entries).scoreboard(of: board.id))
            #expect(!after.openQuestions.contains(asked), "\(asked) \(answer)")
        }
        let answered = Book(rebuilding: entries)
        for game in answered.gameIDs {
            let board = try #require(answered.scoreboard(of: game))
            #expect(board.official != nil || board.questions.isEmpty, "\(board.questions)")
        }
    }

    /// A fix, void or accept changes no move of the other side, and none of its own side that lies
    /// minutes apart in another player and period.
    @Test(arguments: seeds(UInt64(40)))
    func anAnswerReachesOnlyItsOwnEvent(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 131)
        let entries = try KeptTable.entries(seed: seed, count: 120, isCalm: true)
        let book = Book(rebuilding: entries)
        let game = try #require(book.gameIDs.first)
        let board = try #require(book.scoreboard(of: game))
        for _ in 0..<12 {
            guard
                let target = board.timeline.filter({ $0.isMove && board.side(of: $0) != nil })
                    .randomElement(using: &random), let move = target.move
            else { return }
            var other = move
            other.kind = .threePoints
            other.variant = nil
            let drafts = [
                VoidEntry(target: target.id).draft(in: game),
                Accepted(target: target.id).draft(in: game),
                Fix(target: target.id, bases: board.bases(of: target), move: other).draft(in: game),
            ]
            let draft = drafts[random.below(3)]
            let after = try #require(
                Book(rebuilding: entries + [Self.late(draft, 1)]).scoreboard(of: game))
            for entry in board.timeline where entry.isMove {
                guard let side = board.side(of: entry), side != board.side(of: target),
                    let now = after.entry(entry.id)
                else { continue }
                #expect(now.standing == entry.standing && now.move == entry.move)
            }
        }
    }

    private func tableOf(_ seed: UInt64) throws -> [Placed] {
        seed % 2 == 0
            ? RandomTable.entries(seed: seed, count: 120)
            : try KeptTable.entries(seed: seed, count: 120, isCalm: false)
    }

    private func boards(_ seed: UInt64) throws -> [Scoreboard] {
        let book = Book(rebuilding: try tableOf(seed))
        return book.gameIDs.compactMap { book.scoreboard(of: $0) }.filter { board in
            // Of a forked log several entries have one name.
            board.official == nil && Set(board.timeline.map(\.id)).count == board.timeline.count
        }
    }

    /// An entry behind all others.
    private static func late(_ draft: Draft, _ sequence: UInt64) -> Placed {
        let id = EntryID(author: PaperTable.author(77), sequence: sequence)
        let entry = Entry(
            id: id, lamport: 5000 + sequence, wall: WallTime(milliseconds: 0), scope: draft.scope,
            kind: draft.kind, body: draft.body)
        return Placed(entry: entry, place: Place(lamport: 5000 + sequence, id: id))
    }
}

extension Scoreboard {
    /// By what was recorded.
    fileprivate func side(of entry: TimelineEntry) -> Side? {
        guard case .line(let ref)? = entry.recordedMove?.subject else { return nil }
        return player(ref)?.side
    }
}
