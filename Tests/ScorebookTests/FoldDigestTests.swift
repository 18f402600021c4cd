import Documents
import Foundation
import MoveLog
import Official
import Seeds
import TLS
import Testing

@testable import Scorebook

/// Everything that a device shows of the real games and of 3,000 random ones, byte for byte what it was:
/// a change of the fold that changes a document changes a digest of `Tests/Fixtures/fold-digests.txt`.
///
/// A change that is wanted is put there: the test names the line that the file should have.
@Suite struct FoldDigestTests {
    private static let seedsABlock: UInt64 = 50

    @Test(arguments: cases(OfficialGame.names))
    func realGames(name: String) throws {
        let official = try OfficialGame(name)
        var digest = BookDigest()
        for seed in 1...2 as ClosedRange<UInt64> {
            let (table, _) = try PaperKeeping(seed: seed).table(of: official)
            digest.add(table.book)
        }
        Self.expect(name, digest.text)
    }

    @Test(arguments: seeds(UInt64(10)))
    func tablesOfHostileEntries(block: UInt64) {
        var digest = BookDigest()
        for seed in block * Self.seedsABlock..<(block + 1) * Self.seedsABlock {
            digest.add(Book(rebuilding: RandomTable.entries(seed: 9000 + seed, count: 110)))
        }
        Self.expect("hostile \(block)", digest.text)
    }

    @Test(arguments: seeds(UInt64(20)))
    func gamesOfKeepersSideBySide(block: UInt64) throws {
        var digest = BookDigest()
        for seed in block * Self.seedsABlock..<(block + 1) * Self.seedsABlock {
            let entries = try KeptTable.entries(
                seed: 9000 + seed, count: 110, isCalm: seed % 3 == 0)
            digest.add(Book(rebuilding: entries, removed: seed % 5 == 0 ? [PaperTable.key(2)] : []))
        }
        Self.expect("kept \(block)", digest.text)
    }

    private static func expect(_ name: String, _ digest: String) {
        #expect(known[name] == digest, "\(name): \(digest)")
    }

    /// By name the digest of each line `NAME: DIGEST`.
    private static let known: [String: String] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fixtures/fold-digests.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map { $0.components(separatedBy: ": ") }
        return Dictionary(lines.map { ($0[0], $0[1]) }) { first, _ in first }
    }()
}

/// The digest of all that books show: their documents, and what the documents leave out.
private struct BookDigest {
    private var bytes: [UInt8] = []

    /// In hexadecimal; half of it says enough.
    var text: String { String(SHA256.digest(bytes).description.prefix(32)) }

    mutating func add(_ book: Book) {
        for game in book.gameIDs { add(game, book) }
        add(GamesDocument(book, current: nil))
        add("orphans \(book.orphanCount) unknown \(book.unknownCount)")
    }

    private mutating func add(_ game: GameID, _ book: Book) {
        guard let board = book.scoreboard(of: game) else { return add("no board") }
        let device = PaperTable.key(1)
        let (id, digest) = (TableID(octets: PaperTable.key(7).octets), PaperTable.digest(1))
        let line = book.table.device(device)
        var status = StatusDocument(
            version: "1",
            table: TableBrief(
                id: id.description, name: book.table.name, words: SpokenWords.four(of: id.bytes)),
            device: DeviceBrief(
                id: DeviceID(octets: PaperTable.author(1).octets).description,
                name: line?.slug ?? "", keeper: line?.keeper ?? "",
                author: PaperTable.author(1).description),
            sync: SyncDocument(
                state: .alone, digest: digest.description, words: SpokenWords.four(of: digest),
                foldVersion: foldVersion, unsynced: 0, entries: book.entryCount,
                unknownKinds: book.table.unknownCount + book.unknownCount))
        let projection = Projection(table: book.table, device: device)
        let shown = book.scoreboard(of: game)
        status.game = shown.map { projection.game($0, isCurrent: true) }
        status.tellGames(of: book, but: game, current: game)
        status.addWarnings(of: book, shown, projection)
        add(status)
        add(projection.log(board))
        add(projection.chart(board))
        add(projection.plays(board))
        add(projection.gamelogHeader(board))
        add(projection.gamelogEvents(board))
        add(projection.boxCSV(board))
        add(board)
    }

    private mutating func add(_ board: Scoreboard) {
        for entry in board.timeline { add(entry) }
        for line in board.players {
            add("\(line.ref) \(line.alias) \(line.player) \(line.isRetracted) \(line.trackers)")
        }
        for side in Side.allCases {
            add("\(board.teams[side].periodScores) \(board.teams[side].teamFouls)")
        }
        for signature in board.signatures {
            add("\(signature.device) \(signature.entry) \(signature.isAwaited)")
            add("\(signature.isCurrent) \(SHA256.digest(signature.signOff.body))")
        }
        for lost in board.lost { add("\(lost.key) \(lost.declaredBy) \(lost.later)") }
        add("\(board.state) \(board.ending) \(String(describing: board.winner))")
        add("\(board.isTargetReachedTwice) \(board.claimants) \(board.keepers)")
        let malformedCount = board.malformed.count + board.otherCreations
        add("\(board.later.count) \(malformedCount) \(board.danglingCount)")
        add("\(board.danglingFixes) \(board.afterSignOff) \(board.isDisputed)")
        add("\(board.signersAhead) \(board.signingObstacles) \(board.movesBehindEnd)")
        add("\(board.clock.ranIn.sorted()) \(String(describing: board.clock.governing))")
        add("\(board.clock.isStoppedByVerdict) \(board.standIns.keys.sorted())")
        add(board.official?.body ?? [])
    }

    private mutating func add(_ entry: TimelineEntry) {
        add("\(entry.id) \(entry.recordedAs) \(entry.lamport) \(entry.kind.rawValue)")
        add("\(entry.standing) \(entry.score.home)-\(entry.score.away) \(entry.wall.milliseconds)")
        if let resembles = entry.resembles { add("resembles \(resembles)") }
        if !entry.fixes.isEmpty { add("fixes \(entry.fixes) \(entry.conflicts)") }
        add(entry.recordedMove?.body ?? [])
        add(entry.corrected?.body ?? [])
    }

    private mutating func add(_ document: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        add([UInt8]((try? encoder.encode(document)) ?? Data()))
    }

    private mutating func add(_ text: String) { add(Array(text.utf8)) }

    private mutating func add(_ part: [UInt8]) {
        bytes += part
        bytes.append(0)
    }
}
