package import ViewModels

/// The findings of `scored doctor`: one line per check, with advice indented beneath.
package struct DoctorView: PlainView {
    private let found: DoctorViewModel

    package init(_ found: DoctorViewModel) { self.found = found }

    private static let wordWidth = 7
    private static let subjectWidth = 11
    /// Below this width the text begins beneath the word.
    private static let wideWidth = 60

    package func lines(_ style: Style) -> [String] {
        let blocks = found.lines.flatMap { self.lines(of: $0, style) }
        return blocks + ["", style.paint(SafeText.line(found.verdict), found.tone)]
    }

    private func lines(of line: DoctorViewModel.Line, _ style: Style) -> [String] {
        let word = DisplayWidth.padded(line.word, to: Self.wordWidth)
        let subject = DisplayWidth.padded(SafeText.line(line.subject), to: Self.subjectWidth)
        let head = style.paint(word, line.tone) + "  " + subject + "  "
        let indent = Self.wordWidth + Self.subjectWidth + 4
        let advice = line.advice.isEmpty ? "" : "-> \(line.advice)"
        guard let columns = style.columns else {
            return [head + SafeText.line(line.text)]
                + (advice.isEmpty
                    ? [] : [String(repeating: " ", count: indent) + SafeText.line(advice)])
        }
        let isWide = columns >= Self.wideWidth
        let left = isWide ? indent : 2
        let text = [line.text, advice].flatMap {
            WrappedText.lines($0, columns: max(10, columns - left))
        }
        let pad = String(repeating: " ", count: left)
        guard isWide, let first = text.first else { return [head] + text.map { pad + $0 } }
        return [head + first] + text.dropFirst().map { pad + $0 }
    }
}
