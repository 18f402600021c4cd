import Seeds

/// What a simulated run is made of; everything in it follows from the seed.
package struct Scenario: Sendable, CustomStringConvertible {
    /// Who may have a link with whom.
    package enum Topology: String, CaseIterable, Sendable {
        /// Everybody with everybody.
        case mesh
        /// Each device with its neighbours only.
        case line
        /// Everybody with the first device only.
        case star
    }

    /// Fixes the run.
    package var seed: UInt64
    /// Devices at the table, 2 to 8.
    package var devices: Int
    /// Who may have a link with whom.
    package var topology: Topology
    /// How long keepers record and things go wrong; healing comes after.
    package var trouble: Duration
    /// Mean time between two moves of one keeper.
    package var pace: Duration
    /// Of a hundred packets, how many are lost and must be sent again.
    package var lossPercent: Int
    /// Of a hundred packets, how many arrive twice.
    package var duplicationPercent: Int
    /// Of a hundred frames of entries, how many their sender says once more, later.
    package var repetitionPercent = 0
    /// Packets take up to this long, each its own time, so that they overtake each other.
    package var delayMax: Duration
    /// Bytes a second of a slow pair of devices; 0 when there is none.
    package var slowBytes: Int
    /// Mean time between two crashes anywhere; nil for none.
    package var crashes: Duration?
    /// Of a hundred crashes, how many hit in the middle of a write.
    package var tornPercent: Int
    /// Mean time between two partitions; nil for none.
    package var partitions: Duration?
    /// Mean time between two devices taken offline by their keepers; nil for none.
    package var offline: Duration?
    /// Whether the devices follow the running game clocks, each with an uptime of its own that starts
    /// anew when its power fails.
    package var isTimed = false
    /// Mean time between two devices that fall asleep; nil for none.
    package var sleeps: Duration?

    /// Draws a scenario.
    package init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        devices = Int.random(in: 2...6, using: &random)
        topology = Topology.allCases.randomElement(using: &random) ?? .mesh
        trouble = .seconds(Int.random(in: 10...40, using: &random))
        pace = .milliseconds(Int.random(in: 100...2000, using: &random))
        lossPercent = [0, 0, 2, 10, 30].randomElement(using: &random) ?? 0
        duplicationPercent = [0, 0, 5, 50].randomElement(using: &random) ?? 0
        delayMax = .milliseconds([1, 5, 50, 400].randomElement(using: &random) ?? 1)
        slowBytes = [0, 0, 400, 4000].randomElement(using: &random) ?? 0
        crashes =
            Bool.random(using: &random)
            ? .seconds(Int.random(in: 2...15, using: &random)) : nil
        tornPercent = [0, 50, 100].randomElement(using: &random) ?? 0
        partitions =
            Bool.random(using: &random)
            ? .seconds(Int.random(in: 3...20, using: &random)) : nil
        offline =
            Bool.random(using: &random)
            ? .seconds(Int.random(in: 5...30, using: &random)) : nil
    }

    /// One line with everything that was drawn.
    package var description: String {
        "seed \(seed): \(devices) devices, \(topology.rawValue), trouble \(trouble), a move every "
            + "\(pace), loss \(lossPercent) %, twice \(duplicationPercent) %, said again "
            + "\(repetitionPercent) %, delay to \(delayMax), slow \(slowBytes) B/s, crashes \(words(crashes)) torn "
            + "\(tornPercent) %, partitions \(words(partitions)), offline \(words(offline))"
            + (isTimed ? ", timed, asleep \(words(sleeps))" : "")
    }

    private func words(_ mean: Duration?) -> String { mean.map { "every \($0)" } ?? "none" }

    /// Whether two devices may have a link.
    func mayLink(_ one: Int, _ other: Int) -> Bool {
        switch topology {
        case .mesh: one != other
        case .line: abs(one - other) == 1
        case .star: one != other && (one == 0 || other == 0)
        }
    }
}
