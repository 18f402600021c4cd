import Client
import Documents
import LocalAPI
import Net
import Official
import Seeds

/// The rehearsal: three to six keepers record one real game at the same time, one of them offline
/// for most of it, another's daemon killed and started again in the middle, and all devices end at
/// the official score.
struct SharedGame {
    /// How much of it a person sees.
    enum Telling {
        /// Every step with what the devices show.
        case whole
        /// What happens, and the comparison.
        case brief
        /// Every step at reading speed, with the status redrawn every second.
        case live
    }

    private static let names = ["mia", "bo", "cy", "dee", "eli", "fay"]

    private let stage: Stage
    private let official: OfficialGame
    private let telling: Telling
    private let devices: [Device]
    private let hands: Hands
    private var screen = Screen()

    private var mia: Device { devices[0] }
    /// Goes offline when a third is recorded, and goes on recording.
    private var bo: Device { devices[1] }
    /// Is killed when half is recorded, and started again.
    private var cy: Device { devices[2] }

    init(
        _ official: OfficialGame, keepers: Int, telling: Telling, on stage: Stage
    ) throws {
        self.official = official
        self.telling = telling
        self.stage = stage
        var random = SeededGenerator(seed: UInt64(official.steps.count))
        hands = Hands(of: official, to: keepers, random: &random)
        devices = try Device.table(Array(Self.names.prefix(keepers)), on: stage) { device in
            (0..<keepers).filter { $0 != device }
        }
    }

    mutating func run() throws {
        let header = official.header
        let when = header.date.map { ", \($0)" } ?? ""
        screen.say("\(official.title) (\(header.league ?? "a real game")\(when))")
        screen.say(
            "\(official.keepersMoves) moves of \(header.players.count) players, recorded by "
                + "\(devices.count) keepers at once")
        try gather()
        let game = try prepare()
        try record(game)
        try showDiffering()
        try comeBack()
        try compare()
    }

    // MARK: Steps

    private mutating func gather() throws {
        heading("\(devices.count) daemons start; mia invites the others")
        for device in devices { try device.start() }
        for device in devices.dropFirst() {
            let joined = try device.join(mia)
            show([
                "mia$ scored invite    \(joined.code)",
                "\(device.name)$ scored join \(joined.code)    joining words "
                    + joined.words,
            ])
        }
        try waitForAgreement("the devices are linked and agree")
    }

    private mutating func prepare() throws -> String {
        heading("mia takes the rosters from a file; each keeper takes some players")
        let imported = try mia.must("import", "--roster-only", official.path)
        show(["mia$ scored import --roster-only FILE    " + Self.line(imported)])
        try waitForAgreement("the game is on every device")
        guard let game = try mia.status().game?.name else {
            throw RehearsalError.failed("mia shows no game after the import")
        }
        for (device, slots) in zip(devices, hands.slots) {
            let tracked = try device.begin(["track", "--game", game] + slots).outcome()
            try demand(tracked.exitCode == 0, "\(device.name) cannot track: \(tracked.errors)")
            show([
                "\(device.name)$ scored track \(slots.joined(separator: " "))    "
                    + Self.line(tracked.output)
            ])
        }
        return game
    }

    private mutating func record(_ game: String) throws {
        heading("All record at once; bo goes offline and goes on recording; cy's daemon is killed")
        let replays = try devices.indices.map { try replay(game, at: $0) }
        var watch = Watch(devices, isLive: telling == .live)
        try waitUntil(1, of: 3, isRecorded: &watch)
        try bo.must("offline")
        watch.note("a third is recorded: bo is offline from now on, and goes on recording")
        try waitUntil(1, of: 2, isRecorded: &watch)
        // Whatever the keeper's client was asking for, it asks again when the daemon is back.
        try cy.crash()
        try cy.start()
        watch.note("half is recorded: cy's daemon was killed with -9 and started again")
        for (device, replay) in zip(devices, replays) {
            try stage.wait("the keepers have recorded everything", within: .seconds(600)) {
                try look(&watch)
                return replay.hasEnded
            }
            let outcome = try replay.outcome()
            try demand(outcome.exitCode == 0, "\(device.name)'s keeper failed: \(outcome.errors)")
        }
        watch.end(screen)
    }

    /// A keeper records the moves of the own players, and of a team where nobody else does.
    private func replay(_ game: String, at keeper: Int) throws -> Typing {
        let teams = SideName.allCases.filter { hands.keepersOfTeams[$0] == keeper }
        let moves = official.steps.count { $0.move != nil && hands.keeper(of: $0) == keeper }
        // All are done at about the same time.
        let seconds = telling == .live ? max(1, official.keepersMoves / 5) : 3
        let rate = max(1, (moves + seconds / 2) / seconds)
        return try KeeperOrder(
            path: official.path, game: game, home: devices[keeper].home, rate: rate,
            players: Set(hands.slots[keeper]), teams: Set(teams)
        ).begin(on: stage)
    }

    private func waitUntil(_ part: Int, of whole: Int, isRecorded watch: inout Watch) throws {
        try stage.wait("\(part)/\(whole) of the moves are recorded", within: .seconds(600)) {
            try look(&watch)
            return try (mia.status().game?.moves ?? 0) * whole >= official.keepersMoves * part
        }
    }

    private func look(_ watch: inout Watch) throws {
        if telling != .brief || watch.hasNotes { try watch.look(screen) }
    }

    private mutating func showDiffering() throws {
        heading("Everything is recorded; bo has not synced, so the devices differ")
        try stage.wait("all but bo agree") {
            let others = try devices.filter { $0.name != bo.name }.map { try $0.status() }
            return Set(others.map(\.sync.digest)).count == 1
        }
        try showStatuses()
        let away = try bo.status().sync
        try demand(
            away.state == .offline && away.unsynced > 0 && mia.status().sync.digest != away.digest,
            "bo must be offline with moves of its own: \(away)")
    }

    private mutating func comeBack() throws {
        heading("bo comes back")
        let start = Clocks.uptime
        let said = try bo.must("online")
        try waitForAgreement("all devices are in sync")
        let time = Int((Clocks.uptime - start) / .milliseconds(1))
        screen.show(["bo$ scored online    \(Self.line(said)); all in sync after \(time) ms"])
        try showStatuses()
    }

    private mutating func compare() throws {
        heading("Compared with what the league published, and with each other")
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
        try demand(
            comparison.differences.isEmpty,
            "the devices are not at the official numbers:\n"
                + comparison.differences.joined(separator: "\n"))
        screen.say("All \(devices.count) devices are at the official score, with equal digests.")
    }
}

// MARK: Parts

extension SharedGame {
    private mutating func heading(_ text: String) {
        if telling != .brief { screen.heading(text) }
    }

    private func show(_ lines: [String]) {
        if telling != .brief { screen.show(lines) }
    }

    /// Of the first three devices: the one that everybody reaches, the one that was away, the one
    /// that was killed.
    private func showStatuses() throws {
        guard telling != .brief else { return }
        for device in devices.prefix(3) {
            screen.show(device, "status", try device.must("status"))
        }
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

/// What a keeper of the rehearsal is told: a process of its own, so that all record at once.
struct KeeperOrder: Codable {
    let path: String
    let game: String
    let home: String
    /// Moves a second.
    let rate: Int
    let players: Set<String>
    let teams: Set<SideName>

    /// Starts this program again as the keeper.
    func begin(on stage: Stage) throws -> Typing {
        try Typing(
            [stage.program, "--keeper", String(decoding: JSON.encode(self), as: UTF8.self)],
            program: BackgroundProcess.executablePath(), on: stage)
    }

    /// What that process does.
    static func perform(_ words: ArraySlice<String>, with program: String) throws {
        let order = try JSON.decode(Self.self, from: Array(words.joined().utf8))
        let replay = Replay(
            of: try OfficialGame(path: order.path), players: order.players, teams: order.teams)
        try replay.run(
            into: order.game, at: StateHome(order.home), rate: order.rate, starting: program)
    }
}
