package import ViewModels

/// The running score as text: both sides above, the lead beneath, the periods marked.
package struct ChartView: PlainView {
    private let chart: ChartViewModel

    package init(_ chart: ChartViewModel) { self.chart = chart }

    package func lines(_ style: Style) -> [String] {
        let columns = style.columns ?? Self.pipeWidth
        func fitted(_ text: String) -> String {
            let line = SafeText.line(text)
            return style.columns == nil ? line : DisplayWidth.truncated(line, to: columns)
        }
        let title = style.paint(fitted(style[chart.title]), isBold: true)
        guard style[chart.placeholder].isEmpty else {
            return [title, style.paint(fitted(style[chart.placeholder]), .faint)]
        }
        let drawing = ChartDrawing(
            style[chart.picture], columns: min(max(columns, Self.widthMin), Self.widthMax))
        // Narrower than any chart: cut off, and without colours.
        let picture =
            columns >= Self.widthMin
            ? drawing.lines(style)
            : drawing.lines(Style()).map { DisplayWidth.truncated($0, to: columns) }
        let facts = style[chart.facts].flatMap { wrapped($0, to: style.columns) }
        return [title, ""] + picture + [""] + facts
    }

    /// Wraps at spaces; a word longer than the line is cut off.
    private func wrapped(_ text: String, to columns: Int?) -> [String] {
        let text = SafeText.line(text)
        guard let columns else { return [text] }
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= columns {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append((lines.isEmpty ? "" : "  ") + word)
            }
        }
        return lines.map { DisplayWidth.truncated($0, to: columns) }
    }

    private static let pipeWidth = 80
    private static let widthMin = 30
    /// Twice the minutes of a game: a wider chart shows no more.
    private static let widthMax = 140
}

private struct ChartDrawing {
    private let picture: ChartPicture
    private let width: Int
    private let margin: Int

    private struct Mark: Equatable {
        var character: Character
        var tone = Tone.plain

        static let blank = Mark(character: " ")

        func labelled(_ text: String) -> String { "\(character) \(text)" }
    }

    private static let scoreRows = 12
    private static let leadRows = 4
    private static let home = Mark(character: "●", tone: .good)
    private static let away = Mark(character: "○", tone: .attention)
    private static let both = Mark(character: "◆")

    init(_ picture: ChartPicture, columns: Int) {
        self.picture = picture
        let labels =
            picture.scoreTicks.map { "\($0)" }
            + [Self.home.labelled(picture.leadMaxLabel), picture.evenLabel]
        margin = (labels.map(\.count).max() ?? 1) + 1
        width = max(10, columns - margin - 1)
    }

    func lines(_ style: Style) -> [String] {
        let names = DisplayWidth.truncated(SafeText.line(picture.home), to: max(4, width / 2 - 8))
        let others = DisplayWidth.truncated(SafeText.line(picture.away), to: max(4, width / 2 - 8))
        let legend =
            String(repeating: " ", count: margin + 1)
            + paint([Self.home], style) + " \(names)  " + paint([Self.away], style) + " \(others)  "
            + paint([Self.both], style) + " \(picture.bothLabel)"
        let score = (0..<Self.scoreRows).map { row in
            label(scoreLabel(row), style) + paint(scoreRow(row), style)
        }
        let lead = (-Self.leadRows...Self.leadRows).map { row in
            label(leadLabel(row), style) + paint(leadRow(row), style)
        }
        return [legend] + score + [axis(style), periodLabels(style)] + lead
    }

    // MARK: Both scores

    private var top: Int { max(1, picture.scoreTicks.last ?? 1) }

    private func row(of score: Int) -> Int {
        let height = Self.scoreRows - 1
        return height - (score * height * 2 + top) / (top * 2)
    }

    private func scoreLabel(_ row: Int) -> String {
        picture.scoreTicks.last { self.row(of: $0) == row }.map { "\($0)" } ?? ""
    }

    private func scoreRow(_ row: Int) -> [Mark] {
        (0..<width).map { column in
            let (home, away) = picture.score(at: position(column + 1))
            switch (self.row(of: home) == row, self.row(of: away) == row) {
            case (true, true): return Self.both
            case (true, false): return Self.home
            case (false, true): return Self.away
            case (false, false): return background(column)
            }
        }
    }

    // MARK: The lead

    private func leadLabel(_ row: Int) -> String {
        switch row {
        case -Self.leadRows: Self.home.labelled(picture.leadMaxLabel)
        case Self.leadRows: Self.away.labelled(picture.leadMaxLabel)
        case 0: picture.evenLabel
        default: ""
        }
    }

    /// Home leads grow upwards from the middle, away leads downwards, in halves of a row.
    private func leadRow(_ row: Int) -> [Mark] {
        (0..<width).map { column in
            if row == 0 { return Mark(character: "─", tone: .faint) }
            let lead = picture.lead(from: position(column), to: position(column + 1))
            let side = row < 0 ? lead : -lead
            let halves = (side * Self.leadRows * 2 + picture.leadMax - 1) / picture.leadMax
            let filled = side > 0 ? halves - (abs(row) - 1) * 2 : 0
            let tone = row < 0 ? Tone.good : .attention
            if filled >= 2 { return Mark(character: "█", tone: tone) }
            if filled == 1 { return Mark(character: row < 0 ? "▄" : "▀", tone: tone) }
            return background(column)
        }
    }

    // MARK: Axes and labels

    private func position(_ column: Int) -> Double { Double(column) / Double(width) }

    /// The columns where the second and later periods begin.
    private var borders: [Int] {
        picture.periods.dropFirst().map { min(width - 1, Int($0.start * Double(width))) }
    }

    private func background(_ column: Int) -> Mark {
        borders.contains(column) ? Mark(character: "┊", tone: .faint) : .blank
    }

    private func label(_ text: String, _ style: Style) -> String {
        let padded = DisplayWidth.padded(
            DisplayWidth.truncated(text, to: margin), to: margin, atStart: true)
        return style.paint(padded + "│", .faint)
    }

    private func axis(_ style: Style) -> String {
        let borders = borders
        let line = (0..<width).map { borders.contains($0) ? "┴" : "─" }.joined()
        return style.paint(String(repeating: " ", count: margin) + "└" + line, .faint)
    }

    private func periodLabels(_ style: Style) -> String {
        var line = String(repeating: " ", count: margin + 1)
        for period in picture.periods where !period.label.isEmpty {
            let start = margin + 1 + Int(period.start * Double(width))
            let room = Int((period.end - period.start) * Double(width))
            guard line.count <= start, period.label.count <= room else { continue }
            line += String(repeating: " ", count: start - line.count) + period.label
        }
        for period in picture.periods where !period.startClock.isEmpty {
            let start = margin + 1 + Int(period.start * Double(width))
            let end = margin + 1 + Int(period.end * Double(width)) - period.endClock.count
            guard line.count <= start, start + period.startClock.count < end else { continue }
            line += String(repeating: " ", count: start - line.count) + period.startClock
            line += String(repeating: " ", count: end - line.count) + period.endClock
        }
        while line.last == " " { line.removeLast() }
        return style.paint(line, .faint)
    }

    private func paint(_ marks: [Mark], _ style: Style) -> String {
        var marks = marks
        while marks.last == .blank { marks.removeLast() }
        var line = ""
        var run = ""
        var tone = Tone.plain
        for mark in marks {
            if mark.tone != tone {
                line += style.paint(run, tone)
                (run, tone) = ("", mark.tone)
            }
            run.append(mark.character)
        }
        return line + style.paint(run, tone)
    }
}
