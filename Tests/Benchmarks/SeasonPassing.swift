import MoveLog

/// Hands the frames of two replicas over, in one process and without a network: 5 ms a way.
struct SeasonPassing {
    private static let link = LinkID(rawValue: 1)
    private static let wayMilliseconds = 5

    /// Bytes towards the one who lacks.
    private(set) var bytesThere = 0
    /// Bytes from the one who lacks.
    private(set) var bytesBack = 0
    private(set) var frames = 0
    private(set) var milliseconds = 0
    /// Processor seconds of the one who has.
    private(set) var sending = 0.0
    /// Processor seconds of the one who lacks.
    private(set) var taking = 0.0

    /// Links two devices until both hold the same.
    mutating func run(
        from near: inout Replica, _ nearKey: PublicKey, to far: inout Replica, _ farKey: PublicKey,
        wall: WallTime
    ) {
        var now = Moment(uptime: .zero, wall: wall)
        near.connected(Self.link, to: farKey, isDialer: false, at: now)
        far.connected(Self.link, to: nearKey, isDialer: true, at: now)
        var there: [[UInt8]] = []
        while near.log.entryCount != far.log.entryCount || near.log.digest != far.log.digest {
            let (back, farSeconds) = Gauge.timing {
                for bytes in there { far.receive(bytes, from: Self.link, at: now) }
                far.tick(at: now)
                return far.takeFrames()
            }
            now.uptime += .milliseconds(Self.wayMilliseconds)
            let (sent, nearSeconds) = Gauge.timing {
                for bytes in back { near.receive(bytes, from: Self.link, at: now) }
                near.tick(at: now)
                return near.takeFrames()
            }
            now.uptime += .milliseconds(Self.wayMilliseconds)
            there = sent
            taking += farSeconds
            sending += nearSeconds
            bytesBack += back.reduce(0) { $0 + $1.count }
            bytesThere += sent.reduce(0) { $0 + $1.count }
            frames += back.count + sent.count
            milliseconds += 2 * Self.wayMilliseconds
            precondition(milliseconds < 86_400_000, "a season does not arrive")
        }
    }
}

extension Replica {
    /// The frames of the batch of effects; what is to be written is dropped.
    fileprivate mutating func takeFrames() -> [[UInt8]] {
        takeEffects().compactMap { effect in
            if case .send(_, let bytes) = effect { bytes } else { nil }
        }
    }
}
