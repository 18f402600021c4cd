import Client
import LocalAPI
import MoveLog
import Net
import Storage
import TLS

extension Command {
    static let verify = Command(
        CommandForm(
            "verify", .daemon, "read the log on this device's disk and check all of it",
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
        var merging = LogMerging(charter: charter, identity: identity)
        merging.take(recovery.commits.map(\.run))
        return merging.document(of: recovery)
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

/// Merges runs as a device does that trusts nobody.
private struct LogMerging {
    private var log: TableLog
    private let own: PublicKey
    private var heads = 0
    private var unsigned = 0
    private var problems: [String] = []

    init(charter: Charter, identity: Identity) {
        log = TableLog(charter: charter, seal: identity)
        own = identity.publicKey
    }

    /// Takes runs in any order: what waits for an earlier one is tried again.
    mutating func take(_ runs: [Run]) {
        var waiting = runs
        while true {
            let before = waiting.count
            waiting = waiting.filter { !takes($0) }
            if waiting.isEmpty || waiting.count == before { break }
        }
        if !waiting.isEmpty {
            let entries = waiting.map(\.count).reduce(0, +)
            problems.append("\(entries) entries wait for earlier ones that are not here")
        }
    }

    /// Whether the run is settled: false while what is before it is missing.
    private mutating func takes(_ run: Run) -> Bool {
        switch log.insert(run, trust: run.head == nil ? .ownDisk : .verify) {
        case .admitted(_, _, let isFork):
            note(run)
            if isFork { problems.append("the log of author \(run.author) is forked") }
        case .held: note(run)
        case .gap: return false
        case .refused: problems.append("a run of author \(run.author) is past a limit")
        case .malformed: problems.append("a run of author \(run.author) holds no entries")
        case .forged: problems.append("a run of author \(run.author) is not signed by it")
        }
        return true
    }

    private mutating func note(_ run: Run) {
        if run.head != nil {
            heads += 1
        } else if log.key(of: run.author) == own || run.author == log.charter.founder {
            unsigned += run.count
        } else {
            problems.append("\(run.count) entries of author \(run.author) bear no signature")
        }
    }

    func document(of recovery: Recovery) -> VerifyDocument {
        let digest = log.digest
        let damage = recovery.findings.map(\.description)
        return VerifyDocument(
            table: "\(log.charter.table)", segments: recovery.segments, bytes: recovery.bytes,
            entries: log.entryCount, authors: log.authorIDs.count, heads: heads,
            unsigned: unsigned, digest: "\(digest)", words: SpokenWords.four(of: digest),
            problems: damage + problems,
            isSound: !recovery.mayLackEntries && problems.isEmpty)
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
