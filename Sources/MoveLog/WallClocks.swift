/// The wall clocks of other devices, each as its difference from the uptime of this device: a step
/// of the own wall clock changes what is known of no other, and the end of a link neither.
///
/// At most `MoveLogLimits.wallClocksMax` are kept; of more, those measured longest ago are dropped.
///
/// For periods without a game clock `WallComparing` records the difference (`WallCompared`) before
/// a move, and once moves of two devices are there; `CommonTime` corrects wall times by it. Without
/// a comparison both moves count, and `GameWarnings.uncompared` says so.
package struct WallClocks: Sendable {
    /// The wall clock of one device.
    package struct Reading: Hashable, Sendable {
        /// The device's wall time less the own uptime, in milliseconds.
        package var offset: Int64
        /// The error bound at the measurement.
        package var error: Duration
        /// The own uptime at the measurement; the two clocks drift apart from then on.
        package var measuredAt: Duration

        package init(offset: Int64, error: Duration, measuredAt: Duration) {
            self.offset = offset
            self.error = error
            self.measuredAt = measuredAt
        }

        /// The error bound at `now`, including clock drift. A step of the device's wall clock since
        /// the measurement is not in it.
        package func error(at now: Duration) -> Duration {
            error + max(.zero, now - measuredAt) / MoveLogLimits.driftDivisor
        }
    }

    /// How far the own wall clock is ahead of another device's.
    package struct Difference: Hashable, Sendable {
        /// In milliseconds, below 2^53 in magnitude.
        package var milliseconds: Int64
        package var error: Duration
    }

    package private(set) var readings: [PublicKey: Reading] = [:]
    /// The devices that since stated a wall time that does not fit.
    private var doubted: Set<PublicKey> = []
    /// Grows when a device becomes known, well enough to say so, or its wall clock was set.
    package private(set) var revision: UInt64 = 0

    package init() {}

    /// Restores readings that another process stored since the same boot of the machine.
    package init(keeping known: [PublicKey: Reading]) {
        for (key, reading) in known.sorted(by: { $0.key < $1.key }) { keep(reading, of: key) }
    }

    /// Nil for a device that was not measured, or with an error above `errorMax` by now.
    package func difference(
        to key: PublicKey, at now: Moment, errorMax: Duration
    ) -> Difference? {
        guard let reading = readings[key] else { return nil }
        let error = reading.error(at: now.uptime)
        let own = Self.offset(now.wall, at: now.uptime)
        guard error <= errorMax, let own else { return nil }
        let (difference, isOver) = own.subtractingReportingOverflow(reading.offset)
        guard !isOver, difference.magnitude < 1 << 53 else { return nil }
        return Difference(milliseconds: difference, error: error)
    }

    /// Takes the wall time that a peer stated in its answer to a ping, which arrived now.
    mutating func measure(
        _ wall: WallTime, of key: PublicKey, between ping: Duration, and now: Duration
    ) {
        let half = (now - ping) / 2
        guard let offset = Self.offset(wall, at: ping + half) else { return }
        let measured = Reading(
            offset: offset, error: half + MoveLogLimits.clockCut, measuredAt: ping)
        doubted.remove(key)
        if let known = readings[key] {
            let isSet = isApart(known, offset, at: now, by: measured.error)
            guard isSet || measured.error <= known.error(at: now) else { return }
        }
        keep(measured, of: key)
    }

    /// Compares a wall time that a peer stated with what is known: if it was set since, it must be
    /// measured again. The time in transit only doubts for nothing.
    mutating func hear(_ wall: WallTime, of key: PublicKey, at now: Duration) {
        guard let known = readings[key], let offset = Self.offset(wall, at: now) else { return }
        if isApart(known, offset, at: now, by: Intervals.wallShift) { doubted.insert(key) }
    }

    /// The instant to ping a linked device again.
    func measuringDeadline(of key: PublicKey, _ pingedAt: Duration) -> Duration {
        let isKnown = readings[key] != nil && !doubted.contains(key)
        return pingedAt + (isKnown ? Intervals.wall : Intervals.ping)
    }

    private mutating func keep(_ reading: Reading, of key: PublicKey) {
        let known = readings.updateValue(reading, forKey: key)
        let isNews =
            known.map {
                $0.error(at: reading.measuredAt) > Intervals.wallShift
                    || isApart($0, reading.offset, at: reading.measuredAt, by: .zero)
            } ?? true
        if isNews { revision += 1 }
        guard readings.count > MoveLogLimits.wallClocksMax else { return }
        let oldest = readings.min {
            ($0.value.measuredAt, $0.key) < ($1.value.measuredAt, $1.key)
        }
        if let oldest { readings[oldest.key] = nil }
    }

    /// True if an offset lies outside of the error of a reading by more than `distance`.
    private func isApart(
        _ known: Reading, _ offset: Int64, at now: Duration, by distance: Duration
    ) -> Bool {
        let (apart, isOver) = offset.subtractingReportingOverflow(known.offset)
        return isOver || .milliseconds(apart.magnitude) > known.error(at: now) + distance
    }

    /// A wall time less an uptime; nil for an absurd one.
    private static func offset(_ wall: WallTime, at uptime: Duration) -> Int64? {
        let (offset, isOver) = wall.milliseconds.subtractingReportingOverflow(uptime.milliseconds)
        return isOver ? nil : offset
    }
}
