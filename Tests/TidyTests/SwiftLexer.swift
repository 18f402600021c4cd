/// Takes Swift text apart into tokens, comments and literals. It knows as much of the grammar as
/// the checks need: nested comments, raw and multi-line strings, interpolation; no regex literals.
struct SwiftLexer {
    private let bytes: [UInt8]
    private var at = 0
    private var line = 1

    private(set) var tokens: [SwiftSource.Piece] = []
    private(set) var comments: [SwiftSource.Piece] = []
    private(set) var literals: [SwiftSource.Piece] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var lineCount: Int {
        bytes.isEmpty || bytes.last == .newline ? line - 1 : line
    }

    mutating func run() {
        while at < bytes.count {
            code(insideInterpolation: false)
        }
    }

    private func byte(_ ahead: Int = 0) -> UInt8 {
        at + ahead < bytes.count ? bytes[at + ahead] : 0
    }

    /// Reads code to the end, or to the parenthesis that closes an interpolation.
    private mutating func code(insideInterpolation: Bool) {
        var depth = 0
        while at < bytes.count {
            let here = byte()
            switch here {
            case .newline:
                line += 1
                at += 1
            case .space, .tab, .carriageReturn:
                at += 1
            case .slash where byte(1) == .slash:
                lineComment()
            case .slash where byte(1) == .star:
                blockComment()
            case .quote:
                string(hashes: 0)
            case .hash where hashesBeforeQuote() > 0:
                string(hashes: hashesBeforeQuote())
            case .backtick:
                word { $0 != .backtick && $0 != .newline }
            case _ where here.isWord:
                word(\.isWord)
            default:
                if here == .openParenthesis { depth += 1 }
                if here == .closeParenthesis {
                    if insideInterpolation, depth == 0 { return }
                    depth -= 1
                }
                tokens.append(piece(from: at, to: at + 1, line: line))
                at += 1
            }
        }
    }

    private func piece(from start: Int, to end: Int, line: Int) -> SwiftSource.Piece {
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        return SwiftSource.Piece(text: text, line: line, offset: start)
    }

    private mutating func word(_ belongs: (UInt8) -> Bool) {
        let start = at
        at += 1
        while at < bytes.count, belongs(bytes[at]) { at += 1 }
        if bytes[start] == .backtick, byte() == .backtick { at += 1 }
        tokens.append(piece(from: start, to: at, line: line))
    }

    private mutating func lineComment() {
        let start = at
        while at < bytes.count, bytes[at] != .newline { at += 1 }
        comments.append(piece(from: start, to: at, line: line))
    }

    private mutating func blockComment() {
        let (start, firstLine) = (at, line)
        var depth = 0
        repeat {
            if byte() == .slash, byte(1) == .star {
                depth += 1
                at += 2
            } else if byte() == .star, byte(1) == .slash {
                depth -= 1
                at += 2
            } else {
                if byte() == .newline { line += 1 }
                at += 1
            }
        } while depth > 0 && at < bytes.count
        comments.append(piece(from: start, to: min(at, bytes.count), line: firstLine))
    }

    private func hashesBeforeQuote() -> Int {
        var count = 0
        while byte(count) == .hash { count += 1 }
        return byte(count) == .quote ? count : 0
    }

    /// Reads a literal; the code of its interpolations goes to the tokens.
    private mutating func string(hashes: Int) {
        let (start, firstLine) = (at, line)
        at += hashes
        let quotes = byte(1) == .quote && byte(2) == .quote ? 3 : 1
        at += quotes
        var text: [UInt8] = []
        while at < bytes.count, !closes(quotes: quotes, hashes: hashes) {
            if byte() == .backslash, (0..<hashes).allSatisfy({ byte(1 + $0) == .hash }) {
                at += 1 + hashes
                if byte() == .openParenthesis {
                    at += 1
                    code(insideInterpolation: true)
                }
                text.append(.space)
                if byte() == .newline { line += 1 }
            } else {
                if byte() == .newline { line += 1 }
                text.append(byte())
            }
            at += 1
        }
        at += quotes + hashes
        let literal = String(decoding: text, as: UTF8.self)
        literals.append(SwiftSource.Piece(text: literal, line: firstLine, offset: start))
    }

    private func closes(quotes: Int, hashes: Int) -> Bool {
        (0..<quotes).allSatisfy { byte($0) == .quote }
            && (0..<hashes).allSatisfy { byte(quotes + $0) == .hash }
    }
}

extension UInt8 {
    fileprivate static let tab: UInt8 = 9
    fileprivate static let newline: UInt8 = 10
    fileprivate static let carriageReturn: UInt8 = 13
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let hash = UInt8(ascii: "#")
    fileprivate static let openParenthesis = UInt8(ascii: "(")
    fileprivate static let closeParenthesis = UInt8(ascii: ")")
    fileprivate static let star = UInt8(ascii: "*")
    fileprivate static let slash = UInt8(ascii: "/")
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let backtick = UInt8(ascii: "`")

    /// Whether the byte can stand in an identifier or a number.
    fileprivate var isWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default:
            false
        }
    }
}
