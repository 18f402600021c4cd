import Documents
import Terminal
import Testing
import ViewModels

@Suite struct ChartTests {
    private static func chart(home: String = "Hawks", away: String = "Owls") -> ChartDocument {
        var points: [ChartPoint] = []
        var (left, right) = (0, 0)
        for index in 0..<60 {
            let isHome = index % 7 < 4
            if isHome { left += 2 } else { right += 2 }
            points.append(
                ChartPoint(
                    atMilliseconds: Int64(index) * 40_000, clock: "Q1 0\(index % 10):00",
                    side: isHome ? .home : .away, points: 2, home: left, away: right, entry: "m.1"))
        }
        return ChartDocument(
            game: "hawks-owls", home: ChartSide(name: home, score: left, biggestLead: 18),
            away: ChartSide(name: away, score: right), lengthMilliseconds: 2_400_000,
            periods: (0..<4).map {
                ChartPeriod(
                    number: $0 + 1, label: "Q\($0 + 1)", startMilliseconds: Int64($0) * 600_000,
                    lengthMilliseconds: 600_000, isTimed: true)
            }, points: points, leadChanges: 3, ties: 1,
            runs: [
                ChartRun(
                    side: .home, points: 8, fromMilliseconds: 0, toMilliseconds: 120_000,
                    fromClock: "Q1 00:00", toClock: "Q1 03:00", home: 8, away: 0)
            ])
    }

    private static func model(_ chart: ChartDocument) -> ChartViewModel {
        let model = ChartViewModel()
        model.receive(chart)
        return model
    }

    @Test(arguments: [10, 40, 60, 80, 200])
    func everyLineFitsTheTerminal(width: Int) {
        let names = ["日本 太郎 日本 太郎 日本 太郎", "👩‍👩‍👧 Zoë von der Heide und andere mehr"]
        let view = ChartView(Self.model(Self.chart(home: names[0], away: names[1])))
        let plain = view.lines(Style(columns: width))
        #expect(plain.allSatisfy { DisplayWidth.of($0) <= width })
        #expect(!plain.joined().contains("\u{1B}"))
        let colored = view.lines(Style(hasColor: true, columns: max(30, width))).joined()
        #expect(colored.contains("\u{1B}[32m") && colored.contains("\u{1B}[33m"))
    }

    @Test func thePictureSaysWhatTheChartSays() {
        let lines = ChartView(Self.model(Self.chart())).lines(Style())
        #expect(lines.first == "Hawks 72 : 48 Owls")
        #expect(lines.contains { $0.contains("Q1") && $0.contains("Q4") })
        #expect(lines.contains("3 lead changes · 1 tie"))
        #expect(lines.contains("biggest lead: Hawks by 18"))
        #expect(lines.contains("run: Hawks 8 in a row to 8:0 · Q1 00:00 to Q1 03:00"))
        // At the end the leading side is above the other.
        let last = lines.compactMap { $0.last }
        let home = last.firstIndex(of: "●")
        let away = last.firstIndex(of: "○")
        #expect(home != nil && away != nil && home ?? 0 < away ?? 0)
    }

    @Test func theWordsBesideTheCurvesAreTheViewModels() {
        let model = Self.model(Self.chart())
        var picture = model.picture.value
        picture.bothLabel = "gleich"
        picture.evenLabel = "vorn"
        model.picture.update(picture)
        let lines = ChartView(model).lines(Style())
        #expect(lines.contains { $0.hasSuffix("○ Owls  ◆ gleich") })
        #expect(lines.contains { $0.contains("vorn│") })
        let words = ["both", "lead"]
        #expect(!lines[1..<24].contains { line in words.contains { line.contains($0) } })
    }

    @Test func bothEndsOfTheLeadSayWhose() {
        let model = Self.model(Self.chart())
        let most = model.picture.value.leadMaxLabel
        let lines = ChartView(model).lines(Style())
        let home = lines.firstIndex { $0.contains("● \(most)│") }
        let away = lines.firstIndex { $0.contains("○ \(most)│") }
        #expect(home != nil && away != nil && home ?? 0 < away ?? 0)
    }

    @Test func aGameOfOnePeriodHasATimeAxis() throws {
        var chart = Self.chart()
        chart.periods = [
            ChartPeriod(
                number: 1, label: "", startMilliseconds: 0, lengthMilliseconds: 2_400_000,
                isTimed: true, startClock: "40:00", endClock: "03:07")
        ]
        for columns in [40, 80, 120] {
            let lines = ChartView(Self.model(chart)).lines(Style(columns: columns))
            let axis = try #require(lines.first { $0.contains("40:00") })
            #expect(axis.hasSuffix("03:07") && DisplayWidth.of(axis) == columns)
        }
    }

    @Test func aGameWithoutABasketSaysSo() {
        var chart = Self.chart()
        chart.points = []
        let model = Self.model(chart)
        #expect(ChartView(model).lines(Style()).last == "nobody has scored yet")
    }
}
