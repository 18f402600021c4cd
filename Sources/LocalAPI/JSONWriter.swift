import Documents

/// Writes documents member by member, with the same bytes as JSONEncoder, for those that a daemon
/// makes after every move. JSONEncoder first builds a tree of dictionaries and sorts each, and
/// takes ten times as long.
///
/// Members must be put in the order of their names; nil is left out.
struct JSONWriter {
    var bytes: [UInt8]
    /// True before the first member of an object.
    var isFirst = true

    static func bytes(_ value: some JSONWritable) -> [UInt8] {
        var writer = JSONWriter()
        writer.put(value)
        return writer.bytes
    }

    /// The bytes of an object.
    static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.bytes.append(UInt8(ascii: "{"))
        write(&writer)
        writer.bytes.append(UInt8(ascii: "}"))
        return writer.bytes
    }

    private init() {
        bytes = []
        bytes.reserveCapacity(2048)
    }

    // MARK: Members

    mutating func put(_ name: String, _ value: String?) {
        guard let value else { return }
        begin(name)
        put(value)
    }

    mutating func put(_ name: String, _ value: (some BinaryInteger)?) {
        guard let value else { return }
        begin(name)
        put(number: value)
    }

    mutating func put(_ name: String, _ value: Bool?) {
        guard let value else { return }
        begin(name)
        put(value)
    }

    mutating func put<Word: RawRepresentable<String>>(_ name: String, _ value: Word?) {
        put(name, value?.rawValue)
    }

    mutating func put(_ name: String, _ value: (some JSONWritable)?) {
        guard let value else { return }
        begin(name)
        put(value)
    }

    mutating func put(_ name: String, _ values: [String]?) {
        guard let values else { return }
        begin(name)
        list(values) { $0.put($1) }
    }

    mutating func put(_ name: String, _ values: [some JSONWritable]?) {
        guard let values else { return }
        begin(name)
        list(values) { $0.put($1) }
    }

    mutating func put(_ name: String, _ counts: Counts) {
        begin(name)
        bytes.append(UInt8(ascii: "{"))
        for (place, counted) in counts.names.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            put(counted)
            bytes.append(UInt8(ascii: ":"))
            put(number: counts[counted, default: 0])
        }
        bytes.append(UInt8(ascii: "}"))
    }

    // MARK: Values

    /// Begins a member.
    mutating func begin(_ name: String) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        put(name)
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func put(_ value: some JSONWritable) {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        value.write(to: &self)
        isFirst = false
        bytes.append(UInt8(ascii: "}"))
    }

    mutating func list<Value>(
        _ values: [Value], _ put: (inout JSONWriter, Value) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        for (place, value) in values.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            put(&self, value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func put(_ text: String) { JSON.append(text, to: &bytes) }

    mutating func put(number: some BinaryInteger) { bytes += String(number).utf8 }

    mutating func put(_ flag: Bool) { bytes += (flag ? "true" : "false").utf8 }

    mutating func putNull() { bytes += "null".utf8 }
}

/// An object that puts its members in the order of their names.
protocol JSONWritable {
    func write(to json: inout JSONWriter)
}

extension JSON {
    /// A string, with only the escapes that RFC 8259, 7 demands.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if isPlain(text) { bytes += text.utf8 } else { appendEscaped(text, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// True for a text without any byte that needs an escape, as nearly all are.
    private static func isPlain(_ text: String) -> Bool {
        let units = text.utf8Span.span
        for place in units.indices {
            let byte = units[place]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                return false
            }
        }
        return true
    }

    private static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case ..<0x20: bytes += escapes[Int(byte)].utf8
            default: bytes.append(byte)
            }
        }
    }

    /// The escape of each control character; the short form where JSON has one.
    private static let escapes = (0..<0x20).map { code in
        switch code {
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        default: "\\u00" + (code < 0x10 ? "0" : "") + String(code, radix: 16)
        }
    }
}
