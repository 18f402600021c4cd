import Client
import Daemon
import Documents
import Net
import Terminal
import ViewModels

extension Command {
    static let doctor = Command(
        "doctor", .daemon, "check the disk, log, key, clock and network", operands: "[FILE]",
        options: [
            OptionForm("bundle", "write what a helper needs into FILE, naming nobody"),
            overwriteOption,
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
            "--bundle writes one text file (mode 0600, scored-support.txt unless FILE is",
            "given) for somebody who helps from afar: these checks, the status, figures,",
            "settings, sizes of files and the last diagnostics. It is made of numbers and of",
            "the program's own words; every other word is left out, so that no name, address,",
            "key, code or note is in it. Look at it before you send it.",
        ]
    ) { invocation throws(ClientError) in
        let request = DoctorRequest(
            recover: invocation.flag("recover"), acknowledge: invocation.flag("acknowledge"))
        let isBundle = invocation.arguments.has("bundle")
        guard
            isBundle
                || (invocation.arguments.operand(0) == nil && !invocation.arguments.has("force"))
        else {
            throw invocation.arguments.misused("FILE and --force can only be used with --bundle")
        }
        guard request.recover == nil, request.acknowledge == nil else {
            guard !isBundle else {
                throw invocation.arguments.misused(
                    "--bundle changes nothing: give --recover or --acknowledge by itself")
            }
            return try invocation.change(.repair, request)
        }
        return isBundle
            ? try DoctorCommand.bundle(invocation) : try DoctorCommand.examine(invocation)
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
    static func examine(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let (document, _) = try examined(invocation)
        try invocation.show(
            document, as: DoctorView(DoctorViewModel(invocation.advising(document))))
        return document.failed == 0 ? .done : .failed
    }

    private static func examined(
        _ invocation: Invocation
    ) throws(ClientError) -> (DoctorDocument, Examination.Answer) {
        let home = try invocation.home()
        let pages = WebSettings.damage(in: home).map {
            CheckDocument("pages", .warning, $0.text, advice: $0.advice)
        }
        let answer = daemon(of: home)
        let document = Examination(home: home.path, daemon: answer, version: ProgramVersion.text)
            .document(with: [pages].compactMap(\.self))
        return (document, answer)
    }

    /// Writes the bundle; a daemon that does not answer is part of what it tells.
    static func bundle(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let home = try invocation.home()
        let (document, answer) = try examined(invocation)
        let client = LocalClient(home: home)
        var report: DaemonReport?
        if case .answered(let told, _) = answer { report = told }
        let metrics = report.flatMap { _ in
            try? client.getBytes(.metrics, within: ClientLimits.doctorTime)
        }
        let bundle = SupportBundle(
            home: home.path,
            SupportBundle.Source(
                version: ProgramVersion.text, doctor: document,
                status: try? invocation.lookingClient(isSaid: false).status().document,
                daemon: report,
                metrics: metrics.map { String(decoding: $0, as: UTF8.self) }))
        let file = invocation.arguments.operand(0) ?? SupportBundle.fileName
        try invocation.write(
            Array(bundle.text.utf8), to: file, "wrote a bundle that names nobody to",
            isPrivate: true)
        if !GivenFile.isStandard(file) {
            invocation.console.say("it is plain text: look at it before you send it")
        }
        return .done
    }

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
