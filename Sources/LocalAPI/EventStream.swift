/// One event of an event stream (WHATWG HTML, 9.2).
package struct ServerSentEvent: Hashable, Sendable {
    /// The event's type; a missing one means `message`.
    package var event: String
    /// Any text; its lines become `data:` lines. CR and CR LF arrive as LF.
    package var data: String
    /// `event` is one line: line ends and NUL are removed.
    package init(event: String = "message", data: String) {
        self.event = event
        self.data = data
    }

    /// A JSON value in one `data:` line.
    package static func json(encoded value: [UInt8], event: String) -> ServerSentEvent {
        ServerSentEvent(event: event, data: String(decoding: value, as: UTF8.self))
    }

    /// The bytes of the event with the empty line that dispatches it.
    package func encode() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.utf8.count + event.utf8.count + 32)
        if event != "message" {
            let name = event.utf8.filter { !$0.isLineEnd && $0 != 0 }
            Self.field("event", name, into: &bytes)
        }
        // One line, as all JSON is.
        if isLine {
            Self.field("data", data.utf8, into: &bytes)
        } else {
            // CR LF is one character.
            let lines = data.split(omittingEmptySubsequences: false) {
                ["\n", "\r", "\r\n"].contains($0)
            }
            for line in lines { Self.field("data", line.utf8, into: &bytes) }
        }
        bytes.append(.lineFeed)
        return bytes
    }

    private var isLine: Bool {
        let bytes = data.utf8Span.span
        for place in bytes.indices where bytes[place].isLineEnd { return false }
        return true
    }

    /// A comment line, which keeps the connection alive.
    static let comment: [UInt8] = Array(":\n".utf8)

    private static func field(
        _ name: String, _ value: some Sequence<UInt8>, into bytes: inout [UInt8]
    ) {
        bytes += name.utf8
        bytes += ": ".utf8
        bytes += value
        bytes.append(.lineFeed)
    }
}

extension UInt8 {
    fileprivate var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }
}

/// The unsent events of one stream, in order and bounded.
struct EventQueue {
    private var pending: [[UInt8]] = []
    private(set) var byteCount = 0

    var isEmpty: Bool { pending.isEmpty }

    /// Appends an event. False if `limit` bytes would be exceeded; the event is then not appended.
    mutating func append(_ bytes: [UInt8], limit: Int) -> Bool {
        guard bytes.count <= limit - byteCount else { return false }
        pending.append(bytes)
        byteCount += bytes.count
        return true
    }

    mutating func takeFirst() -> [UInt8]? {
        guard !pending.isEmpty else { return nil }
        let bytes = pending.removeFirst()
        byteCount -= bytes.count
        return bytes
    }
}

/// Reads an event stream from slices of any size (WHATWG HTML, 9.2.6): CR, LF and CR LF end a line;
/// a BOM at the start, comments and unknown fields are skipped.
package struct EventStreamParser: Sendable {
    private var line: [UInt8] = []
    private var isAfterReturn = false
    private var isFirstLine = true
    private var event = ""
    private var data: [UInt8] = []
    private var hasData = false

    package init() {}

    /// The events completed by these bytes.
    package mutating func receive(
        _ bytes: some Sequence<UInt8>
    ) throws(LocalAPIError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            switch byte {
            case .lineFeed where isAfterReturn:
                isAfterReturn = false
            case .lineFeed, .carriageReturn:
                isAfterReturn = byte == .carriageReturn
                if let event = try endLine() { events.append(event) }
            default:
                isAfterReturn = false
                guard line.count < HTTPLimits.eventBytesMax else { throw .eventTooLong }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() throws(LocalAPIError) -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isFirstLine = false
        guard !line.isEmpty else { return dispatch() }
        let colon = line.firstIndex(of: .colon) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == .space { value.removeFirst() }
        // A field of a later version may have a long name, of any script.
        guard colon <= HTTPLimits.fieldNameBytesMax else { return nil }
        try process(field: String(decoding: line[..<colon], as: UTF8.self), value)
        return nil
    }

    private mutating func process(
        field: String, _ value: ArraySlice<UInt8>
    ) throws(LocalAPIError) {
        switch field {
        case "event":
            event = String(decoding: value, as: UTF8.self)
        case "data":
            guard value.count < HTTPLimits.eventBytesMax - data.count else {
                throw .eventTooLong
            }
            if hasData { data.append(.lineFeed) }
            data += value
            hasData = true
        default:
            // A comment (no name), a field of a later version, or `id` and `retry`, which our
            // daemon does not send.
            return
        }
    }

    /// An empty line completes the event; without data there is none.
    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            event = ""
            data = []
            hasData = false
        }
        guard hasData else { return nil }
        return ServerSentEvent(
            event: event.isEmpty ? "message" : event, data: String(decoding: data, as: UTF8.self))
    }
}
