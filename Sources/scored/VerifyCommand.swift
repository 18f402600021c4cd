import Client
import Daemon
import Documents
import LocalAPI

extension Command {
    static let verify = Command(
        CommandForm(
            "verify", .daemon, "read the log on the disk and check all of it",
            details: [
                "Reads only, with the daemon running or not: every checksum, every signed head,",
                "and the digest, which status shows too. Exits 1 when something is wrong.",
            ], isAdvanced: true)
    ) { invocation throws(ClientError) in
        let document = try VerifyCommand.document(of: invocation.home())
        if invocation.console.isJSON {
            try invocation.console.show(document: JSON.encode(document))
        } else {
            try invocation.show(facts: VerifyCommand.facts(of: document))
        }
        for problem in document.problems { invocation.console.say("! \(problem)") }
        if !document.isSound {
            invocation.console.say(
                "what is missing here comes back from devices that hold it; keep this one on, and "
                    + "see scored status")
        }
        return document.isSound ? .done : .failed
    }
}

enum VerifyCommand {
    static func document(of home: StateHome) throws(ClientError) -> VerifyDocument {
        guard !home.isFresh else {
            throw .unusable("\(home.path) holds no device; name another with --state")
        }
        do throws(DaemonError) {
            return try Verification.document(ofHome: home.path)
        } catch {
            throw .unusable("\(error)")
        }
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
                    : "\(document.unsigned) own entries: that is normal, each is signed when sent"
            ),
            ("digest", document.digest), ("log fingerprint", document.words),
            ("verdict", document.isSound ? "sound" : "not sound"),
        ]
    }
}
