import Documents
import Net
import Seeds

/// kill -9 of one side or the other in the middle of a join; the keepers simply try again.
enum PairingTrial {
    private static let cycles = 12

    static func run(_ stage: Stage, _ generator: inout SeededGenerator) throws -> String {
        let names = ["mia"] + (0..<cycles).map { "k\($0)" }
        var devices = try Device.table(names, on: stage) { $0 == 0 ? [] : [0] }
        let mia = devices.removeFirst()
        try mia.start()
        var cut = 0
        for (cycle, device) in devices.enumerated() {
            try device.start()
            let code = try mia.invite()
            let join = ["join", code, "--via", mia.place]
            let first = try device.begin(join)
            try stage.pause(.milliseconds(Int.random(in: 0...40, using: &generator)))
            let victim = cycle % 2 == 0 ? device : mia
            try victim.crash()
            let isJoined = try first.outcome().exitCode == 0
            if !isJoined { cut += 1 }
            // Crashed before the join had reached it, the daemon was started by the join.
            try victim.endDaemonOfCommand()
            try victim.start()
            // A code lives in the memory of the daemon that gave it, so after its crash another is
            // needed; the joiner's crash leaves it good for the same device.
            if try mia.status().table.id != device.status().table.id {
                let again = victim.name == mia.name ? try mia.invite() : code
                try device.must("join", again, "--via", mia.place)
            }
        }
        let all = [mia] + devices
        let time = try stage.wait("all of them agree", within: .seconds(30)) {
            Set(try all.map { try $0.status().sync.digest }).count == 1
        }
        let members = try mia.status().peers.count
        try demand(members == cycles, "mia's table has \(members) peers, not \(cycles)")
        return "\(cycles) joins with a kill -9 in them, \(cut) of them cut off; all are members and"
            + " agree after \(Int(time / .milliseconds(1))) ms"
    }
}
