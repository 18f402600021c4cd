import Documents
import LocalAPI
import MoveLog
import Scorebook
import Seeds
import Testing

@testable import API
@testable import Daemon

/// A page of OpenMetrics, read after the specification (1.0.0, the section on the text format) and
/// not after our writer. What it does not allow is thrown.
struct OpenMetricsReader {
    struct Malformed: Error { let line: String }

    struct Sample: Hashable {
        let name: String
        let labels: [String: String]
    }

    private(set) var types: [String: String] = [:]
    private(set) var units: [String: String] = [:]
    private(set) var samples: [Sample: Double] = [:]
    private(set) var labelNames: Set<String> = []
    private var order: [String] = []

    private static let nameForm = "[a-zA-Z_:][a-zA-Z0-9_:]*"
    private static let endings = [
        "gauge": [""], "counter": ["_total", "_created"], "info": ["_info"],
        "histogram": ["_bucket", "_count", "_sum", "_created"],
    ]

    init(_ text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // The last byte ends the line of the end.
        guard lines.suffix(2) == ["# EOF", ""] else { throw Malformed(line: "no end") }
        for line in lines.dropLast(2) {
            do { try read(line) } catch { throw Malformed(line: line) }
        }
        try checkHistograms()
    }

    private mutating func read(_ line: String) throws {
        if line.hasPrefix("# ") {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            try describe(words[1], words[2], words.count > 3 ? words[3] : "")
        } else {
            try readSample(line)
        }
    }

    private mutating func describe(_ what: String, _ name: String, _ value: String) throws {
        guard try name.wholeMatch(of: Regex(Self.nameForm)) != nil else {
            throw Malformed(line: name)
        }
        // Families do not interleave, and each is described once.
        if order.last != name {
            guard !order.contains(name) else { throw Malformed(line: name) }
            order.append(name)
        }
        switch what {
        case "TYPE":
            guard types[name] == nil, Self.endings[value] != nil, units[name] == nil else {
                throw Malformed(line: value)
            }
            types[name] = value
        case "UNIT":
            guard name.hasSuffix("_" + value) else { throw Malformed(line: value) }
            units[name] = value
        case "HELP": return
        default: throw Malformed(line: what)
        }
    }

    private mutating func readSample(_ line: String) throws {
        let form = try Regex("(\(Self.nameForm))" + #"(?:\{(.*)\})? (\S+)"#)
        guard let match = try form.wholeMatch(in: line), let name = match.output[1].substring,
            let number = match.output[3].substring.flatMap({ Double($0) }),
            let family = order.last, let type = types[family],
            Self.endings[type]?.contains(where: { family + $0 == name }) == true
        else { throw Malformed(line: line) }
        var labels: [String: String] = [:]
        let labelForm = try Regex(#"([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)",?"#)
        for label in (match.output[2].substring ?? "").matches(of: labelForm) {
            guard let key = label.output[1].substring, let value = label.output[2].substring else {
                throw Malformed(line: line)
            }
            labels[String(key)] = String(value)
        }
        labelNames.formUnion(labels.keys)
        let sample = Sample(name: String(name), labels: labels)
        guard samples[sample] == nil else { throw Malformed(line: line) }
        if type == "counter", number < 0 { throw Malformed(line: line) }
        if type == "info", number != 1 { throw Malformed(line: line) }
        samples[sample] = number
    }

    private func checkHistograms() throws {
        for (name, type) in types where type == "histogram" {
            let buckets = samples.filter { $0.key.name == name + "_bucket" }
                .compactMap { sample, count in
                    sample.labels["le"].flatMap { Double($0 == "+Inf" ? "inf" : $0) }
                        .map { (bound: $0, count: count) }
                }
                .sorted { $0.bound < $1.bound }
            let counts = buckets.map(\.count)
            guard buckets.last?.bound == .infinity, counts == counts.sorted(),
                counts.last == samples[Sample(name: name + "_count", labels: [:])],
                samples[Sample(name: name + "_sum", labels: [:])] != nil
            else { throw Malformed(line: name) }
        }
    }

    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples[Sample(name: name, labels: labels)]
    }

    /// The values that must never become less.
    var growing: [Sample: Double] {
        samples.filter { sample, _ in
            ["_total", "_bucket", "_count", "_sum"].contains { sample.name.hasSuffix($0) }
        }
    }
}

/// The page for monitoring systems.
@Suite struct APIMetricsTests {
    private func page(_ bench: APIBench) throws -> OpenMetricsReader {
        try OpenMetricsReader(text(bench))
    }

    private func text(_ bench: APIBench) throws -> String {
        let response = try bench.get("/metrics")
        #expect(response.status == .ok)
        #expect(
            response.headers["content-type"]
                == "application/openmetrics-text; version=1.0.0; charset=utf-8")
        return String(decoding: response.body, as: UTF8.self)
    }

    /// Whatever is recorded, under whatever names: the page is well formed, its counters only
    /// grow, its figures are those of the status, and it names nobody.
    @Test(arguments: seeds(8))
    func thePageIsWellFormedAndNamesNobody(seed: UInt64) throws {
        var seeded = SeededGenerator(seed: seed)
        func word() -> String {
            let odd = ["\"", "\\", "\n", "é", "{", "}", ","].randomElement(using: &seeded) ?? ""
            return "Q" + String(seeded.next() % 1_000_000, radix: 36) + odd + "z"
        }
        let names = (0..<6).map { _ in word() }
        let bench = try APIBench(name: names[0])
        _ = try bench.record(
            .newGame,
            NewGameRequest(
                home: TeamRequest(name: names[1]), away: TeamRequest(name: names[2]),
                rules: RulesRequest(preset: "fiba")))
        var before = try page(bench)
        for _ in 0..<12 {
            for _ in 0..<Int.random(in: 0...3, using: &seeded) {
                _ = try? bench.record(
                    .moves,
                    MoveRequest(player: Bool.random(using: &seeded) ? "home" : "away", kind: "2p"))
                _ = try? bench.record(.notes, NoteRequest(text: names[3]))
            }
            bench.time.pass(.milliseconds(Int.random(in: 1...999, using: &seeded)))
            let now = try page(bench)
            for (sample, value) in before.growing {
                #expect(try #require(now.samples[sample]) >= value, "\(sample)")
            }
            before = now
        }
        let status = try bench.status()
        #expect(before.value("scored_entries") == Double(status.sync.entries))
        #expect(before.value("scored_unsynced_entries") == Double(status.sync.unsynced))
        #expect(before.value("scored_log_bytes") == Double(status.storage.logBytes))
        #expect(before.value("scored_games") == 1)
        #expect(
            before.value(
                "scored_build_info",
                [
                    "version": "1.2.3", "protocol": "\(protocolVersions.upperBound)",
                    "fold": "\(foldVersion)",
                ]) == 1)
        // By construction: other labels do not exist, and their values are of a few words.
        #expect(before.labelNames.isSubset(of: ["version", "protocol", "fold", "state", "le"]))
        let states = before.samples.keys.filter { $0.name == "scored_peers" }
        #expect(states.count == PeerState.allCases.count)
        let text = try text(bench)
        for name in names + [bench.path, status.device.id, status.device.author, status.table.id] {
            #expect(!text.contains(name), "\(name)")
        }
    }

    @Test func entriesAreCountedByWhereTheyCameFrom() throws {
        let bench = try APIBench.playing()
        let before = try page(bench)
        for _ in 0..<5 { _ = try bench.move("home", "2p") }
        let after = try page(bench)
        func grew(_ name: String) -> Double? {
            after.value(name).flatMap { after in before.value(name).map { after - $0 } }
        }
        #expect(grew("scored_entries_recorded_total") == 5)
        #expect(grew("scored_entries_received_total") == 0)
        #expect(grew("scored_commit_seconds_count") == 5)
    }

    @Test func aFailingDiskShows() throws {
        let bench = try APIBench.playing()
        #expect(try page(bench).value("scored_recording") == 1)
        bench.disk.isFull = true
        #expect(bench.perform(Request(to: .moves, MoveRequest(player: "home", kind: "2p"))) == nil)
        let page = try page(bench)
        #expect(page.value("scored_recording") == 0)
        #expect(page.value("scored_commit_failures_total") == 1)
    }

    @Test func aTimeIsInTheFirstBucketThatHoldsIt() {
        var times = TimeHistogram()
        for bound in TimeHistogram.bounds { times.add(bound) }
        times.add(.seconds(60))
        #expect(times.counts == [Int](repeating: 1, count: TimeHistogram.bounds.count + 1))
        #expect(times.sum == TimeHistogram.bounds.reduce(.seconds(60), +))
        #expect(TimeHistogram.bounds == TimeHistogram.bounds.sorted())
    }
}
