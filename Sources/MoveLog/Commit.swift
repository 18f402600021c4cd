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
        if run.isPaged { run.writePages(to: &writer) } else { run.write(to: &writer) }
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
        run = isPaged ? try Run(pagesFrom: &reader) : try Run(from: &reader)
        switch try reader.count("request", max: 16) {
        case 0: request = nil
        case 16: request = try reader.identifier(RequestID.self)
        default: throw .invalid("request")
        }
        try reader.finish()
    }
}
