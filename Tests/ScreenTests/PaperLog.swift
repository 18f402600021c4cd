import Documents
import ViewModels

/// A game's log as the daemon answers questions about it, with entries that arrive in any order, are
/// withdrawn and spread to further devices.
final class PaperLog {
    /// What one question was answered with.
    struct Given {
        /// `newest`, `before`, `since` or `only`.
        let question: String
        let names: [String]
    }

    let game: String
    /// In the table's order.
    private(set) var entries: [EntryDocument] = []
    /// Every answer, in order.
    var given: [Given] = []
    /// The number of the next entry of each device, by its name.
    private var numbers: [String: Int] = [:]

    init(game: String = "hawks-owls-2") { self.game = game }

    /// The keeper of a device: `Mia` of `mia`.
    static func keeper(_ device: String) -> String {
        device.prefix(1).uppercased() + device.dropFirst()
    }

    /// Records a basket, or what `kind` says, at a lamport: where the order wants it.
    @discardableResult
    func record(
        _ device: String, at lamport: UInt64, kind: String = "twoPoints", player: String? = "h#1",
        names: [String] = []
    ) -> EntryDocument {
        let number = (numbers[device] ?? 0) + 1
        numbers[device] = number
        let isMove = kind == "twoPoints"
        var entry = EntryDocument(
            name: "\(device).\(number)", game: game, keeper: Self.keeper(device),
            wallMilliseconds: 0, index: 0, lamport: lamport,
            place: Self.place(lamport, device, number), kind: kind,
            text: isMove ? "4 Ana two points" : "\(kind) \(names.joined())",
            side: isMove ? .home : nil, player: isMove ? player : nil,
            playerText: isMove ? "4 Ana" : nil, points: isMove ? 2 : nil,
            period: isMove ? 1 : nil, clock: isMove ? "Q1 09:12" : nil, copies: 1, names: names)
        if kind == "void" { change(names) { $0.state = .voided } }
        // A correction says that it was another player's.
        if kind == "fix" { change(names) { $0.player = $0.player.map { _ in player ?? "h#1" } } }
        entry.state = .live
        entries.append(entry)
        entries.sort { ($0.place ?? "") < ($1.place ?? "") }
        count()
        return entries.first { $0.name == entry.name } ?? entry
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

    /// Places and running scores.
    private func count() {
        var score = 0
        for index in entries.indices {
            entries[index].index = index
            guard let points = entries[index].points else { continue }
            let isLive = entries[index].state == .live
            score += isLive ? points : 0
            entries[index].home = isLive ? score : nil
            entries[index].away = isLive ? 0 : nil
        }
    }

    /// Answers as `GET /v1/log` does.
    func answer(_ query: [String: String]) -> LogDocument {
        let fitting = entries.filter { entry in
            let keeper = query["keeper"].map { entry.keeper.lowercased() == $0.lowercased() }
            let player = query["player"].map { entry.player == $0 }
            return keeper ?? true && player ?? true
        }
        var taken = fitting
        var question = "newest"
        if let before = place(query["before"]) {
            question = "before"
            taken = taken.filter { ($0.place ?? "") < before }
        }
        if let after = place(query["after"]) { taken = taken.filter { ($0.place ?? "") > after } }
        if let since = query["since"] {
            question = "since"
            let known = since.split(separator: ",").map(String.init)
            taken = taken.filter { Self.isNew($0.name, known) }
        }
        if let only = query["only"] {
            question = "only"
            let names = Set(only.split(separator: ",").map(String.init))
            taken = taken.filter { names.contains($0.name) }
        }
        let kept = query["limit"].flatMap(Int.init).map { Array(taken.suffix($0)) } ?? taken
        given.append(Given(question: question, names: kept.map(\.name)))
        return LogDocument(
            game: game, entries: kept, isWhole: kept.count == entries.count, count: fitting.count,
            hasOlder: kept.first.map { $0.name != fitting.first?.name } ?? !taken.isEmpty,
            player: query["player"], newest: numbers.map { "\($0.key).\($0.value)" }.sorted())
    }

    private func place(_ name: String?) -> String? {
        name.flatMap { name in entries.first { $0.name == name }?.place }
    }

    private static func isNew(_ name: String, _ known: [String]) -> Bool {
        let parts = name.split(separator: ".")
        for other in known.map({ $0.split(separator: ".") }) where other[0] == parts[0] {
            return (Int(parts[1]) ?? 0) > (Int(other[1]) ?? 0)
        }
        return true
    }
}
