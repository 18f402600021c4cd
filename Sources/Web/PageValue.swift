import LocalAPI
import ViewModels

/// The value of one name of a page. It becomes HTML in the first paint and JSON in the stream.
enum PageValue: Hashable {
    case text(String, Tone = .plain)
    /// The cells of rows, each under a key that is unique in its list.
    case rows([PageRow])
    /// Nil where there is no game clock.
    case clock(ClockReading?)
    /// The number of a picture's version; nil for no picture.
    case picture(Int?)
}

struct PageRow: Hashable {
    let key: String
    let cells: [String]
    var tone = Tone.plain
}

extension Tone {
    /// The class of an element; nil for plain.
    var className: String? {
        switch self {
        case .plain: nil
        case .good: "good"
        case .attention: "attention"
        case .bad: "bad"
        case .faint: "faint"
        }
    }
}

/// Text of documents, made fit for a page. It is cleaned once, when it comes to a name, and escaped
/// for each of the two forms.
enum PageText {
    /// Line breaks and tabs become spaces. Other controls, and characters without a look, become
    /// U+FFFD. Characters that change the direction of their neighbours are removed.
    static func clean(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control:
                clean.append([0x09, 0x0A, 0x0D].contains(scalar.value) ? " " : "\u{FFFD}")
            case .lineSeparator, .paragraphSeparator: clean.append(" ")
            case .format where ![0x200C, 0x200D].contains(scalar.value): break
            case .privateUse, .unassigned, .surrogate: clean.append("\u{FFFD}")
            default: clean.append(scalar)
            }
        }
        return String(clean)
    }

    /// For text of an element and for a quoted attribute, of HTML and of XML.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            case "'": escaped += "&#39;".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

// MARK: JSON

extension PageValue {
    /// One event: the names whose values differ from those sent before, in alphabetical order. An
    /// unchanged row is its key alone.
    static func json(
        _ values: [String: PageValue], since sent: [String: PageValue], at now: Duration
    ) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        for name in values.keys.sorted() {
            guard let value = values[name], value != sent[name] else { continue }
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            JSON.append(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            value.append(to: &bytes, since: sent[name], at: now)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// A text is a string, or an object with `x` (text) and `t` (tone); rows are a list of keys and
    /// of objects with `k` (key), `t` and `c` (cells); a game clock is an object with milliseconds,
    /// and how long ago they were read.
    func append(
        to bytes: inout [UInt8], since sent: PageValue? = nil, at now: Duration = .zero
    ) {
        switch self {
        case .text(let text, let tone):
            guard let tone = tone.className else { return JSON.append(text, to: &bytes) }
            bytes += Array("{\"t\":\"\(tone)\",\"x\":".utf8)
            JSON.append(text, to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        case .rows(let rows):
            var known: Set<PageRow> = []
            if case .rows(let rows) = sent { known = Set(rows) }
            Self.list(rows, to: &bytes) { row, bytes in
                guard !known.contains(row) else { return JSON.append(row.key, to: &bytes) }
                bytes += Array("{\"c\":".utf8)
                Self.list(row.cells, to: &bytes) { JSON.append($0, to: &$1) }
                bytes += Array(",\"k\":".utf8)
                JSON.append(row.key, to: &bytes)
                if let tone = row.tone.className { bytes += Array(",\"t\":\"\(tone)\"".utf8) }
                bytes.append(UInt8(ascii: "}"))
            }
        case .clock(nil): bytes += Array("{\"ms\":null}".utf8)
        case .clock(let reading?):
            let age = max(0, reading.age(at: now))
            let text =
                "{\"age\":\(age),\"down\":\(reading.countsDown),"
                + "\"ms\":\(reading.milliseconds),\"run\":\(reading.isRunning)}"
            bytes += Array(text.utf8)
        case .picture(let version): bytes += Array("{\"v\":\(version ?? 0)}".utf8)
        }
    }

    private static func list<Element>(
        _ elements: [Element], to bytes: inout [UInt8],
        _ append: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(element, &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}
