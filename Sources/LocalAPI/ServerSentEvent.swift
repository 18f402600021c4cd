/// One event of an event stream (WHATWG HTML, 9.2).
package struct ServerSentEvent: Hashable, Sendable {
    /// The event's type; `message` is what an absent one means.
    package var event: String
    /// Any text; its lines become `data:` lines. CR and CR LF arrive as LF.
    package var data: String
    /// What a client that comes back sends as `Last-Event-ID`; nil leaves the former one standing.
    package var id: String?

    /// An event; `event` and `id` are one line each: a line end or NUL in them is left out.
    package init(event: String = "message", data: String, id: String? = nil) {
        self.event = event
        self.data = data
        self.id = id
    }

    /// `value` as JSON in one `data:` line.
    package static func json(
        _ value: some Encodable, event: String, id: String? = nil
    ) -> ServerSentEvent {
        json(encoded: JSON.encode(value), event: event, id: id)
    }

    /// The same of a value that was encoded before.
    package static func json(
        encoded value: [UInt8], event: String, id: String? = nil
    ) -> ServerSentEvent {
        ServerSentEvent(event: event, data: String(decoding: value, as: UTF8.self), id: id)
    }

    /// The bytes of the event with the empty line that dispatches it.
    package func encode() -> [UInt8] {
        var bytes: [UInt8] = []
        if event != "message" { Self.field("event", Self.oneLine(event.utf8), into: &bytes) }
        if let id { Self.field("id", Self.oneLine(id.utf8), into: &bytes) }
        // One line, as all JSON is.
        if !data.utf8.contains(where: { $0 == .lineFeed || $0 == .carriageReturn }) {
            Self.field("data", data.utf8, into: &bytes)
        } else {
            for line in Self.lines(data) { Self.field("data", line, into: &bytes) }
        }
        bytes.append(.lineFeed)
        return bytes
    }

    /// A comment line: keeps the way open, says nothing.
    static let comment: [UInt8] = Array(":\n".utf8)

    private static func field(
        _ name: String, _ value: some Sequence<UInt8>, into bytes: inout [UInt8]
    ) {
        bytes += Array("\(name): ".utf8)
        bytes += Array(value)
        bytes.append(.lineFeed)
    }

    private static func oneLine(_ text: String.UTF8View) -> [UInt8] {
        text.filter { $0 != .lineFeed && $0 != .carriageReturn && $0 != 0 }
    }

    /// Split at CR LF, CR and LF; never empty.
    private static func lines(_ text: String) -> [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        var isAfterReturn = false
        for byte in text.utf8 {
            switch byte {
            case .lineFeed where isAfterReturn: break
            case .lineFeed, .carriageReturn: lines.append([])
            default: lines[lines.count - 1].append(byte)
            }
            isAfterReturn = byte == .carriageReturn
        }
        return lines
    }
}
