/// Milliseconds since 1970-01-01T00:00:00Z by some device's wall clock: an annotation for people,
/// never an order.
package struct WallTime: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970; negative before.
    package var milliseconds: Int64

    /// Wraps milliseconds since 1970.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

/// A reading of both clocks of a device, handed into the core with every event.
package struct Moment: Sendable {
    /// Time since some fixed start of this machine, through sleep, never backwards. Deadlines are
    /// of this scale.
    package var uptime: Duration
    /// The wall clock's reading, which may be wrong and may jump.
    package var wall: WallTime

    /// Joins the two readings.
    package init(uptime: Duration, wall: WallTime) {
        self.uptime = uptime
        self.wall = wall
    }
}
