import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The current game: the one that a command without a game's name is about.
extension APIContext {
    /// The game that a person chose on this device, by `use`, by `new`, or by recording in it. It
    /// stays, also when it is over, until a person chooses another one here. Where nobody chose one,
    /// as on a display, a game that runs stays; else it is one that runs, before one that has not
    /// begun, before one that is over, and among equals the newest. Only the newest `freshGamesMax`
    /// games are considered, and the settings remember the one of the last answer that could name
    /// it. Of a game that was united into another one it goes to that.
    ///
    /// It decides for every door. `Settings.gameChoice` says if a person chose it (`use`, `new`,
    /// the first entry recorded in it). `newerGame` is named beside it; `nextGame` is the way out
    /// of one that is over.
    var currentGame: GameID? {
        (chosenGame ?? followedGame).map(whereItCounts)
    }

    /// The game itself, or the one in which its entries are folded.
    private func whereItCounts(_ game: GameID) -> GameID {
        ledger.book.isUnited(game) ? ledger.book.outline(of: game)?.unitedInto ?? game : game
    }

    /// Remembers the current game if no person chose it. Call it before an answer or an event that
    /// can name that game is made.
    func rememberCurrentGame() {
        guard !isOfflineView, chosenGame == nil, let game = currentGame else { return }
        home.update { $0.follow(game) }
    }

    private var rememberedGame: GameID? {
        home.settings.gameID.flatMap { table.game($0) == nil ? nil : $0 }
    }

    private var chosenGame: GameID? {
        home.settings.gameChoice == .used ? rememberedGame : nil
    }

    /// Makes a game the current one until a person chooses another here.
    func use(_ game: GameID) {
        home.update { $0.use(game) }
        ledger.markStateChanged()
    }

    /// Makes a new game the current one, unless that would take this device away from a game that
    /// is not over. Returns the game that stays.
    func useUnlessPlaying(_ game: GameID) -> GameLine? {
        if let current = currentGame, current != game, isOpen(current) {
            return table.game(current)
        }
        use(game)
        return nil
    }

    /// True if entries in the game make it this device's choice: the current one, which nobody has
    /// chosen yet. Ask before they are folded: they may end the game.
    func isChosen(byRecordingIn game: GameID?) -> Bool {
        game != nil && chosenGame == nil && currentGame == game
    }

    /// The game of a device on which nobody chose one.
    private var followedGame: GameID? {
        let remembered = rememberedGame
        if let remembered, stays(at: remembered) { return remembered }
        let recorded = lastRecorded
        var best: (game: GameID, rank: Int)?
        for line in table.games.suffix(ScorebookLimits.freshGamesMax).reversed() {
            guard let outline = ledger.book.lastOutline(of: line.id), outline.unitedInto == nil
            else { continue }
            // A game over keeps its place on the screen until another one is played.
            let isKept =
                outline.state.isOver
                ? line.id == remembered
                : outline.claimants.contains(device) || line.id == recorded
            let rank = 2 * outline.state.rankForDisplay + (isKept ? 1 : 0)
            if best.map({ rank > $0.rank }) ?? true { best = (line.id, rank) }
        }
        return best?.game ?? remembered
    }

    /// True for a game that is played, and for one of which this device keeps score. From a decided
    /// one, which may be corrected, a display goes on with its keepers only.
    private func stays(at game: GameID) -> Bool {
        guard let outline = ledger.book.outline(of: game), outline.unitedInto == nil else {
            return false
        }
        if outline.claimants.contains(device) || outline.state == .live { return true }
        return outline.state == .decided && newerGame(than: game) == nil
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
        ledger.book.lastOutline(of: game)?.isPlayable ?? false
    }

    /// The game that `status` shows, and that `sign` signs: the current one, or the newest where
    /// there is none.
    var shownGame: GameID? { currentGame ?? table.games.last?.id }

    // MARK: A newer game

    /// An open game, newer than this one, that a person in this one may mean. While this one is
    /// played it is only one that has begun and that has a keeper of this one: others may play
    /// beside it all evening. After this one it is that game, else the first one that has not
    /// begun, else, on a device that did not keep score of this one, one of others.
    func newerGame(than game: GameID?) -> GameLine? {
        guard let game else { return nil }
        var (begun, waiting): (GameLine?, GameLine?)
        var state: GameState?
        var keepers: Set<PublicKey> = []
        for line in table.games.suffix(ScorebookLimits.freshGamesMax).reversed() {
            if line.id == game { break }
            guard let outline = ledger.book.lastOutline(of: line.id), outline.isPlayable
            else { continue }
            if state == nil {
                guard let this = ledger.book.outline(of: game) else { return nil }
                (state, keepers) = (this.state, people(of: game, this))
                // The creator may have recorded here while others tracked the players.
                if let creator = creator(of: game) { keepers.insert(creator) }
            }
            if outline.state == .scheduled {
                waiting = line
            } else if !keepers.isDisjoint(with: people(of: line.id, outline)) {
                return line
            } else {
                begun = begun ?? line
            }
        }
        return switch state {
        case nil, .live, .decided: nil
        case .scheduled: begun
        case .closed, .forfeit, .abandoned, .signed:
            waiting ?? (keepers.contains(device) || lastRecorded == game ? nil : begun)
        }
    }

    /// The devices of those who keep score of a game, or else created it.
    private func people(of game: GameID, _ outline: GameOutline) -> Set<PublicKey> {
        Set(outline.keepers.isEmpty ? [creator(of: game)].compactMap(\.self) : outline.keepers)
    }

    private func creator(of game: GameID) -> PublicKey? { table.deviceOfAuthor[game.author] }

    /// The game to go to from one that is over: the one that may be meant, else one that has not
    /// begun or that a keeper of this one has.
    func nextGame(after game: GameID) -> GameLine? {
        if let newer = newerGame(than: game) { return newer }
        let keepers = ledger.book.outline(of: game).map { people(of: game, $0) } ?? []
        return openGames(but: game).last { line in
            guard let outline = ledger.book.lastOutline(of: line.id) else { return false }
            return outline.state == .scheduled
                || !keepers.isDisjoint(with: people(of: line.id, outline))
        }
    }

    func isAnotherOpen(than game: GameID) -> Bool { !openGames(but: game).isEmpty }

    private func openGames(but game: GameID) -> [GameLine] {
        table.games.suffix(ScorebookLimits.freshGamesMax)
            .filter { $0.id != game && isOpen($0.id) }
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

    /// The newest game that is over, of which this device keeps score and that it has not signed.
    func gameToSign(but current: GameID?) -> String? {
        for game in table.games.suffix(ScorebookLimits.freshGamesMax).reversed()
        where game.id != current {
            guard let outline = ledger.book.lastOutline(of: game.id), outline.state.isOver
            else { continue }
            if outline.unsigned.contains(device) { return game.slug }
            if outline.claimants.contains(device) { return nil }
        }
        return nil
    }

    func heldElsewhere(but game: GameID?) -> [WarningDocument] {
        table.games.suffix(ScorebookLimits.freshGamesMax).reversed().compactMap { line in
            let count =
                line.id == game ? 0 : ledger.book.lastOutline(of: line.id)?.questionCount ?? 0
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
            .notMember, .diskFull, .diskFailed, .unsynced, .readOnly, .fault, .unknownStream:
            false
        }
    }
}

extension GameOutline {
    fileprivate var isPlayable: Bool { !state.isOver && unitedInto == nil }
}

extension GameState {
    /// The higher, the sooner a display without a keeper shows such a game.
    fileprivate var rankForDisplay: Int {
        switch self {
        case .live: 3
        case .scheduled: 2
        case .decided: 1
        case .closed, .forfeit, .abandoned, .signed: 0
        }
    }
}
