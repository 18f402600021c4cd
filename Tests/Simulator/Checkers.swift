import MoveLog
import Scorebook
import Seeds

/// What must hold at the end of every run. Each finding is a sentence; none is the aim.
package enum Checkers {
    /// How long a healed table may take to agree: the longest waits of the protocol (a silent link,
    /// a request that nobody answers, a connection given up) one after the other, for a line.
    static let patience = Duration.seconds(120)

    /// What a run came to.
    package struct Report: Sendable {
        /// The run as one number.
        package var trace: Trace
        /// What must hold and does not; none is the aim.
        package var findings: [String]
        /// What the run saw, counted.
        package var happenings: Happenings
        /// Simulated time, entries and how long healing took, in words.
        package var summary: String
        package var simulated = Duration.zero
        /// How often what happened, by its name; what never did is not in it.
        package var counts: [String: Int] = [:]
    }

    /// Runs a scenario, in which keepers enter what comes to their minds, and checks everything.
    package static func report(
        _ scenario: Scenario, follow: ((String) -> Void)? = nil
    ) throws -> Report {
        try report(
            World(
                scenario,
                keepers: RandomKeepers(pace: scenario.pace, longBytes: scenario.longBytes)),
            follow: follow)
    }

    /// Runs a world to its end and checks everything that must hold whatever the keepers enter.
    package static func report(
        _ world: World, follow: ((String) -> Void)? = nil
    ) throws -> Report {
        world.follow = follow
        let healing = try world.run()
        let healedAt = world.now
        var findings: [String] = []
        if healing == nil, world.findings.isEmpty {
            findings.append("the devices do not agree after \(patience): \(world.doubts)")
            findings += world.devices.map(\.words)
        } else if healing != nil {
            // A device that stays hostile may have shown some devices what others are just getting.
            world.expelIntruder()
            if world.intrusion != nil, try world.agree() == nil {
                findings.append("the devices agree no more when the hostile one is gone")
            }
            findings += try quiet(world)
        }
        findings += world.findings
        for device in world.counted { device.book.foldChanged() }
        // Of a run that ended at a finding nothing else is to be expected.
        if healing != nil || world.findings.isEmpty { findings += state(world) }
        world.happenings.note(.acknowledged, times: world.ledger.acknowledgedCount)
        let summary =
            "\(world.ledger.acknowledgedCount) entries acknowledged, healed in "
            + "\(healing.map { "\($0)" } ?? "never"), \(healedAt) simulated"
        return Report(
            trace: world.trace, findings: findings, happenings: world.happenings,
            summary: summary, simulated: world.now,
            counts: world.happenings.byName.merging(world.intrusion?.counts ?? [:]) { $1 })
    }

    /// What must hold of the devices when they agree.
    private static func state(_ world: World) -> [String] {
        durability(world) + agreement(world) + order(world) + genuineness(world)
            + removals(world) + removers(world) + identity(world) + score(world)
            + (world.scenario.isTimed ? clocks(world) : []) + hostility(world)
    }

    /// Whether all counted devices hold the same, and each knows it of every other, also of those that
    /// it reaches through others only. Of two devices with one key nobody can know it.
    static func isConverged(_ world: World) -> Bool {
        let counted = world.counted
        guard let frontier = counted.first?.replica?.log.frontier,
            counted.dropFirst().allSatisfy({ $0.replica?.log.frontier == frontier })
        else { return false }
        let keys = Set(counted.map(\.key))
        guard keys.count == counted.count else { return true }
        // A removed device is told so by the first device that it meets.
        guard world.dismissed.allSatisfy({ $0.replica?.isRemoved == true }) else { return false }
        // The device that knew least the last time is asked first.
        if let doubter = world.doubter, world.isCounted(doubter.index),
            !isInformed(doubter, keys, world)
        {
            return false
        }
        world.doubter = counted.first { !isInformed($0, keys, world) }
        return world.doubter == nil
    }

    /// Whether a device knows of every other that it holds the same.
    private static func isInformed(
        _ device: SimulatedDevice, _ keys: Set<PublicKey>, _ world: World
    ) -> Bool {
        device.replica?.peers.allSatisfy {
            // What a device knows through others is as true as they are, and of those that are
            // too far away it hears nothing.
            !keys.contains($0.key) || $0.state == .inSync
                // Of a thousand ends of links that lose packets one is always silent for a while.
                || ($0.state == .suspect && $0.lacks == 0 && $0.ahead == 0
                    && world.scenario.lossPercent > 0)
                || (world.intrusion != nil && $0.link == nil)
                || ($0.state == .away && !world.isNear(device.index, $0.key))
        } ?? false
    }

    /// Every acknowledged entry is on every device, as it was acknowledged, exactly once: under its
    /// own name or, where its author lost it, as a copy. Devices of one digest hold the same.
    static func durability(_ world: World) -> [String] {
        var findings: [String] = []
        var known: Set<Digest> = []
        for device in world.counted {
            guard let log = device.replica?.log else {
                findings.append("device \(device.index) is off")
                continue
            }
            guard known.insert(log.digest).inserted else { continue }
            let copies = copies(in: log)
            let cuts = Cuts(of: log)
            for (id, entries) in world.ledger.acknowledged.sorted(by: { $0.key < $1.key }) {
                for entry in entries where cuts.demand(entry) {
                    let count = log.entries(id).count { $0.entry == entry }
                    let isCopied = copies.contains(log.digest(of: entry))
                    guard count != 1, count > 1 || !isCopied else { continue }
                    findings.append("device \(device.index) holds \(id) \(count) times")
                }
            }
        }
        return findings
    }

    /// The origins of the copies that a log holds.
    private static func copies(in log: TableLog) -> Set<Digest> {
        Set(
            log.allPlaced().filter { $0.entry.kind == .copied }.compactMap {
                (try? CopiedEntry(body: $0.entry.body))?.digest
            })
    }

    /// Equal logs, equal digests, equal boards.
    static func agreement(_ world: World) -> [String] {
        var findings: [String] = []
        let devices = world.counted
        guard let first = devices.first, let log = first.replica?.log else { return ["no device"] }
        let all = log.allPlaced()
        let placed = Set(all)
        let keys = Set(devices.map(\.key))
        for device in devices.dropFirst() {
            guard let other = device.replica?.log else { continue }
            let pair = "devices \(first.index) and \(device.index)"
            if other.digest != log.digest { findings.append("\(pair) differ in their digest") }
            let others = other.allPlaced()
            if others.count != all.count || Set(others) != placed {
                findings.append("\(pair) differ in entries")
            }
            // A hostile device greets with invitations that it shows one device alone.
            let told = Set(other.memberKeys).symmetricDifference(log.memberKeys)
            if world.intrusion == nil ? !told.isEmpty : !told.isDisjoint(with: keys) {
                findings.append("\(pair) differ in members")
            }
            if device.book.table != first.book.table { findings.append("\(pair) differ in names") }
            for game in first.book.gameIDs
            where device.book.scoreboard(of: game) != first.book.scoreboard(of: game) {
                findings.append("\(pair) differ in the scoreboard")
            }
        }
        return findings
    }

    /// The book that grew entry by entry is the one that is folded from nothing, and the order is
    /// total. Logs of one digest hold the same, which `agreement` sees to, and are folded once.
    static func order(_ world: World) -> [String] {
        var findings: [String] = []
        var shuffle = SeededGenerator(seed: world.scenario.seed)
        var books: [Digest: Book] = [:]
        for device in world.counted {
            guard let log = device.replica?.log else { continue }
            let digest = log.digest
            if books[digest] == nil {
                let places = log.allPlaced().map(\.place)
                if Set(places).count != places.count {
                    findings.append("device \(device.index) has two entries at one place")
                }
            }
            let book = books[digest] ?? fold(log, &shuffle)
            books[digest] = book
            for game in book.gameIDs
            where book.scoreboard(of: game) != device.book.scoreboard(of: game) {
                findings.append("device \(device.index)'s book is not the fold of its log")
            }
        }
        return findings
    }

    /// The book of a log, folded from nothing in whatever order.
    private static func fold(_ log: TableLog, _ shuffle: inout SeededGenerator) -> Book {
        var book = Book(
            rebuilding: log.allPlaced().shuffled(using: &shuffle), removed: Set(log.removals.keys))
        book.foldChanged()
        return book
    }
}
