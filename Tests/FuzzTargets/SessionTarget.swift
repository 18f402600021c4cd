import MoveLog
import Scorebook

/// A script of what happens to a replica; then everybody is cut off but the honest peer, and what the
/// table promises must hold.
enum SessionTarget {
    private static let stepsMax = 200

    static func run(_ bytes: [UInt8]) throws {
        var script = ByteScript(bytes)
        var stage = try SessionStage()
        var steps = 0
        while !script.isAtEnd, steps < stepsMax {
            steps += 1
            try stage.step(&script)
        }
        try stage.heal()
        try check(stage)
    }

    private static func check(_ stage: SessionStage) throws {
        let log = stage.device.log
        try demand(
            log.digest == stage.honest.log.digest, "the honest peer and the device disagree")
        for entry in stage.recorded {
            let held = log.entries(entry.id).map(\.entry)
            try demand(held.contains(entry), "a recorded entry is gone: \(entry.id)")
        }
        let ownKey = stage.device.log.key(of: stage.device.author)
        let honestKey = stage.honest.log.key(of: stage.honest.author)
        let own = Set(stage.disk.filter { $0.run.head == nil }.map(\.run.author))
        for placed in log.allPlaced() {
            let key = log.key(of: placed.entry.id.author)
            if key == honestKey {
                let said = stage.honestEntries[placed.entry.id]
                try demand(said == placed.entry, "forged in the honest peer's name")
            }
            if key == ownKey {
                try demand(
                    own.contains(placed.entry.id.author)
                        || placed.entry.id.author == log.charter.founder,
                    "forged in the device's own name")
            }
        }
        let opened = stage.reopened()
        try demand(opened.log.digest == log.digest, "the disk does not hold what was admitted")
        try demand(opened.aside.isEmpty, "the disk holds what attaches nowhere")
        try checkBook(stage)
    }

    private static func checkBook(_ stage: SessionStage) throws {
        var told = stage.book
        told.foldChanged()
        let whole = Book(rebuilding: stage.device.log.allPlaced())
        try demand(told.entryCount == whole.entryCount, "entries were not told of")
        try demand(told.table == whole.table, "the table as it was told is another")
        for game in whole.gameIDs {
            try demand(
                told.scoreboard(of: game) == whole.scoreboard(of: game),
                "a score as it was told is another")
        }
    }
}
