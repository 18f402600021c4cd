package import ViewModels

/// The abilities of the output. The caller derives them from `NO_COLOR` and the terminal.
package struct Style {
    /// True if colour and bold may be used.
    package var hasColor: Bool
    /// The width of a line; nil for a file or a pipe, where nothing is shortened.
    package var columns: Int?
    /// Notes the outputs that the lines are made of.
    let reads: Reads

    package init(hasColor: Bool = false, columns: Int? = nil, reads: Reads = Reads()) {
        self.hasColor = hasColor
        self.columns = columns
        self.reads = reads
    }

    /// The value of an output, as by a canvas.
    subscript<Value>(output: Dynamic<Value>) -> Value { reads[output] }

    /// The text in the colour of its tone, from the basic sixteen. The text must be safe.
    func paint(_ text: String, _ tone: Tone = .plain, isBold: Bool = false) -> String {
        guard hasColor, !text.isEmpty else { return text }
        let codes = [isBold ? "1" : nil, Self.code(of: tone)].compactMap(\.self)
        return codes.isEmpty ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
    }

    /// The SGR parameter (ECMA-48) of the tone; nil for plain text.
    static func code(of tone: Tone) -> String? {
        switch tone {
        case .plain: nil
        case .good: "32"
        case .attention: "33"
        case .bad: "31"
        case .faint: "2"
        }
    }
}

/// A view of lines of text. It draws its view model and writes nothing.
package protocol PlainView {
    /// Without line ends.
    func lines(_ style: Style) -> [String]
}

extension PlainView {
    /// The lines, each with its end.
    package func text(_ style: Style) -> String {
        lines(style).reduce(into: "") { $0 += $1 + "\n" }
    }

    /// The text as UTF-8.
    package func bytes(_ style: Style) -> [UInt8] { Array(text(style).utf8) }
}
