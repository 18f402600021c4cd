/// Milliseconds since 1970-01-01T00:00:00Z by the wall clock of a device: an annotation for people,
/// never an order.
package struct WallTime: Hashable, Comparable, Sendable {
    /// Negative before 1970.
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

/// A reading of both clocks of a device, passed into the core with every event.
package struct Moment: Sendable {
    /// Time since a fixed start of this machine; runs through sleep and never goes back. Deadlines
    /// use this scale.
    package var uptime: Duration
    /// The reading of the wall clock, which may be wrong and may jump.
    package var wall: WallTime

    package init(uptime: Duration, wall: WallTime) {
        self.uptime = uptime
        self.wall = wall
    }
}
