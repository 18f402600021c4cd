import Documents
import Net

extension Examination {
    var daemonChecks: [CheckDocument] {
        switch daemon {
        case .absent:
            return [
                CheckDocument(
                    "daemon", .warning, "no daemon is running: nothing is recorded or synced",
                    advice: "start it: scored up")
            ]
        case .foreign(let reason):
            return [
                CheckDocument(
                    "daemon", .failed, reason, advice: "once that process has ended: scored up")
            ]
        case .silent(let reason):
            return [
                CheckDocument(
                    "daemon", .failed, "the daemon does not answer: \(reason)",
                    advice: "see \(diagnosticsPath); end it and start it again: "
                        + (LockFile.holder(of: path + "/lock").map { "kill -9 \($0)" }
                            ?? "scored down --now")
                        + ", scored up; nothing that was acknowledged is lost")
            ]
        case .answered(let report, let time):
            let own = [
                running(report, after: time), versions(report), longestTurn(report),
                descriptors(report),
            ]
            return own.compactMap(\.self)
                + report.warnings.map {
                    CheckDocument("status", .warning, $0.text, advice: $0.advice)
                }
        }
    }

    private var diagnosticsPath: String { "\(path)/\(GrowingOutput.diagnosticsName)" }

    private func running(_ report: DaemonReport, after time: Duration) -> CheckDocument {
        let figures = ["answerMilliseconds": time.milliseconds]
        if let problem = report.problem {
            return CheckDocument(
                "daemon", .failed, "nothing can be recorded: \(problem)",
                advice: "see scored status; recording resumes once this is fixed",
                figures: figures)
        }
        return CheckDocument(
            "daemon", "process \(report.processID) answers after \(Self.words(time))",
            isFine: time < DaemonLimits.answerSlow,
            else: "the machine is busy, or its disk is slow", figures: figures)
    }

    private func versions(_ report: DaemonReport) -> CheckDocument {
        let words = Phrases.versions(
            program: report.version, protocols: report.protocolVersionMin,
            report.protocolVersionMax, fold: report.foldVersion)
        guard report.version == version else {
            return CheckDocument(
                "version", .warning,
                "the daemon is \(words); this program is \(version)",
                advice: "restart the daemon: scored down --now, then scored up")
        }
        return CheckDocument("version", .fine, words)
    }

    private func longestTurn(_ report: DaemonReport) -> CheckDocument? {
        guard let turn = report.longestTurn else { return nil }
        let seconds = max(0, (wallMilliseconds - turn.wallMilliseconds) / 1000)
        let age = seconds < 120 ? "\(seconds) s ago" : "\(seconds / 60) min ago"
        return CheckDocument(
            "daemon", "the longest turn of the last hour, \(age): \(turn.text)",
            isFine: turn.milliseconds <= DaemonLimits.answerSlow.milliseconds,
            else: "see \(diagnosticsPath) for others; if they recur, use a faster disk or find "
                + "out what else the machine does",
            figures: [
                "longestTurnMilliseconds": turn.milliseconds,
                "busiestTurnProcessorMilliseconds": report.busiestTurn?.processorMilliseconds,
            ].compactMapValues(\.self))
    }

    private func descriptors(_ report: DaemonReport) -> CheckDocument? {
        guard let count = report.descriptors else { return nil }
        return CheckDocument(
            "daemon", "\(count) of \(report.descriptorsMax) files and sockets are open",
            isFine: report.descriptorsMax >= DaemonLimits.descriptorsComfortable
                && count * 5 <= report.descriptorsMax * 4,
            else: "raise the limit (ulimit -n) before the daemon starts")
    }

    // MARK: Network

    var network: [CheckDocument] {
        guard case .answered(let report, _) = daemon else {
            return [
                CheckDocument(
                    "network", .skipped,
                    "no daemon answers, so links and announcements cannot be checked")
            ]
        }
        guard report.isOnline else {
            return [
                CheckDocument(
                    "network", .warning, "syncing is switched off", advice: "scored online")
            ]
        }
        guard report.problem == nil else {
            return [
                CheckDocument(
                    "network", .skipped, "no device is linked while nothing can be recorded")
            ]
        }
        return [listening(report)] + announcements(report)
            + peers(report).flatMap(checks)
    }

    /// A removed device is admitted by no other, however well the network works.
    private func peers(_ report: DaemonReport) -> [PeerReport] {
        report.warnings.contains { $0.code == WarningCode.removed.rawValue } ? [] : report.peers
    }

    private func listening(_ report: DaemonReport) -> CheckDocument {
        guard let first = report.addresses.first else {
            return CheckDocument(
                "network", .warning,
                report.addressProblem
                    ?? "this device has no network, or the daemon does not listen",
                advice: "join the Wi-Fi of the other devices, or open a hotspot on one device")
        }
        let more = report.addresses.count - 1
        let port = Address(first)?.port ?? peerPort
        return CheckDocument(
            "network", .fine,
            "other devices reach this one at \(first)" + (more > 0 ? " and \(more) more" : "")
                + (port == peerPort ? "" : "; a firewall must allow TCP port \(port)"))
    }

    private func announcements(_ report: DaemonReport) -> [CheckDocument] {
        guard report.isDiscovering else {
            // A fault of announcements is among the warnings of the status.
            guard report.isDiscoveryWanted != true else { return [] }
            return [
                CheckDocument(
                    "network", .fine,
                    "devices are found only by --peer and at earlier addresses, as configured; to "
                        + "change that: scored up --discovery")
            ]
        }
        let isMissed = peers(report).contains { [.away, .neverSeen].contains($0.peer.state) }
        return report.interfaces.map { interface in
            let words =
                "\(interface.name): \(Phrases.count(interface.sent, "announcement")) sent, "
                + "\(interface.heard) received from others"
            if let problem = interface.problem, !interface.isLoopback {
                return CheckDocument(
                    "network", .warning, "\(words); \(problem)",
                    advice: "a firewall or the interface itself may block it; link by address: "
                        + Self.byAddress)
            }
            let isDeaf =
                isMissed && !interface.isLoopback && interface.sent > 1 && interface.heard == 0
            return CheckDocument(
                "network", words, isFine: !isDeaf,
                else:
                    "if other devices are on this network, it isolates them, or a firewall blocks "
                    + "UDP port 7421; link by address: \(Self.byAddress), or open a hotspot")
        }
    }

    private static let byAddress =
        "scored up --peer HOST:PORT, which scored doctor shows on the other device"

    private func checks(_ item: PeerReport) -> [CheckDocument] {
        let peer = item.peer
        let link: CheckDocument
        switch peer.state {
        case .inSync, .syncing:
            let way = peer.via.map { "through \($0)" } ?? peer.address ?? "linked"
            link = CheckDocument("peers", .fine, "\(peer.name): \(way)")
        case .suspect:
            link = CheckDocument(
                "peers", .warning, "\(peer.name) is linked but silent",
                advice: "it sleeps, or its Wi-Fi is weak; it is dialled again automatically")
        case .left:
            link = CheckDocument("peers", .fine, "\(peer.name) left the table")
        case .away, .neverSeen:
            let reason = peer.problem.map { ": \($0)" } ?? ""
            link = CheckDocument(
                "peers", .warning, "\(peer.name) cannot be reached\(reason)",
                advice: "check that it is on and on the same network, and that no firewall blocks "
                    + "its TCP port; on either device: \(Self.byAddress)")
        }
        guard let offset = item.wallOffsetMilliseconds,
            Duration.milliseconds(offset.magnitude) > DaemonLimits.clockDifferenceMax
        else { return [link] }
        let clock = CheckDocument(
            "clock", .warning,
            "the wall clock of \(peer.name) differs by \(offset.magnitude / 1000) s",
            advice: "set the clock that is wrong; the score is not affected")
        return [link, clock]
    }
}
