package import Documents

/// One row of any list, as ready text.
package protocol RowViewModel: Hashable, Sendable {
    /// Unique in its list. It stays when the text changes, and names the row to the view model.
    var id: String { get }
    var text: String { get }
    /// Shown in full behind the text, which is shortened for it: a score. Empty for none.
    var value: String { get }
    /// Shown if there is room.
    var detail: String { get }
    var tone: Tone { get }
}

struct GameRow: RowViewModel {
    let id: String
    let text: String
    let value: String
    let detail: String
    let tone: Tone

    init(_ game: GameBrief) {
        id = game.name
        text = game.title
        value = "\(game.home):\(game.away)"
        detail = Phrases.line(
            game.state.word, Phrases.count(game.moves, "move"), game.name,
            game.isCurrent ? "the current one" : nil)
        tone = .plain
    }
}

/// One of several lines about the current game.
struct GameLineRow: RowViewModel {
    let id: String
    let text: String
    var value = ""
    let detail: String
    let tone: Tone
}

struct DeviceRow: RowViewModel {
    let id: String
    let text: String
    let detail: String
    let tone: Tone

    init(this device: DeviceBrief) {
        id = device.name
        text = PeersViewModel.title(device.name, device.keeper)
        detail = Phrases.line(DevicesViewModel.thisDevice, device.role?.rawValue)
        tone = .plain
    }

    init(_ peer: PeerDocument) {
        id = peer.name
        text = PeersViewModel.title(peer.name, peer.keeper)
        detail = Phrases.line(
            PeersViewModel.word(peer.state), peer.role?.rawValue,
            PeersViewModel.difference(peer), peer.problem)
        tone = PeersViewModel.tone(peer.state)
    }

    /// A removed device, of which only the name is known.
    init(removed device: DeviceDocument) {
        id = device.name
        text = PeersViewModel.title(device.name, device.keeper)
        detail = DevicesViewModel.removed
        tone = .faint
    }
}

struct HeldRow: RowViewModel {
    let id: String
    let text: String
    let detail: String
    let tone: Tone

    init(_ move: HeldMove) {
        id = move.name
        text = Phrases.line(
            "\(EntryName.short(move.name, to: 14)) \(move.text)", move.keeper, move.clock)
        detail = "looks like \(HeldViewModel.original(move))"
        tone = .attention
    }
}

struct WarningRow: RowViewModel {
    let id: String
    let text: String
    let detail: String
    let tone: Tone

    init(_ line: WarningsViewModel.Line) {
        id = line.name
        text = line.text
        detail = line.advice
        tone = .attention
    }
}

extension RowViewModel {
    package var value: String { "" }

    /// True if both have the same identity and look.
    func isSame(as other: any RowViewModel) -> Bool { other as? Self == self }
}

extension Array where Element == any RowViewModel {
    func isSame(as other: Self) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
    }

    func place(of id: String) -> Int? { firstIndex { $0.id == id } }
}

extension PeerState {
    /// True if its entries arrive here.
    package var isReached: Bool { self == .inSync || self == .syncing }
    /// True if it belongs to the table and is not reached.
    var isMissed: Bool { !isReached && self != .left }
}
