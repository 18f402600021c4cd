import Documents

/// A line of a list with ready words, whatever it stands for: what one row view draws.
package protocol RowViewModel: Hashable, Sendable {
    /// What the row stands for; stays while its words change, so that a pick stays on it.
    var name: String { get }
    /// What it is about, in a few words.
    var text: String { get }
    /// What else is to be said, where there is room.
    var detail: String { get }
    /// How the row is meant.
    var tone: Tone { get }
}

/// A game of the table.
struct GameRow: RowViewModel {
    let name: String
    let text: String
    let detail: String
    let tone: Tone

    init(_ game: GameBrief) {
        name = game.name
        text = "\(game.title)  \(game.home):\(game.away)"
        detail = Phrases.line(
            game.state.word, Phrases.count(game.moves, "move"), game.name,
            game.isCurrent ? "the current one" : nil)
        tone = .plain
    }
}

/// A line about the current game; all of them stand for the game.
struct GameLineRow: RowViewModel {
    let name: String
    let text: String
    let detail: String
    let tone: Tone
}

/// A device of the table.
struct DeviceRow: RowViewModel {
    let name: String
    let text: String
    let detail: String
    let tone: Tone

    /// The device that shows the row.
    init(this device: DeviceBrief) {
        name = device.name
        text = PeersViewModel.title(device.name, device.keeper)
        detail = Phrases.line(DevicesViewModel.thisDevice, device.role?.rawValue)
        tone = .plain
    }

    /// Another one.
    init(_ peer: PeerDocument) {
        name = peer.name
        text = PeersViewModel.title(peer.name, peer.keeper)
        detail = Phrases.line(
            PeersViewModel.word(peer.state), peer.role?.rawValue,
            PeersViewModel.difference(peer), peer.problem)
        tone = PeersViewModel.tone(peer.state)
    }

    /// One of whom no more is known than that it belonged to the table.
    init(removed device: DeviceDocument) {
        name = device.name
        text = PeersViewModel.title(device.name, device.keeper)
        detail = DevicesViewModel.removed
        tone = .faint
    }
}

/// A move that waits for an answer.
struct HeldRow: RowViewModel {
    let name: String
    let text: String
    let detail: String
    let tone: Tone

    init(_ move: HeldMove) {
        name = move.name
        text = Phrases.line("\(move.name) \(move.text)", move.keeper, move.clock)
        detail = "seems to be \(HeldViewModel.original(move))"
        tone = .attention
    }
}

/// Something that a person should look at.
struct WarningRow: RowViewModel {
    let name: String
    let text: String
    let detail: String
    let tone: Tone

    init(_ line: WarningsViewModel.Line) {
        name = line.name
        text = line.text
        detail = line.advice
        tone = .attention
    }
}

extension RowViewModel {
    /// Whether both stand for the same and would be drawn alike.
    func isSame(as other: any RowViewModel) -> Bool { other as? Self == self }
}

extension Array where Element == any RowViewModel {
    /// Whether both would be drawn alike.
    func isSame(as other: Self) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
    }

    /// Where a row of this name stands.
    func place(of name: String?) -> Int? { firstIndex { $0.name == name } }
}

extension PeerState {
    /// Whether what it records arrives here.
    var isReached: Bool { self == .inSync || self == .syncing }
    /// Whether it belongs here and is not reached.
    var isMissed: Bool { !isReached && self != .left }
}
