import Client
import Documents
import Net
import Official

/// The rehearsal: three keepers record one real game at the same time, one of them offline from
/// half-time on, and all three devices end at the official score.
struct ThreeKeepers {
    private let stage: Stage
    private let official: OfficialGame
    private let isLive: Bool
    private let devices: [Device]
    private var screen = Screen()

    private var mia: Device { devices[0] }
    private var bo: Device { devices[1] }

    init(_ official: OfficialGame, isLive: Bool, on stage: Stage) throws {
        self.official = official
        self.isLive = isLive
        self.stage = stage
        devices = try Device.table(["mia", "bo", "cy"], on: stage) { device in
            (0..<3).filter { $0 != device }
        }
    }

    mutating func run() throws {
        let header = official.header
        let when = header.date.map { ", \($0)" } ?? ""
        screen.say("\(official.title) (\(header.league ?? "a real game")\(when))")
        screen.say(
            "\(official.keepersMoves) moves of \(header.players.count) players, recorded by three keepers "
                + "at once; one is offline in the second half")
        try gather()
        let game = try prepare()
        try record(game)
        try showDiffering()
        try comeBack()
        try compare()
    }

    // MARK: Steps

    private mutating func gather() throws {
        screen.heading("Three daemons start; mia invites bo and cy")
        for device in devices { try device.start() }
        for device in devices.dropFirst() {
            let joined = try device.join(mia)
            screen.show([
                "mia$ scored invite    \(joined.code)",
                "\(device.name)$ scored join \(joined.code)    both screens show "
                    + joined.words,
            ])
        }
        try waitForAgreement("the three devices are linked and agree")
    }

    /// Each keeper's slots; all moves that are no player's are the first keeper's.
    private var shares: [[String]] {
        let home = official.file.slots(of: .home)
        let away = official.file.slots(of: .away)
        let half = (away.count + 1) / 2
        return [home, Array(away[..<half]), Array(away[half...])]
    }

    private mutating func prepare() throws -> String {
        screen.heading("mia takes the rosters from a file; each keeper takes some players")
        let imported = try mia.must("import", "--roster-only", official.path)
        screen.show(["mia$ scored import --roster-only FILE    " + Self.line(imported)])
        try waitForAgreement("the game is on every device")
        guard let game = try mia.status().game?.name else {
            throw RehearsalError.failed("mia shows no game after the import")
        }
        for (device, slots) in zip(devices, shares) {
            let tracked = try device.begin(["track", "--game", game] + slots).outcome()
            guard tracked.exitCode == 0 else {
                throw RehearsalError.failed("\(device.name) cannot track: \(tracked.errors)")
            }
            screen.show([
                "\(device.name)$ scored track \(slots.joined(separator: " "))    "
                    + Self.line(tracked.output)
            ])
        }
        return game
    }

    private mutating func record(_ game: String) throws {
        screen.heading("All three record at once; half-way bo goes offline, and goes on recording")
        let replays = try zip(devices, shares).map { device, slots in
            let isFirst = device.name == mia.name
            return try device.begin(
                ["replay", official.path, "--game", game, "--players"]
                    + [slots.joined(separator: ","), "--rate", "\(rate(of: slots, isFirst))"]
                    + (isFirst ? ["--team", "home", "--team", "away"] : []))
        }
        var watch = Watch(devices, isLive: isLive)
        try stage.wait("half of the moves are recorded", within: .seconds(300)) {
            try watch.look(screen)
            return try (mia.status().game?.moves ?? 0) * 2 >= official.keepersMoves
        }
        try bo.must("offline")
        watch.note("half-way: bo is offline from now on, and goes on recording")
        for replay in replays {
            try waitWatching(&watch) { replay.hasEnded }
            let outcome = try replay.outcome()
            guard outcome.exitCode == 0 else {
                throw RehearsalError.failed("a replay failed: \(outcome.errors)")
            }
        }
        watch.end(screen)
    }

    private func waitWatching(_ watch: inout Watch, until isDone: () -> Bool) throws {
        try stage.wait("the keepers have recorded everything", within: .seconds(600)) {
            try watch.look(screen)
            return isDone()
        }
    }

    private mutating func showDiffering() throws {
        screen.heading("Everything is recorded; bo has not synced, so the devices differ")
        try showStatuses()
        let statuses = try devices.map { try $0.status() }
        let digests = Set(statuses.map(\.sync.digest))
        guard digests.count == 2, statuses[0].sync.digest == statuses[2].sync.digest else {
            throw RehearsalError.failed("mia and cy must agree, and bo differ: \(digests)")
        }
        guard statuses[1].sync.state == .offline, statuses[1].sync.unsynced > 0 else {
            throw RehearsalError.failed(
                "bo must be offline with moves of its own: \(statuses[1].sync)")
        }
    }

    private mutating func comeBack() throws {
        screen.heading("bo comes back")
        let start = Clocks.uptime
        let said = try bo.must("online")
        try waitForAgreement("all three devices are in sync")
        let time = Int((Clocks.uptime - start) / .milliseconds(1))
        screen.show(["bo$ scored online    \(Self.line(said)); all in sync after \(time) ms"])
        try showStatuses()
    }

    private mutating func compare() throws {
        screen.heading("Compared with what the league published, and with each other")
        let statuses = try devices.map { try $0.status() }
        let games = try zip(devices, statuses).map { device, status in
            guard let game = status.game else {
                throw RehearsalError.failed("\(device.name) shows no game")
            }
            return game
        }
        var comparison = Comparison(
            games, of: devices.map(\.name), with: official,
            .everything(moves: official.keepersMoves))
        let sync = statuses[0].sync
        let digest = String(sync.digest.prefix(16))
        comparison.compare("digest", digest, statuses) { String($0.sync.digest.prefix(16)) }
        comparison.compare("words of the digest", sync.words, statuses) { $0.sync.words }
        comparison.compare(
            "digest on the disk", digest, try devices.map { try DiskReading.of($0).digest }
        ) { String($0.prefix(16)) }
        comparison.compare("moves on one device only", "0", statuses) { "\($0.sync.unsynced)" }
        screen.show(comparison.lines)
        screen.say("")
        guard comparison.differences.isEmpty else {
            throw RehearsalError.failed(
                "the devices are not at the official numbers:\n"
                    + comparison.differences.joined(separator: "\n"))
        }
        screen.say("All three devices are at the official score, with equal digests.")
    }

    // MARK: Parts

    /// Moves a second, so that all keepers are done at about the same time.
    private func rate(of slots: [String], _ isFirst: Bool) -> Int {
        let moves = official.steps.count { step in
            step.move != nil && (step.player.map(slots.contains) ?? isFirst)
        }
        let seconds = isLive ? max(1, official.keepersMoves / 5) : 4
        return max(1, (moves + seconds / 2) / seconds)
    }

    private func showStatuses() throws {
        for device in devices { screen.show(device, "status", try device.must("status")) }
    }

    private func waitForAgreement(_ what: String) throws {
        try stage.wait(what) {
            let statuses = try devices.map { try $0.status() }
            return Set(statuses.map(\.sync.digest)).count == 1
                && statuses.allSatisfy { status in
                    status.sync.state == .inSync && status.sync.unsynced == 0
                        && status.peers.count == devices.count - 1
                        && status.peers.allSatisfy { $0.state == .inSync }
                }
        }
    }

    private static func line(_ output: String) -> String {
        output.split(separator: "\n").first.map(String.init) ?? ""
    }
}
