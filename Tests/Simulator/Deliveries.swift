package import MoveLog

/// How entries came to the devices of a world: how late, in which order, how often. A run in which
/// everything came at once, in order and once would prove nothing about merging.
package struct Deliveries: Sendable {
    /// Entries that came to a device which held a later one already, in the order of the fold.
    package private(set) var overtaken = 0
    /// Entries that came to a device for the first time.
    package private(set) var arrivals = 0
    /// Entries that came to a device which had been sent them before.
    package private(set) var repeats = 0
    /// When the last device got each entry, counted from the time when the first had it.
    package private(set) var delays: [EntryID: Duration] = [:]

    private struct Receipt: Hashable, Sendable {
        var entry: EntryID
        var device: Int
    }

    private var firstHad: [EntryID: Duration] = [:]
    private var latest: [Int: Place] = [:]
    private var sent: Set<Receipt> = []
    private var pending: [LinkID: [UInt8]] = [:]

    private static let typeOfRun: UInt8 = 3

    /// Entries are durable at a device.
    mutating func admitted(_ placed: [Placed], at device: Int, now: Duration) {
        let before = latest[device]
        for entry in placed {
            let id = entry.entry.id
            guard let first = firstHad[id] else {
                firstHad[id] = now
                latest[device] = max(latest[device] ?? entry.place, entry.place)
                continue
            }
            arrivals += 1
            delays[id] = max(delays[id] ?? .zero, now - first)
            if let before, entry.place < before { overtaken += 1 }
            latest[device] = max(latest[device] ?? entry.place, entry.place)
        }
    }

    /// Bytes came to a device, in the order in which the other end sent them. Returns the frames
    /// among them that hold entries, whole.
    mutating func received(_ bytes: [UInt8], on link: LinkID, at device: Int) -> [[UInt8]] {
        var runs: [[UInt8]] = []
        var buffer = (pending.removeValue(forKey: link) ?? []) + bytes
        var start = 0
        while let end = Frame.end(from: start, in: buffer) {
            // Of most frames the type says enough.
            if end > start + 4, buffer[start + 4] == Self.typeOfRun,
                case .run(let run) = try? Frame(typeAndPayload: Array(buffer[(start + 4)..<end]))
            {
                received(run, at: device)
                runs.append(Array(buffer[start..<end]))
            }
            start = end
        }
        buffer.removeFirst(start)
        pending[link] = buffer
        return runs
    }

    /// Whether the bytes that came on a link end with a frame.
    func isBetweenFrames(_ link: LinkID) -> Bool { pending[link]?.isEmpty ?? true }

    /// A link is gone, and what of a frame had come with it.
    mutating func ended(_ link: LinkID) { pending[link] = nil }

    private mutating func received(_ run: Run, at device: Int) {
        for sequence in (run.after + 1)...run.last {
            let id = EntryID(author: run.author, sequence: sequence)
            if !sent.insert(Receipt(entry: id, device: device)).inserted { repeats += 1 }
        }
    }
}

extension Frame {
    /// Where the frame ends whose length begins at a place; nil while it is incomplete.
    package static func end(from start: Int, in bytes: [UInt8]) -> Int? {
        var reader = ByteReader(bytes, in: start..<bytes.count)
        guard let length = try? reader.fixed32(), reader.remaining >= Int(length) else {
            return nil
        }
        return start + 4 + Int(length)
    }

    /// The message in a frame of these bytes, type first.
    package static func framed(_ payload: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: payload.count + 4)
        writer.fixed32(UInt32(payload.count))
        writer.raw(payload)
        return writer.bytes
    }
}
