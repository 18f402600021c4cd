/// By device, up to where it is known to hold each author's log durably, and in which order that
/// became known: what is news to a peer is found without a look at what is none.
struct HoldingTable: Sendable {
    /// One author's log was found to be held further.
    struct Change: Sendable {
        /// Its place among all changes of the table, from 1; each is given once.
        let revision: UInt64
        let author: AuthorID
        let sequence: UInt64
    }

    private struct Device: Sendable {
        var held: [AuthorID: UInt64] = [:]
        /// Ascending; of each author that is held one is current. Those that a later one replaced are
        /// taken out when they are the larger part.
        var changes: [Change] = []

        mutating func append(_ change: Change) {
            changes.append(change)
            guard changes.count > 2 * held.count + HoldingTable.changesMin else { return }
            changes = changes.filter { isCurrent($0) }
        }

        func isCurrent(_ change: Change) -> Bool { held[change.author] == change.sequence }
    }

    private var devices: [PublicKey: Device] = [:]
    private var lastRevision: UInt64 = 0
    /// Authors of whom nothing counted here when it was said that a device holds them: that is passed
    /// on once something does.
    private var awaited: [PublicKey: Set<AuthorID>] = [:]

    /// By device and author, the last sequence that is held. Cost: the number of devices.
    var all: [PublicKey: [AuthorID: UInt64]] { devices.mapValues(\.held) }

    /// How many sequences are kept.
    var count: Int { devices.values.reduce(0) { $0 + $1.held.count } }

    /// How many changes are kept: of a device at most two for each author, and `changesMin`, or as
    /// many as there were when authors of it were forgotten.
    var changeCount: Int { devices.values.reduce(0) { $0 + $1.changes.count } }

    /// Up to so many changes of a device are kept whatever became of them.
    static let changesMin = 16

    /// The devices of which something is known, in no order.
    var keys: [PublicKey] { Array(devices.keys) }

    /// What one device holds; nil when nothing is known of it.
    subscript(key: PublicKey) -> [AuthorID: UInt64]? { devices[key]?.held }

    /// The last sequence of an author that a device holds; 0 when none is known.
    func sequence(of author: AuthorID, at key: PublicKey) -> UInt64 {
        devices[key]?.held[author] ?? 0
    }

    /// The last sequence of an author that any device holds; 0 when none is known.
    func highest(of author: AuthorID) -> UInt64 {
        devices.values.reduce(0) { max($0, $1.held[author] ?? 0) }
    }

    /// The devices that hold an author's log up to a sequence, in no order.
    func holders(of author: AuthorID, upTo sequence: UInt64) -> [PublicKey] {
        devices.filter { $0.value.held[author] ?? 0 >= sequence }.map(\.key)
    }

    /// A device holds more of an author than was known.
    mutating func note(
        _ sequence: UInt64, of author: AuthorID, at key: PublicKey, counts: Bool
    ) {
        lastRevision += 1
        let change = Change(revision: lastRevision, author: author, sequence: sequence)
        devices[key, default: Device()].held[author] = sequence
        devices[key]?.append(change)
        if !counts { awaited[key, default: []].insert(author) }
    }

    /// Nothing is known any more of what a device holds.
    mutating func remove(_ key: PublicKey) {
        devices[key] = nil
        awaited[key] = nil
    }

    /// Nothing is known any more of who holds an author's log.
    mutating func remove(_ author: AuthorID) {
        for key in keys { keep(at: key) { $0 != author } }
    }

    /// Forgets what a device holds of the authors that do not pass. Cost: what it holds.
    mutating func keep(at key: PublicKey, where isKept: (AuthorID) -> Bool) {
        guard let gone = devices[key]?.held.keys.filter({ !isKept($0) }), !gone.isEmpty else {
            return
        }
        for author in gone { devices[key]?.held[author] = nil }
        devices[key]?.changes.removeAll { !isKept($0.author) }
        awaited[key]?.subtract(gone)
    }

    // MARK: News

    /// The revision of what was last found about a device; 0 when nothing was.
    func revision(of key: PublicKey) -> UInt64 { devices[key]?.changes.last?.revision ?? 0 }

    /// Makes news again of what is known about authors of whom nothing counted, where something does
    /// now. Cost: what waits.
    mutating func awaken(where counts: (AuthorID) -> Bool) {
        guard !awaited.isEmpty else { return }
        for (key, authors) in awaited.sorted(by: { $0.key < $1.key }) {
            let ready = authors.filter(counts)
            guard !ready.isEmpty else { continue }
            awaited[key]?.subtract(ready)
            if awaited[key]?.isEmpty == true { awaited[key] = nil }
            devices[key]?.changes.removeAll { ready.contains($0.author) }
            for author in ready.sorted() {
                guard let sequence = devices[key]?.held[author] else { continue }
                note(sequence, of: author, at: key, counts: true)
            }
        }
    }

    /// The part of what a peer said that comes to be news again, and is none to that peer.
    func awaited(of heard: [AuthorID: UInt64], at key: PublicKey) -> [AuthorID: UInt64] {
        guard let authors = awaited[key], !heard.isEmpty else { return [:] }
        return heard.filter { authors.contains($0.key) }
    }

    /// An author of whom something was known to be held counts no more, or not yet.
    mutating func postpone(_ author: AuthorID, at key: PublicKey) {
        awaited[key, default: []].insert(author)
    }

    /// What was found about a device after a revision and still stands, in the order in which it was
    /// found. Cost: what follows.
    func changes(at key: PublicKey, after revision: UInt64) -> some Sequence<Change> {
        let device = devices[key] ?? Device()
        var low = 0
        var high = device.changes.count
        while low < high {
            let middle = (low + high) / 2
            if device.changes[middle].revision <= revision {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return device.changes[low...].lazy.filter { device.isCurrent($0) }
    }
}

/// How far a peer knows what one other device holds.
struct ToldHoldings: Sendable {
    /// Everything up to this revision of the `HoldingTable`.
    private(set) var revision: UInt64 = 0
    /// And what it said itself of what came later.
    private(set) var heard: [AuthorID: UInt64] = [:]

    /// The peer said so itself. Cost: what it knows now and did not.
    mutating func hear(_ held: [Hearsay.Held], in table: HoldingTable, at key: PublicKey) {
        for item in held { heard[item.author] = max(heard[item.author] ?? 0, item.sequence) }
        skip(in: table, at: key)
        // What is no more known to be held needs no keeping.
        guard heard.count > table[key]?.count ?? 0 else { return }
        heard = heard.filter { table.sequence(of: $0.key, at: key) > 0 }
    }

    /// What the peer does not know, the oldest first, at most so many; it counts as told from now on.
    /// Of authors that do not count it is told nothing; the table makes that news again once they do.
    mutating func news(
        in table: inout HoldingTable, at key: PublicKey, room: Int, counts: (AuthorID) -> Bool
    ) -> [Hearsay.Held] {
        var news: [Hearsay.Held] = []
        for change in table.changes(at: key, after: revision) {
            guard news.count < room else { return news }
            revision = change.revision
            if heard[change.author] ?? 0 >= change.sequence { continue }
            guard counts(change.author) else {
                table.postpone(change.author, at: key)
                continue
            }
            news.append(Hearsay.Held(author: change.author, sequence: change.sequence))
        }
        heard = table.awaited(of: heard, at: key)
        return news
    }

    /// Moves on over what the peer said itself.
    private mutating func skip(in table: HoldingTable, at key: PublicKey) {
        for change in table.changes(at: key, after: revision) {
            guard heard[change.author] ?? 0 >= change.sequence else { return }
            revision = change.revision
        }
        heard = table.awaited(of: heard, at: key)
    }
}
