import Daemon
import Documents
import LocalAPI
import MoveLog
import Net
import Scorebook

/// The figures of this device for a monitoring system. Labels have words of the program alone: no
/// text that a person typed, no address and no key.
struct MetricsEndpoints: EndpointTopic {
    let api: APIContext

    /// Never waits for the disk, and reads less than the status does: counters, the peers, and the
    /// numbers that the book keeps of its newest games.
    func metrics(_ request: RoutedRequest) -> Answer {
        var page = MetricsPage()
        describeProgram(&page)
        describeLog(&page)
        describePeers(&page)
        describeDisk(&page)
        describeLoop(&page)
        return .now(.metrics(page.text))
    }

    private func describeProgram(_ page: inout MetricsPage) {
        page.add(
            "scored_build", .info, "The program that runs.",
            [
                (
                    [
                        ("version", api.version), ("protocol", "\(protocolVersions.upperBound)"),
                        ("fold", "\(foldVersion)"),
                    ], .whole(1)
                )
            ])
        let (now, age) = (api.clock.now.wall, api.clock.uptime - api.startedAt)
        let start = Double(now.milliseconds) / 1000 - age / .seconds(1)
        page.add(
            "process_start_time_seconds", .gauge, unit: "seconds",
            "The time at which the daemon began, since 1970.", .real(start))
        if let bytes = residentBytes() {
            page.add(
                "process_resident_memory_bytes", .gauge, unit: "bytes",
                "The memory of the daemon that is in RAM.", .whole(bytes))
        }
    }

    private func describeLog(_ page: inout MetricsPage) {
        let meter = ledger.meter
        page.add(
            "scored_entries", .gauge, "Entries that count on this device.",
            .whole(ledger.book.entryCount))
        page.add(
            "scored_entries_recorded", .counter,
            "Entries that this device made durable as its own.",
            .whole(meter.recorded))
        page.add(
            "scored_entries_received", .counter,
            "Entries of other devices that this one made durable.", .whole(meter.received))
        page.add(
            "scored_unsynced_entries", .gauge,
            "Entries of this device that no other device is known to hold.",
            .whole(ledger.unsynced))
        let games = table.games
        page.add("scored_games", .gauge, "Games of the table.", .whole(games.count))
        let questions = games.suffix(ScorebookLimits.freshGamesMax).reduce(0) {
            $0 + (ledger.book.lastOutline(of: $1.id)?.questionCount ?? 0)
        }
        page.add(
            "scored_open_questions", .gauge,
            "Questions about held moves, in the newest \(ScorebookLimits.freshGamesMax) games.",
            .whole(questions))
    }

    private func describePeers(_ page: inout MetricsPage) {
        var counts: [PeerState: Int] = [:]
        for peer in replica.peers { counts[api.state(of: peer), default: 0] += 1 }
        page.add(
            "scored_peers", .gauge, "Other devices of the table, by state.",
            PeerState.allCases.map { ([("state", $0.rawValue)], .whole(counts[$0] ?? 0)) })
        page.add(
            "scored_online", .gauge, "1 if links to other devices are wanted.",
            .whole(api.peering.isOnline ? 1 : 0))
    }

    private func describeDisk(_ page: inout MetricsPage) {
        let meter = ledger.meter
        page.add(
            "scored_recording", .gauge, "1 if moves can be recorded, 0 while the disk fails.",
            .whole(ledger.problem == nil ? 1 : 0))
        page.add(
            "scored_damages", .gauge, "Damages of the log that were found when it was opened.",
            .whole(ledger.damage.count))
        page.add(
            "scored_log_bytes", .gauge, unit: "bytes", "The entries of the log.",
            .whole(ledger.log.byteCount))
        if let free = api.home.freeBytes {
            page.add(
                "scored_disk_free_bytes", .gauge, unit: "bytes",
                "Room on the disk of the home.", .whole(Int(clamping: free)))
        }
        page.add(
            "scored_commit_seconds", "Time of a commit, which makes the entries of a turn durable.",
            meter.commits)
        page.add(
            "scored_commit_failures", .counter, "Commits that the disk refused.",
            .whole(meter.failedCommits))
    }

    private func describeLoop(_ page: inout MetricsPage) {
        guard let readings = api.readings() else { return }
        page.add(
            "scored_turn_seconds", "Time of a turn of the daemon, without its wait.",
            readings.turns)
        if let longest = api.longestTurn() {
            page.add(
                "scored_turn_longest_seconds", .gauge, unit: "seconds",
                "The longest turn of the last hour.", .real(longest.milliseconds / 1000))
        }
        page.add(
            "scored_connections", .gauge, "Connections of programs on this device.",
            .whole(readings.connections))
        page.add(
            "scored_streams", .gauge, "Open event streams among them.", .whole(readings.streams))
    }
}

/// A page of OpenMetrics 1.0 (Prometheus, OpenMetrics specification): a block for each family.
struct MetricsPage {
    enum Kind: String {
        case gauge
        case counter
        case info
        case histogram
    }

    enum Number {
        case whole(Int)
        case real(Double)

        fileprivate var text: String {
            switch self {
            case .whole(let number): "\(number)"
            case .real(let number): "\(number)"
            }
        }
    }

    typealias Labels = [(name: String, value: String)]

    private var blocks = ""

    /// The whole page, with its end.
    var text: String { blocks + "# EOF\n" }

    /// Adds a family of one sample without labels. `unit` is the last word of its name.
    mutating func add(
        _ name: String, _ kind: Kind, unit: String? = nil, _ help: String, _ number: Number
    ) {
        add(name, kind, unit: unit, help, [([], number)])
    }

    mutating func add(
        _ name: String, _ kind: Kind, unit: String? = nil, _ help: String,
        _ samples: [(Labels, Number)]
    ) {
        describe(name, kind, unit, help)
        let ending =
            switch kind {
            case .counter: "_total"
            case .info: "_info"
            case .gauge, .histogram: ""
            }
        for (labels, number) in samples { sample(name + ending, labels, number) }
    }

    /// Adds a histogram of seconds, whose buckets are cumulative.
    mutating func add(_ name: String, _ help: String, _ times: TimeHistogram) {
        describe(name, .histogram, "seconds", help)
        var count = 0
        let bounds = TimeHistogram.bounds.map { "\($0 / .seconds(1))" } + ["+Inf"]
        for (bound, inBucket) in zip(bounds, times.counts) {
            count += inBucket
            sample(name + "_bucket", [("le", bound)], .whole(count))
        }
        sample(name + "_count", [], .whole(count))
        sample(name + "_sum", [], .real(times.sum / .seconds(1)))
    }

    private mutating func describe(
        _ name: String, _ kind: Kind, _ unit: String?, _ help: String
    ) {
        blocks += "# TYPE \(name) \(kind.rawValue)\n"
        if let unit { blocks += "# UNIT \(name) \(unit)\n" }
        blocks += "# HELP \(name) \(Self.escaped(help))\n"
    }

    private mutating func sample(_ name: String, _ labels: Labels, _ number: Number) {
        let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        blocks += name + (list.isEmpty ? "" : "{\(list)}") + " \(number.text)\n"
    }

    private static let special = Array("\\\"\n".utf8)

    private static func escaped(_ text: String) -> String {
        // Three searches through every word would cost more than the rest of the page.
        guard text.utf8.contains(where: special.contains) else { return text }
        return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }
}
