package import MoveLog
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
    /// Adds the games of a book that is folded, and the warnings about it, to those about the
    /// device. The game that is shown is `game`, else the current one; `reading` is its running
    /// clock's. While more arrives than is folded, a book `isBehind`: the other games are then listed
    /// as of their last fold, since a fold of each would take a whole turn.
    package mutating func show(
        _ book: Book, at device: PublicKey, current: GameID?, game: GameID? = nil,
        reading: (elapsed: Duration, isEstimated: Bool)? = nil, isBehind: Bool = false
    ) {
        let projection = Projection(table: book.table, device: device, peers: peers)
        let shown = (game ?? current).flatMap(book.table.game)
        let board = shown.flatMap { book.scoreboard(of: $0.id) }
        let told = board.map { projection.warnings($0, elapsed: reading?.elapsed) } ?? []
        if book.orphanCount > 0 {
            warnings.add(
                .gameMissing,
                "\(Phrases.entries(book.orphanCount)) of games that have not arrived yet",
                advice: "they appear once a device that has those games is in sync")
        }
        warnings = WarningDocument.byUrgency(warnings + told.filter(isWanted))
        self.game = board.map {
            projection.game($0, reading: reading, isCurrent: $0.id == current)
        }
        games = GamesDocument(
            book, current: current, newest: DocumentsLimits.statusGamesMax, isBehind: isBehind
        )
        .games.filter { $0.name != shown?.slug }
        let others = book.table.games.count - (shown == nil ? 0 : 1)
        moreGames = others > games.count ? others - games.count : nil
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
