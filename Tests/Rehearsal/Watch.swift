import Documents
import Net

/// Shows while the keepers record how far each device is: a line now and then, or in the live mode
/// the whole status of every second on the screen.
struct Watch {
    private let devices: [Device]
    private let isLive: Bool
    private var last = Duration.zero
    private var notes: [String] = []
    private var hasDrawn = false

    init(_ devices: [Device], isLive: Bool) {
        self.devices = devices
        self.isLive = isLive
    }

    /// Whether something was noted that has not been shown.
    var hasNotes: Bool { !notes.isEmpty }

    /// Something that stays beneath what is drawn.
    mutating func note(_ text: String) {
        notes.append(text)
        last = .zero
    }

    /// Shows where the devices stand, if it is time.
    mutating func look(_ screen: Screen) throws {
        guard Clocks.uptime >= last + .seconds(1) else { return }
        last = Clocks.uptime
        if isLive, TerminalDevice.isOutputTerminal {
            try draw(screen)
        } else {
            screen.show(
                notes + [try devices.map { try Self.brief($0) }.joined(separator: "   |   ")])
            notes = []
        }
    }

    /// Leaves the screen to what comes after.
    func end(_ screen: Screen) {
        if hasDrawn { screen.draw([]) }
    }

    private mutating func draw(_ screen: Screen) throws {
        if !hasDrawn { screen.draw([]) }
        hasDrawn = true
        let rows = TerminalDevice.size?.rows ?? 24
        var lines = [try devices.map { try Self.brief($0) }.joined(separator: "   |   ")] + notes
        for device in devices {
            let status = try device.must("status").split(
                separator: "\n", omittingEmptySubsequences: false
            ).map(String.init)
            // All three where they fit, else as much as there is room for.
            lines += ["", "\(device.name)$ scored status"] + status.dropLast()
        }
        screen.draw(Array(lines.prefix(max(1, rows - 1))))
    }

    private static func brief(_ device: Device) throws -> String {
        let status = try device.status()
        guard let game = status.game else { return "\(device.name): no game" }
        let unsynced = status.sync.unsynced > 0 ? ", \(status.sync.unsynced) only here" : ""
        let offline = status.sync.state == .offline ? ", offline" : ""
        return "\(device.name) \(game.home.score) : \(game.away.score) after \(game.moves) moves"
            + offline + unsynced
    }
}
