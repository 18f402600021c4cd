import Documents
import MoveLog
import Storage
import TLS
import Testing

@testable import API
@testable import Daemon
@testable import Scorebook

/// A directory in memory whose verbs can be made to fail.
private final class FailingDisk: Disk {
    var content: [String: [UInt8]] = [:]
    var failure: DiskError.Operation?
    /// Reading fails too.
    var isUnreadable = false
    /// The folder seems to be empty, as where listing it fails unseen.
    var isHidden = false
    var isFull = false

    private func check(_ operation: DiskError.Operation, _ file: String) throws(DiskError) {
        guard failure == operation || isUnreadable && operation == .read else { return }
        throw DiskError(
            operation: operation, file: file, number: 5, words: "planted", isFull: isFull)
    }

    func files() throws(DiskError) -> [String] { isHidden ? [] : Array(content.keys) }

    func read(_ file: String, max: Int) throws(DiskError) -> [UInt8] {
        try check(.read, file)
        return content[file] ?? []
    }

    func write(_ bytes: [UInt8], to file: String, at offset: Int) throws(DiskError) {
        try check(.write, file)
        var held = content[file] ?? []
        if held.count < offset + bytes.count {
            held += [UInt8](repeating: 0, count: offset + bytes.count - held.count)
        }
        held.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        content[file] = held
    }

    func makeDurable(_ file: String) throws(DiskError) { try check(.makeDurable, file) }

    func resize(_ file: String, to length: Int) throws(DiskError) {
        try check(.resize, file)
        let held = content[file] ?? []
        content[file] = Array(
            (held + [UInt8](repeating: 0, count: max(0, length - held.count))).prefix(length))
    }
}

/// What a turn promises, on a disk that fails.
@Suite struct LedgerTests {
    private let disk = FailingDisk()
    private let hand = HandTime()
    private let identity: Identity
    private let charter: Charter

    init() throws {
        identity = try Identity.generate()
        let nonce = try #require(Octets16([UInt8](repeating: 1, count: 16)))
        charter = try Charter(
            founding: nonce, at: WallTime(milliseconds: 1), seal: identity)
    }

    private func ledger(hasRoom: @escaping () -> Bool = { true }) throws -> Ledger {
        try Ledger(
            LogConfig(charter: charter, disk: disk, startsNewIncarnation: false),
            seal: identity, clock: hand.clock, hasRoom: hasRoom)
    }

    private func draft(_ text: String) -> Draft { (Note(text: text) as any TableBody).draft }

    private func notes(_ ledger: Ledger) -> [String] {
        ledger.book.table.timeline.compactMap {
            if case .note(let note) = $0.content { note.text } else { nil }
        }
    }

    @Test func theBookShowsWhatIsDurableAndNotBefore() throws {
        let ledger = try ledger()
        _ = ledger.turn()
        _ = try ledger.record([draft("a")])
        #expect(notes(ledger).isEmpty)
        let turn = ledger.turn()
        #expect(turn.failure == nil && turn.changes.admitted.count == 1)
        #expect(notes(ledger) == ["a"])
        #expect(notes(try self.ledger()) == ["a"])
    }

    /// Peers need not wait for the boards, and hear of nothing that is not durable.
    @Test func peersAreToldBehindTheCommitAndBeforeTheFold() throws {
        let ledger = try ledger()
        _ = ledger.turn()
        _ = try ledger.record([draft("a")])
        ledger.replica.connected(
            LinkID(rawValue: 1), to: try Identity.generate().publicKey, isDialer: true,
            at: hand.now)
        var told = 0
        var (shown, durable): ([String]?, [String]?)
        let turn = ledger.turn { orders in
            told += orders.count
            shown = notes(ledger)
            durable = (try? self.ledger()).map(notes)
        }
        #expect(told == 1 && turn.failure == nil)
        #expect(shown == [] && durable == ["a"])
        #expect(notes(ledger) == ["a"])

        disk.failure = .makeDurable
        _ = try ledger.record([draft("b")])
        ledger.replica.disconnected(LinkID(rawValue: 1), at: hand.now)
        told = 0
        #expect(ledger.turn { told += $0.count + 1 }.failure != nil)
        #expect(told == 0)
    }

    @Test(arguments: [DiskError.Operation.write, .makeDurable])
    func aFailedCommitIsNotAcknowledgedAndNotShown(operation: DiskError.Operation) throws {
        let ledger = try ledger()
        _ = try ledger.record([draft("a")])
        _ = ledger.turn()
        disk.failure = operation
        _ = try ledger.record([draft("b")])
        var told = 0
        let turn = ledger.turn { told += $0.count + 1 }
        #expect(turn.failure != nil && told == 0 && turn.changes.isRebuilt)
        #expect(throws: DaemonError.self) { _ = try ledger.record([draft("c")]) }
        #expect(notes(ledger).contains("a"))
        // Still failing: it stays as it is.
        hand.pass(DaemonLimits.reopenInterval)
        ledger.tick()
        disk.failure = nil
        hand.pass(DaemonLimits.reopenInterval)
        ledger.tick()
        #expect(ledger.problem == nil)
        _ = try ledger.record([draft("d")])
        #expect(ledger.turn().failure == nil)
        #expect(notes(ledger).contains("d") && !notes(ledger).contains("c"))
        #expect(notes(try self.ledger()) == notes(ledger))
    }

    /// Written, and not durable: it may be in the system's memory alone.
    @Test(arguments: [DiskError.Operation.write, .makeDurable], [true, false])
    func aRepeatIsNotAcknowledgedByWhatAFailedDiskShows(
        operation: DiskError.Operation, isUnreadable: Bool
    ) throws {
        let ledger = try ledger()
        let durable = RequestID(octets: try #require(Octets16([UInt8](repeating: 1, count: 16))))
        let unsure = RequestID(octets: try #require(Octets16([UInt8](repeating: 2, count: 16))))
        let first = try ledger.record([draft("a")], request: durable)
        #expect(ledger.turn().failure == nil)
        (disk.failure, disk.isUnreadable) = (operation, isUnreadable)
        _ = try ledger.record([draft("b")], request: unsure)
        #expect(ledger.turn().failure != nil)
        for _ in 0..<3 {
            #expect(try ledger.entries(of: durable) == first)
            #expect(notes(ledger).contains("a"))
            let known = Result { try ledger.entries(of: unsure) }
            // Only that nothing is known of it may be said.
            #expect((try? known.get()) ?? nil == nil)
            hand.pass(DaemonLimits.reopenInterval)
            ledger.tick()
            _ = ledger.turn()
        }
        (disk.failure, disk.isUnreadable) = (nil, false)
        hand.pass(DaemonLimits.reopenInterval)
        ledger.tick()
        #expect(ledger.problem == nil)
        let again = try ledger.entries(of: unsure)
        let recorded = try again ?? ledger.record([draft("b")], request: unsure)
        #expect(ledger.turn().failure == nil && recorded.count == 1)
        #expect(notes(ledger) == ["a", "b"])
        #expect(notes(try self.ledger()) == ["a", "b"])
    }

    @Test func recordsThatWereOverlookedAreNotOverwritten() throws {
        let first = try ledger()
        _ = try first.record([draft("a")])
        #expect(first.turn().failure == nil)
        let content = disk.content
        disk.isHidden = true
        let blind = try ledger()
        _ = try blind.record([draft("b")])
        disk.isHidden = false
        #expect(blind.turn().failure != nil)
        #expect(disk.content == content)
        #expect(notes(try ledger()) == ["a"])
    }

    /// The log does not say who left the table, so a log that is opened again must not forget it.
    @Test func whoLeftIsKnownAfterTheLogIsOpenedAgain() throws {
        let ledger = try ledger()
        let peer = try Identity.generate().publicKey
        _ = try ledger.invite(peer)
        #expect(ledger.turn().failure == nil)
        ledger.replica.markLeft(peer)
        #expect(ledger.replica.left == [peer])
        disk.failure = .write
        _ = try ledger.record([draft("a")])
        #expect(ledger.turn().failure != nil && ledger.replica.left == [peer])
        disk.failure = nil
        hand.pass(DaemonLimits.reopenInterval)
        ledger.tick()
        #expect(ledger.problem == nil && ledger.replica.left == [peer])
    }

    @Test func aFullDiskIsTriedAgainOnceThereIsRoom() throws {
        var hasRoom = false
        let ledger = try ledger(hasRoom: { hasRoom })
        _ = try ledger.record([draft("a")])
        _ = ledger.turn()
        disk.failure = .write
        disk.isFull = true
        _ = try ledger.record([draft("b")])
        guard case .notRecording(_, isFull: true)? = ledger.turn().failure else {
            Issue.record("a full disk was not told as one")
            return
        }
        disk.failure = nil
        hand.pass(DaemonLimits.reopenInterval)
        ledger.tick()
        #expect(ledger.problem?.isFull == true)
        hasRoom = true
        hand.pass(DaemonLimits.reopenInterval)
        ledger.tick()
        _ = try ledger.record([draft("c")])
        #expect(ledger.turn().failure == nil)
        #expect(notes(ledger) == ["a", "c"])
    }

    /// Somebody makes room on a full disk by deleting what was recorded: the memory of the daemon is the
    /// last of it then, and is kept until it is saved.
    @Test(arguments: [true, false], [true, false])
    func whatTheDiskLostWhileItWasFullStaysInMemory(isEmptied: Bool, hasRoom: Bool) throws {
        let ledger = try ledger(hasRoom: { hasRoom })
        _ = try ledger.record([draft("a")])
        #expect(ledger.turn().failure == nil)
        let early = disk.content
        _ = try ledger.record([draft("b")])
        #expect(ledger.turn().failure == nil)
        let author = ledger.replica.author
        disk.failure = .write
        disk.isFull = true
        _ = try ledger.record([draft("c")])
        #expect(ledger.turn().failure != nil)
        disk.failure = nil
        disk.content = isEmptied ? [:] : early
        for _ in 0..<3 {
            hand.pass(DaemonLimits.reopenInterval)
            ledger.tick()
            // As long as there is no room, only that there is no file at all can be seen.
            let isSeen = isEmptied || hasRoom
            #expect(ledger.problem?.isDeleted == isSeen && ledger.problem?.isFull == !isSeen)
            #expect(throws: DaemonError.self) { _ = try ledger.record([draft("d")]) }
            #expect(notes(ledger) == ["a", "b"])
            #expect(ledger.replica.author == author)
        }
    }

    @Test func aRequestIsRecordedOnceAcrossARestart() throws {
        let request = RequestID(octets: try #require(Octets16([UInt8](repeating: 7, count: 16))))
        let first = try ledger()
        let ids = try first.record([draft("a")], request: request)
        _ = first.turn()
        let second = try ledger()
        #expect(try second.record([draft("a")], request: request) == ids)
        _ = second.turn()
        #expect(notes(second) == ["a"])
    }
}

/// Which turns are told, and which one a doctor is shown.
@Suite struct TurnWatchTests {
    private var watch = TurnWatch()

    /// A turn at an instant, with these parts in milliseconds.
    private mutating func turn(
        at start: Duration, _ parts: [(TurnWatch.Part, Int)], entries: Int = 0,
        _ answers: AnswerTally = AnswerTally()
    ) -> TurnReport? {
        var now = start
        watch.begin(at: now)
        for (part, milliseconds) in parts {
            now += .milliseconds(milliseconds)
            watch.mark(part, at: now)
        }
        return watch.end(
            answers, entries: entries,
            at: Moment(uptime: now, wall: WallTime(milliseconds: 7)))
    }

    @Test mutating func aSlowTurnIsToldWithWhatItDid() throws {
        #expect(turn(at: .seconds(10), [(.disk, 250)]) == nil)
        var answers = AnswerTally()
        answers.add(.milliseconds(3), "GET /v1/status")
        answers.add(.milliseconds(30), "GET /v1/\u{1b}export")
        let told = try #require(
            turn(
                at: .seconds(20), [(.reading, 5), (.disk, 100), (.folding, 200)], entries: 3,
                answers))
        #expect(told.milliseconds == 305 && told.entries == 3 && told.requests == 2)
        #expect(told.parts.map(\.name) == ["folding games", "committing"])
        #expect(told.parts.map(\.milliseconds) == [200, 100])
        #expect(told.request?.milliseconds == 30)
        #expect(told.request?.name.unicodeScalars.contains("\u{1b}") == false)
        #expect(
            told.text.hasPrefix(
                "305 ms, of which 0 on a processor (200 folding games, 100 committing); 3 entries merged; 2 requests"
            ))
    }

    @Test mutating func theBusiestIsNotTheLongest() {
        func moment(_ seconds: Int) -> Moment {
            Moment(uptime: .seconds(seconds), wall: WallTime(milliseconds: 7))
        }
        for (start, length, work) in [(10, 3, 20), (20, 1, 40), (30, 2, 30)] {
            watch.begin(at: .seconds(start), processor: .seconds(start))
            _ = watch.end(
                AnswerTally(), entries: 0, at: moment(start + length),
                processor: .seconds(start) + .milliseconds(work))
        }
        let (longest, busiest) = (watch.longest(at: .seconds(40)), watch.busiest(at: .seconds(40)))
        #expect(longest?.milliseconds == 3000 && longest?.processorMilliseconds == 20)
        #expect(busiest?.milliseconds == 1000 && busiest?.processorMilliseconds == 40)
        #expect(longest?.text.hasPrefix("3000 ms, of which 20 on a processor") == true)
    }

    @Test mutating func theLongestOfTheLastHourIsKnownAndOlderOnesAreForgotten() {
        #expect(watch.longest(at: .zero) == nil)
        _ = turn(at: .seconds(60), [(.disk, 900)])
        for minute in 2...70 {
            _ = turn(at: .seconds(minute * 60), [(.disk, minute == 30 ? 500 : 10)])
            _ = turn(at: .seconds(minute * 60 + 1), [(.disk, 1)])
        }
        #expect(watch.longest(at: .seconds(59 * 60))?.milliseconds == 500)
        #expect(watch.longest(at: .seconds(70 * 60))?.milliseconds == 500)
        #expect(watch.longest(at: .seconds(95 * 60))?.milliseconds == 10)
        #expect(watch.longest(at: .seconds(200 * 60)) == nil)
    }
}

/// The form of the lines of diagnostics, and their number.
@Suite struct DiagnosticsTests {
    private final class Lines {
        var all: [String] = []
    }

    private static let clock = DeviceClock {
        Moment(uptime: .seconds(5), wall: WallTime(milliseconds: 1_795_599_854_123))
    }

    private func diagnostics(_ lines: Lines, ahead seconds: Int = 3600) -> Diagnostics {
        Diagnostics(
            clock: Self.clock, zoneOffset: { _ in seconds },
            write: { lines.all.append(String(decoding: $0, as: UTF8.self)) })
    }

    @Test(arguments: [
        (3600, "2026-11-25T10:44:14.123+01:00"), (0, "2026-11-25T09:44:14.123+00:00"),
        (-12_600, "2026-11-25T06:14:14.123-03:30"),
    ])
    func aLineBeginsWithTheLocalTime(seconds: Int, time: String) {
        let lines = Lines()
        diagnostics(lines, ahead: seconds).say(.warning, "it\nrains")
        diagnostics(lines, ahead: seconds).say(.note, "it stops")
        #expect(lines.all == ["\(time) warning: it rains\n", "\(time) it stops\n"])
    }

    @Test func aFloodOfLinesIsCutOff() {
        let lines = Lines()
        let diagnostics = diagnostics(lines)
        for number in 0..<1000 { diagnostics.say(.note, "\(number)") }
        #expect(lines.all.count == DaemonLimits.diagnosticsBurst)
        for _ in 0..<9 { diagnostics.say(.warning, of: "a turn", "slow") }
        #expect(lines.all.count == DaemonLimits.diagnosticsBurst)
    }
}

/// Memory that opening a log freed goes back to the system, once, and the loop rests afterwards.
@Suite(.timeLimit(.minutes(1))) struct FreedMemoryTests {
    @Test func whatOpeningFreedIsGivenBackOnce() throws {
        let world = try DaemonWorld()
        let daemon = try world.start("ana")
        var count = 0
        daemon.ledger.giveBack = { count += 1 }
        #expect(daemon.ledger.hasFreedMuch)
        #expect(daemon.patience(nil) == .zero)
        try daemon.step(timeout: .zero)
        #expect(count == 1)
        #expect(!daemon.ledger.hasFreedMuch)
        var turns = 0
        while daemon.patience(nil) == .zero, turns < 100 {
            try daemon.step(timeout: .zero)
            turns += 1
        }
        #expect(turns < 100)
        #expect(count == 1)
    }
}
