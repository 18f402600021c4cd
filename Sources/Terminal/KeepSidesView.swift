import ViewModels

/// The players of both sides side by side, those of this device large, others small. A narrow
/// screen shows only the side of the typed numbers.
struct KeepSidesView {
    let home: KeepSide
    let away: KeepSide

    /// Returns the number of rows that it took.
    func draw(on canvas: inout Canvas, rows: Range<Int>) -> Int {
        guard !rows.isEmpty else { return 0 }
        let width = Self.width(columns: canvas.columns)
        // Both sides have the size of the larger one, so that the other side does not jump.
        let size = Size.allCases.first { height($0, width: width) < rows.count } ?? .flowing
        guard canvas.columns >= Self.twoSidesWidth else {
            let side = away.isActive ? away : home
            return draw(side, size, on: &canvas, rows: rows, column: 0, width: width)
        }
        let left = draw(home, size, on: &canvas, rows: rows, column: 0, width: width)
        let right = draw(
            away, size, on: &canvas, rows: rows, column: width + Self.gap,
            width: canvas.columns - width - Self.gap)
        return max(left, right)
    }

    /// The rows that give each player a row.
    var listedRows: Int { 1 + height(.listed, width: 0) }

    /// The fewest rows that show every player.
    func flowingRows(columns: Int) -> Int {
        1 + height(.flowing, width: Self.width(columns: columns))
    }

    private static func width(columns: Int) -> Int {
        columns >= twoSidesWidth ? (columns - gap) / 2 : columns
    }

    /// The rows beneath the titles.
    private func height(_ size: Size, width: Int) -> Int {
        [home, away].map { side in
            let (mine, others) = (side.mine.count, side.others.count)
            return switch size {
            case .airy: mine * 3 + others
            case .large: mine * 2 + others
            case .listed: mine + others
            case .flowing: mine + Self.flow(side.others, columns: width).count
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
        _ side: KeepSide, _ size: Size, on canvas: inout Canvas, rows: Range<Int>, column: Int,
        width: Int
    ) -> Int {
        drawTitle(side, on: &canvas, row: rows.lowerBound, column: column, width: width)
        var body = rows.dropFirst()
        let flow = Self.flow(side.others, columns: width)
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
    private static func flow(_ players: [KeepPlayer], columns: Int) -> [FlowLine] {
        var lines: [FlowLine] = []
        for player in players {
            let words = SafeText.line("\(player.label) \(player.name) \(player.points)")
            if let last = lines.last?.text,
                DisplayWidth.of(last) + 3 + DisplayWidth.of(words) <= columns
            {
                lines[lines.count - 1].text = "\(last) · \(words)"
                lines[lines.count - 1].players += 1
            } else {
                lines.append(FlowLine(text: words))
            }
        }
        return lines
    }

    private func drawTitle(
        _ side: KeepSide, on canvas: inout Canvas, row: Int, column: Int, width: Int
    ) {
        let look: Canvas.Look = side.isActive ? [.bold, .reversed] : .bold
        canvas.write(
            String(repeating: " ", count: width), row: row, column: column,
            look: side.isActive ? .reversed : [])
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
        let points = DisplayWidth.of(player.points)
        let name = column + Self.labelWidth + 2
        let end = column + width - points
        canvas.write(player.points, row: row, column: end, tone: Self.tone(player), look: .bold)
        let isLarge = size == .airy || size == .large
        var beside = ""
        if !isLarge {
            let nameWidth = DisplayWidth.of(SafeText.line(player.name)) + 1
            let room = end - name - max(nameWidth, Self.nameWidthMin) - 2
            beside =
                canvas.columns < Self.countsWidth
                ? player.fouls : player.counts(of: kinds, columns: room)
        }
        let besideWidth = beside.isEmpty ? 0 : DisplayWidth.of(beside) + 2
        let hasRoom = end - name - besideWidth >= Self.nameWidthMin
        if !beside.isEmpty, hasRoom {
            canvas.write(beside, row: row, column: end - besideWidth, tone: .faint)
        }
        canvas.write(
            player.name, row: row, column: name,
            width: end - name - 1 - (hasRoom ? besideWidth : 0), tone: Self.tone(player),
            look: .bold)
        guard isLarge else { return }
        canvas.write(
            player.counts(of: kinds, columns: column + width - name), row: row + 1, column: name,
            width: column + width - name, tone: .faint)
    }

    private func drawOther(
        _ player: KeepPlayer, on canvas: inout Canvas, row: Int, column: Int, width: Int
    ) {
        drawLabel(player, on: &canvas, row: row, column: column, look: [])
        let trackersWidth = min(10, max(0, width / 4))
        let pointsEnd = column + width - trackersWidth - 2
        let points = DisplayWidth.of(player.points)
        let name = column + Self.labelWidth + 2
        let tone: Tone = player.match == .none ? .faint : Self.tone(player)
        canvas.write(
            player.name, row: row, column: name, width: pointsEnd - points - name - 1, tone: tone)
        canvas.write(player.points, row: row, column: pointsEnd - points, tone: tone)
        canvas.write(
            player.trackers, row: row, column: pointsEnd + 2, width: trackersWidth, tone: .faint)
    }

    /// The label, aligned to the right and marked if the input matches.
    private func drawLabel(
        _ player: KeepPlayer, on canvas: inout Canvas, row: Int, column: Int, look: Canvas.Look
    ) {
        let label = " " + DisplayWidth.padded(player.label, to: Self.labelWidth - 2, atStart: true)
        let text = (player.match == .exact ? "▸" + label.dropFirst() : label) + " "
        let shown = look.union(player.match == .exact || look == .bold ? .reversed : [])
        canvas.write(text, row: row, column: column, tone: Self.tone(player), look: shown)
    }

    private static let nameWidthMin = 8
    /// The columns of a screen that shows all counts of a player in one row.
    private static let countsWidth = 100

    private static func tone(_ player: KeepPlayer) -> Tone {
        switch player.match {
        case .exact: .good
        case .possible: .attention
        case .none: player.isActive ? .plain : .faint
        }
    }
}

extension KeepPlayer {
    /// `Ana`; the slot for a player without a name.
    var name: String { player.playerName.value }

    /// `12 pts`.
    var points: String { player.points.value == "1" ? "1 pt" : "\(player.points.value) pts" }

    /// `3 fouls`; empty for 0.
    var fouls: String {
        let fouls = player.count(of: "foul").value
        return fouls == "0" ? "" : Wording.count(fouls, "foul")
    }

    /// The devices that track the player: `bo`, `nobody`; empty if this device does.
    var trackers: String {
        if player.isMine.value { return "" }
        return player.trackers.value.isEmpty ? "nobody" : player.trackers.value
    }

    /// False once the player has left the game.
    var isActive: Bool { player.isActive.value }

    /// `1P 0  2P 1  AST 2  REB 0  PF 1  STL 1`: the counts of the first kinds as far as the fouls,
    /// and the others that are not 0. Where there is no room for that, all zeros are left out.
    func counts(of kinds: [String], columns: Int) -> String {
        func line(_ kinds: [String]) -> String {
            kinds.map { "\(Wording.heading(ofKind: $0)) \(player.count(of: $0).value)" }
                .joined(separator: "  ")
        }
        let counted = kinds.filter { player.count(of: $0).value != "0" }
        let usual = kinds.firstIndex(of: "foul").map { kinds[...$0] } ?? []
        let all = line(usual + counted.filter { !usual.contains($0) })
        return DisplayWidth.of(all) <= columns ? all : line(counted)
    }
}
