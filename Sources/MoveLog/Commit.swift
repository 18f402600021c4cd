/// A random name that a requester gives its request, so that a retry after a crash finds the
/// entries of the first try instead of making others.
package struct RequestID: Identifier16 {
    package let octets: Octets16
    package init(octets: Octets16) { self.octets = octets }
}

/// What becomes durable as a whole or not at all: one run and, for own entries, the request that
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

    /// The payload of a record on the disk: the run, page by page where it is of several, then the
    /// request's 16 bytes counted, or none.
    package var payload: [UInt8] {
        var writer = ByteWriter(capacity: run.byteCount + 160)
        if run.isPaged { run.writePages(to: &writer) } else { run.write(to: &writer) }
        writer.counted(request?.bytes ?? [])
        return writer.bytes
    }

    /// Reads a payload, of pages or not; nothing may be left over.
    package init(payload: [UInt8], isPaged: Bool = false) throws(Malformed) {
        var reader = ByteReader(payload)
        run = isPaged ? try Run(pagesFrom: &reader) : try Run(from: &reader)
        let name = try reader.counted("request", max: 16)
        guard name.isEmpty || name.count == 16 else { throw .invalid("request") }
        request = RequestID(name)
        try reader.finish()
    }
}
