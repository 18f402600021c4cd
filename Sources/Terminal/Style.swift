import ViewModels

/// What the place that text goes to can show; the caller knows it, from `NO_COLOR`, from whether
/// there is a terminal and how wide it is.
package struct Style: Hashable, Sendable {
    /// Whether colours and bold may be used.
    package var hasColor: Bool
    /// Columns of a line; nil for a file or a pipe, where nothing is shortened.
    package var columns: Int?

    /// A pipe unless said otherwise.
    package init(hasColor: Bool = false, columns: Int? = nil) {
        self.hasColor = hasColor
        self.columns = columns
    }

    /// The text in the colour of its tone, from the sixteen of every terminal. The text must be
    /// harmless already.
    func paint(_ text: String, _ tone: Tone = .plain, isBold: Bool = false) -> String {
        guard hasColor, !text.isEmpty else { return text }
        let codes = [isBold ? "1" : nil, Self.code(of: tone)].compactMap(\.self)
        return codes.isEmpty ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
    }

    /// The parameter of SGR (ECMA-48) that means the tone; nil for plain text.
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

/// Draws a view model as lines of text and knows nothing else; it writes nothing.
package protocol PlainView {
    /// The lines from top to bottom, without line ends.
    func lines(_ style: Style) -> [String]
}

extension PlainView {
    /// The lines, each with its end.
    package func text(_ style: Style) -> String {
        lines(style).reduce(into: "") { $0 += $1 + "\n" }
    }

    /// The text as UTF-8, ready to be written.
    package func bytes(_ style: Style) -> [UInt8] { Array(text(style).utf8) }
}
