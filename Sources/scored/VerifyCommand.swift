import Client
import Daemon
import LocalAPI
import MoveLog
import Net
import Storage
import TLS

extension Command {
    static let verify = Command(
        CommandForm(
            "verify", .daemon, "read the log on the disk and check all of it",
            details: [
                "Reads only, with the daemon running or not: every checksum, every signed head,",
                "and the digest, which status shows too. Exits 1 when something is wrong.",
            ], isAdvanced: true)
    ) { invocation throws(ClientError) in
        let verification = try Verification(home: invocation.home())
        if invocation.console.isJSON {
            try invocation.console.show(document: JSON.encode(verification.document))
        } else {
            try invocation.show(facts: verification.facts)
        }
        for problem in verification.document.problems { invocation.console.say("! \(problem)") }
        return verification.document.isSound ? .done : .failed
    }
}

/// A log read from the disk and merged anew, every signature checked.
struct Verification {
    private(set) var document: VerifyDocument

    init(home: StateHome) throws(ClientError) {
        guard !home.isFresh else {
            throw .unusable("\(home.path) holds no device; name another with --state")
        }
        do throws(VerifyFailure) {
            document = try Self.read(home)
        } catch {
            throw .unusable("\(home.path): \(error.reason)")
        }
    }

    var facts: [(String, String)] {
        [
            ("table", document.table), ("segments", "\(document.segments)"),
            ("bytes", "\(document.bytes)"), ("entries", "\(document.entries)"),
            ("authors", "\(document.authors)"), ("signed heads", "\(document.heads)"),
            ("not signed yet", document.unsigned == 0 ? "" : "\(document.unsigned)"),
            ("digest", document.digest), ("words", document.words),
            ("verdict", document.isSound ? "sound" : "not sound"),
        ]
    }

    private static func read(_ home: StateHome) throws(VerifyFailure) -> VerifyDocument {
        let identity = try VerifyFailure.wrapping { () throws(any Error) in
            try Identity(pem: GivenFile.read(home.path + "/identity.pem", bytesMax: 65_536))
        }
        let charter = try VerifyFailure.wrapping { () throws(any Error) in
            let bytes = try GivenFile.read(home.path + "/charter", bytesMax: 1024 * 1024)
            return try Charter(bytes: bytes, seal: identity)
        }
        let recovery = try VerifyFailure.wrapping { () throws(any Error) in
            let disk = try ReadOnlyDisk(home.path + "/log")
            return try MoveStore.inspect(disk, table: charter.table)
        }
        return VerifyDocument(
            recovery, LogAudit(recovery.commits, charter: charter, seal: identity))
    }
}

/// Why the log cannot even be read.
struct VerifyFailure: Error {
    let reason: String

    static func wrapping<Value>(_ work: () throws -> Value) throws(VerifyFailure) -> Value {
        do {
            return try work()
        } catch {
            throw VerifyFailure(reason: "\(error)")
        }
    }
}

/// What `verify --json` prints.
struct VerifyDocument: Codable {
    var schema = 1
    let table: String
    let segments: Int
    let bytes: Int
    let entries: Int
    let authors: Int
    let heads: Int
    let unsigned: Int
    let digest: String
    let words: String
    let problems: [String]
    let isSound: Bool
}

extension VerifyDocument {
    fileprivate init(_ recovery: Recovery, _ audit: LogAudit) {
        let digest = audit.log.digest
        self.init(
            table: "\(audit.log.charter.table)", segments: recovery.segments,
            bytes: recovery.bytes, entries: audit.log.entryCount,
            authors: audit.log.authorIDs.count, heads: audit.headCount,
            unsigned: audit.unsignedCount, digest: "\(digest)",
            words: SpokenWords.four(of: digest),
            problems: recovery.findings.map(\.description) + audit.findings.map(\.description),
            isSound: !recovery.mayLackEntries && audit.findings.isEmpty)
    }
}
