import Net

/// Chooses the largest TCP segment of the next link with a host.
///
/// A path may drop large packets without a word: a link opens, carries small frames, and stalls
/// with the first large one. After a link that ended with bytes unacknowledged, the next ones use
/// smaller segments, for `DaemonLimits.segmentTime` a step.
///
/// `PeerLink.look` notices such an end, and `StreamSocket.connecting` and `Listener.limitSegments`
/// make the segments smaller. `PeeringTurn.judge` counts links that open and never bring both in
/// sync; the warning is `uselessLink`.
struct PacketSizes {
    private struct Steps {
        var count: Int
        var takenAt: Duration
    }

    private var hosts: [Address.Host: Steps] = [:]

    /// Nil leaves the size to the system.
    func bytesMax(with host: Address.Host, at now: Duration) -> Int? {
        let count = steps(of: host, at: now)
        return count == 0 ? nil : DaemonLimits.segmentBytes[count - 1]
    }

    /// The smallest for any host: a listener has one size for all.
    func bytesMin(at now: Duration) -> Int? {
        hosts.keys.compactMap { bytesMax(with: $0, at: now) }.min()
    }

    /// Takes a link that ended with bytes unacknowledged.
    mutating func stalled(with host: Address.Host, at now: Duration) {
        hosts = hosts.filter { steps(of: $0.key, at: now) > 0 }
        guard hosts[host] != nil || hosts.count < DaemonLimits.dialDevicesMax else { return }
        let count = min(steps(of: host, at: now) + 1, DaemonLimits.segmentBytes.count)
        hosts[host] = Steps(count: count, takenAt: now)
    }

    private func steps(of host: Address.Host, at now: Duration) -> Int {
        guard let steps = hosts[host] else { return 0 }
        return max(0, steps.count - Int((now - steps.takenAt) / DaemonLimits.segmentTime))
    }
}
