import MoveLog
import Scorebook

/// When this device learnt of the game clock's entries, by its own uptime, so that a running clock
/// can be shown without trusting any wall clock.
package struct GameClockAnchors: Sendable {
    private struct Anchor {
        var uptime: Duration
        var isEstimated: Bool
    }

    private var anchors: [EntryID: Anchor] = [:]
    private var order: [EntryID] = []

    /// A device that was linked hears of an entry within moments; what is older was learnt in
    /// catching up, and only its wall time tells when it happened.
    private static let freshness = Duration.seconds(3)

    /// Whether an entry is one that the game clock follows.
    static func concerns(_ entry: Entry) -> Bool {
        entry.kind == .gameClock || entry.kind == .periodBegan
    }

    /// Takes note of an entry that became durable here. `wallOffset` is the wall clock of its
    /// author's device less this device's, in milliseconds.
    mutating func learn(_ entry: Entry, wallOffset: Int64, at moment: Moment) {
        guard Self.concerns(entry), anchors[entry.id] == nil else { return }
        if order.count >= Limits.clockAnchorsMax { anchors[order.removeFirst()] = nil }
        order.append(entry.id)
        var there = moment
        there.wall.milliseconds =
            moment.wall.milliseconds.addingReportingOverflow(wallOffset)
            .partialValue
        anchors[entry.id] = Self.anchor(wall: entry.wall, at: there)
    }

    /// The reading of a game clock now.
    func elapsed(
        of board: GameClockBoard, at moment: Moment
    ) -> (elapsed: Duration, isEstimated: Bool) {
        guard board.isRunning, let governing = board.governing else {
            return (board.elapsed, false)
        }
        var anchor = anchors[governing]
        if anchor == nil, let wall = board.wall {
            anchor = Self.anchor(wall: wall, at: moment)
            anchor?.isEstimated = true
        }
        guard let anchor else { return (board.elapsed, true) }
        let run = max(.zero, moment.uptime - anchor.uptime)
        return (board.elapsed + run, anchor.isEstimated)
    }

    private static func anchor(wall: WallTime, at moment: Moment) -> Anchor {
        let (difference, overflow) = moment.wall.milliseconds.subtractingReportingOverflow(
            wall.milliseconds)
        // A clock that stands in the future says nothing about the past.
        let age = overflow ? .zero : max(.zero, Duration.milliseconds(difference))
        guard age > freshness else { return Anchor(uptime: moment.uptime, isEstimated: false) }
        return Anchor(uptime: moment.uptime - age, isEstimated: true)
    }
}
