import Seeds

/// What a simulated run is made of; everything in it follows from the seed, and each kind of trouble
/// can be switched off for itself.
package struct Scenario: Sendable, CustomStringConvertible {
    /// Who may have a link with whom.
    package enum Topology: String, CaseIterable, Sendable {
        /// Everybody with everybody.
        case mesh
        /// Each device with its neighbours only.
        case line
        /// Everybody with the first device only.
        case star
        /// Meshes of four, whose first devices make a line.
        case clusters
    }

    package var seed: UInt64
    /// Devices at the table when it begins, 2 to 50.
    package var devices = 2
    /// Who may have a link with whom.
    package var topology = Topology.mesh
    /// How long keepers record and things go wrong; healing comes after.
    package var trouble = Duration.seconds(20)
    /// Mean time between two moves of one keeper.
    package var pace = Duration.seconds(1)
    /// Of a hundred packets, how many are lost and must be sent again.
    package var lossPercent = 0
    /// Of a hundred packets, how many arrive twice.
    package var duplicationPercent = 0
    /// Of a hundred frames of entries, how many their sender says once more, later.
    package var repetitionPercent = 0
    /// Packets take up to this long, each its own time, so that they overtake each other.
    package var delayMax = Duration.milliseconds(1)
    /// Bytes a second of a slow pair of devices; 0 when there is none.
    package var slowBytes = 0
    /// Mean time between two crashes anywhere; nil for none.
    package var crashes: Duration?
    /// Of a hundred crashes, how many hit in the middle of a write.
    package var tornPercent = 0
    /// Of a hundred crashes, how many hit between two effects of one turn.
    package var midTurnPercent = 0
    /// Of a hundred pending sectors, how many a power failure loses for certain; what becomes of the
    /// rest is chance.
    package var harshPercent = 0
    /// Mean time between two partitions; nil for none.
    package var partitions: Duration?
    /// Mean time between two cuts that let packets pass one way only; nil for none.
    package var oneWays: Duration?
    /// Mean time between two connections that are reset; nil for none.
    package var breaks: Duration?
    /// Mean time between two devices taken offline by their keepers; nil for none.
    package var offline: Duration?
    /// Mean time between two devices that fall asleep; nil for none.
    package var sleeps: Duration?
    /// Whether each device has an uptime of its own, which starts again when its power fails, and says in
    /// the entries of a game clock what it shows.
    package var isTimed = false
    /// Mean time between two failing calls to a disk, or a disk that is full for a while; nil for none.
    package var diskFaults: Duration?
    /// Mean time between two bits that flip on the disk of the unlucky device; nil for none.
    package var decay: Duration?
    /// Mean time between two wall clocks that jump by up to a day; nil for none.
    package var clockJumps: Duration?
    /// Mean time between two backups that are put back at the unlucky device; nil for none.
    package var backups: Duration?
    /// Whether its home looks like another one after that, so that it knows.
    package var isBackupNoticed = false
    /// When the unlucky device is copied and both go on; nil for never.
    package var clonedAt: Duration?
    /// Of a hundred devices, how many speak the protocol as an earlier version does.
    package var olderPercent = 0
    /// Of a hundred devices, how many speak it as a later version does.
    package var newerPercent = 0
    package var newcomers = 0
    /// Mean time between two attempts to remove a device; nil for none.
    package var removals: Duration?
    /// Bytes of others' entries that a device sends to a peer unasked when their link comes up; nil for
    /// as many as a daemon sends, which is more than most simulated tables hold.
    package var unaskedBytes: Int?
    /// Of a hundred devices, how many take no frame longer than the least limit allows.
    package var smallPercent = 0
    /// Bytes that an entry of a kind of a later version may have, if more than 300.
    package var longBytes = 0
    /// Who means no good; nil for nobody.
    package var hostility: Hostility?

    package init(seed: UInt64) {
        self.seed = seed
        drawTable()
        drawNetwork()
        drawPower()
        drawDisks()
        drawMembers()
    }

    package init(quiet seed: UInt64, devices: Int) {
        self.seed = seed
        self.devices = devices
    }

    /// The device that suffers what may cost a device its own entries: only one of them does, so that
    /// the others hold what was acknowledged.
    package var unlucky: Int { Int(seed >> 3) % devices }

    package var description: String {
        var parts = ["seed \(seed): \(devices) devices, \(topology.rawValue)"]
        parts.append("trouble \(trouble), a move every \(pace)")
        parts.append("loss \(lossPercent) %, twice \(duplicationPercent) %")
        parts.append("said again \(repetitionPercent) %, delay to \(delayMax)")
        if slowBytes > 0 { parts.append("slow \(slowBytes) B/s") }
        if let crashes {
            parts.append(
                "crashes every \(crashes) torn \(tornPercent) % mid-turn \(midTurnPercent) % harsh "
                    + "\(harshPercent) %")
        }
        let every: [(String, Duration?)] = [
            ("partitions", partitions), ("one-way cuts", oneWays), ("resets", breaks),
            ("offline", offline), ("asleep", sleeps), ("disk faults", diskFaults),
            ("decay", decay), ("clock jumps", clockJumps),
            (isBackupNoticed ? "noticed backups" : "backups", backups), ("removals", removals),
        ]
        for (name, mean) in every {
            if let mean { parts.append("\(name) every \(mean)") }
        }
        if let clonedAt { parts.append("cloned at \(clonedAt)") }
        if olderPercent > 0 { parts.append("older \(olderPercent) %") }
        if newerPercent > 0 { parts.append("newer \(newerPercent) %") }
        if newcomers > 0 { parts.append("\(newcomers) newcomers") }
        if isTimed { parts.append("timed") }
        if let unaskedBytes { parts.append("unasked \(unaskedBytes) B") }
        if smallPercent > 0 { parts.append("small \(smallPercent) %, entries to \(longBytes) B") }
        if let hostility { parts.append("\(hostility)") }
        return parts.joined(separator: ", ")
    }

    func mayLink(_ one: Int, _ other: Int) -> Bool {
        guard one != other else { return false }
        switch topology {
        case .mesh: return true
        case .line: return abs(one - other) == 1
        case .star: return one == 0 || other == 0
        case .clusters:
            if one / 4 == other / 4 { return true }
            return one % 4 == 0 && other % 4 == 0 && abs(one - other) == 4
        }
    }
}
