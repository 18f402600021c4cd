import Foundation
import LocalAPI
import MoveLog
import Net
import Scorebook
import Testing

@testable import Daemon

/// Answers of any length and cost, on a clock that only they move.
private final class CostlyAnswers: RequestAnswering {
    private unowned let daemon: ScoreDaemon
    private let uptime: HandTime
    /// How often each path was answered.
    var counts: [String: Int] = [:]
    /// Lets `/sign` record when it is asked for the second time, and answer when for the third.
    var isEnding = false
    /// The client that each answer of `/slow` was for, by its query.
    var slow: [String] = []
    /// Steps taken of the answers of `/long`, by its query.
    var steps: [String: Int] = [:]
    /// Answers of `/long` that are held.
    var held = 0
    private let changes = ChangeCount()

    init(_ daemon: ScoreDaemon, _ uptime: HandTime) {
        (self.daemon, self.uptime) = (daemon, uptime)
    }

    func answer(_ request: Request, isReadOnly: Bool) -> Answer {
        let path = request.target.path.first ?? ""
        counts[path, default: 0] += 1
        switch path {
        case "slow":
            slow.append(request.target["of"] ?? "")
            uptime.pass(.milliseconds(40))
            return .now(.text("slow"))
        case "wait":
            return .later { [self] in
                counts["polls", default: 0] += 1
                uptime.pass(.milliseconds(40))
                return nil
            }
        case "soon": return .later { .text("soon") }
        case "big":
            return .later { .text(String(repeating: "b", count: 1 << 20)) }
        case "note":
            _ = try? daemon.ledger.record([(Note(text: "n") as any TableBody).draft])
            return .afterCommit { .text("noted") }
        case "sign":
            var asked = 0
            return .later { [self] in
                guard isEnding else { return nil }
                asked += 1
                guard asked > 2 else {
                    if asked == 1 { return nil }
                    _ = try? daemon.ledger.record([(Note(text: "s") as any TableBody).draft])
                    return nil
                }
                let ledger = daemon.ledger
                let isDurable = ledger.book.entryCount == ledger.log.entryCount
                return .text(isDurable ? "durable" : "early")
            }
        case "long":
            let hold = Hold(self)
            let (name, parts) = (
                request.target["of"] ?? "", Int(request.target["parts"] ?? "") ?? 0
            )
            return .inSteps { [uptime] in
                hold.answers.steps[name, default: 0] += 1
                uptime.pass(.milliseconds(2))
                let step = hold.answers.steps[name] ?? 0
                if step == 1 { return .head(.content([], type: "a/b")) }
                if step == parts + 2 { return .end }
                return .part([UInt8](repeating: 0x6C, count: 10_000))
            }
        case "events": return .stream(LongEvents(changes))
        default: return .now(.text("now"))
        }
    }

    func note(_ changes: TurnChanges) {
        if !changes.isEmpty { self.changes.count += 1 }
    }
}

/// The turns with changes so far.
private final class ChangeCount {
    var count = 0
}

/// Events of 100 kB, of which a reader gets the newest.
private final class LongEvents: EventSource {
    private let changes: ChangeCount
    private var told = -1

    init(_ changes: ChangeCount) { self.changes = changes }

    var isDue: Bool { told < changes.count }
    var isUrgent: Bool { isDue }

    func next() -> ServerSentEvent? {
        let isFirst = told < 0
        told = changes.count
        return ServerSentEvent(data: isFirst ? "open" : String(repeating: "e", count: 100_000))
    }
}

/// Counts an answer in steps as long as it is held.
private final class Hold {
    let answers: CostlyAnswers

    init(_ answers: CostlyAnswers) {
        self.answers = answers
        answers.held += 1
    }

    deinit { answers.held -= 1 }
}

/// A program at the socket, which reads only when it is told to.
final class Program {
    let socket: StreamSocket
    private var unsent: [UInt8] = []
    /// The beginning of what came, and how much that was in all.
    var text = ""
    private(set) var byteCount = 0
    private(set) var isEnded = false

    init(_ home: String, socket name: String = "scored.sock") throws {
        socket = try StreamSocket.connected(toPath: "\(home)/\(name)")
    }

    func send(_ bytes: [UInt8]) {
        unsent += bytes
        push()
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func get(_ path: String, times: Int = 1) {
        let line = "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n"
        send(Array(String(repeating: line, count: times).utf8))
    }

    /// Sends what the system takes.
    func push() {
        while !unsent.isEmpty, case .wrote(let count)? = try? socket.write(unsent) {
            unsent.removeFirst(count)
        }
    }

    func read() {
        while let reading = try? socket.read() {
            switch reading {
            case .bytes(let bytes):
                byteCount += bytes.count
                if text.utf8.count < 4096 { text += String(decoding: bytes, as: UTF8.self) }
            case .wouldBlock: return
            case .end:
                isEnded = true
                return
            }
        }
        isEnded = true
    }

    /// Reads until the daemon has closed the connection. For a moment it may stay open: a process that
    /// another test starts holds copies of all descriptors until it is the new program.
    func readToEnd() {
        for _ in 0..<20 where !isEnded {
            var watched = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&watched, 1, 100)
            read()
        }
    }

    func count(_ part: String) -> Int { text.components(separatedBy: part).count - 1 }
}

/// What programs of the device can make the daemon hold, and how long each other wait.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LocalLoadTests {
    private let root = NSTemporaryDirectory() + "scored-load-\(UUID().uuidString.prefix(8))"
    private let time = HandTime()

    private func withDaemon(
        _ body: (ScoreDaemon, CostlyAnswers, () throws -> Program) throws -> Void
    ) throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        var options = DaemonOptions(home: root)
        options.listen = .loopback(port: 0)
        options.isDiscovering = false
        var kept: CostlyAnswers?
        let daemon = try ScoreDaemon(
            options, clock: time.clock, write: { _ in },
            answering: {
                let answers = CostlyAnswers($0, time)
                kept = answers
                return answers
            })
        let answers = try #require(kept)
        try body(daemon, answers) { try Program(root) }
    }

    private func turn(_ daemon: ScoreDaemon, _ count: Int = 1) throws {
        for _ in 0..<count { try daemon.step(timeout: .zero) }
    }

    private func turns(
        _ daemon: ScoreDaemon, _ programs: [Program], turns most: Int = 1000,
        until condition: () -> Bool
    ) throws -> Int? {
        for number in 0..<most {
            for program in programs { program.push() }
            try daemon.step(timeout: .milliseconds(1))
            for program in programs { program.read() }
            if condition() { return number + 1 }
        }
        return nil
    }

    @Test func answersThatNobodyTakesAreNotMadeAhead() throws {
        try withDaemon { daemon, answers, connect in
            let greedy = try connect()
            greedy.get("/big", times: 20)
            try turn(daemon, 100)
            #expect(answers.counts["big"] == 1)
            #expect(daemon.local.unsentBytes < 2 << 20)
            #expect(try turns(daemon, [greedy]) { greedy.byteCount > 20 << 20 } != nil)
            #expect(answers.counts["big"] == 20)
        }
    }

    /// A hundred programs that ask for a megabyte sixty times each and read nothing: the daemon holds
    /// little more than its limit, a program that asks for little has it at once, one that asks for much as
    /// soon as those that take nothing have had their time.
    @Test func whoReadsNothingHoldsBoundedMemoryInAllAndOthersAreServed() throws {
        try withDaemon { daemon, answers, connect in
            let other = try connect()
            other.get("/little")
            #expect(try turns(daemon, [other]) { other.count("now") == 1 } != nil)
            var greedy: [Program] = []
            for _ in 0..<100 {
                greedy.append(try connect())
                greedy.last?.get("/big", times: 60)
                try turn(daemon)
            }
            try turn(daemon, 200)
            #expect(daemon.local.unsentBytes < DaemonLimits.unsentBytesMax + 2 << 20)
            #expect((answers.counts["big"] ?? 0) < 60)
            other.get("/little")
            #expect(try turns(daemon, [other]) { other.count("now") == 2 } ?? .max <= 3)
            let reader = try connect()
            reader.get("/big")
            #expect(try turns(daemon, [reader], turns: 20) { !reader.text.isEmpty } == nil)
            var wait: Int?
            // Sixty others asked before and have nothing yet: twice what there is room for.
            for _ in 0..<4 where wait == nil {
                time.pass(DaemonLimits.stuckReaderTime)
                wait = try turns(daemon, [reader], turns: 200) {
                    reader.byteCount > 1 << 20
                }
                #expect(daemon.local.unsentBytes < DaemonLimits.unsentBytesMax + 2 << 20)
            }
            #expect(wait != nil)
            for one in greedy { one.read() }
            #expect(greedy.contains(where: \.isEnded) && !other.isEnded)
        }
    }

    /// A long answer takes a part of each turn, also while others ask, and arrives whole.
    @Test func longAnswersAreMadeBetweenTheOthers() throws {
        try withDaemon { daemon, answers, connect in
            let (other, readers) = (try connect(), try (0..<3).map { _ in try connect() })
            // The cost of an answer is known once two are measured.
            other.get("/little", times: 2)
            #expect(try turns(daemon, [other]) { other.count("now") == 2 } != nil)
            let size = other.byteCount / 2
            for (number, reader) in readers.enumerated() {
                reader.get("/long?of=\(number)&parts=400")
            }
            var longest = Duration.zero
            var asked = 2
            let isDone = { readers.allSatisfy { $0.byteCount > 4_000_000 } && answers.held == 0 }
            while !isDone(), asked < 2000 {
                asked += 1
                other.get("/little")
                let begin = time.now.uptime
                let isAnswered = { other.byteCount == asked * size }
                #expect(
                    try turns(daemon, [other] + readers, turns: 4, until: isAnswered) != nil)
                longest = max(longest, time.now.uptime - begin)
            }
            #expect(isDone() && asked > 100)
            // At most four turns, each with the steps that are begun within its time.
            #expect(longest <= (DaemonLimits.stepsTime + .milliseconds(2)) * 4)
        }
    }

    /// A turn has time for a costly answer or for steps of long ones, and each has its turns.
    @Test func aTurnTakesACostlyAnswerOrStepsOfALongOne() throws {
        try withDaemon { daemon, answers, connect in
            let (stuck, reader) = (try (0..<3).map { _ in try connect() }, try connect())
            for program in stuck { program.get("/wait") }
            #expect(try turns(daemon, stuck) { answers.counts["wait"] == 3 } != nil)
            reader.get("/long?of=reader&parts=200")
            #expect(try turns(daemon, [reader]) { answers.counts["long"] == 1 } != nil)
            var (longest, count) = (Duration.zero, 0)
            while reader.byteCount < 2_000_000, count < 2000 {
                count += 1
                let begin = time.now.uptime
                try turn(daemon)
                longest = max(longest, time.now.uptime - begin)
                reader.read()
            }
            #expect(reader.byteCount >= 2_000_000 && answers.counts["polls"] ?? 0 > 20)
            // One of forty milliseconds, or steps of two.
            #expect(longest <= .milliseconds(40))
        }
    }

    /// Requests that take long have a turn of their own too, and those that wait have theirs.
    @Test func aTurnTakesACostlyRequestOrWhatWaits() throws {
        try withDaemon { daemon, answers, connect in
            let (stuck, other, reader) = (try connect(), try connect(), try connect())
            // The cost of an answer is known once two are measured.
            other.get("/slow?of=other", times: 2)
            #expect(try turns(daemon, [other]) { answers.slow.count == 2 } != nil)
            stuck.get("/wait")
            #expect(try turns(daemon, [stuck]) { answers.counts["wait"] == 1 } != nil)
            reader.get("/long?of=reader&parts=30")
            other.get("/slow?of=other", times: 60)
            var (longest, count) = (Duration.zero, 0)
            while reader.byteCount < 300_000 || answers.slow.count < 62, count < 2000 {
                count += 1
                let begin = time.now.uptime
                try turn(daemon)
                longest = max(longest, time.now.uptime - begin)
                for program in [other, reader] { program.read() }
            }
            #expect(reader.byteCount >= 300_000 && answers.slow.count == 62)
            #expect(answers.counts["polls"] ?? 0 > 20)
            #expect(longest <= .milliseconds(40))
        }
    }

    /// A later answer that costs little comes in the next turn, whatever waits beside it.
    @Test func aSmallLaterAnswerWaitsForNoCostlyOnes() throws {
        try withDaemon { daemon, answers, connect in
            let other = try connect()
            other.get("/soon", times: 2)
            #expect(try turns(daemon, [other]) { other.count("soon") == 2 } != nil)
            let stuck = try (0..<5).map { _ in try connect() }
            for program in stuck { program.get("/wait") }
            #expect(try turns(daemon, stuck) { answers.counts["wait"] == 5 } != nil)
            let last = try connect()
            for number in 1...8 {
                for program in [other, last] { program.get("/soon") }
                let isAnswered = {
                    other.count("soon") == 2 + number && last.count("soon") == number
                }
                #expect(try turns(daemon, [other, last], turns: 3, until: isAnswered) != nil)
            }
        }
    }

    /// As many as may be made at a time; who takes nothing holds little, and in the end gives way.
    @Test func longAnswersOfWhoReadsNothingAreNotMadeAndGiveWay() throws {
        try withDaemon { daemon, answers, connect in
            let most = DaemonLimits.longAnswersMax
            let stuck = try (0..<most + 2).map { _ in try connect() }
            for (number, program) in stuck.enumerated() {
                program.get("/long?of=\(number)&parts=4000")
            }
            try turn(daemon, 500)
            let begun = answers.steps.count
            #expect(begun == most && answers.held == most + 2)
            // The socket's buffer and what is made ahead.
            #expect(daemon.local.unsentBytes < most * (DaemonLimits.answersAheadBytes + 20_000))
            #expect(answers.steps.values.allSatisfy { $0 < 100 })
            let reader = try connect()
            reader.get("/long?of=reader&parts=50")
            #expect(try turns(daemon, [reader], turns: 50) { reader.byteCount > 0 } == nil)
            for _ in 0..<4 {
                time.pass(DaemonLimits.stuckReaderTime)
                _ = try turns(daemon, [reader], turns: 50) { reader.byteCount > 500_000 }
            }
            #expect(reader.byteCount > 500_000)
        }
    }

    /// The work ends with its connection.
    @Test func aLongAnswerEndsWithItsClient() throws {
        try withDaemon { daemon, answers, connect in
            func readSome() throws {
                let reader = try connect()
                reader.get("/long?of=gone&parts=100000")
                #expect(try turns(daemon, [reader]) { reader.byteCount > 100_000 } != nil)
                #expect(answers.held == 1)
            }
            try readSome()
            #expect(try turns(daemon, [], turns: 20) { answers.held == 0 } != nil)
            let steps = answers.steps["gone"]
            try turn(daemon, 20)
            #expect(answers.steps["gone"] == steps)
        }
    }

    /// One costly answer a turn, of each program in turn; what costs little waits for one of them at most.
    @Test func costlyAnswersTakeTurnsAndKeepNobodyWaiting() throws {
        try withDaemon { daemon, answers, connect in
            let other = try connect()
            other.get("/little")
            #expect(try turns(daemon, [other]) { other.count("now") == 1 } != nil)
            let greedy = try (0..<10).map { _ in try connect() }
            for (number, program) in greedy.enumerated() {
                program.get("/slow?of=\(number)", times: 5)
            }
            // All have connected and asked before the first is answered twice.
            while answers.slow.count < 30 {
                let before = answers.slow.count
                other.get("/little")
                let asked = other.count("now")
                let turns = try #require(
                    try turns(daemon, [other] + greedy, turns: 4) { other.count("now") > asked })
                #expect(answers.slow.count - before <= turns + 1)
            }
            let last = answers.slow.suffix(20)
            #expect(Set(last.prefix(10)).count == 10 && Set(last.suffix(10)).count == 10)
        }
    }

    /// Costly to ask and never ready: such answers take turns with those of others, and end with the daemon.
    @Test func answersThatAreNeverReadyKeepNobodyWaiting() throws {
        try withDaemon { daemon, answers, connect in
            let (stuck, other) = (try (0..<3).map { _ in try connect() }, try connect())
            for program in stuck { program.get("/wait") }
            #expect(try turns(daemon, stuck) { answers.counts["wait"] == 3 } != nil)
            for number in 1...3 {
                other.get("/big")
                let bytes = number << 20
                #expect(try turns(daemon, [other], turns: 40) { other.byteCount > bytes } != nil)
            }
            #expect(stuck.allSatisfy { $0.byteCount == 0 })
            let begin = time.now.uptime
            try daemon.end()
            #expect(time.now.uptime - begin < DaemonLimits.lastAnswersTime + .milliseconds(100))
            for program in stuck { program.readToEnd() }
            #expect(stuck.allSatisfy { $0.isEnded })
        }
    }

    /// What a last answer records is durable before it is told, however late its turn comes.
    @Test func whatALastAnswerRecordsIsDurableBeforeItIsTold() throws {
        try withDaemon { daemon, answers, connect in
            let others = try (0..<6).map { _ in try connect() }
            for other in others { other.get("/wait") }
            let signer = try connect()
            signer.get("/sign")
            let isAsked = { answers.counts["wait"] == 6 && answers.counts["sign"] == 1 }
            #expect(try turns(daemon, others + [signer], until: isAsked) != nil)
            let before = daemon.ledger.log.entryCount
            answers.isEnding = true
            try daemon.end()
            signer.read()
            #expect(daemon.ledger.log.entryCount == before + 1)
            #expect(signer.count("durable") == 1 && signer.count("early") == 0)
        }
    }

    @Test func aNewConnectionTakesThePlaceOfTheLongestIdleOne() throws {
        try withDaemon { daemon, _, connect in
            let subscriber = try connect()
            subscriber.get("/events")
            #expect(try turns(daemon, [subscriber]) { subscriber.count("open") == 1 } != nil)
            var idle: [Program] = []
            for _ in 0..<(DaemonLimits.localConnectionsMax + 40) {
                idle.append(try connect())
                time.pass(.milliseconds(1))
                try turn(daemon)
            }
            let new = try connect()
            new.get("/little")
            #expect(try turns(daemon, [new]) { new.count("now") == 1 } ?? .max <= 4)
            for one in idle.prefix(40) { one.readToEnd() }
            for one in idle + [subscriber] { one.read() }
            #expect(idle.prefix(40).allSatisfy(\.isEnded) && !subscriber.isEnded)
            let isAnyYoungEnded = idle.suffix(40).contains { $0.isEnded }
            #expect(!isAnyYoungEnded)
        }
    }

    @Test func subscribersThatReadNothingHoldBoundedMemoryInAll() throws {
        try withDaemon { daemon, _, connect in
            let readers = try (0..<40).map { _ in try connect() }
            for reader in readers { reader.get("/events") }
            let writer = try connect()
            try turn(daemon, 60)
            for number in 1...8 {
                writer.send(
                    Array("POST /note HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n".utf8))
                #expect(try turns(daemon, [writer]) { writer.count("noted") == number } != nil)
                // One event each, whatever came since.
                #expect(daemon.local.unsentBytes <= readers.count * 101_000)
            }
            for reader in readers { reader.read() }
            let isAnyEnded = readers.contains(where: \.isEnded)
            #expect(!isAnyEnded)
        }
    }

    private func upload(_ count: Int) -> [UInt8] {
        let head = "POST /note HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n"
        return Array(head.utf8) + [UInt8](repeating: 0x20, count: count - 1)
    }

    /// Each of the first uploads stops before its last byte. It has its time to the end; those that wait
    /// for its room wait for the server, and theirs begins afterwards.
    @Test func whoIsHeldBackByOthersIsNotRefusedForIt() throws {
        try withDaemon { daemon, _, connect in
            let programs = try (0..<44).map { _ in try connect() }
            for program in programs { program.send(upload(1_000_000)) }
            let (stuck, others) = (programs[..<5], programs[5...])
            func round() throws {
                for program in programs { program.push() }
                try turn(daemon)
                for program in programs { program.read() }
            }
            for _ in 0..<200 { try round() }
            let begin = time.now.uptime
            for _ in 0..<60 where !stuck.allSatisfy({ $0.count("408") == 1 }) {
                time.pass(.seconds(5))
                for _ in 0..<20 { try round() }
            }
            #expect(stuck.allSatisfy { $0.count("408") == 1 })
            #expect(time.now.uptime - begin > HTTPLimits.keepAliveTime)
            time.pass(HTTPLimits.lingerTime)
            for program in others { program.send([0x20]) }
            let wait = try turns(daemon, programs) { others.allSatisfy { $0.count("noted") == 1 } }
            #expect(wait != nil)
        }
    }

    /// Long requests that come slowly are held up to a limit in all, and all of them come to their end.
    @Test func requestsThatAreHeldAreBoundedInAll() throws {
        try withDaemon { daemon, _, connect in
            let count = 1_000_000
            let programs = try (0..<60).map { _ in try connect() }
            for program in programs { program.send(upload(count)) }
            var most = 0
            for _ in 0..<200 {
                for program in programs { program.push() }
                try turn(daemon)
                let held = daemon.local.connections.values.map(\.http.heldBytes)
                most = max(most, held.reduce(0, +))
            }
            let share = 60 * (DaemonLimits.heldShareBytes + NetLimits.readBytesMax)
            #expect(most > 20 << 20 && most < DaemonLimits.heldBytesMax + share)
            for program in programs { program.send([0x20]) }
            let wait = try turns(daemon, programs) {
                programs.allSatisfy { $0.count("noted") == 1 }
            }
            #expect(wait != nil)
        }
    }
}
