package import Documents
package import ViewModels

/// A library in whose documents players have numbers and no names. It builds documents from fields
/// that cannot hold a name, so no text that a person typed about players passes: notes, reasons,
/// signatures, warnings, and the names of keepers and devices. Names of teams and games pass, and
/// so do the IDs of entries, which pages replace by short keys.
package final class NamelessLibrary: GameLibrary {
    package let status: Dynamic<StatusDocument?>
    package let newest: Dynamic<EntryDocument?>
    package let connection: Dynamic<LibraryConnection>
    private let library: any GameLibrary
    private var players: NumberedPlayers
    private var bindings: [Binding] = []

    package init(_ library: any GameLibrary, words: Catalogue = .english) {
        self.library = library
        players = NumberedPlayers(words: words)
        connection = library.connection
        status = Dynamic(nil)
        newest = Dynamic(nil)
        bindings = [
            library.status.bindAndFire { [unowned self] in
                players.read($0?.game)
                status.value = $0.map(players.nameless)
            },
            library.newest.bind { [unowned self] in newest.value = $0.map(players.nameless) },
        ]
    }

    package func follow(_ request: WindowRequest) -> LogFeed {
        library.follow(request).map { [weak self] window in
            var window = window
            window.entries = self.map { window.entries.map($0.players.nameless) } ?? []
            window.problem = window.problem.map { WindowProblem(code: $0.code, message: "") }
            return window
        }
    }

    /// Passes answers of the types that it can make nameless; any other request fails.
    package func ask<Answer>(
        _ request: LibraryRequest<Answer>,
        then: @escaping (Result<Answer, LibraryError>) -> Void
    ) -> Binding {
        library.ask(request) { [weak self] result in
            guard let self else { return }
            then(result.flatMap { self.nameless($0) })
        }
    }

    private func nameless<Answer>(_ answer: Answer) -> Result<Answer, LibraryError> {
        players.read(answer as? GameDocument)
        let known: Any? =
            switch answer {
            case let game as GameDocument: players.nameless(game)
            case let log as LogDocument: players.nameless(log)
            case let games as GamesDocument: games
            case let chart as ChartDocument: chart
            default: nil
            }
        guard let passed = known as? Answer else {
            return .failure(.unavailable("the answer may name players"))
        }
        return .success(passed)
    }
}

/// Documents with the numbers of players in place of their names.
private struct NumberedPlayers {
    let words: Catalogue
    /// The jersey numbers by slot of the last games read.
    private var games: [(name: String, numbers: [String: String])] = []

    private static let gamesMax = 8

    init(words: Catalogue) { self.words = words }

    mutating func read(_ game: GameDocument?) {
        guard let game else { return }
        games.removeAll { $0.name == game.name }
        let numbers = (game.home.players + game.away.players).map { ($0.slot, $0.number) }
        games.append((game.name, Dictionary(numbers) { $1 }))
        if games.count > Self.gamesMax { games.removeFirst() }
    }

    func nameless(_ status: StatusDocument) -> StatusDocument {
        StatusDocument(
            version: status.version, table: TableBrief(id: "", name: "", words: ""),
            device: DeviceBrief(id: "", name: "", keeper: "", author: ""),
            sync: SyncDocument(
                state: status.sync.state, digest: status.sync.digest, words: status.sync.words,
                unsynced: status.sync.unsynced, entries: status.sync.entries),
            peers: status.peers.map {
                PeerDocument(name: words(.aDevice), id: "", state: $0.state)
            },
            game: status.game.map(nameless), newerGame: status.newerGame,
            games: status.games.map(nameless),
            storage: StorageDocument(logBytes: 0))
    }

    func nameless(_ game: GameDocument) -> GameDocument {
        let hasSigned = !game.signatures.isEmpty
        let questions = [Phrase(.openQuestions, .number(game.held))]
        var document = GameDocument(
            name: game.name, title: game.title, state: game.state, rules: game.rules,
            home: nameless(game.home), away: nameless(game.away), periods: game.periods,
            clock: game.clock, target: game.target, winner: game.winner,
            isDecided: game.isDecided, moves: game.moves,
            held: game.held, isCurrent: game.isCurrent,
            signatures: signatures(game.signatures),
            unsigned: hasSigned && !game.unsigned.isEmpty
                ? [words(.devices(game.unsigned.count))] : [],
            isOfficial: game.isOfficial,
            abandonedBecause: game.abandonedBecause.map { _ in "" }, forfeit: game.forfeit)
        if game.isProvisional, game.held > 0 { document.setProvisional(because: questions) }
        document.isProvisional = game.isProvisional
        return document
    }

    /// Without the words in which a keeper says why it was broken off.
    private func nameless(_ game: GameBrief) -> GameBrief {
        var game = game
        game.abandonedBecause = game.abandonedBecause.map { _ in "" }
        return game
    }

    /// One for all that agree, and each other one with its score.
    private func signatures(_ signatures: [SignatureDocument]) -> [SignatureDocument] {
        let agreed = signatures.count(where: \.isAgreed)
        let first = signatures.first(where: \.isAgreed)
        return ([first].compactMap(\.self) + signatures.filter { !$0.isAgreed }).map {
            SignatureDocument(
                device: words($0.isAgreed ? .devices(agreed) : .anotherDevice), name: "",
                entry: "", home: $0.home, away: $0.away, digest: $0.digest, words: $0.words,
                isAgreed: $0.isAgreed)
        }
    }

    private func nameless(_ side: SideDocument) -> SideDocument {
        var side = side
        side.players = side.players.map { player in
            PlayerDocument(
                slot: player.slot, number: Self.shown(player.number, player.slot), name: "",
                points: player.points, fouls: player.fouls, counts: player.counts,
                held: player.held, trackedBy: player.trackedBy.isEmpty ? [] : [words(.aDevice)],
                isActive: player.isActive, isOnCourt: player.isOnCourt,
                secondsPlayed: player.secondsPlayed, plusMinus: player.plusMinus,
                mergedInto: player.mergedInto)
        }
        return side
    }

    func nameless(_ log: LogDocument) -> LogDocument {
        LogDocument(
            game: log.game, entries: log.entries.map(nameless), isWhole: log.isWhole,
            count: log.count, hasOlder: log.hasOlder, player: log.player)
    }

    func nameless(_ entry: EntryDocument) -> EntryDocument {
        let player = entry.player.map { number(of: $0, in: entry.game) }
        return EntryDocument(
            name: entry.name, game: entry.game, keeper: "",
            wallMilliseconds: entry.wallMilliseconds, index: entry.index, lamport: entry.lamport,
            place: entry.place, kind: entry.kind, text: text(entry, player: player),
            phrase: phrase(entry),
            side: entry.side, player: entry.player, playerText: player, points: entry.points,
            period: entry.period, clock: entry.clock, home: entry.home, away: entry.away,
            state: entry.state, copies: entry.copies, names: entry.names)
    }

    /// Nil where text, player and kind say all that may be said.
    private func phrase(_ entry: EntryDocument) -> Phrase? {
        if entry.facts.namesNobody { return entry.phrase }
        switch EntryKind(word: entry.kind) {
        case .gameAbandoned: return Phrase(.gameBrokenOff)
        // A team has no name here.
        case .move where entry.player == nil:
            return Phrase(.move, .text(""), .phrase(Phrase(code: entry.kind)))
        default: return nil
        }
    }

    /// `4 two points`, `timeout`, `note`.
    private func text(_ entry: EntryDocument, player: String?) -> String {
        if entry.facts.namesNobody { return entry.text }
        return (player.map { $0 + " " } ?? "") + Phrases.spaced(entry.kind)
    }

    private func number(of slot: String, in game: String?) -> String {
        Self.shown(games.last { $0.name == game }?.numbers[slot] ?? "", slot)
    }

    /// A number is what is printed on a shirt: anything with a letter may be a name.
    private static func shown(_ number: String, _ slot: String) -> String {
        let isNumber = !number.isEmpty && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? number : slot
    }
}
