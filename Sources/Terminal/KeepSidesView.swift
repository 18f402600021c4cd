import ViewModels

/// The players of both sides side by side, those of this device large, others small. A narrow
/// screen shows only the side of the typed numbers.
struct KeepSidesView {
    private let home: KeepSide
    private let away: KeepSide
    /// Of each side; on a narrow screen of the only one.
    private let width: Int
    private let hasBoth: Bool
    private let reads: Reads
    private let homeFlow: [FlowLine]
    private let awayFlow: [FlowLine]

    /// `columns` are those of the screen.
    init(home: KeepSide, away: KeepSide, columns: Int, reads: Reads) {
        (self.home, self.away, self.reads) = (home, away, reads)
        hasBoth = columns >= Self.twoSidesWidth
        width = hasBoth ? (columns - Self.gap) / 2 : columns
        homeFlow = Self.flow(home.others, columns: width, reads)
        awayFlow = Self.flow(away.others, columns: width, reads)
    }

    /// Returns the number of rows that it took.
    func draw(on canvas: inout Canvas, rows: Range<Int>) -> Int {
        guard !rows.isEmpty else { return 0 }
        // Both sides have the size of the larger one, so that the other side does not jump.
        let size = Size.allCases.first { height($0) < rows.count } ?? .flowing
        func draw(_ side: KeepSide, column: Int, width: Int) -> Int {
            self.draw(
                side, side.side == away.side ? awayFlow : homeFlow, size, on: &canvas, rows: rows,
                column: column, width: width)
        }
        guard hasBoth else {
            return draw(away.isActive ? away : home, column: 0, width: width)
        }
        let right = width + Self.gap
        return max(
            draw(home, column: 0, width: width),
            draw(away, column: right, width: canvas.columns - right))
    }

    /// The rows that give each player a row.
    var listedRows: Int { 1 + height(.listed) }

    /// The fewest rows that show every player.
    var flowingRows: Int { 1 + height(.flowing) }

    /// The rows beneath the titles.
    private func height(_ size: Size) -> Int {
        [(home, homeFlow), (away, awayFlow)].map { side, flow in
            let (mine, others) = (side.mine.count, side.others.count)
            return switch size {
            case .airy: mine * 3 + others
            case .large: mine * 2 + others
            case .listed: mine + others
            case .flowing: mine + flow.count
            }
        }.max() ?? 0
    }

    private static let gap = 3
    /// Two sides with recognisable names.
    private static let twoSidesWidth = 56
    private static let labelWidth = 4

    /// The size of a player, from the largest.
    private enum Size: CaseIterable {
        /// Two rows and a blank one for a player of this device, one row for others.
        case airy
        /// Two rows for a player of this device, one row for others.
        case large
        /// One row for each player.
        case listed
        /// One row for each player of this device; the others share rows.
        case flowing
    }

    private func draw(
        _ side: KeepSide, _ flow: [FlowLine], _ size: Size, on canvas: inout Canvas,
        rows: Range<Int>, column: Int, width: Int
    ) -> Int {
        drawTitle(side, on: &canvas, row: rows.lowerBound, column: column, width: width)
        var body = rows.dropFirst()
        let hidden = size == .flowing ? Self.hidden(side, flow, rows: body.count) : 0
        var row = body.lowerBound
        if hidden > 0 {
            body = body.dropLast()
            canvas.write(
                side.more(hidden), row: body.upperBound, column: column, width: width,
                tone: .attention)
        }
        for player in side.mine where row < body.upperBound {
            drawOwn(
                player, of: side.kinds, on: &canvas, row: row, column: column, width: width, size)
            row += size == .airy ? 3 : size == .large ? 2 : 1
        }
        if size == .airy, side.mine.isEmpty == false, side.others.isEmpty { row -= 1 }
        if size == .flowing {
            for line in flow where row < body.upperBound {
                canvas.write(line.text, row: row, column: column, width: width, tone: .faint)
                row += 1
            }
        } else {
            for player in side.others where row < body.upperBound {
                drawOther(player, on: &canvas, row: row, column: column, width: width)
                row += 1
            }
        }
        return hidden > 0 ? rows.count : min(row, rows.upperBound) - rows.lowerBound
    }

    /// The number of players without a row if the last row is needed to state it; 0 if all fit, or
    /// if there are too few rows for that.
    private static func hidden(_ side: KeepSide, _ flow: [FlowLine], rows: Int) -> Int {
        guard rows >= rowsWithRest, side.mine.count + flow.count > rows else { return 0 }
        let mine = min(side.mine.count, rows - 1)
        let others = flow.prefix(rows - 1 - mine).map(\.players).reduce(0, +)
        return side.mine.count - mine + side.others.count - others
    }

    private static let rowsWithRest = 4

    /// Players that share a row.
    private struct FlowLine {
        var text: String
        var players = 1
    }

    /// `5 Bo 2 pts · 6 Cy 0 pts`; a player is never split between rows.
    private static func flow(
        _ players: [KeepPlayer], columns: Int, _ reads: Reads
    ) -> [FlowLine] {
        var lines: [FlowLine] = []
        var width = 0
        for player in players {
            let words = player.label + " " + player.name(reads) + " " + player.points(reads)
            let needed = DisplayWidth.ofSafe(words)
            if !lines.isEmpty, width + 3 + needed <= columns {
                lines[lines.count - 1].text += " · "
                lines[lines.count - 1].text += words
                lines[lines.count - 1].players += 1
                width += 3 + needed
            } else {
                lines.append(FlowLine(text: words))
                width = needed
            }
        }
        return lines
    }

    private func drawTitle(
        _ side: KeepSide, on canvas: inout Canvas, row: Int, column: Int, width: Int
    ) {
        let look: Canvas.Look = side.isActive ? [.bold, .reversed] : .bold
        canvas.fill(
            " ", row: row, column: column, count: width, look: side.isActive ? .reversed : [])
        let mark = side.isActive ? "▶ " : "  "
        var next = canvas.write(
            mark + side.name, row: row, column: column, width: width * 2 / 3, look: look)
        next = canvas.write(
            " " + side.side, row: row, column: next, width: column + width - next,
            look: side.isActive ? .reversed : [])
        canvas.write(
            " " + side.detail, row: row, column: next, width: column + width - next,
            tone: side.isActive ? .plain : .faint, look: side.isActive ? .reversed : [])
    }

    private func drawOwn(
        _ player: KeepPlayer, of kinds: [String], on canvas: inout Canvas, row: Int, column: Int,
        width: Int, _ size: Size
    ) {
        drawLabel(player, on: &canvas, row: row, column: column, look: .bold)
        let (points, fullName) = (player.points(reads), player.name(reads))
        let name = column + Self.labelWidth + 2
        let end = column + width - DisplayWidth.of(points)
        canvas.write(points, row: row, column: end, tone: tone(player), look: .bold)
        let isLarge = size == .airy || size == .large
        var beside = ""
        if !isLarge {
            let nameWidth = DisplayWidth.ofSafe(fullName) + 1
            let room = end - name - max(nameWidth, Self.nameWidthMin) - 2
            beside =
                canvas.columns < Self.countsWidth
                ? player.fouls(reads) : player.counts(of: kinds, columns: room, reads)
        }
        let besideWidth = beside.isEmpty ? 0 : DisplayWidth.of(beside) + 2
        let hasRoom = end - name - besideWidth >= Self.nameWidthMin
        if !beside.isEmpty, hasRoom {
            canvas.write(beside, row: row, column: end - besideWidth, tone: .faint)
        }
        canvas.write(
            fullName, row: row, column: name,
            width: end - name - 1 - (hasRoom ? besideWidth : 0), tone: tone(player),
            look: .bold)
        guard isLarge else { return }
        canvas.write(
            player.counts(of: kinds, columns: column + width - name, reads), row: row + 1,
            column: name, width: column + width - name, tone: .faint)
    }

    private func drawOther(
        _ player: KeepPlayer, on canvas: inout Canvas, row: Int, column: Int, width: Int
    ) {
        drawLabel(player, on: &canvas, row: row, column: column, look: [])
        let trackersWidth = min(10, max(0, width / 4))
        let pointsEnd = column + width - trackersWidth - 2
        let points = player.points(reads)
        let pointsStart = pointsEnd - DisplayWidth.of(points)
        let name = column + Self.labelWidth + 2
        let tone: Tone = player.match == .none ? .faint : tone(player)
        canvas.write(
            player.name(reads), row: row, column: name, width: pointsStart - name - 1, tone: tone)
        canvas.write(points, row: row, column: pointsStart, tone: tone)
        canvas.write(
            player.trackers(reads), row: row, column: pointsEnd + 2, width: trackersWidth,
            tone: .faint)
    }

    /// The label, aligned to the right and marked if the input matches.
    private func drawLabel(
        _ player: KeepPlayer, on canvas: inout Canvas, row: Int, column: Int, look: Canvas.Look
    ) {
        let label = " " + DisplayWidth.padded(player.label, to: Self.labelWidth - 2, atStart: true)
        let text = (player.match == .exact ? "▸" + label.dropFirst() : label) + " "
        let shown = look.union(player.match == .exact || look == .bold ? .reversed : [])
        canvas.write(text, row: row, column: column, tone: tone(player), look: shown)
    }

    private static let nameWidthMin = 8
    /// The columns of a screen that shows all counts of a player in one row.
    private static let countsWidth = 100

    private func tone(_ player: KeepPlayer) -> Tone {
        switch player.match {
        case .exact: .good
        case .possible: .attention
        case .none: reads[player.player.isActive] ? .plain : .faint
        }
    }
}

extension KeepPlayer {
    /// `Ana`; the slot for a player without a name.
    func name(_ reads: Reads) -> String { reads[player.playerName] }

    /// `12 pts`.
    func points(_ reads: Reads) -> String {
        let points = reads[player.points]
        return points + (points == "1" ? " pt" : " pts")
    }

    /// `3 fouls`; empty for 0.
    func fouls(_ reads: Reads) -> String {
        let fouls = reads[player.count(of: "foul")]
        return fouls == "0" ? "" : Wording.count(fouls, "foul")
    }

    /// The devices that track the player: `bo`, `nobody`; empty if this device does.
    func trackers(_ reads: Reads) -> String {
        if reads[player.isMine] { return "" }
        let trackers = reads[player.trackers]
        return trackers.isEmpty ? "nobody" : trackers
    }

    /// `1P 0  2P 1  AST 2  REB 0  PF 1  STL 1`: the counts of the first kinds as far as the fouls,
    /// and the others that are not 0. Where there is no room for that, all zeros are left out.
    func counts(of kinds: [String], columns: Int, _ reads: Reads) -> String {
        func line(_ kinds: [String]) -> String {
            kinds.map {
                "\(Wording.heading(ofKind: $0)) \(reads[player.count(of: $0)])"
            }
            .joined(separator: "  ")
        }
        let counted = kinds.filter { reads[player.count(of: $0)] != "0" }
        let usual = kinds.firstIndex(of: "foul").map { kinds[...$0] } ?? []
        let all = line(usual + counted.filter { !usual.contains($0) })
        return DisplayWidth.of(all) <= columns ? all : line(counted)
    }
}
