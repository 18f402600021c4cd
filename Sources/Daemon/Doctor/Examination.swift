package import Documents
import MoveLog
import Net

/// The checks of `scored doctor` on a device, with its daemon running or not. Changes nothing
/// except for a small file that is written into the home and removed again to measure the disk; in
/// the home of another account nothing at all.
package struct Examination {
    package enum Answer: Sendable {
        case answered(DaemonReport, after: Duration)
        /// No daemon runs.
        case absent
        /// A daemon runs and did not answer; why.
        case silent(String)
        /// A process of another account answers in its place; a sentence with what to do.
        case foreign(String)
    }

    let path: String
    let daemon: Answer
    let version: String
    let wallMilliseconds: Int64

    /// - Parameters:
    ///   - path: the home of the device.
    ///   - version: of this program.
    ///   - wallMilliseconds: the device's wall time since 1970.
    package init(
        home path: String, daemon: Answer, version: String,
        wallMilliseconds: Int64 = Clocks.wallMilliseconds
    ) {
        self.path = path
        self.daemon = daemon
        self.version = version
        self.wallMilliseconds = wallMilliseconds
    }

    /// All findings. A failed check is a finding too. Cost: the log is read and verified in full,
    /// and the disk is written to some dozens of times.
    /// `others` are checks of parts that the daemon does not know.
    package func document(with others: [CheckDocument] = []) -> DoctorDocument {
        DoctorDocument(home: path, checks: checks() + others)
    }

    private func checks() -> [CheckDocument] {
        let folder: Folder
        do throws(NetError) {
            folder = try Folder(path, creating: false)
        } catch {
            let denied = CheckDocument(
                "home", .failed, error.message,
                advice: "give this account access to the folder, or choose another with SCORED_HOME"
            )
            return [error.isAbsence ? nothing : denied, checkOfWallClock]
        }
        let names = (try? folder.allNames()) ?? []
        guard
            (try? folder.size(of: Home.identityFile)) != nil
                || names.contains(TableSwitch.charterFile) || names.contains(TableSwitch.logFolder)
        else { return [nothing] + disk(folder) + [checkOfWallClock] }
        if let foreign = foreignHome(folder) { return [foreign, log, checkOfWallClock] }
        return daemonChecks + disk(folder) + [log, permissions(of: folder)]
            + identity + [leftovers(names), checkOfWallClock].compactMap(\.self) + network
    }

    private func foreignHome(_ folder: Folder) -> CheckDocument? {
        do throws(NetError) {
            try folder.demandOwn()
            return nil
        } catch {
            return CheckDocument(
                "home", .failed, error.message,
                advice: "its log can be read and exported: scored status, scored export log --to "
                    + "FILE")
        }
    }

    private var nothing: CheckDocument {
        CheckDocument(
            "home", .warning, "nothing is set up in \(path)",
            advice: "start or join a table: scored")
    }

    // MARK: Log and clock

    private var log: CheckDocument {
        do throws(DaemonError) {
            let found = try Verification.document(ofHome: path)
            guard found.isSound else {
                return CheckDocument(
                    "log", .failed, found.problems.joined(separator: "; "),
                    advice: "keep this device on and linked: lost entries are fetched from the "
                        + "devices that hold them")
            }
            let words =
                "\(Phrases.entries(found.entries)) of "
                + "\(Phrases.count(found.authors, "author")), "
                + "\(Phrases.count(found.heads, "signature")) checked, digest \(found.words)"
            guard found.problems.isEmpty else {
                return CheckDocument(
                    "log", .warning, found.problems.joined(separator: "; ") + "; " + words,
                    advice: "nothing is lost; the next start of the daemon repairs it")
            }
            return CheckDocument(
                "log", .fine, words,
                figures: ["entries": Double(found.entries), "bytes": Double(found.bytes)])
        } catch {
            return CheckDocument(
                "log", .failed, "\(error)",
                advice: "entries on other devices are safe; entries only on this device are in "
                    + "\(path)/\(TableSwitch.logFolder)")
        }
    }

    /// 1 January 2025, before this program existed.
    static let wallMillisecondsMin: Int64 = 1_735_689_600_000

    private var checkOfWallClock: CheckDocument {
        guard wallMilliseconds >= Self.wallMillisecondsMin else {
            return CheckDocument(
                "clock", .warning, "this device's wall clock shows a date before 2025",
                advice: "set it: it affects the times in the log, not the score")
        }
        guard Clocks.bootID != nil else {
            return CheckDocument(
                "clock", .warning,
                "the system has no boot ID, so a running game clock is estimated "
                    + "after each start of the daemon",
                advice: "it is exact again with another device at the table")
        }
        return CheckDocument("clock", .fine, "wall clock and uptime can be read")
    }
}

extension Examination {
    func permissions(of folder: Folder) -> CheckDocument {
        var open: [String] = []
        do throws(NetError) {
            if try folder.ownMode() & 0o077 != 0 { open.append(path) }
            for name in try folder.allNames() {
                guard let mode = try folder.mode(of: name), mode & 0o077 != 0 else { continue }
                open.append(path + "/" + name)
            }
        } catch {
            return CheckDocument(
                "permissions", .failed, error.message,
                advice: "give the account that runs the daemon access to the folder and its files")
        }
        guard let first = open.first else {
            return CheckDocument(
                "permissions", .fine, "only this account can read key, log and socket")
        }
        let key = path + "/" + Home.identityFile
        let advice = "remove their access: chmod -R go= '\(path)'"
        guard open.contains(key) else {
            return CheckDocument(
                "permissions", .warning,
                "other accounts of this machine can read \(first)"
                    + (open.count > 1 ? " and \(open.count - 1) more" : ""), advice: advice)
        }
        return CheckDocument(
            "permissions", .failed, "other accounts of this machine can read the key \(key)",
            advice: advice + "; if the key may have been copied, start a new home, join again, and "
                + "have this device removed")
    }

    var identity: [CheckDocument] {
        do throws(DaemonError) {
            let papers = try HomePapers(of: path)
            let home = papers.home
            if let obstacle = papers.obstacle { throw obstacle }
            if let warning = home.warnings.first {
                return [CheckDocument("home", .warning, warning, advice: "start it: scored up")]
            }
            if try home.change(of: nil) != nil {
                return [
                    CheckDocument(
                        "identity", .warning,
                        "this home was copied, moved or restored since its daemon last ran",
                        advice: "this is allowed: the daemon continues as a new author and nothing "
                            + "is lost; but use only one copy")
                ]
            }
            let told = incidents(of: home)
            guard told.isEmpty else { return told }
            return [CheckDocument("identity", .fine, "key and home belong together")]
        } catch {
            return [
                CheckDocument(
                    "identity", .failed, "\(error)",
                    advice: "restore the file from a backup, or start a new home and join again")
            ]
        }
    }

    /// The incidents of the last day; earlier ones are in `scored status --json` and `scored
    /// devices --json`.
    private func incidents(of home: Home) -> [CheckDocument] {
        home.incidents().warned(at: wallMilliseconds).map { incident, earlier in
            let device = incident.device == nil ? "this device" : "another device"
            return CheckDocument(
                "identity", .warning,
                incident.text(device: device, author: "a new author", earlier: earlier),
                advice: incident.advice)
        }
    }

    private func leftovers(_ names: [String]) -> CheckDocument? {
        guard case .absent = daemon,
            names.contains(TableSwitch.file) || names.contains(TableSwitch.nextFolder)
        else { return nil }
        return CheckDocument(
            "home", .warning, "a change to another table was interrupted",
            advice: "the daemon completes it: scored up")
    }
}

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
                        ? "free some space; recording then resumes"
                        : "check the disk; nothing can be recorded until it accepts writes")
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
        if volume.freeBytes < DaemonLimits.roomBytes(of: volume.totalBytes) {
            return CheckDocument(
                "disk", .failed, words, advice: "free some space; recording then resumes",
                figures: figures)
        }
        return CheckDocument(
            "disk", words, isFine: volume.freeBytes >= DaemonLimits.roomBytesComfortable,
            else: "a day of games takes some megabytes; free some space", figures: figures)
    }

    private func kind(of volume: Volume) -> CheckDocument? {
        switch volume.kind {
        case .disk: nil
        case .memory:
            CheckDocument(
                "disk", .warning, "\(path) is in memory: entries do not survive a loss of power",
                advice: "choose a home on a disk with SCORED_HOME")
        case .network:
            CheckDocument(
                "disk", .warning,
                "\(path) is on another machine, whose writes may not be durable",
                advice: "choose a home on this device's own disk with SCORED_HOME")
        }
    }

    private static let probe = "doctor.probe"

    /// Measures the time until a small write is durable, as a move's is.
    private func latency(in folder: Folder) throws(NetError) -> CheckDocument {
        defer { try? folder.remove(Self.probe) }
        var times: [Duration] = []
        let bytes = [UInt8](repeating: 0x2e, count: 512)
        try folder.resize(Self.probe, to: bytes.count * DaemonLimits.probeWritesMax)
        try folder.sync(Self.probe)
        let deadline = Clocks.uptime + DaemonLimits.probeTime
        while times.count < DaemonLimits.probeWritesMax, times.isEmpty || Clocks.uptime < deadline {
            let start = Clocks.uptime
            try folder.write(bytes, to: Self.probe, at: times.count * bytes.count)
            try folder.sync(Self.probe)
            times.append(Clocks.uptime - start)
        }
        times.sort()
        let (median, longest) = (times[times.count / 2], times[times.count - 1])
        let figures = [
            "syncMedianMilliseconds": median.milliseconds,
            "syncMaxMilliseconds": longest.milliseconds,
        ]
        let words =
            "a move is durable after \(Self.words(median)) (median of \(times.count); at most "
            + "\(Self.words(longest)))"
        return CheckDocument(
            "disk", words, isFine: median < DaemonLimits.probeSlow,
            else: "keepers will notice: use another disk, or find out what else writes to it",
            figures: figures)
    }

    static func words(_ time: Duration) -> String {
        let tenths = (time.milliseconds * 10).rounded() / 10
        return "\(tenths) ms"
    }

    private static func megabytes(_ bytes: UInt64) -> String {
        bytes < 1 << 30 ? "\(bytes >> 20) MB" : "\(bytes >> 30) GB"
    }
}

extension CheckDocument {
    /// Fine, or else a warning with its advice.
    init(
        _ subject: String, _ text: String, isFine: Bool, else advice: String,
        figures: [String: Double]? = nil
    ) {
        self.init(
            subject, isFine ? .fine : .warning, text, advice: isFine ? nil : advice,
            figures: figures)
    }
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}
