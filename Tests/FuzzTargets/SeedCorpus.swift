package import Foundation
import MoveLog

/// Inputs to begin with: what the vectors of `Protocol` hold in the shape that a target reads, what was
/// found earlier (`Tests/Fuzz/Findings`), and a few scripts.
package enum SeedCorpus {
    package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The most bytes that a seed has; longer ones slow every mutation of them.
    private static let seedBytesMax = 16 * 1024

    /// All seeds of a target, those of earlier findings first, none twice.
    package static func seeds(of target: FuzzTarget) throws -> [[UInt8]] {
        let vectors = try VectorSeeds()
        let seeds = try findings(of: target) + shaped(target, vectors)
        var known: Set<[UInt8]> = []
        return seeds.filter { $0.count <= seedBytesMax && known.insert($0).inserted }
    }

    /// What earlier runs found, one input a line in hexadecimal; a line with `#` says what it was.
    package static func findings(of target: FuzzTarget) throws -> [[UInt8]] {
        let file = root.appendingPathComponent("Tests/Fuzz/Findings/\(target.rawValue).txt")
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { line in
                guard let bytes = bytes(hexadecimal: String(line)) else {
                    throw Broken(description: "\(file.path): not hexadecimal: \(line.prefix(40))")
                }
                return bytes
            }
    }

    private static func shaped(_ target: FuzzTarget, _ vectors: VectorSeeds) throws -> [[UInt8]] {
        switch target {
        case .frames: framesSeeds(vectors)
        case .session: sessionSeeds(vectors)
        case .entry: entrySeeds(vectors)
        case .columns: columnsSeeds(vectors)
        case .segment: segmentSeeds(vectors)
        case .http: WrittenSeeds.http
        case .announcement: announcementSeeds(vectors)
        case .gamelog: try gamelogSeeds()
        case .commandline: WrittenSeeds.commandLine
        case .logfile: vectors.bytes(in: "logfile")
        case .terminal: terminalSeeds(vectors)
        case .tls: tlsSeeds
        case .cost: WrittenSeeds.cost
        }
    }

    // MARK: Shapes

    private static func framesSeeds(_ vectors: VectorSeeds) -> [[UInt8]] {
        let frames = vectors.bytes(in: "frames") + vectors.bytes(in: "runs")
        let streams = vectors.bytes(in: "sessions").filter { $0.count > 4 }
        let paged = vectors.bytes(in: "columns").filter { $0.count > 4 && $0[4] == 11 }
        return (frames + paged + streams.prefix(100)).map { [0] + $0 }
    }

    private static func columnsSeeds(_ vectors: VectorSeeds) -> [[UInt8]] {
        let parts = vectors.bytes(in: "columns")
        let heads: [[UInt8]] = [[0, 0], [0, 2], [0, 19], [0, 255], [1], [2], [3]]
        return heads.flatMap { head in parts.map { head + $0 } }
    }

    private static func sessionSeeds(_ vectors: VectorSeeds) -> [[UInt8]] {
        let open: [UInt8] = [0, 4]
        let greet: [UInt8] = [10, 0, 9, 0]
        let said: [UInt8] = [4] + ByteScript.chunk([1, 2, 3]) + [5, 200]
        let heard: [UInt8] = [5] + ByteScript.chunk([4, 5, 6])
        // How, lamport, place, kind, body.
        let run: [UInt8] = [9, 0, 7, 0, 16] + ByteScript.chunk([3, 77, 105, 97]) + [0]
        let fork: [UInt8] = [9, 0x40, 1, 9, 1, 20] + ByteScript.chunk([0, 0, 0]) + [0]
        let wait: [UInt8] = [3, 9, 0]
        let flipped: [UInt8] = [6, 0, 40, 1]
        let replayed: [UInt8] = [8, 1, 0, 5, 0, 0]
        let scripts: [[UInt8]] = [
            [open, greet, said, heard, run, wait].flatMap(\.self),
            [[7], said, heard, wait, said].flatMap(\.self),
            [open, greet, run, run, fork, run].flatMap(\.self),
            [open, greet, run, [7], [11, 200], said, run, wait].flatMap(\.self),
            [[7], heard, flipped, heard, wait].flatMap(\.self),
            [[0, 3, 10, 0, 4, 0], said].flatMap(\.self),
            [open, greet, [7], heard, replayed, said].flatMap(\.self),
        ]
        let frames = vectors.bytes(in: "frames").map { frame in
            [open, greet, [2], ByteScript.chunk(Array(frame.dropFirst(4))), [0], wait]
                .flatMap(\.self)
        }
        return scripts + frames
    }

    private static func entrySeeds(_ vectors: VectorSeeds) -> [[UInt8]] {
        let parts: [(UInt8, String)] = [
            (0, "entries"), (1, "runs"), (1, "segments"), (2, "identifiers"), (3, "invitations"),
            (4, "bodies"), (4, "copies"),
        ]
        var seeds = parts.flatMap { part, file in vectors.bytes(in: file).map { [part] + $0 } }
        var book: [UInt8] = []
        for body in vectors.bodies {
            seeds.append([4] + body.bytes)
            let place: UInt8 = body.isOfGame ? 1 : 0
            let head: [UInt8] = [1, body.kind, place, 3, 0, 9]
            let entry = head + ByteScript.chunk(body.bytes)
            if entry.count < 400, book.count < 6000 { book += entry }
            seeds.append([5, 1] + vectors.creation + entry)
        }
        seeds.append([5, 1] + vectors.creation + book)
        return seeds
    }

    private static func segmentSeeds(_ vectors: VectorSeeds) -> [[UInt8]] {
        let files = vectors.bytes(in: "segments") + vectors.segmentFiles
        let header: [UInt8] = [2, 1, 0, 0, 1, 4, 0]
        let ends: [[UInt8]] = [
            [4, 1], [7, 0, 0, 4, 1, 5, 0, 90], [0, 2, 2, 2, 0, 110, 2, 4, 1],
            [4, 1, 7, 1, 0, 70, 0], [6, 0, 3],
        ]
        return files.map { [1] + ByteScript.chunk($0) } + ends.map { header + $0 }
    }

    private static func announcementSeeds(_ vectors: VectorSeeds) -> [[UInt8]] {
        let addresses = ["[::1]:80", "10.0.0.1:7420", "mia.local:7420", "[fe80::1%eth0]:1"]
        var seeds = vectors.bytes(in: "announcements").map { [0] + $0 }
        seeds += vectors.bytes(in: "pairing").map { [1] + $0 }
        seeds += vectors.texts(in: "invites").map { [2] + $0 }
        return seeds + addresses.map { WrittenSeeds.seed([3], $0) }
    }

    private static func gamelogSeeds() throws -> [[UInt8]] {
        let folder = root.appendingPathComponent("Tests/Fixtures/games")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let kept = names.filter { $0.hasSuffix(".jsonl") }.prefix(12)
        let games = try kept.map { (name: String) -> [UInt8] in
            let file = try Data(contentsOf: folder.appendingPathComponent(name))
            let lines = file.split(separator: 10).prefix(12)
            return lines.reduce(into: [0]) { $0 += Array($1) + [10] }
        }
        let rosters = ["4 Ana, 7 Bo", "home 4 Ana Berg\naway 00 Bo\n# nobody\n"]
        return games + rosters.map { WrittenSeeds.seed([2], $0) } + [WrittenSeeds.order]
    }

    private static func terminalSeeds(_ vectors: VectorSeeds) -> [[UInt8]] {
        let keys = ["7k", "\u{1B}[A\u{1B}OP\u{1B}[1;5C", "é\u{1B}]0;x\u{7}", "12#3.=2x\u{1B}"]
        let typed: [[UInt8]] = keys.map { [0, 1] + ByteScript.chunk(Array($0.utf8)) + [9] }
        return typed + vectors.spelled.map { [1, 30, 4] + $0 }
    }

    /// Flights handed over whole, then changed, cut and lengthened.
    private static var tlsSeeds: [[UInt8]] {
        let honest: [UInt8] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 16, 0, 0, 17, 0, 0, 16, 0, 0]
        let changed: [UInt8] = [3, 0, 9, 1]
        let cut: [UInt8] = [5, 0, 40, 0, 0, 0]
        var seeds: [[UInt8]] = []
        for role: UInt8 in [0, 1] {
            seeds += [[role] + honest, [role] + honest + changed + honest, [role] + cut]
        }
        let record: [UInt8] = [22, 3, 1, 0, 4, 1, 0, 0, 0]
        return seeds + [[0, 9, 0, 0] + ByteScript.chunk(record)]
    }
}
