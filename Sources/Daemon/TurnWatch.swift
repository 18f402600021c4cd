import Documents
import MoveLog
import Scorebook

/// Measures the turns of the loop, and the parts of long ones. It reads no clock.
struct TurnWatch {
    /// The parts of a turn, in order.
    enum Part: String, CaseIterable {
        case orders = "changing the table"
        case reading = "reading input"
        case answering = "answering requests"
        case disk = "committing"
        case sending = "sending to peers"
        case folding = "folding games"
        case replying = "writing answers"
        case telling = "sending events"
        case tidying = "cleaning up"
    }

    private var beganAt = Duration.zero
    /// The processor time of the thread then.
    private var processorAt = Duration.zero
    private var markedAt = Duration.zero
    private var times = [Duration](repeating: .zero, count: Part.allCases.count)
    private var longest = Minutes()
    private var busiest = Minutes()
    private(set) var all = TimeHistogram()

    /// Begins a turn, after the wait of the poller; `processor` is the processor time of the thread.
    mutating func begin(at now: Duration, processor: Duration = .zero) {
        beganAt = now
        processorAt = processor
        markedAt = now
        for part in times.indices { times[part] = .zero }
    }

    /// Attributes the time since the last mark to a part.
    mutating func mark(_ part: Part, at now: Duration) {
        guard let index = Part.allCases.firstIndex(of: part) else { return }
        times[index] += now - markedAt
        markedAt = now
    }

    /// Ends the turn. Returns it if it was slow; keeps it if it is the longest of its minute, or the
    /// one that took most processor time.
    mutating func end(
        _ answers: AnswerTally, entries: @autoclosure () -> Int, at now: Moment,
        processor: Duration = .zero
    ) -> TurnReport? {
        let (time, work) = (now.uptime - beganAt, processor - processorAt)
        all.add(time)
        let minute = now.uptime.components.seconds / 60
        let isSlow = time > DaemonLimits.turnSlow
        let isLongest = longest.wants(time, in: minute)
        let isBusiest = busiest.wants(work, in: minute)
        guard isSlow || isLongest || isBusiest else { return nil }
        let turn = report(time, work, answers, entries(), now)
        if isLongest { longest.keep(turn, time, in: minute) }
        if isBusiest { busiest.keep(turn, work, in: minute) }
        return isSlow ? turn : nil
    }

    /// The longest turn of the last hour; nil before the first turn.
    func longest(at now: Duration) -> TurnReport? { longest.greatest(at: now) }

    /// The turn of the last hour that took most processor time.
    func busiest(at now: Duration) -> TurnReport? { busiest.greatest(at: now) }

    /// Of each minute of the last hour the turn that is the greatest by some measure.
    private struct Minutes {
        private var turns: [(minute: Int64, time: Duration, turn: TurnReport)] = []

        func wants(_ time: Duration, in minute: Int64) -> Bool {
            turns.last.map { $0.minute < minute || $0.time < time } ?? true
        }

        mutating func keep(_ turn: TurnReport, _ time: Duration, in minute: Int64) {
            if turns.last?.minute == minute { turns.removeLast() }
            turns.append((minute, time, turn))
            turns.removeAll { $0.minute <= minute - DaemonLimits.turnMinutes }
        }

        func greatest(at now: Duration) -> TurnReport? {
            let minute = now.components.seconds / 60
            return turns.filter { $0.minute > minute - DaemonLimits.turnMinutes }
                .max { $0.time < $1.time }?.turn
        }
    }

    private func report(
        _ time: Duration, _ work: Duration, _ answers: AnswerTally, _ entries: Int, _ now: Moment
    ) -> TurnReport {
        let large: [(Part, Duration)] = zip(Part.allCases, times)
            .filter { (_, took: Duration) in took * 10 >= time && took > .zero }
        let parts = large.sorted { $0.1 > $1.1 }
        return TurnReport(
            milliseconds: time.milliseconds, processorMilliseconds: work.milliseconds,
            wallMilliseconds: now.wall.milliseconds,
            parts: parts.map { TurnPart(name: $0.rawValue, milliseconds: $1.milliseconds) },
            entries: entries, requests: answers.count,
            request: answers.longest.map {
                TurnPart(
                    name: PlainText.clean($0, max: DaemonLimits.turnPathMax),
                    milliseconds: $1.milliseconds)
            })
    }
}

/// The answers of a turn.
struct AnswerTally {
    private(set) var count = 0
    /// The slowest answer, by method and path.
    private(set) var longest: (path: String, time: Duration)?

    mutating func add(_ time: Duration, _ path: String) {
        count += 1
        if longest.map({ $0.time < time }) ?? true { longest = (path, time) }
    }
}
