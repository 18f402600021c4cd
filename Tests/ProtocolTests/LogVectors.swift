import Seeds
import Simulator
import TLS
import Testing

@testable import MoveLog

/// The digest chain, and what merging runs gives.
enum LogVectors {
    static func compareChain(_ file: Vector) throws {
        let seal = try Identity.generate()
        let entries = try file.byteLists("entries")
        let empty = AuthorLog(
            author: try file.author(), key: seal.publicKey,
            table: try file.table(), seal: seal)
        let digests = try file.list("digests").map {
            (n: UInt64(try $0.integer("n")), digest: try $0.digest())
        }
        // However the entries come in, D is the same at every place.
        for batch in [1, 7, 255, 256, 257, 600] {
            var log = empty
            for start in stride(from: 0, to: entries.count, by: batch) {
                let some = Array(entries[start..<min(start + batch, entries.count)])
                log = try grown(log, by: some)
            }
            for (n, digest) in digests {
                #expect(log.digest(at: n, on: 0) == digest, "D(\(n)) in batches of \(batch)")
            }
        }
    }

    private static func grown(_ log: AuthorLog, by entries: [[UInt8]]) throws -> AuthorLog {
        var log = log
        let after = log.branches[0].last
        let run = Run(
            author: log.author, after: after, base: log.branches[0].end.octets.high,
            count: entries.count, bytes: Array(entries.joined()), head: nil)
        let content = try run.content()
        let place = try #require(log.attachment(of: run, content))
        let digests = log.extend(branch: 0, after: after, content, from: 0)
        _ = log.append(at: place, content, pages: run.pages, digests: digests)
        return log
    }

    static func compareMerge(_ file: Vector) throws {
        let seal = try Identity.generate()
        for scene in try file.list("scenes") {
            let charter = try Charter(
                founding: scene.bytes("founding"), chain: InvitationChain(), seal: seal)
            var log = TableLog(charter: charter, seal: seal)
            var runs: [Run] = []
            for step in try scene.list("steps") {
                let run = try Run(whole: step.bytes("run"))
                let outcome = log.insert(run, trust: .verify)
                let what = "\(scene.name): \(try step.text("what"))"
                #expect(outcome.word == (try step.text("outcome")), "\(what)")
                runs.append(run)
            }
            let expected = try Expected(scene)
            expected.compare(log, "\(scene.name)")
            guard try scene.truth("anyOrder") else { continue }
            for seed in 1...8 as ClosedRange<UInt64> {
                var random = SeededGenerator(seed: seed)
                let shuffled = runs.shuffled(using: &random)
                expected.compare(
                    merged(shuffled, into: TableLog(charter: charter, seal: seal)),
                    "\(scene.name), seed \(seed)")
            }
        }
    }

    /// Takes runs in as often as there are runs, so that what waited for another attaches.
    private static func merged(_ runs: [Run], into log: TableLog) -> TableLog {
        var log = log
        for _ in runs {
            for run in runs { _ = log.insert(run, trust: .verify) }
        }
        return log
    }
}

/// What a scene says that the table holds in the end.
private struct Expected {
    struct Item: Equatable {
        var lamport: UInt64
        var author: Octets16
        var sequence: UInt64
        var digest: Octets32
    }

    let frontier: [UInt8]
    let digest: Octets32
    let spoken: String
    let leaves: [Leaf]
    let order: [Item]
    let absurdCount: Int
    let members: [[UInt8]]
    let forked: [[UInt8]]
    let removed: [String]

    init(_ scene: Vector) throws {
        frontier = try scene.bytes("frontier")
        digest = try scene.octets32("digest")
        spoken = try scene.text("spoken")
        leaves = try scene.list("leaves").map {
            Leaf(
                author: try $0.author(),
                sequence: try $0.unsigned("sequence"), mark: try $0.octets32("digest").high)
        }
        order = try scene.list("order").map {
            Item(
                lamport: try $0.unsigned("lamport"), author: try $0.octets16("author"),
                sequence: try $0.unsigned("sequence"), digest: try $0.octets32("digest"))
        }
        absurdCount = try scene.texts("absurd").count
        members = try scene.byteLists("members")
        forked = try scene.byteLists("forked")
        removed = try scene.list("removed").map {
            let entry = try $0.entryID()
            let device = PublicKey(octets: try $0.octets32("device"))
            let remover = PublicKey(octets: try $0.octets32("remover"))
            return "\(device) by \(remover) in \(entry)"
        }
    }

    func compare(_ log: TableLog, _ name: String) {
        var writer = ByteWriter()
        log.frontier.write(to: &writer)
        #expect(writer.bytes == frontier, "\(name)")
        #expect(log.frontier == Frontier(leaves: leaves), "\(name)")
        #expect(log.find(leaves).allSatisfy { $0.isHeld }, "\(name)")
        #expect(log.digest.octets == digest, "\(name)")
        #expect(SpokenWords.four(of: log.digest) == spoken, "\(name)")
        let placed = log.allPlaced().sorted { $0.place < $1.place }.map {
            Item(
                lamport: $0.place.lamport, author: $0.entry.id.author.octets,
                sequence: $0.entry.id.sequence, digest: log.digest(of: $0.entry).octets)
        }
        #expect(placed == order, "\(name)")
        #expect(log.absurdLamportCount == absurdCount, "\(name)")
        #expect(log.memberKeys.map(\.bytes) == members, "\(name)")
        #expect(log.forkedAuthors.map(\.bytes) == forked, "\(name)")
        let removals = log.removals.sorted { $0.key < $1.key }.map {
            "\($0.value.device) by \($0.value.remover) in \($0.value.entry)"
        }
        #expect(removals == removed, "\(name)")
    }
}

extension TableLog.Outcome {
    /// The outcome as the vector files name it.
    var word: String {
        switch self {
        case .admitted(_, _, let fork): fork ? "fork" : "admitted"
        case .held: "held"
        case .gap: "gap"
        case .refused: "refused"
        case .malformed: "malformed"
        case .forged: "forged"
        case .beyondCut: "beyondCut"
        }
    }
}
