import MoveLog

/// Which boards change when the device of an author becomes known. Nearly none: a device has joined
/// the table long before somebody waits for it in a game.
struct Newcomers: Sendable {
    /// The authors and devices that the entries of a game name and the table did not know when they
    /// were folded.
    struct Strangers: Sendable {
        var authors: Set<AuthorID> = []
        /// Devices for which somebody claimed players.
        var devices: Set<PublicKey> = []

        var isEmpty: Bool { authors.isEmpty && devices.isEmpty }

        init(
            _ authors: AuthorNumbers, _ devices: [AuthorID: PublicKey], claimed: Set<PublicKey>
        ) {
            for number in 0..<Int32(authors.count) where devices[authors[number]] == nil {
                self.authors.insert(authors[number])
            }
            self.devices = claimed
        }

        fileprivate init() {}
    }

    /// The authors whose devices an entry has told.
    private var begun: Set<AuthorID> = []
    /// Of the last fold of each game; games without strangers are not there.
    private var strangers: [GameID: Strangers] = [:]

    mutating func folded(_ game: GameID, _ found: Strangers?) {
        if found == nil, strangers.isEmpty { return }
        strangers[game] = found
    }

    /// An entry was appended to the fold of a game.
    mutating func appended(_ author: AuthorID, to game: GameID) {
        guard !begun.contains(author) else { return }
        strangers[game, default: Strangers()].authors.insert(author)
    }

    /// The first entry of an author: returns the games to fold again; nil for all of them, since
    /// the author was of another device before, as on a fork.
    mutating func begin(_ placed: Placed) -> [GameID]? {
        let entry = placed.entry
        guard entry.id.sequence == 1,
            case .authorStarted(let key) = Content(
                kind: entry.kind, scope: entry.scope, body: entry.body)
        else { return [] }
        guard begun.insert(entry.id.author).inserted else { return nil }
        return strangers.filter {
            $0.value.authors.contains(entry.id.author) || $0.value.devices.contains(key)
        }
        .map(\.key)
    }

    /// A copy of some author's first entry counts as one of this author.
    mutating func beginByCopy(_ author: AuthorID) { begun.insert(author) }
}
