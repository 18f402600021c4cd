import Documents
import Net
import Seeds

/// Five devices in a line, each of which sees only its neighbours.
enum LineTrial {
    static func run(_ stage: Stage, _ generator: inout SeededGenerator) throws -> String {
        let count = 5
        let table = try Table(["ana", "bea", "cem", "dan", "eva"], on: stage) { device in
            [device - 1, device + 1].filter { (0..<count).contains($0) }
        }
        var recorders = table.devices.map { Recorder(at: $0, game: table.game) }
        try record(&recorders, by: Array(0..<count), moves: 10)
        let first = try table.waitForAgreement(stage, "all five agree")

        let middle = table.devices[count / 2]
        try middle.crash()
        try record(&recorders, by: [0, 1, 3, 4], moves: 25)
        let ends = try [table.devices[0], table.devices[4]].map { try $0.status().sync.digest }
        try demand(ends[0] != ends[1], "the ends agree although the middle is down")
        try middle.start()
        let second = try table.waitForAgreement(stage, "all five agree after the middle was down")

        let moves = recorders.map(\.acknowledged.count).reduce(0, +)
        for device in table.devices { try Recorder.check(recorders, at: device) }
        return "five in a line, \(moves) moves on each, one digest after "
            + "\(Int(first / .milliseconds(1))) ms, and \(Int(second / .milliseconds(1))) ms after"
            + " the middle was down"
    }

    private static func record(
        _ recorders: inout [Recorder], by indices: [Int], moves: Int
    ) throws {
        for _ in 0..<moves {
            for index in indices {
                _ = try recorders[index].record(recorders[index].move())
            }
        }
    }
}
