/// A random ID that a client gives its request, so that a retry after a crash finds the entries of
/// the first attempt.
package struct RequestID: Identifier16 {
    package let octets: Octets16
    package init(octets: Octets16) { self.octets = octets }
}

/// The unit of durability, kept completely or not at all: one run and, for own entries, the request
/// that asked for them.
package struct Commit: Hashable, Sendable {
    package var run: Run
    /// The request that recorded the entries, if they are own ones; never leaves this device.
    package var request: RequestID?

    package init(run: Run, request: RequestID? = nil) {
        self.run = run
        self.request = request
    }

    /// The payload of a record on disk: the run, by page if it is paged, then the request ID (16
    /// bytes, counted), or a count of 0.
    package var payload: [UInt8] {
        var writer = ByteWriter(capacity: run.byteCount + 160)
        run.write(to: &writer, isPaged: run.isPaged)
        writer.counted(request?.bytes ?? [])
        return writer.bytes
    }

    /// Reads a payload; rejects trailing bytes.
    package init(payload: [UInt8], isPaged: Bool = false) throws(Malformed) {
        try self.init(in: payload, at: payload.indices, isPaged: isPaged)
    }

    /// Reads a payload from a range of `bytes`.
    package init(
        in bytes: [UInt8], at payload: Range<Int>, isPaged: Bool
    ) throws(Malformed) {
        var reader = ByteReader(bytes, in: payload)
        run = try Run(from: &reader, isPaged: isPaged)
        switch try reader.count("request", max: 16) {
        case 0: request = nil
        case 16: request = try reader.identifier(RequestID.self)
        default: throw .invalid("request")
        }
        try reader.finish()
    }
}

/// The entries of the last `MoveLogLimits.requestsMax` requests.
///
/// A repeated request records nothing twice, also after a restart, since the ID is in the commit:
/// `Replica.record` looks here, and `Endpoint.record` before it checks the rest. A screen
/// (`RequestQueue`) and a phone (`KeepScript`) send an order again under the same ID.
struct RequestMemory: Sendable {
    private var recorded: [RequestID: (first: EntryID, count: Int)] = [:]
    /// The requests in order of arrival; a ring buffer once it is full.
    private var order: [RequestID] = []
    private var oldest = 0

    func entries(of request: RequestID) -> [EntryID]? {
        recorded[request].map { first, count in
            (0..<UInt64(count)).map {
                EntryID(author: first.author, sequence: first.sequence + $0)
            }
        }
    }

    /// Remembers the request of a commit, if it has one. Beyond the limit the oldest request is
    /// forgotten; a known request maps to the new commit from now on.
    mutating func remember(_ commit: Commit) {
        guard let request = commit.request else { return }
        let first = EntryID(author: commit.run.author, sequence: commit.run.after + 1)
        guard recorded.updateValue((first, commit.run.count), forKey: request) == nil else {
            return
        }
        guard order.count == MoveLogLimits.requestsMax else { return order.append(request) }
        recorded[order[oldest]] = nil
        order[oldest] = request
        oldest = (oldest + 1) % order.count
    }

    /// Remembers the newest requests on a disk, as many as the memory holds. Commits that wait
    /// aside are not recorded.
    mutating func remember(newestOf commits: [Commit], aside: [Commit]) {
        let waiting = Set(aside.compactMap(\.request))
        var newest: [Int] = []
        for place in commits.indices.reversed() where newest.count < MoveLogLimits.requestsMax {
            guard let request = commits[place].request, !waiting.contains(request) else { continue }
            newest.append(place)
        }
        for place in newest.reversed() { remember(commits[place]) }
    }
}
