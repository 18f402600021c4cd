import Client
import Daemon
import Documents
import Net
import Terminal
import ViewModels

extension Command {
    static let doctor = Command(
        "doctor", .daemon, "check the disk, log, key, clock and network",
        options: [
            OptionForm("recover", "count own entries without waiting for lost older ones"),
            OptionForm("acknowledge", "dismiss the warnings about copied homes"),
        ],
        details: [
            "Prints failures first, each with what to do, then warnings, then what is OK.",
            "Works with or without a daemon. Reads the log and checks every signature, and",
            "writes a small file into the home to time the disk. Exits 1 if a check failed.",
            "If the disk lost entries, the device waits for another one that can return them.",
            "--recover stops that wait and records the entries after the lost ones again.",
            "Without --recover the wait ends after four hours, or once every other device of",
            "the table was linked and lacks the entries too.",
            "--acknowledge dismisses the warnings about homes that were copied, put back or",
            "forked, on this device; the next copy warns again.",
        ]
    ) { invocation throws(ClientError) in
        let request = DoctorRequest(
            recover: invocation.flag("recover"), acknowledge: invocation.flag("acknowledge"))
        guard request.recover == nil, request.acknowledge == nil else {
            return try invocation.change(.repair, request)
        }
        let home = try invocation.home()
        let pages = WebSettings.damage(in: home).map {
            CheckDocument("pages", .warning, $0.text, advice: $0.advice)
        }
        let document = Examination(
            home: home.path, daemon: DoctorCommand.daemon(of: home), version: ProgramVersion.text
        ).document(with: [pages].compactMap(\.self))
        try invocation.show(
            document, as: DoctorView(DoctorViewModel(invocation.advising(document))))
        return document.failed == 0 ? .done : .failed
    }

    static let verify = Command(
        "verify", .daemon, "read the whole log from the disk and check it",
        details: [
            "Only reads, with or without a daemon: every checksum, every signed head, and the",
            "digest, which status shows too. Exits 1 if something is wrong.",
        ], isAdvanced: true
    ) { invocation throws(ClientError) in
        let document = try VerifyCommand.document(of: invocation.home())
        try invocation.show(document, as: Invocation.view(of: VerifyCommand.facts(of: document)))
        for problem in document.problems { invocation.console.say("! \(problem)") }
        if !document.isSound {
            invocation.console.say(
                "missing entries come back from devices that have them; leave this device on, and "
                    + "see scored status")
        }
        return document.isSound ? .done : .failed
    }
}

private enum DoctorCommand {
    /// The daemon's report, if there is a daemon, and how long it took.
    static func daemon(of home: StateHome) -> Examination.Answer {
        let start = Clocks.uptime
        do throws(ClientError) {
            let report = try LocalClient(home: home).get(
                .doctor, as: DaemonReport.self, within: ClientLimits.doctorTime
            ).document
            return .answered(report, after: Clocks.uptime - start)
        } catch {
            switch error {
            case .notRunning: return .absent
            case .foreign(let reason): return .foreign(reason.message)
            default: return .silent(error.lines.first ?? "no answer")
            }
        }
    }
}

private enum VerifyCommand {
    static func document(of home: StateHome) throws(ClientError) -> VerifyDocument {
        guard !home.isFresh else {
            throw .unusable("there is no device in \(home.path); name another home with --state")
        }
        return try ClientError.rethrowing(
            { (error: DaemonError) in .unusable("\(error)") },
            Verification.document(ofHome: home.path))
    }

    static func facts(of document: VerifyDocument) -> [(String, String)] {
        [
            ("table", document.table), ("segments", "\(document.segments)"),
            ("bytes", "\(document.bytes)"), ("entries", "\(document.entries)"),
            ("authors", "\(document.authors)"), ("signed heads", "\(document.heads)"),
            (
                "no signature stored",
                document.unsigned == 0
                    ? ""
                    : "\(document.unsigned) own entries, which is normal: each is signed when sent"
            ),
            ("digest", document.digest), ("log fingerprint", document.words),
            ("verdict", document.isSound ? "sound" : "not sound"),
        ]
    }
}
