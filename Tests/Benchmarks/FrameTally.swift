import MoveLog

/// What went over all links in a while, and the processor time that it took, by type of frame.
struct FrameTally {
    /// The words of the protocol for the types.
    static let names: [UInt8: String] = [
        1: "GREETING", 2: "FRONTIER", 3: "RUN", 4: "WANT", 5: "ACK", 6: "SUMMARY", 7: "PING",
        8: "PONG", 9: "BYE", 11: "PAGED RUN", 128: "CLOCKS",
    ]
    /// Types that serve screens and diallers alone.
    static let newsTypes: [UInt8] = [6]

    struct Share {
        var frames = 0
        /// Their bytes with the length in front.
        var bytes = 0
        /// Processor seconds of those who received them.
        var seconds = 0.0
        var longest = 0
    }

    private(set) var shares: [UInt8: Share] = [:]
    /// Processor seconds of turns that told SUMMARY.
    var newsTurnSeconds = 0.0
    /// Processor seconds of other turns.
    var turnSeconds = 0.0
    /// Processor seconds of deadlines.
    var tickSeconds = 0.0
    /// Links that were closed, by the reason that was told.
    var closes: [CloseReason: Int] = [:]

    var bytes: Int { shares.values.reduce(0) { $0 + $1.bytes } }
    var frames: Int { shares.values.reduce(0) { $0 + $1.frames } }
    /// All processor time of the core.
    var seconds: Double {
        shares.values.reduce(0) { $0 + $1.seconds } + newsTurnSeconds + turnSeconds + tickSeconds
    }

    mutating func send(_ type: UInt8, _ bytes: Int) {
        var share = shares[type] ?? Share()
        share.frames += 1
        share.bytes += bytes
        share.longest = max(share.longest, bytes)
        shares[type] = share
    }

    /// Counts what a frame took to be received.
    mutating func receive(_ type: UInt8, _ seconds: Double) {
        shares[type, default: Share()].seconds += seconds
    }
}
