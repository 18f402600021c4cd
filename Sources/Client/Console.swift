import Documents
import Net
package import Terminal
import Web

/// The output of a command: data to the standard output, messages to the standard error.
package struct Console {
    /// True if documents are printed in place of views.
    package let isJSON: Bool
    /// Colors and width of the standard output.
    package let style: Style
    /// False for a dumb terminal, on which no screen can be drawn.
    package let canMoveCursor: Bool

    /// The home that commands in texts must name; nil if they reach it without.
    private let home: NamedHome?

    /// Asks the terminal. `NO_COLOR`, a pipe and a dumb terminal mean plain text.
    package init(
        isJSON: Bool, isPlain: Bool, home: NamedHome? = nil, environment: (String) -> String?
    ) {
        self.isJSON = isJSON
        self.home = home
        canMoveCursor = environment("TERM") != "dumb"
        guard TerminalDevice.isOutputTerminal else {
            style = Style()
            return
        }
        let hasColor = !isPlain && (environment("NO_COLOR") ?? "").isEmpty && canMoveCursor
        style = Style(hasColor: hasColor, columns: TerminalDevice.size?.columns)
    }

    /// Prints a view at the width of the terminal.
    package func show(_ view: any PlainView) throws(ClientError) {
        try write(Array(advice(view.text(style)).utf8))
    }

    /// Prints the bytes of a document and a line feed.
    package func show(document: [UInt8]) throws(ClientError) {
        try write(document.last == 0x0A ? document : document + [0x0A])
    }

    /// Prints a line of data; control characters in it are replaced.
    package func show(line: String) throws(ClientError) { try show(TextView([advice(line)])) }

    /// A text whose commands reach the home of this run when they are typed as they stand.
    package func advice(_ text: String) -> String { home?.text(text) ?? text }

    /// Prints lines with links, and at a terminal the QR code of one of them. They are not wrapped:
    /// a wrapped link cannot be copied.
    package func show(_ lines: [String], withCodeOf link: String) throws(ClientError) {
        let code = TerminalDevice.isOutputTerminal ? QRCode(link)?.halfBlocks : nil
        try write(Array((lines + (code ?? [])).map { $0 + "\n" }.joined().utf8))
    }

    package func write(_ bytes: [UInt8]) throws(ClientError) {
        try ClientError.rethrowing(ClientError.output, TerminalDevice.write(bytes))
    }

    /// Prints a message to standard error. Ignores a closed standard error.
    package func say(_ line: String) {
        try? TerminalDevice.writeError(
            TextView([advice(line)]).bytes(Style(columns: TerminalDevice.errorColumns)))
    }
}

/// The home that `--state` named. Texts are made where nobody knows how this home was named: `scored
/// down` in an advice would end the daemon of another.
package struct NamedHome {
    private let option: String
    private let commands: [String]

    package init(_ path: String, commands: [String]) {
        option = "--state \(Phrases.shellWord(path)) "
        self.commands = commands
    }

    /// The text with the home in every command but those for another device.
    package func text(_ text: String) -> String {
        var named = ""
        var rest = Substring(text)
        while let place = rest.firstRange(of: "scored ") {
            named += rest[..<place.upperBound]
            rest = rest[place.upperBound...]
            // The end of a path, as of a home that is called so.
            if named.dropLast("scored ".count).last == "/" { continue }
            let word = rest.prefix { $0.isLetter }
            guard !word.isEmpty, commands.contains(String(word)) else { continue }
            let clause = named.split(whereSeparator: { ";\n".contains($0) }).last ?? ""
            if !Self.isElsewhere(clause, rest.prefix { !";:\n".contains($0) }) { named += option }
        }
        return named + rest
    }

    /// True for a command that is to be typed at another device, by the words around it.
    private static func isElsewhere(_ before: Substring, _ after: Substring) -> Bool {
        let start = before.drop { $0 == " " || $0 == "!" }
        return start.hasPrefix("on ") && !start.hasPrefix("on either")
            || [
                "other device:", "another keeper", "everyone else", "not found:", "new code (",
                ", on ", "inviter", "of its devices (",
            ].contains(where: before.contains)
            || ["on the other", "at the other", "on the inviting", "` at "]
                .contains(where: after.prefix { $0 != "," }.contains)
    }
}

/// A question to the keeper at the terminal.
package enum Question {
    /// Prints the question to the standard error and waits for a line; nil at the end of input.
    package static func ask(_ question: String) throws(ClientError) -> String? {
        let lines = TextView([question]).lines(Style(columns: TerminalDevice.errorColumns))
        try? TerminalDevice.writeError(Array((lines.joined(separator: "\n") + " ").utf8))
        let line = try ClientError.rethrowing(
            { (error: NetError) in .unusable(error.message) }, line())
        guard let typed = line else { return nil }
        guard typed.count < ClientLimits.typedBytesMax else {
            throw .unusable("the line is longer than \(ClientLimits.typedBytesMax) bytes")
        }
        let text = try ClientError.rethrowing(
            { (error: Unreadable) in .unusable("the answer: \(error)") }, GivenText.read(typed))
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Nil at the end of input. Reads byte by byte, so that later lines stay in the input for the
    /// next question.
    private static func line() throws(NetError) -> [UInt8]? {
        let keys = EventLoop<Void>()
        keys.watch(TerminalDevice.inputNumber, .readable, as: ())
        var typed: [UInt8] = []
        while typed.count < ClientLimits.typedBytesMax {
            switch try TerminalDevice.read(bytesMax: 1) {
            case .bytes([0x0A]): return typed
            case .bytes(let bytes): typed += bytes
            case .end: return typed.isEmpty ? nil : typed
            case .wouldBlock: _ = try keys.wait(timeout: nil)
            }
        }
        return typed
    }
}
