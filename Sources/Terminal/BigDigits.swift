package import ViewModels

/// Digits large enough for a hall, made of full blocks; also `:`, `-` and `.`.
package struct BigDigits: Hashable, Sendable {
    private let font: Font
    /// Cells per dot.
    private let across: Int
    private let down: Int

    /// The largest size at which each of the texts fits; nil if none does. A dot is one to three
    /// times as many columns wide as rows high, because cells are about half as wide as high.
    package static func largest(for texts: [String], columns: Int, rows: Int) -> BigDigits? {
        var best: (digits: BigDigits, area: Int)?
        for font in Font.all {
            let widest = texts.map(font.dots(across:)).max() ?? 0
            for down in 1...max(1, rows / font.rows) where down * font.rows <= rows {
                let across = min(down * 3, columns / max(1, widest))
                guard across >= down else { continue }
                let area = across * font.columns * down * font.rows
                if area > best?.area ?? 0 {
                    best = (BigDigits(font: font, across: across, down: down), area)
                }
            }
        }
        return best?.digits
    }

    package var rows: Int { down * font.rows }

    package func width(of text: String) -> Int { font.dots(across: text) * across }

    /// Draws the text; the cell is its upper left corner.
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
        for (index, isSet) in dots.enumerated() where isSet {
            canvas.fill("█", row: row, column: column + index * across, count: across, tone: tone)
        }
    }
}

/// Glyphs of one height.
private struct Font: Hashable {
    let columns: Int
    let rows: Int
    private let shapes: [Character: [[Bool]]]

    /// Glyphs side by side, separated by blank columns.
    private init(_ characters: String, columns: Int, _ lines: [String]) {
        var shapes: [Character: [[Bool]]] = [:]
        var left = 0
        for character in characters {
            let width = Self.isNarrow(character) ? 1 : columns
            shapes[character] = lines.map { line in
                line.dropFirst(left).prefix(width).map { $0 == "#" }
            }
            left += width + 1
        }
        self.columns = columns
        rows = lines.count
        self.shapes = shapes
    }

    private static func isNarrow(_ character: Character) -> Bool {
        character == ":" || character == "."
    }

    /// The dots that glyphs side by side are wide.
    func dots(across text: String) -> Int {
        max(0, text.reduce(-1) { $0 + 1 + (Self.isNarrow($1) ? 1 : columns) })
    }

    /// A character without a glyph is a blank of the width of a digit.
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
