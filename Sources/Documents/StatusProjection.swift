import MoveLog
package import Scorebook

extension SyncState {
    /// From the keeper's switch, then from the links.
    package init(isOnline: Bool, _ peers: [PeerDocument]) {
        if !isOnline {
            self = .offline
        } else if peers.contains(where: { $0.state == .syncing }) {
            self = .syncing
        } else {
            self = peers.contains { $0.state == .inSync } ? .inSync : .alone
        }
    }
}

extension StatusDocument {
    /// Lists the games of a book that is folded, without the one that is shown. While more arrives than is folded, a book
    /// `isBehind`: they are then as of their last fold, since a fold of each would take a whole turn.
    package mutating func tellGames(
        of book: Book, but shown: GameID?, current: GameID?, isBehind: Bool = false
    ) {
        let shown = shown.flatMap(book.table.game)
        games = GamesDocument(
            book, current: current, newest: DocumentsLimits.statusGamesMax, isBehind: isBehind
        )
        .games.filter { $0.name != shown?.slug }
        let others = book.table.games.count - (shown == nil ? 0 : 1)
        moreGames = others > games.count ? others - games.count : nil
    }

    /// Adds the warnings about the book and the game that is shown to those about the device, and sorts them. `elapsed` is
    /// the reading of a running clock.
    package mutating func addWarnings(
        of book: Book, _ board: Scoreboard?, _ projection: Projection, elapsed: Duration? = nil
    ) {
        let told = board.map { projection.warnings($0, elapsed: elapsed) } ?? []
        if book.orphanCount > 0 {
            warnings.add(
                .gameMissing, Phrase(.missingGames, .number(book.orphanCount)),
                advice: "they appear once a device that has those games is in sync")
        }
        warnings = WarningDocument.byUrgency(warnings + told.filter(isWanted))
    }

    /// No coverage warnings on a device that is offline by choice or was removed.
    private func isWanted(_ warning: WarningDocument) -> Bool {
        let isRemoved = warnings.contains { $0.code == WarningCode.removed.rawValue }
        return switch WarningCode(rawValue: warning.code) {
        case .uncovered: sync.state != .offline && !isRemoved
        case .untracked, .overlap, .takenOver: !isRemoved
        default: true
        }
    }
}

extension GamesDocument {
    /// Newest first. Call `foldChanged()` before, or `foldAll()` for all games: a missing outline
    /// costs a fold. If the book `isBehind`, only games with an outline are listed.
    package init(
        _ book: Book, current: GameID?, newest most: Int = .max, isBehind: Bool = false
    ) {
        let table = book.table
        self.init(
            games: table.games.suffix(most).reversed().compactMap { line in
                (isBehind ? book.lastOutline(of: line.id) : book.outline(of: line.id)).map {
                    GameBrief(line, $0, isCurrent: line.id == current)
                }
            })
    }
}
