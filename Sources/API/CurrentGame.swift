import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The current game: the one that a command without a game's name is about.
extension APIContext {
    /// This device stays with the game in use until that is over and a newer one is open. It then
    /// goes to the newest open game of which it keeps score, else to that of its last move, else to
    /// the newest that is open or of which it kept score. It never goes back by itself: the
    /// settings remember the current game of the last answer that could name one, and no older game
    /// is considered. Only the newest `freshGamesMax` games are.
    /// Of a game that was united into another one it goes to that.
    var currentGame: GameID? {
        (stayingGame ?? followedGame(from: rememberedGame)).map(whereItCounts)
    }

    /// The game itself, or the one in which its entries are folded.
    private func whereItCounts(_ game: GameID) -> GameID {
        ledger.book.isUnited(game) ? ledger.book.outline(of: game)?.unitedInto ?? game : game
    }

    /// Remembers the current game if this device went to it by itself. Call it before an answer or
    /// an event that can name that game is made.
    func rememberCurrentGame() {
        guard !isOfflineView, stayingGame == nil, let game = currentGame else { return }
        home.update { $0.follow(game) }
    }

    private var rememberedGame: GameID? {
        home.settings.gameID.flatMap { table.game($0) == nil ? nil : $0 }
    }

    /// The game that the keeper chose, while this device stays with it.
    private var stayingGame: GameID? {
        let choice = home.settings.gameChoice
        guard choice != .followed, let game = rememberedGame,
            choice == .usedWhenOver || isOpen(game) || newerGame(than: game) == nil
        else { return nil }
        return game
    }

    /// Makes a game the current one, until it is over and a newer one is open; one that `isOver` is
    /// chosen stays current until another is.
    func use(_ game: GameID, isOver: Bool = false) {
        home.update { $0.use(game, isOver: isOver) }
        ledger.markStateChanged()
    }

    /// Not older than `last`.
    private func followedGame(from last: GameID?) -> GameID? {
        let fresh = table.games.suffix(ScorebookLimits.freshGamesMax)
        let start = last.flatMap { last in fresh.firstIndex { $0.id == last } }
        let candidates = fresh[(start ?? fresh.startIndex)...]
        var second: GameID?
        for game in candidates.reversed() {
            guard let outline = ledger.book.outline(of: game.id) else { continue }
            if outline.unitedInto != nil { continue }
            let isOpen = !outline.state.isOver
            let isKept = outline.claimants.contains(device)
            if isOpen && isKept { return game.id }
            if isOpen || isKept { second = second ?? game.id }
        }
        // A keeper who records without claims also stays with an open game.
        if let recorded = lastRecorded, isOpen(recorded),
            candidates.contains(where: { $0.id == recorded })
        {
            return recorded
        }
        return second ?? last
    }

    /// The game of this device's newest move, if that is among its last `lastEntriesMax` entries.
    private var lastRecorded: GameID? {
        let (author, last) = (ledger.replica.author, ledger.log.last(of: ledger.replica.author))
        for sequence in (0..<min(last, APILimits.lastEntriesMax)).map({ last - $0 }) {
            let id = EntryID(author: author, sequence: sequence)
            guard let entry = ledger.log.entries(id).first?.entry, entry.kind == Move.kind,
                case .game(let game) = entry.scope
            else { continue }
            return game
        }
        return nil
    }

    private func isOpen(_ game: GameID) -> Bool {
        ledger.book.outline(of: game).map { !$0.state.isOver && $0.unitedInto == nil } ?? false
    }

    /// The game that `status` shows, and that `sign` signs: the current one, or the newest where
    /// there is none.
    var shownGame: GameID? { currentGame ?? table.games.last?.id }

    // MARK: A newer game

    /// The newest open game, if it was created after this one.
    func newerGame(than game: GameID?) -> GameLine? {
        guard let game else { return nil }
        for line in table.games.suffix(ScorebookLimits.freshGamesMax).reversed() {
            if line.id == game { return nil }
            if isOpen(line.id) { return line }
        }
        return nil
    }

    /// `deed` says what was done in the game, if anything was.
    func newerGameWarnings(than game: GameID?, deed: String? = nil) -> [WarningDocument] {
        guard let game, let newer = newerGame(than: game), let line = table.game(game) else {
            return []
        }
        let current = currentGame.flatMap { $0 == game ? nil : table.game($0)?.slug }
        return [
            WarningDocument(
                .newerGame,
                (deed.map { "\($0) \(line.slug); " } ?? "") + "a newer game is on: \(newer.slug)",
                advice: current.map { "the current game here is \($0)" }
                    ?? "to go there: scored use \(newer.slug)")
        ]
    }

    /// Adds a newer open game to the advice of a request that named no game: it is the likely one.
    /// An error that would be the same in every game, such as a full disk, stays as it is.
    func namingNewerGame(_ error: APIError, ofGame named: String?) -> APIError {
        guard named == nil, error.status != Status.badRequest.code,
            ErrorCode(rawValue: error.code)?.isAboutGame == true,
            let newer = newerGame(than: currentGame)
        else { return error }
        return error.advising(
            first: "a newer game is on: \(newer.slug), to go there: scored use \(newer.slug)")
    }

    /// A command with the game's name, unless that is the current game.
    func command(_ words: String, in game: GameID) -> String {
        guard currentGame != game, let line = table.game(game) else { return words }
        return "\(words) --game \(line.slug)"
    }

    func unsignedGame(but game: GameID?) -> WarningDocument? {
        guard let waiting = gameToSign(but: game) else { return nil }
        return WarningDocument(
            .unsignedGame, "\(waiting) waits for your signature",
            advice: "scored sign --game \(waiting)")
    }

    /// The newest game that is over, of which this device keeps score and that it has not signed:
    /// when another keeper creates the next game, that becomes the current one.
    func gameToSign(but current: GameID?) -> String? {
        for game in table.games.suffix(ScorebookLimits.freshGamesMax).reversed()
        where game.id != current {
            guard let outline = ledger.book.outline(of: game.id), outline.state.isOver
            else { continue }
            if outline.unsigned.contains(device) { return game.slug }
            if outline.claimants.contains(device) { return nil }
        }
        return nil
    }

    func heldElsewhere(but game: GameID?) -> [WarningDocument] {
        table.games.suffix(ScorebookLimits.freshGamesMax).reversed().compactMap { line in
            let count = line.id == game ? 0 : ledger.book.outline(of: line.id)?.questionCount ?? 0
            guard count > 0 else { return nil }
            return WarningDocument(
                .heldElsewhere,
                "\(Phrases.count(count, "question")) in \(line.slug): provisional until answered",
                advice: "scored settle --game \(line.slug)")
        }
    }
}

extension ErrorCode {
    /// True if the request may succeed in another game.
    fileprivate var isAboutGame: Bool {
        switch self {
        case .unknownPlayer, .ambiguousPlayer, .decided, .unconfirmed, .unlikely, .nothingToUndo,
            .nothingToRedo, .unknownEntry, .wrongEntry, .oneOrTwo, .malformed, .conflict:
            true
        case .tooLarge, .unknownGame, .noGame, .unknownKind, .unknownRules, .ambiguousName,
            .unknownDevice, .codeRefused, .noInviter, .wouldArchive, .removed,
            .notMember, .diskFull, .diskFailed, .unsynced, .readOnly, .fault:
            false
        }
    }
}
