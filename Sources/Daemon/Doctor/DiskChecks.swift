import Documents
import Net

/// The disk below the home.
extension Examination {
    func disk(_ folder: Folder) -> [CheckDocument] {
        do throws(NetError) {
            let volume = try Volume(of: folder)
            let checks = [room(on: volume), kind(of: volume)].compactMap(\.self)
            guard !volume.isReadOnly else { return checks }
            return checks + [try latency(in: folder)]
        } catch {
            return [
                CheckDocument(
                    "disk", .failed, error.message,
                    advice: error.isDiskFull
                        ? "make room; recording goes on by itself"
                        : "look at the disk; nothing can be recorded until it writes again")
            ]
        }
    }

    private func room(on volume: Volume) -> CheckDocument {
        let figures = ["freeBytes": Double(volume.freeBytes)]
        let words = "\(Self.megabytes(volume.freeBytes)) free on the disk of \(path)"
        guard !volume.isReadOnly else {
            return CheckDocument(
                "disk", .failed, "the file system of \(path) is read-only",
                advice: "mount it writable, or choose another home with SCORED_HOME")
        }
        if volume.freeBytes < Limits.roomBytes(of: volume.totalBytes) {
            return CheckDocument(
                "disk", .failed, words, advice: "make room; recording goes on by itself",
                figures: figures)
        }
        if volume.freeBytes < Limits.roomBytesComfortable {
            return CheckDocument(
                "disk", .warning, words, advice: "a day of games takes some megabytes; make room",
                figures: figures)
        }
        return CheckDocument("disk", .fine, words, figures: figures)
    }

    private func kind(of volume: Volume) -> CheckDocument? {
        switch volume.kind {
        case .disk: nil
        case .memory:
            CheckDocument(
                "disk", .warning, "\(path) lies in memory: what is recorded is gone with the power",
                advice: "choose a home on a disk with SCORED_HOME")
        case .network:
            CheckDocument(
                "disk", .warning,
                "\(path) lies on another machine: what that calls durable may not be",
                advice: "choose a home on this device's own disk with SCORED_HOME")
        }
    }

    private static let probe = "doctor.probe"

    /// How long a small write takes to be durable, as a move's does.
    private func latency(in folder: Folder) throws(NetError) -> CheckDocument {
        defer { try? folder.remove(Self.probe) }
        var times: [Duration] = []
        let bytes = [UInt8](repeating: 0x2e, count: 512)
        try folder.resize(Self.probe, to: bytes.count * Limits.probeWritesMax)
        try folder.sync(Self.probe)
        let deadline = Clocks.uptime + Limits.probeTime
        while times.count < Limits.probeWritesMax, times.isEmpty || Clocks.uptime < deadline {
            let start = Clocks.uptime
            try folder.write(bytes, to: Self.probe, at: times.count * bytes.count)
            try folder.sync(Self.probe)
            times.append(Clocks.uptime - start)
        }
        times.sort()
        let median = times[times.count / 2]
        let longest = times[times.count - 1]
        let figures = [
            "syncMedianMilliseconds": median.milliseconds,
            "syncMaxMilliseconds": longest.milliseconds,
        ]
        let words =
            "a move is durable after \(Self.words(median)) (median of \(times.count); at most "
            + "\(Self.words(longest)))"
        guard median < Limits.probeSlow else {
            return CheckDocument(
                "disk", .warning, words,
                advice: "keepers will feel it: use another disk, or find out what else writes",
                figures: figures)
        }
        return CheckDocument("disk", .fine, words, figures: figures)
    }

    private static func words(_ time: Duration) -> String {
        let tenths = (time.milliseconds * 10).rounded() / 10
        return "\(tenths) ms"
    }

    private static func megabytes(_ bytes: UInt64) -> String {
        bytes < 1 << 30 ? "\(bytes >> 20) MB" : "\(bytes >> 30) GB"
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
