import Documents
import Foundation
import Terminal
import Testing

@testable import ViewModels

@Suite struct GridTests {
    private static let names = ["Ana", "日本 太郎", "👩‍👩‍👧 Zoë", "Żółć-Öztürk von der Heide", "אבג", ""]

    private static func grid(_ columns: Int, headCount: Int) -> Grid {
        Grid(
            columns: [Grid.Column("no", isNumber: true), Grid.Column("name", isFlexible: true)]
                + (0..<columns).map { Grid.Column("C\($0)", isNumber: true) },
            rows: names.enumerated().map { row, name in
                Grid.Row(["\(row)", name] + (0..<columns).map { "\(row * 100 + $0)" })
            }, headCount: headCount)
    }

    @Test(arguments: [40, 60, 80, 120, 200], [0, 3, 12, 25])
    func everyCellIsShownOnLinesThatFit(width: Int, columns: Int) {
        let grid = Self.grid(columns, headCount: 2)
        let lines = GridView(grid).lines(Style(columns: width))
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
        let words = Set(lines.flatMap { $0.split(separator: " ").map(String.init) })
        for row in grid.rows {
            for cell in row.cells.dropFirst(2) { #expect(words.contains(cell), "\(cell)") }
        }
        for column in grid.columns.dropFirst(2) { #expect(words.contains(column.title)) }
        // Each block has a heading and every row.
        let blocks = lines.split(separator: "")
        #expect(blocks.allSatisfy { $0.count == grid.rows.count + 1 })
        #expect(blocks.allSatisfy { $0.first?.hasPrefix("no  name") == true })
    }

    @Test func numbersOfAColumnStandBeneathEachOther() {
        let lines = GridView(Self.grid(3, headCount: 2)).lines(Style(columns: 60))
        #expect(Set(lines.map { DisplayWidth.of($0) }).count == 1)
    }

    @Test func whatMayBeLeftOutGoesFirst() {
        let grid = Grid(
            columns: [
                Grid.Column("#", isOptional: true), Grid.Column("entry"),
                Grid.Column("keeper", isOptional: true), Grid.Column("what", isFlexible: true),
            ], rows: [Grid.Row(["1", "mia.41", "Mia", "4 Ana two points and more"])])
        func title(_ columns: Int) -> String { GridView(grid).lines(Style(columns: columns))[0] }
        #expect(title(80) == "#  entry   keeper  what")
        #expect(title(30) == "entry   keeper  what")
        #expect(title(26) == "entry   what")
    }

    @Test(arguments: [60, 80, 200])
    func aLogThatGrowsIsReadable(width: Int) {
        var lines: [String] = []
        for (index, name) in Self.names.enumerated() {
            let entry = EntryDocument(
                name: "mia.\(index)", keeper: "Mia", wallMilliseconds: 0, index: index,
                lamport: 2, kind: "twoPoints", text: "\(name) two points", clock: "Q1 09:12",
                home: 100, away: 98, state: index == 1 ? .voided : .live,
                because: index == 1 ? "by bo.2" : nil, copies: 1)
            lines += LogLineView(TimelineRow(entry, .english)).lines(Style(columns: width))
        }
        #expect(lines.count == Self.names.count)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
        #expect(lines[0].contains("Ana two points") && lines[0].contains("100:98"))
        #expect(lines[1].contains("voided by bo.2"))
        let ends = lines.filter { !$0.contains("voided") }.map { line in
            line.range(of: "100:98").map { DisplayWidth.of(line[..<$0.lowerBound]) }
        }
        #expect(Set(ends).count == 1)
    }

    @Test func aBoxHasMinutesWhereTheyAreKnown() {
        var game = Samples.game
        let box = BoxViewModel()
        box.receive(game)
        #expect(!BoxView(box).lines(Style()).joined().contains("MIN"))
        for (index, seconds) in [2467, 59, 0].enumerated() {
            game.home.players[index].secondsPlayed = seconds
            game.home.players[index].plusMinus = 4 - 3 * index
        }
        game.away.minutesUnknown = "2 on the court at 01:00"
        box.receive(game)
        let expected = """
            no  Hawks        MIN  PTS  1P  2P  AST  REB  PF  TMO  +/-
             4  Ana        41:07    3   1   1                      +4
            07  José        0:59    2       1             2        +1
                日本 太郎   0:00                                   -2
                total      42:06    5   1   2             2

            no  Owls   MIN  PTS  1P  2P  AST  REB  PF  TMO  +/-
            00  Cy       –   12       6    1   11             –
                team                            2        1
                total        12       6    1   13        1

            the minutes of Owls are not known: 2 on the court at 01:00
            """
        #expect(BoxView(box).lines(Style()).dropFirst(6).joined(separator: "\n") == expected)
    }
}
