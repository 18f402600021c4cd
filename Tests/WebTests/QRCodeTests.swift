import Foundation
import Seeds
import Testing

@testable import Web

/// The encoder against ISO/IEC 18004:2015 and against codes of another encoder.
@Suite struct QRCodeTests {
    /// The bytes that versions 1 to 20 hold at level M, and 18 to 20 at level L (Table 7).
    private static let capacities = [
        14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624,
        666, 718, 792, 858,
    ]
    /// Levels M and L under masks 0 to 7 (Table C.1).
    private static let formats = [
        0x5412, 0x5125, 0x5E7C, 0x5B4B, 0x45F9, 0x40CE, 0x4F97, 0x4AA0,
        0x77C4, 0x72F3, 0x7DAA, 0x789D, 0x662F, 0x6318, 0x6C41, 0x6976,
    ]
    /// Versions 7 to 20 (Table D.1).
    private static let versions = [
        0x07C94, 0x085BC, 0x09A99, 0x0A4D3, 0x0BBF6, 0x0C762, 0x0D847, 0x0E60D, 0x0F928, 0x10B78,
        0x1145D, 0x12A17, 0x13532, 0x149A6,
    ]

    /// `make.py` beside the file says how it was made.
    private static let fixtures: [(text: String, rows: [String])] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fixtures/qrcodes/codes.txt")
        let content = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return content.split(separator: "\n\n").map { block in
            let lines = block.split(separator: "\n").map(String.init)
            let size = lines.count - 1
            return (
                lines[0],
                lines.dropFirst().map { line in
                    let bits = line.flatMap { digit in
                        let value = digit.hexDigitValue ?? 0
                        return (0..<4).reversed().map { value >> $0 & 1 == 1 ? "#" : "." }
                    }
                    let missing = String(repeating: ".", count: max(0, size - bits.count))
                    return missing + bits.suffix(size).joined()
                }
            )
        }
    }()

    @Test(arguments: fixtures.indices)
    func codesAreThoseOfAnotherEncoder(index: Int) throws {
        let (text, rows) = Self.fixtures[index]
        #expect(QRCode(text)?.rows() == rows)
    }

    @Test func fixturesHaveEveryMaskAndBothLevels() throws {
        #expect(Self.fixtures.map(\.text.utf8.count).max() == 858)
        let masks = try Self.fixtures.map { text, rows in
            let symbols = try #require(QRCode.symbols(of: text))
            return try #require(symbols.firstIndex { Self.rows($0.modules) == rows })
        }
        #expect(Set(masks) == Set(0..<8))
    }

    @Test func versionsAreTheSmallestThatHoldTheText() throws {
        #expect(QRCode.Form.all.map(\.bytesMax) == Self.capacities)
        for (index, capacity) in Self.capacities.enumerated() {
            let version = index < 20 ? index + 1 : index - 2
            #expect(QRCode.symbols(of: Self.text(capacity))?[0].version == version)
            guard index > 0 else { continue }
            let first = QRCode.symbols(of: Self.text(Self.capacities[index - 1] + 1))
            #expect(first?[0].version == version)
        }
    }

    @Test func tooLongTextsAreRefusedByTheirBytes() {
        for text in [Self.text(859), String(repeating: "é", count: 430)] {
            #expect(QRCode(text) == nil)
        }
    }

    /// The polynomial of data and error correction codewords is zero at the roots of the generator.
    @Test(arguments: seeds(UInt64(64)))
    func codewordsAreDivisibleByTheGenerator(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let data = random.bytes(Int.random(in: 1...120, using: &random))
        let count = Int.random(in: 7...30, using: &random)
        let word = data + QRCode.ReedSolomon.remainder(of: data[...], count: count)
        #expect(word.count == data.count + count)
        // The powers of 2 modulo the polynomial 0x11D, and their exponents.
        var powers = [1]
        while powers.count < 255 {
            let next = powers[powers.count - 1] * 2
            powers.append(next > 255 ? next ^ 0x11D : next)
        }
        let exponents = Dictionary(uniqueKeysWithValues: zip(powers, 0...))
        for root in 0..<count {
            let value = word.reversed().enumerated().reduce(0) { sum, term in
                guard let exponent = exponents[Int(term.element)] else { return sum }
                return sum ^ powers[(exponent + root * term.offset) % 255]
            }
            #expect(value == 0)
        }
    }

    @Test(arguments: [(level: 0, bytes: 20), (level: 1, bytes: 858)])
    func formatInformationIsThatOfTheTable(level: Int, bytes: Int) throws {
        for (mask, symbol) in try #require(QRCode.symbols(of: Self.text(bytes))).enumerated() {
            let size = symbol.modules.count
            // Clause 7.9, from bit 14 to bit 0.
            let first =
                [0, 1, 2, 3, 4, 5, 7].map { (8, $0) } + [8, 7, 5, 4, 3, 2, 1, 0].map { ($0, 8) }
            let second =
                (1...7).map { (size - $0, 8) } + (1...8).reversed().map { (8, size - $0) }
            for places in [first, second] {
                #expect(Self.number(symbol, places) == Self.formats[level * 8 + mask])
            }
            #expect(symbol.modules[size - 8][8])
        }
    }

    @Test(arguments: 7...20)
    func versionInformationIsThatOfTheTable(version: Int) throws {
        let symbol = try #require(
            QRCode.symbols(of: Self.text(Self.capacities[version - 1])))[0]
        let size = symbol.modules.count
        // Clause 7.10, from bit 17 to bit 0.
        let places = (0..<6).reversed().flatMap { line in
            (9...11).map { (line, size - $0) }
        }
        #expect(Self.number(symbol, places) == Self.versions[version - 7])
        #expect(Self.number(symbol, places.map { ($1, $0) }) == Self.versions[version - 7])
    }

    /// Squares of 20 by 20 modules, dark and light in turn, with some inverted.
    private static let penalties: [(inverted: [(Int, Int)], points: Int)] = [
        ([], 0),
        // A run of three is nothing by itself; five and seven are.
        ([(10, 9)], 0), ([(10, 3), (10, 5)], 3), ([(10, 3), (10, 5), (10, 7)], 5),
        ([(3, 10), (5, 10)], 3),
        // Two by two, and two by three, which has a run of five.
        ([(10, 11), (11, 10)], 3), ([(10, 11), (11, 10), (11, 12)], 6 + 3),
        // 1 : 1 : 3 : 1 : 1 beside the quiet zone: in a row and in a column, at both ends.
        ([(10, 3)], 40), ([(3, 10)], 40), ([(9, 16)], 40), ([(16, 9)], 40),
        ([(10, 3), (7, 16)], 80),
        // Before three light modules, four, and five; behind four; between four and four.
        ([(10, 9), (10, 14)], 0), ([(10, 9), (10, 14), (10, 16), (10, 17)], 40),
        ([(10, 9), (10, 14), (10, 16)], 40 + 3), ([(10, 9), (10, 4), (10, 2), (10, 1)], 40),
        ([(10, 9), (10, 4), (10, 2), (10, 1), (10, 14), (10, 16), (10, 17)], 40),
        // The same in twice the width, which has a run of six.
        ([1, 2, 5, 7, 9, 10, 13, 14].map { (10, $0) }, 40 + 4),
    ]

    @Test(arguments: penalties.indices)
    func penaltiesAreThoseOfTheTable(index: Int) {
        let (inverted, points) = Self.penalties[index]
        #expect(QRCode.Symbol.penalty(of: Self.square(inverting: inverted)) == points)
    }

    @Test func penaltyOfTheProportionGrowsByFivePercent() {
        let dark = (0..<5).flatMap { row in (0..<5).map { (2 + 4 * row, 2 + 4 * $0) } }
        for (count, points) in [(19, 0), (21, 10), (25, 10)] {
            let square = Self.square(inverting: Array(dark.prefix(count)))
            #expect(QRCode.Symbol.penalty(of: square) == points)
        }
        let light = [[Bool]](repeating: [Bool](repeating: false, count: 20), count: 20)
        // 40 runs of 20, 19 by 19 squares, and ten times 5 %.
        #expect(QRCode.Symbol.penalty(of: light) == 40 * 18 + 361 * 3 + 100)
    }

    @Test(arguments: [22, 400])
    func drawingForPagesHasTheModules(bytes: Int) throws {
        let code = try #require(QRCode(Self.text(bytes)))
        let side = code.size + 8
        let svg = code.svg
        #expect(
            svg.hasPrefix(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -4 \(side) \(side)\""))
        #expect(svg.contains("shape-rendering=\"crispEdges\"") && svg.hasSuffix("</svg>"))
        #expect(svg.split(separator: "<path ").count == 2)
        #expect(!svg.contains("style") && !svg.contains("script"))
        var rows = [[Character]](
            repeating: [Character](repeating: ".", count: code.size), count: code.size)
        let path = try #require(svg.split(separator: " d=\"").last?.prefix { $0 != "\"" })
        for run in path.split(separator: "z") {
            let numbers = run.split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
            try #require(numbers.count == 5 && run.first == "M")
            #expect(numbers[3] == 1 && numbers[4] == -numbers[2])
            for column in numbers[0]..<numbers[0] + numbers[2] { rows[numbers[1]][column] = "#" }
        }
        #expect(rows.map { String($0) } == code.rows())
    }

    @Test func drawingForTerminalsHasTheModulesAndItsColours() throws {
        let code = try #require(QRCode("http://mia.local:7420/"))
        let rows = try code.halfBlocks.flatMap(pixelRows)
        let border = String(repeating: ".", count: 4)
        let blank = String(repeating: ".", count: code.size + 8)
        let top = [String](repeating: blank, count: 4)
        // Rows go by two: one more is light below.
        #expect(rows == top + code.rows().map { border + $0 + border } + top + [blank])
    }

    private static func text(_ bytes: Int) -> String {
        String(String(repeating: "http://mia.local/?a=7&", count: 40).prefix(bytes))
    }

    private static func rows(_ modules: [[Bool]]) -> [String] {
        modules.map { row in row.map { $0 ? "#" : "." }.joined() }
    }

    /// The modules at some places as the bits of a number, the first of which is the most significant.
    private static func number(_ symbol: QRCode.Symbol, _ places: [(Int, Int)]) -> Int {
        places.reduce(0) { $0 << 1 | (symbol.modules[$1.0][$1.1] ? 1 : 0) }
    }

    private static func square(inverting places: [(Int, Int)]) -> [[Bool]] {
        var rows = (0..<20).map { row in (0..<20).map { (row + $0) % 2 == 0 } }
        for (row, column) in places { rows[row][column].toggle() }
        return rows
    }
}

extension QRCode {
    /// Dark modules as `#`, light ones as points, with a border of light ones.
    func rows(border: Int = 0) -> [String] {
        (-border..<size + border).map { row in
            (-border..<size + border).map { isDark(row: row, column: $0) ? "#" : "." }.joined()
        }
    }
}

extension QRCode.Symbol {
    fileprivate var version: Int { (modules.count - 17) / 4 }
}

/// The two rows of modules of a line of half blocks, as `#` and points, after its colours were checked.
func pixelRows(_ line: String) throws -> [String] {
    let start = "\u{1B}[38;5;16;48;5;231m"
    let end = "\u{1B}[0m"
    try #require(line.hasPrefix(start) && line.hasSuffix(end))
    let blocks = line.dropFirst(start.count).dropLast(end.count)
    try #require(blocks.allSatisfy { " ▀▄█".contains($0) })
    return ["▀█", "▄█"].map { dark in blocks.map { dark.contains($0) ? "#" : "." }.joined() }
}
