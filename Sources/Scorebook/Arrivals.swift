import MoveLog

/// Which entries have come in. Of an author whose log is not forked and that came in order, as nearly
/// all do, an entry costs four bytes, and one that came on a page next to nothing.
struct Arrivals: Sendable {
    /// The lamports of an author's entries from sequence 1 on, those that need no digest in their place.
    private var lines: [AuthorID: LamportLine] = [:]
    /// What stands behind a gap, or beside another entry of the same ID.
    private var apart: [EntryID: [Place]] = [:]
    /// How many different entries have come in.
    private(set) var count = 0

    /// Whether an entry is new.
    mutating func insert(_ place: Place) -> Bool {
        guard !isInLine(place), apart[place.id]?.contains(place) != true else { return false }
        count += 1
        guard place.digest == nil, isNext(place.id) else {
            apart[place.id, default: []].append(place)
            return true
        }
        lines[place.id.author, default: LamportLine()].append(place.lamport)
        closeGap(place.id)
        return true
    }

    /// Takes a page in whose entries all are new and follow what came in of their author; false where
    /// that is not so: then they are to be taken one by one.
    mutating func insert(_ page: PlacedPage) -> Bool {
        let first = EntryID(author: page.author, sequence: page.after + 1)
        guard isNext(first), apart.isEmpty else { return false }
        count += page.page.count
        lines[page.author, default: LamportLine()].append(page)
        return true
    }

    /// Makes room for as many pages of an author, and for no more.
    mutating func reserve(pages: Int, of author: AuthorID) {
        lines[author, default: LamportLine()].reserve(pages: pages)
    }

    /// Whether an entry of this ID is there: one whose log is forked only if it has the digest.
    func holds(_ id: EntryID, _ digest: Digest) -> Bool {
        if let line = lines[id.author], id.sequence > 0, id.sequence <= UInt64(line.count) {
            return true
        }
        return apart[id]?.contains { $0.digest == nil || $0.digest == digest } == true
    }

    private func isInLine(_ place: Place) -> Bool {
        guard place.digest == nil, let line = lines[place.id.author], place.id.sequence > 0,
            place.id.sequence <= UInt64(line.count)
        else { return false }
        return line[Int(place.id.sequence - 1)] == place.lamport
    }

    private func isNext(_ id: EntryID) -> Bool {
        id.sequence == UInt64(lines[id.author]?.count ?? 0) + 1
    }

    /// Takes what waited behind the gap that this entry closed.
    private mutating func closeGap(_ closed: EntryID) {
        var id = EntryID(author: closed.author, sequence: closed.sequence + 1)
        while let waiting = apart[id]?.firstIndex(where: { $0.digest == nil }) {
            guard let place = apart[id]?.remove(at: waiting) else { return }
            if apart[id]?.isEmpty == true { apart[id] = nil }
            lines[id.author, default: LamportLine()].append(place.lamport)
            id = EntryID(author: id.author, sequence: id.sequence + 1)
        }
    }
}

/// Numbers in a row, of which those that stand together are nearly always near each other: they are
/// kept in stretches, as distances from the first of each; those of a page by the page.
private struct LamportLine: Sendable {
    private struct Stretch: Sendable {
        /// How many numbers stand before it.
        let start: Int
        let first: UInt64
        var content: Content

        /// The numbers, in one of three ways.
        enum Content {
            /// Distances from the first.
            case near([UInt32])
            /// Themselves, where a distance is below zero or takes more than four bytes.
            case far([UInt64])
            /// Where they came on a page.
            case page(PlacedPage)
        }

        subscript(place: Int) -> UInt64 {
            switch content {
            case .near(let distances): first + UInt64(distances[place])
            case .far(let numbers): numbers[place]
            case .page(let page): page.lamports[place]
            }
        }

        var isOpen: Bool {
            switch content {
            case .near(let distances): distances.count < LamportLine.stretchCount
            case .far(let numbers): numbers.count < LamportLine.stretchCount
            case .page: false
            }
        }

        mutating func append(_ number: UInt64) {
            let isNear = number >= first && number - first <= UInt64(UInt32.max)
            // Held by nobody else meanwhile, the array grows in place.
            switch content {
            case .near(var distances) where isNear:
                content = .near([])
                distances.append(UInt32(number - first))
                content = .near(distances)
            case .near(let distances):
                content = .far(distances.map { first + UInt64($0) } + [number])
            case .far(var numbers):
                content = .far([])
                numbers.append(number)
                content = .far(numbers)
            case .page: preconditionFailure("nothing is added to a page")
            }
        }
    }

    private static let stretchCount = 1024

    private var stretches: [Stretch] = []
    private(set) var count = 0

    subscript(index: Int) -> UInt64 {
        var low = 0
        var high = stretches.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if stretches[middle].start <= index { low = middle } else { high = middle - 1 }
        }
        return stretches[low][index - stretches[low].start]
    }

    mutating func append(_ number: UInt64) {
        if stretches.last?.isOpen != true {
            stretches.append(Stretch(start: count, first: number, content: .near([])))
        }
        stretches[stretches.count - 1].append(number)
        count += 1
    }

    mutating func reserve(pages: Int) {
        stretches.reserveCapacity(stretches.count + pages)
    }

    mutating func append(_ page: PlacedPage) {
        stretches.append(Stretch(start: count, first: 0, content: .page(page)))
        count += page.page.count
    }
}
