/// Reads an event stream from slices of any size (WHATWG HTML, 9.2.6): CR, LF and CR LF end a line,
/// a BOM at the start and comments are skipped, unknown fields too.
package struct EventStreamParser: Sendable {
    /// The last `id` that came: what to send as `Last-Event-ID` when coming back.
    package private(set) var lastEventID = ""
    /// How long to wait before coming back, if the stream said so; at most an hour.
    package private(set) var retry: Duration?

    private var line: [UInt8] = []
    private var isAfterReturn = false
    private var isFirstLine = true
    private var event = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var id: String?

    /// A parser at the start of a stream.
    package init() {}

    /// The events that these bytes complete. An event has the `id` it came with, not one before.
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
        // A name of a later time may be long, and of any script.
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
        case "id":
            guard !value.contains(0) else { return }
            id = String(decoding: value, as: UTF8.self)
        case "retry":
            guard !value.isEmpty, value.allSatisfy(\.isDigit) else { return }
            let milliseconds = value.reduce(0) { min($0 * 10 + Int($1 - 0x30), 3_600_000) }
            retry = .milliseconds(milliseconds)
        default:
            // A comment (no name) or a field of a later time.
            return
        }
    }

    /// An empty line: the event is complete; without data it is none, but its `id` counts.
    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            event = ""
            data = []
            hasData = false
            id = nil
        }
        if let id { lastEventID = id }
        guard hasData else { return nil }
        return ServerSentEvent(
            event: event.isEmpty ? "message" : event, data: String(decoding: data, as: UTF8.self),
            id: id)
    }
}
