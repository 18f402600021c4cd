package import ViewModels

/// Digits so large that a hall can read them, made of full blocks; beside digits `:`, `-` and `.`.
package struct BigDigits: Hashable, Sendable {
    private let font: Font
    /// Cells of a dot across and down.
    private let across: Int
    private let down: Int

    /// The largest size at which each of the texts fits into so many cells; nil where none does. A dot
    /// is between as wide as high and three times that: cells are about half as wide as high.
    package static func largest(
        for texts: [String], columns: Int, rows: Int
    ) -> BigDigits? {
        var best: (digits: BigDigits, area: Int)?
        for font in Font.all {
            for down in 1...max(1, rows / font.rows) where down * font.rows <= rows {
                for across in down...down * 3 {
                    let digits = BigDigits(font: font, across: across, down: down)
                    guard texts.allSatisfy({ digits.width(of: $0) <= columns }) else { break }
                    let area = across * font.columns * down * font.rows
                    if area > best?.area ?? 0 { best = (digits, area) }
                }
            }
        }
        return best?.digits
    }

    /// Rows that any text takes.
    package var rows: Int { down * font.rows }

    /// Columns that the text takes.
    package func width(of text: String) -> Int {
        let widths = text.map { (font.shape(of: $0).first?.count ?? 0) * across }
        return widths.reduce(0, +) + across * max(0, widths.count - 1)
    }

    /// Draws the text with its upper left corner in the cell.
    package func draw(
        _ text: String, on canvas: inout Canvas, row: Int, column: Int, tone: Tone = .plain
    ) {
        var left = column
        for character in text {
            let shape = font.shape(of: character)
            for (index, dots) in shape.enumerated() {
                for line in 0..<down {
                    draw(dots, on: &canvas, row: row + index * down + line, column: left, tone)
                }
            }
            left += ((shape.first?.count ?? 0) + 1) * across
        }
    }

    private func draw(
        _ dots: [Bool], on canvas: inout Canvas, row: Int, column: Int, _ tone: Tone
    ) {
        let block = String(repeating: "█", count: across)
        for (index, isSet) in dots.enumerated() where isSet {
            canvas.write(block, row: row, column: column + index * across, tone: tone)
        }
    }
}

/// Shapes of one height.
private struct Font: Hashable {
    let columns: Int
    let rows: Int
    private let shapes: [Character: [[Bool]]]

    /// Shapes side by side, each in so many columns and a blank one.
    private init(_ characters: String, columns: Int, _ lines: [String]) {
        var shapes: [Character: [[Bool]]] = [:]
        var left = 0
        for character in characters {
            let width = ":.".contains(character) ? 1 : columns
            shapes[character] = lines.map { line in
                line.dropFirst(left).prefix(width).map { $0 == "#" }
            }
            left += width + 1
        }
        self.columns = columns
        rows = lines.count
        self.shapes = shapes
    }

    /// What has no shape is as wide as a digit and blank.
    func shape(of character: Character) -> [[Bool]] {
        shapes[character]
            ?? Array(repeating: Array(repeating: false, count: columns), count: rows)
    }

    static let all = [small, large]

    private static let small = Font(
        "0123456789-:.", columns: 3,
        [
            "###  #  ### ### # # ### ### ### ### ###        ",
            "# # ##    #   # # # #   #     # # # # #     #  ",
            "# #  #  ### ### ### ### ###   # ### ### ###    ",
            "# #  #  #     #   #   # # #   # # #   #     #  ",
            "### ### ### ###   # ### ###   # ### ###       #",
        ])

    private static let large = Font(
        "0123456789-:.", columns: 5,
        [
            " ###    #    ###   ###     #  #####  ###  #####  ###   ###           ",
            "#   #  ##   #   # #   #   ##  #     #         # #   # #   #          ",
            "#   #   #       #     #  # #  ####  #        #  #   # #   #       #  ",
            "#   #   #     ##    ##  #  #      # ####     #   ###   #### #####    ",
            "#   #   #    #        # #####     # #   #   #   #   #     #       #  ",
            "#   #   #   #     #   #    #  #   # #   #   #   #   #     #          ",
            " ###   ###  #####  ###     #   ###   ###    #    ###   ###          #",
        ])
}
