import Client
import Documents
import Net
import Seeds

/// kill -9 at random moments while a keeper records as fast as answers come.
enum CrashTrial {
    private static let cycles = 20

    static func run(_ stage: Stage, _ generator: inout SeededGenerator) throws -> String {
        let table = try Table(["mia", "bo"], on: stage) { [1 - $0] }
        let (mia, bo) = (table.devices[0], table.devices[1])
        var recorder = Recorder(at: mia, game: table.game)
        var repeats = 0
        for cycle in 0..<cycles {
            // Every fourth time it is the peer that dies, which must not hinder the keeper.
            let victim = cycle % 4 == 3 ? bo : mia
            let killer = try kill(
                victim, afterMilliseconds: Int.random(in: 1...120, using: &generator), stage)
            let unanswered = try record(&recorder, until: killer)
            try victim.awaitCrash()
            try victim.start()
            if victim.name == mia.name {
                recorder.reconnect()
                try recorder.check(orAlso: unanswered)
                if let unanswered, try recorder.record(unanswered).isRepeat { repeats += 1 }
                try repeatOne(&recorder, &generator)
            }
            try recorder.check()
        }
        let time = try table.waitForAgreement(stage, "the peer has what the crashed device has")
        let readings = try table.devices.map { try DiskReading.of($0) }
        try demand(
            readings.allSatisfy(\.isSound) && readings[0].digest == readings[1].digest,
            "the disks: \(readings)")
        return
            "\(cycles) times kill -9, \(recorder.acknowledged.count) acknowledged moves all there,"
            + " \(repeats) answers that the crash had cut off found again;"
            + " the peer agreed after \(Int(time / .milliseconds(1))) ms"
    }

    /// Another process kills, so that the moment has nothing to do with the requests.
    private static func kill(
        _ victim: Device, afterMilliseconds delay: Int, _ stage: Stage
    ) throws -> Typing {
        guard let processID = victim.processID else {
            throw RehearsalError.failed("\(victim.name) does not run")
        }
        let fraction = String(1000 + delay).dropFirst()
        return try Typing(
            ["-c", "sleep 0.\(fraction); kill -9 \(processID)"], program: "/bin/sh", on: stage)
    }

    /// Records until the killer has killed; returns the move that got no answer, if one did not.
    private static func record(
        _ recorder: inout Recorder, until killer: Typing
    ) throws -> MoveRequest? {
        while true {
            let move = recorder.move()
            do throws(ClientError) {
                guard try recorder.record(move).isDurable else {
                    throw .unusable("an answer before it was durable")
                }
            } catch {
                guard case .lost = error else {
                    guard case .notRunning = error else { throw error }
                    return nil
                }
                return move
            }
            if killer.hasEnded { return nil }
        }
    }

    /// A request of long ago, sent again, records nothing.
    private static func repeatOne(
        _ recorder: inout Recorder, _ generator: inout SeededGenerator
    ) throws {
        guard let old = recorder.acknowledged.randomElement(using: &generator) else { return }
        let answer = try recorder.record(old.request)
        try demand(
            answer.isRepeat && answer.entries == old.entries,
            "a repeated request was answered with \(answer.entries), first \(old.entries)")
    }
}
