/// A random name that a requester gives its request, so that a retry after a crash finds the
/// entries of the first try instead of making others.
package struct RequestID: Identifier16 {
    package let octets: Octets16
    package init(octets: Octets16) { self.octets = octets }
}

/// A unit that becomes durable as a whole or not at all: one run and, for own entries, the request that
/// asked for them.
package struct Commit: Hashable, Sendable {
    /// The entries.
    package var run: Run
    /// Who asked for them, when they are own entries; stays on this device.
    package var request: RequestID?

    /// Joins the two.
    package init(run: Run, request: RequestID? = nil) {
        self.run = run
        self.request = request
    }

    /// The payload of a record on the disk: the run, page by page where it is paged, then the
    /// request's 16 bytes counted, or none.
    package var payload: [UInt8] {
        var writer = ByteWriter(capacity: run.byteCount + 160)
        if run.isPaged { run.writePages(to: &writer) } else { run.write(to: &writer) }
        writer.counted(request?.bytes ?? [])
        return writer.bytes
    }

    /// Reads a payload, of pages or not; nothing may be left over.
    package init(payload: [UInt8], isPaged: Bool = false) throws(Malformed) {
        try self.init(in: payload, at: payload.indices, isPaged: isPaged)
    }

    /// Reads a payload that stands among other bytes.
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
