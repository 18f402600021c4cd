import Documents
import Net
import Seeds

/// Bytes in the middle of a log that the disk no longer returns as they were written.
enum DamageTrial {
    static func run(_ stage: Stage, _ generator: inout SeededGenerator) throws -> String {
        let table = try Table(["mia", "bo"], on: stage) { [1 - $0] }
        let (mia, bo) = (table.devices[0], table.devices[1])
        var recorder = Recorder(at: mia, game: table.game)
        for _ in 0..<300 { _ = try recorder.record(recorder.move()) }
        try table.waitForAgreement(stage, "both have the moves")
        try mia.stop()
        try bo.stop()

        let place = try damage(mia, &generator)
        let verified = try mia.run("verify")
        try demand(
            verified.exitCode == 1 && verified.errors.contains(place.segment),
            "`verify` of a damaged log: exit \(verified.exitCode), \(verified.errors)")
        // Away from its peer: it starts, says what is damaged, keeps what follows, and records.
        try mia.start()
        let alone = try mia.status()
        let isTold = alone.warnings.contains { ["damage", "unfinished"].contains($0.code) }
        try demand(isTold, "status says nothing of the damage: \(alone.warnings)")
        try demand(
            mia.diagnostics.contains(where: { $0.contains(place.segment) }),
            "no line of diagnostics names \(place.segment)")
        let made = recorder.acknowledged.count
        recorder.reconnect()
        var kept = "the game unknown"
        // Where the entry that made the game is among the lost, there is nothing to record into.
        if let game = alone.game {
            // Own entries after the lost ones wait for the peer, and the device says so.
            let isWaiting = alone.warnings.contains { $0.code == "gap" }
            try demand(
                game.moves < made && (isWaiting || game.moves > made * 9 / 10),
                "\(game.moves) of \(made) moves were kept")
            for _ in 0..<10 { _ = try recorder.record(recorder.move()) }
            kept = "\(game.moves) of \(made) moves kept"
        }
        // The peer returns what is lost.
        try bo.start()
        let time = try table.waitForAgreement(stage, "the peer returned what was lost")
        try recorder.check()
        let moves = try bo.status().game?.moves ?? 0
        try demand(
            moves == recorder.acknowledged.count,
            "bo shows \(moves) of \(recorder.acknowledged.count) moves")
        return
            "16 bytes of \(place.segment) flipped at \(place.offsets): reported by verify, status"
            + " and diagnostics, \(kept), the rest fetched back after"
            + " \(Int(time / .milliseconds(1))) ms"
    }

    /// Flips bytes in three places of what is written in the first segment, wherever they are: in its
    /// header, in the entry that founded the table, in a signed head.
    private static func damage(
        _ device: Device, _ generator: inout SeededGenerator
    ) throws -> (segment: String, offsets: [Int]) {
        let folder = try Folder(device.home + "/log", creating: false)
        guard let segment = try folder.names().first(where: { $0.hasSuffix(".seg") }),
            let bytes = try folder.read(segment, bytesMax: 64 * 1024 * 1024),
            let last = bytes.lastIndex(where: { $0 != 0 })
        else { throw RehearsalError.failed("\(device.name) has no segment with bytes") }
        let offsets = (0..<3).map { _ in Int.random(in: 0...last - 16, using: &generator) }
        for offset in offsets {
            let flipped = bytes[offset..<offset + 16].map { ~$0 }
            try folder.write(flipped, to: segment, at: offset)
        }
        try folder.sync(segment)
        return (segment, offsets.sorted())
    }
}
