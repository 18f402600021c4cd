import Documents
import Net

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
        guard verified.exitCode == 1, verified.errors.contains(place.segment) else {
            throw RehearsalError.failed(
                "`verify` of a damaged log: exit \(verified.exitCode), \(verified.errors)")
        }
        // Alone with its damage: it starts, says so, keeps what follows, and records.
        try mia.start()
        let alone = try mia.status()
        guard !alone.storage.damage.isEmpty else {
            throw RehearsalError.failed("status says nothing of the damage: \(alone.warnings)")
        }
        guard mia.diagnostics.contains(where: { $0.contains(place.segment) }) else {
            throw RehearsalError.failed("no line of diagnostics names \(place.segment)")
        }
        let made = recorder.acknowledged.count
        let kept = alone.game?.moves ?? 0
        guard kept < made, kept > made * 9 / 10 else {
            throw RehearsalError.failed("\(kept) of \(made) moves were kept")
        }
        recorder.reconnect()
        for _ in 0..<10 { _ = try recorder.record(recorder.move()) }
        // The peer returns what is lost.
        try bo.start()
        let time = try table.waitForAgreement(stage, "the peer returned what was lost")
        try recorder.check()
        let moves = try bo.status().game?.moves ?? 0
        guard moves == recorder.acknowledged.count else {
            throw RehearsalError.failed(
                "bo shows \(moves) of \(recorder.acknowledged.count) moves")
        }
        return "16 bytes of \(place.segment) flipped at \(place.offset): reported by verify, status"
            + " and diagnostics, \(kept) of \(made) moves kept, the rest fetched back after"
            + " \(Int(time / .milliseconds(1))) ms"
    }

    /// Flips bytes between a third and two thirds of what is written in the first segment.
    private static func damage(
        _ device: Device, _ generator: inout SeededGenerator
    ) throws -> (segment: String, offset: Int) {
        let folder = try Folder(device.home + "/log", creating: false)
        guard let segment = try folder.names().first(where: { $0.hasSuffix(".seg") }),
            let bytes = try folder.read(segment, bytesMax: 64 * 1024 * 1024),
            let last = bytes.lastIndex(where: { $0 != 0 })
        else { throw RehearsalError.failed("\(device.name) has no segment with bytes") }
        let offset = Int.random(in: last / 3...last * 2 / 3, using: &generator)
        let flipped = bytes[offset..<offset + 16].map { ~$0 }
        try folder.write(flipped, to: segment, at: offset)
        try folder.sync(segment)
        return (segment, offset)
    }
}
