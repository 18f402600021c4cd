import Documents
import ViewModels

/// The log of a game, or of several, as the daemon answers questions about it. Entries arrive in any
/// order, are withdrawn, and spread to further devices.
final class PaperLog {
    /// The game of entries that name no other, and of questions about one game.
    let game: String
    /// In the order of the table.
    private(set) var entries: [EntryDocument] = []
    /// The newest number of each device, by name.
    private var numbers: [String: Int] = [:]
    /// The first forked number of each forked log, by name of the device.
    private var forks: [String: Int] = [:]
    private var wall: Int64 = 0

    init(game: String = "hawks-owls-2") { self.game = game }

    /// `Mia` of `mia`.
    static func keeper(_ device: String) -> String {
        device.prefix(1).uppercased() + device.dropFirst()
    }

    /// Records a basket, or an entry of `kind`, at a lamport, in the order of the table.
    @discardableResult
    func record(
        _ device: String, at lamport: UInt64, kind: String = "twoPoints", player: String? = "h#1",
        names: [String] = [], game: String? = nil
    ) -> EntryDocument {
        let number = (numbers[device] ?? 0) + 1
        numbers[device] = number
        wall += 1
        let isMove = kind == "twoPoints"
        var entry = EntryDocument(
            name: "\(device).\(number)", game: game ?? self.game, keeper: Self.keeper(device),
            wallMilliseconds: wall, index: 0, lamport: lamport,
            place: Self.place(lamport, device, number) + (forks[device] == nil ? "" : ".a"),
            kind: kind,
            text: isMove ? "4 Ana two points" : "\(kind) \(names.joined())",
            side: isMove ? .home : nil, player: isMove ? player : nil,
            playerText: isMove ? "4 Ana" : nil, points: isMove ? 2 : nil,
            period: isMove ? 1 : nil, clock: isMove ? "Q1 09:12" : nil, copies: 1, names: names)
        if kind == "void" { change(names) { $0.state = .voided } }
        // The correction assigns the move to another player.
        if kind == "fix" { change(names) { $0.player = $0.player.map { _ in player ?? "h#1" } } }
        entry.state = .live
        entries.append(entry)
        entries.sort { ($0.place ?? "") < ($1.place ?? "") }
        count()
        return entries.first { $0.wallMilliseconds == entry.wallMilliseconds } ?? entry
    }

    /// Adds an entry of a copied device under the same number, once. From then on places name their
    /// branch.
    func fork(_ entry: EntryDocument) {
        let parts = entry.name.split(separator: ".")
        guard let device = parts.first.map(String.init), let number = Int(parts.last ?? ""),
            forks[device] == nil
        else { return }
        forks[device] = number
        for index in entries.indices where entries[index].name.hasPrefix("\(device).") {
            let other = entries[index].name.split(separator: ".").last.flatMap { Int($0) }
            if other ?? 0 >= number { entries[index].place?.append(".a") }
        }
        wall += 1
        entries.append(
            EntryDocument(
                name: entry.name, game: entry.game, keeper: Self.keeper(device),
                wallMilliseconds: wall,
                index: 0, lamport: entry.lamport,
                place: Self.place(entry.lamport, device, number) + ".b", kind: "twoPoints",
                text: "4 Ana two points", side: .home, player: "h#1", playerText: "4 Ana",
                points: 2, period: 1, copies: 1))
        entries.sort { ($0.place ?? "") < ($1.place ?? "") }
        count()
    }

    /// Changes entries as the fold does.
    func change(_ names: [String], _ change: (inout EntryDocument) -> Void) {
        for index in entries.indices where names.contains(entries[index].name) {
            change(&entries[index])
        }
        count()
    }

    private static func place(_ lamport: UInt64, _ device: String, _ number: Int) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            String(repeating: "0", count: width - text.count) + text
        }
        return "\(padded("\(lamport)", 14)).\(device).\(padded("\(number)", 12))"
    }

    /// Updates places and running scores.
    private func count() {
        var scores: [String?: Int] = [:]
        for index in entries.indices {
            entries[index].index = index
            guard let points = entries[index].points else { continue }
            let isLive = entries[index].state == .live
            let score = scores[entries[index].game, default: 0] + (isLive ? points : 0)
            scores[entries[index].game] = score
            entries[index].home = isLive ? score : nil
            entries[index].away = isLive ? 0 : nil
        }
    }

    /// Answers as `GET /v1/log` does.
    func answer(_ query: [String: String]) -> LogDocument {
        let isOfAllGames = query["games"] == "all"
        let ofGames = entries.filter { isOfAllGames || $0.game == game }
        let fitting = ofGames.filter { entry in
            let keeper = query["keeper"].map { entry.keeper.lowercased() == $0.lowercased() }
            let player = query["player"].map { entry.player == $0 }
            return keeper ?? true && player ?? true
        }
        var taken = fitting
        if let before = place(query["before"]) {
            taken = taken.filter { ($0.place ?? "") < before }
        }
        if let only = query["only"] {
            let names = Set(only.split(separator: ",").map(String.init))
            taken = taken.filter { names.contains($0.name) }
        }
        let kept = query["limit"].flatMap(Int.init).map { Array(taken.suffix($0)) } ?? taken
        let isOlderLeft = kept.first.map { $0.place != fitting.first?.place } ?? !taken.isEmpty
        return LogDocument(
            game: isOfAllGames ? nil : game, entries: kept, isWhole: kept.count == ofGames.count,
            count: fitting.count,
            hasOlder: isOfAllGames ? taken.count > kept.count : isOlderLeft,
            player: query["player"])
    }

    private func place(_ name: String?) -> String? {
        name.flatMap { name in entries.last { $0.name == name || $0.place == name }?.place }
    }
}
