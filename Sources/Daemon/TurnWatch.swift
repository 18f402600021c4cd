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
    private var markedAt = Duration.zero
    private var times = [Duration](repeating: .zero, count: Part.allCases.count)
    /// The longest turn of each minute.
    private var minutes: [(minute: Int64, turn: TurnReport)] = []

    /// Begins a turn, after the wait of the poller.
    mutating func begin(at now: Duration) {
        beganAt = now
        markedAt = now
        for part in times.indices { times[part] = .zero }
    }

    /// Attributes the time since the last mark to a part.
    mutating func mark(_ part: Part, at now: Duration) {
        guard let index = Part.allCases.firstIndex(of: part) else { return }
        times[index] += now - markedAt
        markedAt = now
    }

    /// Ends the turn. Returns it if it was slow; keeps it if it is the longest of its minute.
    mutating func end(
        _ answers: AnswerTally, entries: @autoclosure () -> Int, at now: Moment
    ) -> TurnReport? {
        let time = now.uptime - beganAt
        let minute = now.uptime.components.seconds / 60
        let isSlow = time > DaemonLimits.turnSlow
        let isLongest =
            minutes.last.map { $0.minute < minute || $0.turn.milliseconds < time.milliseconds }
            ?? true
        guard isSlow || isLongest else { return nil }
        let turn = report(time, answers, entries(), now)
        if isLongest {
            if minutes.last?.minute == minute { minutes.removeLast() }
            minutes.append((minute, turn))
            minutes.removeAll { $0.minute <= minute - DaemonLimits.turnMinutes }
        }
        return isSlow ? turn : nil
    }

    /// The longest turn of the last hour; nil before the first turn.
    func longest(at now: Duration) -> TurnReport? {
        let minute = now.components.seconds / 60
        return minutes.filter { $0.minute > minute - DaemonLimits.turnMinutes }.map(\.turn)
            .max { $0.milliseconds < $1.milliseconds }
    }

    private func report(
        _ time: Duration, _ answers: AnswerTally, _ entries: Int, _ now: Moment
    ) -> TurnReport {
        let parts = zip(Part.allCases, times).filter { $0.1 * 10 >= time && $0.1 > .zero }
            .sorted { $0.1 > $1.1 }
        return TurnReport(
            milliseconds: time.milliseconds, wallMilliseconds: now.wall.milliseconds,
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
