import MoveLog

/// What a device told others that it holds: its runs, its acknowledgements, its frontiers, and what
/// it acknowledged to its keeper. All of it must be on its disk, whatever happens to it.
struct Promises: Sendable {
    private var told: [AuthorID: UInt64] = [:]

    /// Frames go out, whole ones, from a device that holds a log.
    mutating func note(sent bytes: [UInt8], by log: TableLog) {
        var start = 0
        while let end = Frame.end(from: start, in: bytes) {
            note(type: bytes[start + 4], in: bytes, from: start + 4, to: end, by: log)
            start = end
        }
    }

    mutating func note(_ author: AuthorID, upTo sequence: UInt64) {
        told[author] = max(told[author] ?? 0, sequence)
    }

    /// Up to where it told that it holds the log of an author; 0 for not at all.
    func told(of author: AuthorID) -> UInt64 { told[author] ?? 0 }

    private mutating func note(
        type: UInt8, in bytes: [UInt8], from start: Int, to end: Int, by log: TableLog
    ) {
        switch type {
        case 1:
            guard let frame = try? Frame(typeAndPayload: Array(bytes[start..<end])),
                case .greeting(let greeting) = frame, greeting.summary != nil
            else { return }
            noteAll(of: log)
        case 6:
            noteAll(of: log)
        case 2, 5:
            guard let frame = try? Frame(typeAndPayload: Array(bytes[start..<end])) else { return }
            let frontier: Frontier
            switch frame {
            case .frontier(let announcement): frontier = announcement.frontier
            case .acknowledge(let acknowledged): frontier = acknowledged
            default: return
            }
            for leaf in frontier.leaves { note(leaf.author, upTo: leaf.sequence) }
        case 3:
            // Author, place before, first half of a digest, count: the entries need not be read.
            var reader = ByteReader(bytes, in: (start + 1)..<end)
            guard let author = try? reader.identifier(AuthorID.self),
                let after = try? reader.varint(), (try? reader.raw(16)) != nil,
                let count = try? reader.varint()
            else { return }
            note(author, upTo: after + count)
        case 11:
            switch try? Frame(typeAndPayload: Array(bytes[start..<end])) {
            case .run(let run), .part(let run): note(run.author, upTo: run.last)
            default: return
            }
        default: return
        }
    }

    /// A digest names all that was held, and what came in the same turn is on the disk too.
    private mutating func noteAll(of log: TableLog) {
        for leaf in log.frontier.leaves { note(leaf.author, upTo: leaf.sequence) }
    }

    /// What a log does not hold of all that, in words.
    func broken(by log: TableLog) -> [String] {
        told.sorted { $0.key < $1.key }.compactMap { author, sequence in
            let last = log.lastHeld(of: author)
            return last < sequence ? "\(author) up to \(last), told \(sequence)" : nil
        }
    }
}
