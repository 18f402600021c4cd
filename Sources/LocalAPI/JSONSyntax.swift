/// Finds what is wrong with a text that JSONDecoder refused, which says neither where nor why: the
/// first fault by RFC 8259, or else the numbers that may not have fitted.
struct JSONSyntax {
    /// The first fault of the grammar, at a byte counted from 1.
    struct Fault: Error, Equatable {
        let byte: Int
        let reason: String
    }

    /// A number that no 64-bit integer holds, and its place in the document.
    struct OddNumber: Equatable {
        let path: String
        let text: String
    }

    /// JSONDecoder's own bound; recursion ends here too.
    private static let depthMax = 512
    private static let oddNumbersMax = 2

    private let bytes: [UInt8]
    private var at = 0
    private var path: [String] = []
    /// The first of them, at most two: only a single one can be blamed.
    private(set) var oddNumbers: [OddNumber] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the whole text.
    mutating func check() throws(Fault) {
        try value()
        skipSpace()
        if at < bytes.count { throw fault("more follows behind the value") }
    }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private func fault(_ reason: String) -> Fault {
        Fault(byte: at + 1, reason: next == nil ? "the text ends too early" : reason)
    }

    private mutating func skipSpace() {
        while let byte = next, [.space, .tab, .lineFeed, .carriageReturn].contains(byte) { at += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private mutating func value() throws(Fault) {
        skipSpace()
        guard path.count < Self.depthMax else { throw fault("it is nested too deep") }
        switch next {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "\""): _ = try string()
        case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): try number()
        default: try word()
        }
    }

    private mutating func object() throws(Fault) {
        at += 1
        if skip("}") { return }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("a key in quotes was expected") }
            path.append((path.isEmpty ? "" : ".") + (try string()))
            guard skip(":") else { throw fault("':' was expected") }
            try value()
            path.removeLast()
        } while skip(",")
        guard skip("}") else { throw fault("',' or '}' was expected") }
    }

    private mutating func array() throws(Fault) {
        at += 1
        if skip("]") { return }
        var index = 0
        repeat {
            path.append("[\(index)]")
            try value()
            path.removeLast()
            index += 1
        } while skip(",")
        guard skip("]") else { throw fault("',' or ']' was expected") }
    }

    /// Returns the text between the quotes, escapes and all.
    private mutating func string() throws(Fault) -> String {
        at += 1
        let start = at
        while next != UInt8(ascii: "\"") {
            guard let byte = next, byte >= .space else {
                throw fault("a control character in a text must be escaped")
            }
            at += 1
            if byte == UInt8(ascii: "\\") { try escape() }
        }
        at += 1
        return String(decoding: bytes[start..<(at - 1)], as: UTF8.self)
    }

    private mutating func escape() throws(Fault) {
        guard let byte = next, Array("\"\\/bfnrtu".utf8).contains(byte) else {
            throw fault("there is no such escape")
        }
        at += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard next?.hexValue != nil else { throw fault("\\u needs four hexadecimal digits") }
            at += 1
        }
    }

    private mutating func number() throws(Fault) {
        let start = at
        if next == UInt8(ascii: "-") { at += 1 }
        let startsWithZero = next == UInt8(ascii: "0")
        let whole = try digits()
        if startsWithZero, whole > 1 { throw fault("a number starts with 0") }
        if next == UInt8(ascii: ".") {
            at += 1
            _ = try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            at += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
            _ = try digits()
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if Int64(text) == nil, oddNumbers.count < Self.oddNumbersMax {
            oddNumbers.append(OddNumber(path: path.joined(), text: String(text.prefix(40))))
        }
    }

    private mutating func digits() throws(Fault) -> Int {
        let start = at
        while next?.isDigit == true { at += 1 }
        guard at > start else { throw fault("a digit was expected") }
        return at - start
    }

    private mutating func word() throws(Fault) {
        for word in ["true", "false", "null"] where bytes[at...].starts(with: word.utf8) {
            at += word.utf8.count
            return
        }
        throw fault("a value was expected")
    }
}
