import Documents
import Scorebook
import Terminal
import ViewModels

/// The first byte chooses: keys as bytes and what they mean at the desk, or a text on its way to a
/// terminal.
enum TerminalTarget {
    static func run(_ bytes: [UInt8]) throws {
        var script = ByteScript(bytes)
        if script.byte() % 2 == 0 { try keys(&script) } else { try text(&script) }
    }

    private static func keys(_ script: inout ByteScript) throws {
        var reader = KeyReader()
        var grammar = EntryGrammar()
        var field = TextField(limit: 40)
        var now = Duration.zero
        var steps = 0
        while !script.isAtEnd, steps < 400 {
            steps += 1
            now += .milliseconds(Int(script.byte()) * 4)
            var keys = reader.tick(at: now)
            let bytes = Array(script.chunk().prefix(2000))
            let arrived = reader.receive(bytes, at: now)
            try demand(arrived.count <= bytes.count + 1, "more keys than bytes")
            keys += arrived
            if let deadline = reader.deadline {
                try demand(deadline >= now, "a deadline that is over")
            }
            for key in keys {
                _ = grammar.press(key, at: now)
                _ = field.press(key)
                try demand(grammar.text.isPlain(), "controls among what is typed")
                try demand(grammar.text.count < 40, "what is typed grows without end")
                try demand(field.text.count <= field.limit, "a field above its limit")
            }
            if script.byte() == 9 { grammar.beginCorrection(side: .away) }
        }
    }

    private static func text(_ script: inout ByteScript) throws {
        let columns = Int(script.byte())
        let rows = Int(script.byte() % 8)
        let text = String(decoding: script.rest(), as: UTF8.self)
        let clean = PlainText.clean(text, max: 64)
        try demand(clean.unicodeScalars.count <= 64, "a name above its limit")
        try demand(clean.isHarmless, "a name that is not clean")
        try demand(PlainText.clean(clean, max: 64) == clean, "cleaning twice gives another name")
        let line = SafeText.line(text)
        try demand(line.isHarmless, "a line with controls")
        let short = DisplayWidth.truncated(line, to: columns)
        try demand(DisplayWidth.of(short) <= max(columns, 0), "a text is wider than its column")
        _ = DisplayWidth.padded(line, to: columns)
        try paint(text, columns: columns, rows: rows)
    }

    /// Whatever a cell shows, only the painter's own sequences hold an escape.
    private static func paint(_ text: String, columns: Int, rows: Int) throws {
        var canvas = Canvas(columns: columns, rows: rows)
        canvas.write(text, row: rows / 2, column: columns / 3)
        canvas.write(text, row: 0, width: columns / 2)
        canvas.clear(row: 0, column: columns / 4, columns: 3)
        canvas.write(text, row: 0, column: 1, width: 5, look: .bold)
        for line in canvas.lines {
            try demand(line.isHarmless, "controls on a canvas")
        }
        var painter = ScreenPainter(hasColor: true)
        let shown = painter.bytes(for: canvas)
        try demand(shown.count < 64 * 1024 + 64 * text.utf8.count, "a screen without end")
        try demand(painter.bytes(for: canvas).isEmpty, "an equal canvas is painted again")
    }
}

extension String {
    /// No control characters, and nothing that changes the direction of what stands behind it, but for
    /// the mark that ends a right-to-left text.
    fileprivate var isHarmless: Bool {
        isPlain()
            && unicodeScalars.allSatisfy { scalar in
                !(0x202A...0x202E).contains(scalar.value)
                    && !(0x2066...0x2069).contains(scalar.value)
                    && scalar.value != 0x2028 && scalar.value != 0x2029
            }
    }
}
