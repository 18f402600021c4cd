import Documents
import ViewModels

/// The view models that all pages share, each once.
final class PageModels {
    let library: any GameLibrary
    let timekeeper: any Timekeeper
    let words: Catalogue
    let hall: HallViewModel
    let box: BoxViewModel
    let timeline: TimelineViewModel
    /// Follows the game while a page that shows it has been asked for.
    private(set) lazy var chart = FollowedChart(
        library: library, timekeeper: timekeeper, words: words)
    private var bindings: [Binding] = []

    init(library: any GameLibrary, timekeeper: any Timekeeper, words: Catalogue) {
        self.library = library
        self.timekeeper = timekeeper
        self.words = words
        box = BoxViewModel(words: words)
        // All parts of a page are of one game, the current one. Pages have no action that their
        // texts could name.
        hall = HallViewModel(
            library: library, timekeeper: timekeeper, keepsFinal: false, words: words,
            names: { _ in "" })
        timeline = TimelineViewModel(
            library: library, timekeeper: timekeeper, navigator: nil,
            pageSize: WebLimits.entriesMax, rowsMax: WebLimits.entriesMax, words: words)
        bindings = [
            library.status.bindAndFire { [unowned self] in
                if let game = $0?.game { box.receive(game) }
            }
        ]
    }

    var game: GameDocument? { library.status.value?.game }

    func team(_ side: SideName?) -> String {
        guard let side, let game else { return "" }
        return side == .home ? game.home.name : game.away.name
    }

    /// `12 points · 3 fouls`; empty for an entry without a player.
    func sums(of slot: String?) -> String {
        let players = game.map { $0.home.players + $0.away.players } ?? []
        guard let player = players.first(where: { $0.slot == slot }) else { return "" }
        return Phrases.line(
            words(.points(player.points)),
            player.fouls == 0 ? nil : words(.fouls(player.fouls)))
    }
}

/// The chart of the current game, asked for when the game changes.
final class FollowedChart {
    let model: ChartViewModel
    /// Counts the pictures; nil while nobody has scored.
    let version = Dynamic<Int?>(nil)
    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private var pictures = 0
    private var askedFor: GameDocument?
    private var asking: Binding?
    private var resting: Binding?
    private var bindings: [Binding] = []

    init(library: any GameLibrary, timekeeper: any Timekeeper, words: Catalogue) {
        self.library = library
        self.timekeeper = timekeeper
        model = ChartViewModel(words: words)
        bindings = [library.status.bindAndFire { [unowned self] _ in follow() }]
    }

    private func follow() {
        guard let game = library.status.value?.game else {
            askedFor = nil
            return version.update(nil)
        }
        let isSame =
            game.name == askedFor?.name && game.moves == askedFor?.moves
            && game.home.score == askedFor?.home.score && game.away.score == askedFor?.away.score
        guard !isSame, asking == nil, resting == nil else { return }
        if game.name != askedFor?.name { version.update(nil) }
        askedFor = game
        let question = LibraryRequest<ChartDocument>(asking: .chart, name: game.name)
        asking = library.ask(question) { [unowned self] result in
            asking = nil
            if case .success(let chart) = result, chart.game == askedFor?.name { show(chart) }
            if case .failure = result { askedFor = nil }
            resting = timekeeper.wake(at: timekeeper.now + WebLimits.chartTime) {
                [unowned self] in
                resting = nil
                follow()
            }
        }
    }

    private func show(_ chart: ChartDocument) {
        let last = model.picture.value
        model.receive(chart)
        let isEmpty = !model.placeholder.value.isEmpty
        if last != model.picture.value || version.value == nil {
            pictures += 1
            version.value = isEmpty ? nil : pictures
        }
    }
}

/// The values of one page by name, which follow the outputs of view models.
final class LivePage: StreamedPage {
    private(set) var values: [String: PageValue] = [:]
    /// Counts the changes of values.
    let version = Dynamic(0)
    private let timekeeper: any Timekeeper
    private var bindings: [Binding] = []
    /// The short keys of the rows shown, by name of the list and ID of the row.
    private var keys: [String: [String: String]] = [:]
    private var lastKey = 0
    private var lastEvent: (from: Int, to: Int, at: Duration, bytes: [UInt8])?

    init(on timekeeper: any Timekeeper) { self.timekeeper = timekeeper }

    func reading() -> (_ now: Duration) -> [UInt8]? {
        var (sent, version) = ([String: PageValue](), -1)
        return { [unowned self] now in
            let event = event(since: sent, from: version, at: now)
            (sent, version) = (values, self.version.value)
            // Values that changed back within the interval need no event.
            return event == Array("{}".utf8) ? nil : event
        }
    }

    /// The event for a reader that has the values `sent` of the version `from`; all values if it
    /// has none. Readers of the same version share an event.
    func event(since sent: [String: PageValue], from: Int, at now: Duration) -> [UInt8] {
        if let last = lastEvent, last.from == from, last.to == version.value, last.at == now {
            return last.bytes
        }
        let bytes = PageValue.json(values, since: sent, at: now)
        lastEvent = (from, version.value, now, bytes)
        return bytes
    }

    /// On the clock of the view models.
    var now: Duration { timekeeper.now }

    // MARK: Names

    func set(_ name: String, _ value: PageValue) {
        guard values[name] != value else { return }
        values[name] = value
        version.value += 1
    }

    func bind(_ name: String, _ text: Dynamic<String>, _ tone: Dynamic<Tone>? = nil) {
        let show = { [unowned self] in
            let text = PageText.clean(text.value)
            set(name, .text(text, text.isEmpty ? .plain : tone?.value ?? .plain))
        }
        bindings.append(text.bindAndFire { _ in show() })
        if let tone { bindings.append(tone.bind { _ in show() }) }
    }

    func bind<Value>(
        _ name: String, _ output: Dynamic<Value>, _ value: @escaping (Value) -> PageValue
    ) {
        bindings.append(output.bindAndFire { [unowned self] in set(name, value($0)) })
    }

    /// Rows with IDs of their own, which leave as short keys: an ID may contain a name.
    func rows(_ name: String, _ rows: [(id: String, cells: [String], tone: Tone)]) -> PageValue {
        let known = keys[name, default: [:]]
        var kept: [String: String] = [:]
        let shown = rows.map { row in
            let key = known[row.id] ?? nextKey()
            kept[row.id] = key
            return PageRow(key: key, cells: row.cells.map(PageText.clean), tone: row.tone)
        }
        keys[name] = kept
        return .rows(shown)
    }

    private func nextKey() -> String {
        lastKey += 1
        return "r\(lastKey)"
    }

    func bindRows<Row: Identifiable>(
        _ name: String, _ output: Dynamic<[Row]>, _ tone: KeyPath<Row, Tone>? = nil,
        _ cells: @escaping (Row) -> [String]
    ) where Row.ID == String {
        bind(name, output) { [unowned self] in
            rows(
                name,
                $0.map { row in (row.id, cells(row), tone.map { row[keyPath: $0] } ?? .plain) })
        }
    }

    /// Lines without IDs.
    func bindLines(_ name: String, _ lines: Dynamic<[String]>) {
        bind(name, lines) { [unowned self] lines in
            rows(name, lines.enumerated().map { ("\($0)", [$1], .plain) })
        }
    }

    /// The columns that identify a row become its first cell.
    func bindGrid(_ name: String, _ grid: Dynamic<Grid>, _ models: PageModels) {
        let show = { [unowned self] in
            let grid = models.game == nil ? Grid() : grid.value
            let heads = max(1, grid.headCount)
            let titles = grid.columns.map(\.title)
            // The heading of the numbers says less than that of the team.
            let head = [titles.prefix(heads).last ?? ""] + titles.dropFirst(heads)
            set("\(name)Head", rows("\(name)Head", grid.isEmpty ? [] : [("head", head, .plain)]))
            let body = grid.rows.enumerated().map { index, row in
                let title = row.cells.prefix(heads).filter { !$0.isEmpty }.joined(separator: " ")
                let id = row.id.isEmpty ? "\(index)" : row.id
                return (id: id, cells: [title] + row.cells.dropFirst(heads), tone: row.tone)
            }
            set(name, rows(name, body))
        }
        bindings.append(grid.bindAndFire { _ in show() })
        bindings.append(models.library.status.bind { _ in show() })
    }

    /// Rows of the timeline, newest first. Rebuilt with each status, which has the totals.
    func bindMoves(
        _ name: String, atMost limit: Int, _ models: PageModels,
        _ isShown: @escaping (EntryDocument) -> Bool, _ cells: @escaping (TimelineRow) -> [String]
    ) {
        let show = { [unowned self] in
            let shown = models.timeline.rows.value.filter { isShown($0.entry) }.prefix(limit)
            set(name, rows(name, shown.map { ($0.id, cells($0), $0.tone) }))
        }
        bindings.append(models.timeline.rows.bindAndFire { _ in show() })
        bindings.append(models.library.status.bind { _ in show() })
    }
}
