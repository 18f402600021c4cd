import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The game that commands without a game's name mean.
extension APIContext {
    /// The game that this device is at. It stays at the game in use until that is over and a newer one
    /// is on; from then on at the newest open game that this device keeps score of, else at that of its
    /// last move, else at the newest that is open or that it kept. It never goes back by itself: the
    /// settings remember the game that it had when an answer that can name one was made last, and none that was
    /// created before is looked at. Only the newest `freshGamesMax` games are looked at; older ones are named.
    var currentGame: GameID? { stayingGame ?? followedGame(from: rememberedGame) }

    /// Remembers the current game if this device went on to it by itself: to be called before an answer or
    /// an event is made, which may tell it.
    func rememberCurrentGame() {
        guard !isOfflineView, stayingGame == nil, let game = currentGame else { return }
        home.update { $0.follow(game) }
    }

    private var rememberedGame: GameID? {
        home.settings.gameID.flatMap { table.game($0) == nil ? nil : $0 }
    }

    /// The game that a person chose, while this device stays with it.
    private var stayingGame: GameID? {
        guard home.settings.gameChoice != .followed, let game = rememberedGame else { return nil }
        return stays(with: game) ? game : nil
    }

    /// Makes a game the one that this device records into, as a person said.
    func choose(_ game: GameID) {
        home.update { $0.use(game) }
        ledger.markStateChanged()
    }

    /// Makes a game the current one, which stays so although it is over when a person wants just that.
    func use(_ game: GameID) {
        let isOver = ledger.book.outline(of: game)?.state.isOver == true
        home.update { $0.use(game, isOver: isOver) }
        ledger.markStateChanged()
    }

    private func stays(with game: GameID) -> Bool {
        home.settings.gameChoice == .usedWhenOver || isOpen(game) || newerGame(than: game) == nil
    }

    /// The game to go on with, created no earlier than `last`.
    private func followedGame(from last: GameID?) -> GameID? {
        let fresh = table.games.suffix(Scorebook.Limits.freshGamesMax)
        let start = last.flatMap { last in fresh.firstIndex { $0.id == last } }
        let candidates = fresh[(start ?? fresh.startIndex)...]
        var second: GameID?
        for game in candidates.reversed() {
            guard let outline = ledger.book.outline(of: game.id) else { continue }
            let isOpen = !outline.state.isOver
            let isKept = outline.claimants.contains(device)
            if isOpen && isKept { return game.id }
            if isOpen || isKept { second = second ?? game.id }
        }
        // Who keeps score without a claim is not carried off by somebody's next game either.
        if let recorded = lastRecorded, isOpen(recorded),
            candidates.contains(where: { $0.id == recorded })
        {
            return recorded
        }
        return second ?? last
    }

    /// The game of the newest move that this device recorded, if that is among its last entries.
    private var lastRecorded: GameID? {
        let (author, last) = (ledger.replica.author, ledger.log.last(of: ledger.replica.author))
        for sequence in (0..<min(last, Limits.lastEntriesMax)).map({ last - $0 }) {
            let id = EntryID(author: author, sequence: sequence)
            guard let entry = ledger.log.entries(id).first?.entry, entry.kind == Move.kind,
                case .game(let game) = entry.scope
            else { continue }
            return game
        }
        return nil
    }

    private func isOpen(_ game: GameID) -> Bool {
        ledger.book.outline(of: game).map { !$0.state.isOver } ?? false
    }

    /// The game that `status` shows, and that `sign` signs: the current one, or the newest where there
    /// is none.
    var shownGame: GameID? { currentGame ?? table.games.last?.id }

    // MARK: A newer game

    /// The newest open game, if it was created after this one.
    func newerGame(than game: GameID?) -> GameLine? {
        guard let game else { return nil }
        for line in table.games.suffix(Scorebook.Limits.freshGamesMax).reversed() {
            if line.id == game { return nil }
            if isOpen(line.id) { return line }
        }
        return nil
    }

    /// That a newer game is on than this one; `deed` says what was done there, if anything was.
    func newerGameWarnings(than game: GameID?, deed: String? = nil) -> [WarningDocument] {
        guard let game, let newer = newerGame(than: game), let line = table.game(game) else {
            return []
        }
        return [
            WarningDocument(
                code: "newerGame",
                text: (deed.map { "\($0) \(line.slug); " } ?? "")
                    + "a newer game is on: \(newer.slug)",
                advice: currentGame == game
                    ? "to go there: scored use \(newer.slug)"
                    : currentGame.flatMap(table.game).map { "the current game here is \($0.slug)" })
        ]
    }

    /// The denial of a request that named no game, with the newer game first in its advice: most often
    /// that is the one that was meant. A denial for a reason that no game has, such as a full disk, is
    /// left as it is.
    func namingNewerGame(_ error: APIError, ofGame named: String?) -> APIError {
        guard named == nil, error.status != Status.badRequest.code,
            ErrorCode(rawValue: error.code)?.isAboutGame == true,
            let newer = newerGame(than: currentGame)
        else { return error }
        return error.advising(
            first: "a newer game is on: \(newer.slug), to go there: scored use \(newer.slug)")
    }

    /// A command as it must be typed for a game: with its name where another one is the current game.
    func command(_ words: String, in game: GameID) -> String {
        guard currentGame != game, let line = table.game(game) else { return words }
        return "\(words) --game \(line.slug)"
    }

    /// That a game waits for this device's signature, other than the one that an answer is about.
    func unsignedGame(but game: GameID?) -> [WarningDocument] {
        guard let waiting = EndingEndpoints(api: self).gameToSign(but: game) else { return [] }
        return [
            WarningDocument(
                code: "unsignedGame", text: "\(waiting) waits for your signature",
                advice: "scored sign --game \(waiting)")
        ]
    }

    /// That moves are held in games other than this one, a warning for each.
    func heldElsewhere(but game: GameID?) -> [WarningDocument] {
        table.games.suffix(Scorebook.Limits.freshGamesMax).reversed().compactMap { line in
            let count = line.id == game ? 0 : ledger.book.outline(of: line.id)?.heldCount ?? 0
            guard count > 0 else { return nil }
            return WarningDocument(
                code: "heldElsewhere",
                text: "\(Phrases.count(count, "held move")) in \(line.slug): not counted until "
                    + "confirmed",
                advice: "scored held --game \(line.slug)")
        }
    }
}

extension ErrorCode {
    /// True if the same request may be possible in another game.
    fileprivate var isAboutGame: Bool {
        switch self {
        case .unknownPlayer, .ambiguousPlayer, .decided, .unlikely, .nothingToUndo, .nothingToRedo,
            .unknownEntry, .wrongEntry, .malformed, .conflict:
            true
        case .tooLarge, .unknownGame, .noGame, .unknownKind, .unknownRules, .ambiguousName,
            .unknownDevice, .codeRefused, .noInviter, .wouldArchive, .removed,
            .notMember, .diskFull, .diskFailed, .unsynced, .fault:
            false
        }
    }
}
