import MoveLog

/// An entry as the fold sees it: read once, a counting copy already in the shape of its origin. Shared
/// and never changed: a fold looks at each several times, and copies would cost more than the sums.
final class Item: Equatable, Sendable {
    /// Where it stands; a copy stands in its own place.
    let place: Place
    /// The ID that references name; of a copy, its origin's.
    let id: EntryID
    let wall: WallTime
    let scope: Scope
    let kind: Kind
    let content: Content

    /// The entry as it stands in the table's logs.
    var recordedAs: EntryID { place.id }

    static func == (left: Item, right: Item) -> Bool {
        left === right
            || left.place == right.place && left.id == right.id && left.wall == right.wall
                && left.scope == right.scope && left.kind == right.kind
                && left.content == right.content
    }

    /// An entry that is no copy, or whose copy cannot be read.
    init(_ placed: Placed) {
        place = placed.place
        id = placed.entry.id
        wall = placed.entry.wall
        scope = placed.entry.scope
        kind = placed.entry.kind
        content = Self.content(placed.entry)
    }

    /// Only the first entry of an author says whose it is, since that one alone certifies itself.
    private static func content(_ entry: Entry) -> Content {
        let isMisplaced = entry.kind == .authorStarted && entry.id.sequence != 1
        if entry.kind == .copied || isMisplaced { return .malformed }
        return Content(kind: entry.kind, scope: entry.scope, body: entry.body).cleaned
    }

    /// What a copy stands in for.
    init(_ copy: CopiedEntry, in placed: Placed) {
        place = placed.place
        id = copy.origin
        wall = placed.entry.wall
        scope = copy.scope
        kind = copy.originKind
        content = Content(kind: kind, scope: scope, body: copy.content).cleaned
    }
}

/// The entries of one scope, sorted when they are wanted.
struct Bucket: Sendable {
    /// The one there is: of a game's creations there is no other.
    private var only: Item?
    /// All, where there are or were several.
    private var unordered: [Item] = []
    private var isOrdered = true
    /// The places of items that were removed and still stand in the array: they are taken out of it
    /// together, so that removing thousands costs no more than inserting them.
    private var removed: Set<Place> = []

    /// In order of their places.
    var items: [Item] {
        if let only { return [only] }
        let present = present
        return isOrdered ? present : present.sorted { $0.place < $1.place }
    }

    private var present: [Item] {
        removed.isEmpty ? unordered : unordered.filter { !removed.contains($0.place) }
    }

    var isEmpty: Bool { only == nil && unordered.count == removed.count }

    mutating func insert(_ item: Item) {
        guard !isEmpty else {
            self = Bucket()
            only = item
            return
        }
        if let first = only { (only, unordered) = (nil, [first]) }
        if removed.contains(item.place) { takeOutRemoved() }
        if let last = unordered.last, item.place < last.place { isOrdered = false }
        unordered.append(item)
    }

    /// Removes an item that is there.
    mutating func remove(_ place: Place) {
        if only?.place == place {
            only = nil
            return
        }
        removed.insert(place)
        if removed.count > unordered.count / 2 { takeOutRemoved() }
    }

    private mutating func takeOutRemoved() {
        unordered = present
        removed = []
    }

    /// Sorts now, so that `items` costs nothing until the next insertion out of order.
    mutating func order() {
        guard !isOrdered || !removed.isEmpty else { return }
        unordered = items
        removed = []
        isOrdered = true
    }
}
