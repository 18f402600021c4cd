import Documents
import Net
import Seeds

/// Devices that nobody told of each other: they meet by announcements, and again after one has
/// moved to another port.
enum MeetingTrial {
    static func run(_ stage: Stage, _ generator: inout SeededGenerator) throws -> String {
        let ports = try stage.ports(5)
        let options = ["--discovery-port=\(ports[4])"]
        var devices = zip(["ann", "ben", "cem"], ports).map {
            Device($0, port: $1, options: options, on: stage)
        }
        for device in devices { try device.start() }
        let start = Clocks.uptime
        for (inviter, device) in zip(devices, devices.dropFirst()) {
            try device.join(inviter, isPlaceKnown: false)
        }
        let joined = Clocks.uptime - start
        try waitForLinks(devices, stage)

        try devices[2].stop()
        devices[2] = Device("cem", port: ports[3], options: options, on: stage)
        try devices[2].start()
        let again = try waitForLinks(devices, stage)
        return "two joined by code alone within \(Int(joined / .milliseconds(1))) ms; all linked"
            + " again \(Int(again / .milliseconds(1))) ms after one moved to another port"
    }

    /// Waits until each device has a link of its own to every other, and all agree.
    @discardableResult
    private static func waitForLinks(_ devices: [Device], _ stage: Stage) throws -> Duration {
        try stage.wait("every device is linked to every other") {
            let statuses = try devices.map { try $0.status() }
            return Set(statuses.map(\.sync.digest)).count == 1
                && statuses.allSatisfy { status in
                    status.peers.count == devices.count - 1
                        && status.peers.allSatisfy { $0.state == .inSync }
                }
        }
    }
}
