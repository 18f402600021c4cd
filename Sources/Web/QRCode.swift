/// A QR code of a text, such as an address, after ISO/IEC 18004:2015, which the comments cite.
///
/// The text is in byte mode, as UTF-8 without an ECI header: an address is ASCII, which every
/// reader takes as it is. The symbol is the smallest up to version 20 that holds the text at error
/// correction level M; a text that is too long for those is at level L.
package struct QRCode: Equatable, Sendable {
    /// The light modules that readers need on each side (clause 6.3.8).
    private static let quietZone = 4

    private let modules: [[Bool]]

    /// Nil for a text that no symbol holds: more than 858 bytes.
    package init?(_ text: String) {
        guard let symbols = Self.symbols(of: text) else { return nil }
        let penalties = symbols.map { Symbol.penalty(of: $0.modules) }
        // The first of the masks with the least penalty (clause 7.8.3).
        modules = symbols[penalties.indices.min { penalties[$0] < penalties[$1] } ?? 0].modules
    }

    /// The symbol of a text under each of the eight masks, in their order.
    static func symbols(of text: String) -> [Symbol]? {
        let bytes = Array(text.utf8)
        guard let form = Form.all.first(where: { bytes.count <= $0.bytesMax }) else { return nil }
        let unmasked = Symbol(version: form.version, codewords: form.codewords(for: bytes))
        return (0..<8).map { unmasked.masked(by: $0, level: form.level) }
    }

    /// Modules along each side, without the quiet zone.
    package var size: Int { modules.count }

    /// Rows and columns count from 0 at the top left; all modules outside of the symbol are light.
    package func isDark(row: Int, column: Int) -> Bool {
        let side = 0..<size
        return side.contains(row) && side.contains(column) && modules[row][column]
    }

    /// The lines of a drawing for a terminal, quiet zone included: a character is two modules, one
    /// above the other. Each line begins with its colours and ends with their reset: 16 and 231,
    /// the black and white of the 256 colours that themes of terminals leave alone.
    package var halfBlocks: [String] {
        let side = -Self.quietZone..<size + Self.quietZone
        return stride(from: side.lowerBound, to: side.upperBound, by: 2).map { row in
            let blocks = side.map { column in
                let upper = isDark(row: row, column: column)
                let lower = isDark(row: row + 1, column: column)
                return upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
            }
            return "\u{1B}[38;5;16;48;5;231m" + blocks.joined() + "\u{1B}[0m"
        }
    }

    /// An `svg` element, quiet zone included, in units of one module; the page decides its size.
    package var svg: String {
        let start = -Self.quietZone
        let side = size + 2 * Self.quietZone
        var path = ""
        for (row, line) in modules.enumerated() {
            var column = 0
            while let first = line[column...].firstIndex(of: true) {
                column = line[first...].firstIndex(of: false) ?? size
                path += "M\(first) \(row)h\(column - first)v1h\(first - column)z"
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(start) \(start) \(side) \(side)" \
            shape-rendering="crispEdges">\
            <rect x="\(start)" y="\(start)" width="\(side)" height="\(side)" fill="#fff"/>\
            <path d="\(path)" fill="#000"/></svg>
            """
    }
}

extension QRCode {
    /// A version at an error correction level.
    struct Form {
        let version: Int
        /// The indicator of Table 12: 0 is level M, 1 is level L.
        let level: Int
        /// Codewords of all blocks, error correction codewords of each block, and blocks (Table 9).
        private let counts: (codewords: Int, corrections: Int, blocks: Int)

        /// By capacity: level M of all versions, then level L where it holds more.
        static let all: [Form] = {
            let medium = [
                (26, 10, 1), (44, 16, 1), (70, 26, 1), (100, 18, 2), (134, 24, 2), (172, 16, 4),
                (196, 18, 4), (242, 22, 4), (292, 22, 5), (346, 26, 5), (404, 30, 5), (466, 22, 8),
                (532, 22, 9), (581, 24, 9), (655, 24, 10), (733, 28, 10), (815, 28, 11),
                (901, 26, 13), (991, 26, 14), (1085, 26, 16),
            ]
            let low = [(901, 30, 6), (991, 28, 7), (1085, 28, 8)]
            return medium.enumerated().map { Form(version: $0 + 1, level: 0, counts: $1) }
                + low.enumerated().map { Form(version: $0 + 18, level: 1, counts: $1) }
        }()

        private var dataCount: Int { counts.codewords - counts.corrections * counts.blocks }

        /// The bits of the character count (Table 3).
        private var countBits: Int { version < 10 ? 8 : 16 }

        /// The bytes of a text beside the mode indicator, the count and the terminator.
        var bytesMax: Int { dataCount - (4 + countBits + 4) / 8 }

        /// The codewords of at most `bytesMax` bytes, in the order of their placement.
        func codewords(for bytes: [UInt8]) -> [UInt8] {
            let data = dataCodewords(for: bytes)
            var blocks: [ArraySlice<UInt8>] = []
            for index in 0..<counts.blocks {
                // Where the blocks do not divide the data, the last ones are longer by one.
                let length = (data.count + index) / counts.blocks
                blocks.append(data[(blocks.last?.endIndex ?? 0)...].prefix(length))
            }
            let corrections = blocks.map {
                ReedSolomon.remainder(of: $0, count: counts.corrections)
            }
            return Self.interleaved(blocks.map(Array.init)) + Self.interleaved(corrections)
        }

        /// Clause 7.4: mode indicator, count, text and terminator, which end a codeword since the
        /// text begins in the middle of one; then pad codewords.
        private func dataCodewords(for bytes: [UInt8]) -> [UInt8] {
            var halves: [UInt8] = [0b0100]
            for shift in stride(from: countBits - 4, through: 0, by: -4) {
                halves.append(UInt8(bytes.count >> shift & 0b1111))
            }
            halves += bytes.flatMap { [$0 >> 4, $0 & 0b1111] } + [0b0000]
            let used: [UInt8] = (0..<halves.count / 2).map {
                halves[2 * $0] << 4 | halves[2 * $0 + 1]
            }
            let pads: [UInt8] = [0b1110_1100, 0b0001_0001]
            return used + (0..<dataCount - used.count).map { pads[$0 % 2] }
        }

        /// The first codewords of all blocks, then the second ones, and so on (clause 7.6).
        private static func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
            let longest = blocks.map(\.count).max() ?? 0
            return (0..<longest).flatMap { (place: Int) -> [UInt8] in
                blocks.filter { place < $0.count }.map { $0[place] }
            }
        }
    }

    /// Error correction codewords over the field of 256 elements (clause 7.5.2).
    enum ReedSolomon {
        /// The product modulo x⁸ + x⁴ + x³ + x² + 1.
        static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
            (0..<8).reversed().reduce(0) { product, bit in
                product << 1 ^ product >> 7 * 0b0001_1101 ^ (b >> bit & 1) * a
            }
        }

        /// The coefficients behind the first of (x - 1)(x - α)…(x - αⁿ⁻¹), where α is 2 (Annex A).
        private static func generator(count: Int) -> [UInt8] {
            var coefficients: [UInt8] = [1]
            var root: UInt8 = 1
            for _ in 0..<count {
                let products = coefficients.map { product($0, root) }
                coefficients = zip(coefficients + [0], [0] + products).map { $0 ^ $1 }
                root = product(root, 2)
            }
            return Array(coefficients.dropFirst())
        }

        /// The remainder of data, shifted by so many codewords, divided by the generator.
        static func remainder(of data: ArraySlice<UInt8>, count: Int) -> [UInt8] {
            let generator = generator(count: count)
            return data.reduce([UInt8](repeating: 0, count: count)) { remainder, codeword in
                let factor = codeword ^ remainder[0]
                return zip(remainder.dropFirst() + [0], generator).map { $0 ^ product($1, factor) }
            }
        }
    }

    /// The modules of function patterns and codewords.
    struct Symbol {
        /// The rows and columns of the centres of alignment patterns, by version (Table E.1).
        private static let alignments: [[Int]] = [
            [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
            [6, 28, 50], [6, 30, 54], [6, 32, 58], [6, 34, 62], [6, 26, 46, 66], [6, 26, 48, 70],
            [6, 26, 50, 74], [6, 30, 54, 78], [6, 30, 56, 82], [6, 30, 58, 86], [6, 34, 62, 90],
        ]

        private let size: Int
        private(set) var modules: [[Bool]]
        /// The modules of function patterns, format and version, which are not masked.
        private var isFunction: [[Bool]]

        /// Unmasked, with format information that is not its own yet.
        init(version: Int, codewords: [UInt8]) {
            size = 17 + 4 * version
            modules = [[Bool]](repeating: [Bool](repeating: false, count: size), count: size)
            isFunction = modules
            for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
                drawSquares(row, column, radius: 4, light: [2, 4])
            }
            // No alignment pattern where a finder pattern is.
            for row in Self.alignments[version - 1] {
                for column in Self.alignments[version - 1] where !isFunction[row][column] {
                    drawSquares(row, column, radius: 2, light: [1])
                }
            }
            for place in 8..<size - 8 {
                setFunction(6, place, isDark: place % 2 == 0)
                setFunction(place, 6, isDark: place % 2 == 0)
            }
            drawFormat(level: 0, mask: 0)
            if version >= 7 { drawVersion(version) }
            place(codewords)
        }

        private mutating func setFunction(_ row: Int, _ column: Int, isDark: Bool) {
            modules[row][column] = isDark
            isFunction[row][column] = true
        }

        /// A finder pattern with its separator, or an alignment pattern: squares around a centre.
        private mutating func drawSquares(_ row: Int, _ column: Int, radius: Int, light: Set<Int>) {
            for y in max(row - radius, 0)...min(row + radius, size - 1) {
                for x in max(column - radius, 0)...min(column + radius, size - 1) {
                    setFunction(y, x, isDark: !light.contains(max(abs(y - row), abs(x - column))))
                }
            }
        }

        /// Data with the check bits of a BCH or Golay code: the remainder of polynomials whose
        /// coefficients are bits (Annexes C and D).
        static func coded(_ data: Int, by generator: Int) -> Int {
            let width = generator.leadingZeroBitCount
            let dividend = data << (Int.bitWidth - width - 1)
            var rest = dividend
            while rest.leadingZeroBitCount <= width {
                rest ^= generator << (width - rest.leadingZeroBitCount)
            }
            return dividend | rest
        }

        /// The format information twice, from the last bit, and the dark module (clause 7.9).
        private mutating func drawFormat(level: Int, mask: Int) {
            let bits = Self.coded(level << 3 | mask, by: 0b101_0011_0111) ^ 0b101_0100_0001_0010
            // In row and column 8, without the modules of the timing patterns.
            for (bit, place) in [0, 1, 2, 3, 4, 5, 7, 8, 7, 5, 4, 3, 2, 1, 0].enumerated() {
                let isDark = bits >> bit & 1 == 1
                let (row, column) = bit < 8 ? (place, 8) : (8, place)
                setFunction(row, column, isDark: isDark)
                let (otherRow, otherColumn) = bit < 8 ? (8, size - 1 - bit) : (size - 15 + bit, 8)
                setFunction(otherRow, otherColumn, isDark: isDark)
            }
            setFunction(size - 8, 8, isDark: true)
        }

        /// The version information twice, from the last bit (clause 7.10).
        private mutating func drawVersion(_ version: Int) {
            let bits = Self.coded(version, by: 0b1_1111_0010_0101)
            for bit in 0..<18 {
                let isDark = bits >> bit & 1 == 1
                setFunction(bit / 3, size - 11 + bit % 3, isDark: isDark)
                setFunction(size - 11 + bit % 3, bit / 3, isDark: isDark)
            }
        }

        /// In columns of two modules from the right, upwards and downwards in turn (clause 7.7.3).
        private mutating func place(_ codewords: [UInt8]) {
            // The remainder bits behind the last codeword are light.
            let bytes = codewords + [0]
            var bit = 0
            // The timing pattern in column 6 is passed over.
            let pairs = Array(stride(from: size - 1, to: 6, by: -2)) + [5, 3, 1]
            for (index, right) in pairs.enumerated() {
                for step in 0..<size {
                    let row = index.isMultiple(of: 2) ? size - 1 - step : step
                    for column in [right, right - 1] where !isFunction[row][column] {
                        modules[row][column] = bytes[bit / 8] >> (7 - bit % 8) & 1 == 1
                        bit += 1
                    }
                }
            }
        }

        /// This unmasked symbol under a mask, with its format information.
        func masked(by mask: Int, level: Int) -> Symbol {
            var symbol = self
            for row in 0..<size {
                for column in 0..<size where !isFunction[row][column] {
                    if Self.inverts(mask, row, column) { symbol.modules[row][column].toggle() }
                }
            }
            symbol.drawFormat(level: level, mask: mask)
            return symbol
        }

        /// Table 10.
        private static func inverts(_ mask: Int, _ i: Int, _ j: Int) -> Bool {
            switch mask {
            case 0: (i + j) % 2 == 0
            case 1: i % 2 == 0
            case 2: j % 3 == 0
            case 3: (i + j) % 3 == 0
            case 4: (i / 2 + j / 3) % 2 == 0
            case 5: i * j % 2 + i * j % 3 == 0
            case 6: (i * j % 2 + i * j % 3) % 2 == 0
            default: ((i + j) % 2 + i * j % 3) % 2 == 0
            }
        }

        /// The points of all rows of a symbol, its format information included (Table 11).
        static func penalty(of rows: [[Bool]]) -> Int {
            let columns = rows.indices.map { column in rows.map { $0[column] } }
            var points = (rows + columns).reduce(0) { $0 + penalty(ofLine: $1) }
            // A block of m by n modules of one colour counts as (m - 1)(n - 1) of two by two.
            for (row, next) in zip(rows, rows.dropFirst()) {
                for column in 1..<row.count {
                    let others = [row[column - 1], next[column - 1], next[column]]
                    if others.allSatisfy({ $0 == row[column] }) { points += 3 }
                }
            }
            // Every whole 5 % by which the proportion of dark modules differs from 50 %.
            let dark = rows.joined().count { $0 }
            let all = rows.count * rows.count
            return points + abs(2 * dark - all) * 10 / all * 10
        }

        /// The points of runs of one colour, and of 1 : 1 : 3 : 1 : 1 from dark to dark with light
        /// before or behind that is four times as wide; the quiet zone is light.
        private static func penalty(ofLine line: [Bool]) -> Int {
            // Light and dark in turn; the first and the last are light, and may be empty.
            var runs = [0]
            for module in line {
                if module != runs.count.isMultiple(of: 2) { runs.append(0) }
                runs[runs.count - 1] += 1
            }
            if runs.count.isMultiple(of: 2) { runs.append(0) }
            var points = runs.filter { $0 >= 5 }.reduce(0) { $0 + $1 - 2 }
            runs[0] += line.count
            runs[runs.count - 1] += line.count
            for first in stride(from: 1, to: runs.count - 5, by: 2) {
                let widths = [1, 1, 3, 1, 1].map { $0 * runs[first] }
                guard runs[first..<first + 5].elementsEqual(widths) else { continue }
                if max(runs[first - 1], runs[first + 5]) >= 4 * runs[first] { points += 40 }
            }
            return points
        }
    }
}
