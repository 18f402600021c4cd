import ViewModels

extension Canvas {
    /// Writes a line of a plain view in the looks that `Style.paint` gave it.
    mutating func write(painted line: String, row: Int) {
        var column = 0
        let parts = line.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            guard index > 0, let end = part.firstIndex(of: "m") else {
                column = write(String(part), row: row, column: column)
                continue
            }
            let codes = part[..<end].split(separator: ";")
            let tone = Tone.allCases.first { tone in
                Style.code(of: tone).map { codes.contains($0[...]) } ?? false
            }
            column = write(
                String(part[part.index(after: end)...]), row: row, column: column,
                tone: tone ?? .plain, look: codes.contains("1") ? .bold : [])
        }
    }
}
