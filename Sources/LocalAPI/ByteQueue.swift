/// Appends bytes at the end and removes them from the front. Removing costs the bytes removed; the
/// rest is moved only when more than half of the buffer is spent.
struct ByteQueue {
    private var bytes: [UInt8] = []
    private var start = 0
    /// No line ends between `start` and here, so a line that arrives byte by byte is scanned once.
    private var scanned = 0

    var count: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ more: [UInt8]) {
        if start > 4096, start > bytes.count / 2 {
            bytes.removeFirst(start)
            scanned -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Removes and returns up to `limit` bytes.
    mutating func removeFirst(_ limit: Int) -> [UInt8] {
        let end = start + min(limit, count)
        if start == 0, end == bytes.count {
            defer { removeAll() }
            return bytes
        }
        let taken = Array(bytes[start..<end])
        advance(to: end)
        return taken
    }

    mutating func removeAll() {
        bytes = []
        start = 0
        scanned = 0
    }

    /// The next line without its CR LF; nil until it is complete.
    ///
    /// Throws for a line over `limit` bytes as soon as that is certain, for a CR or LF alone and
    /// for NUL: programs disagree about their meaning, which allows request smuggling (RFC 9112,
    /// 2.2).
    mutating func takeLine(limit: Int) throws(LineFault) -> [UInt8]? {
        var at = max(scanned, start)
        while at < bytes.count {
            let byte = bytes[at]
            if byte == .lineFeed {
                guard at > start, bytes[at - 1] == .carriageReturn else { throw .bareLineFeed }
                guard at - 1 - start <= limit else { throw .tooLong }
                let line = Array(bytes[start..<(at - 1)])
                advance(to: at + 1)
                return line
            }
            if at > start, bytes[at - 1] == .carriageReturn { throw .bareCarriageReturn }
            if byte == 0 { throw .nul }
            if at - start > limit { throw .tooLong }
            at += 1
        }
        scanned = at
        return nil
    }

    /// The next line of a head of which `headBytes` were read, which then counts this line too.
    mutating func takeHeadLine(_ headBytes: inout Int) throws(LineFault) -> [UInt8]? {
        let line = try takeLine(limit: HTTPLimits.headBytesMax - headBytes)
        if let line { headBytes += line.count + 2 }
        guard headBytes <= HTTPLimits.headBytesMax else { throw .tooLong }
        return line
    }

    private mutating func advance(to end: Int) {
        start = end
        scanned = end
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= HTTPLimits.keptBytesMax)
            start = 0
            scanned = 0
        }
    }
}

/// A fault of a line, before it is parsed.
enum LineFault: Error, Equatable {
    case tooLong, bareLineFeed, bareCarriageReturn, nul

    var reason: String {
        switch self {
        case .tooLong: "a line is too long"
        case .bareLineFeed: "a line ends in LF without CR"
        case .bareCarriageReturn: "a CR is not followed by LF"
        case .nul: "a NUL byte is in the head"
        }
    }
}

extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":")
    static let comma = UInt8(ascii: ",")

    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

    /// A character of a token: a method, a header's name (RFC 9110, 5.6.2).
    var isToken: Bool {
        if isDigit || isLetter { return true }
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
            UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
            UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            return true
        default:
            return false
        }
    }

    /// 0 to 15; nil if not a hexadecimal digit.
    var hexValue: UInt8? {
        if isDigit { return self - 0x30 }
        let lower = self | 0x20
        return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : nil
    }
}
