import Documents
import Testing
import ViewModels

@testable import Web

@Suite struct ChartSVGTests {
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

    /// SVG 1.1 readers other than browsers paint unknown styles black.
    @Test func thePictureNeedsNoBrowser() {
        let svg = ChartSVG(Self.model(Self.chart())).text
        for word in ["var(", "--", "@media", "calc(", "currentColor"] {
            #expect(!svg.contains(word), "\(word)")
        }
        let classes = svg.split(separator: "class=\"").dropFirst()
            .flatMap { $0.prefix { $0 != "\"" }.split(separator: " ") }
        #expect(Set(classes).allSatisfy { svg.contains(".\($0) {") || svg.contains(".\($0).") })
    }

    @Test func theWordsAreTheViewModels() {
        let model = Self.model(Self.chart())
        var picture = model.picture.value
        picture.evenLabel = "vorn"
        model.picture.update(picture)
        let svg = ChartSVG(model).text
        #expect(svg.contains(">vorn</text>") && !svg.contains(">lead<"))
        #expect(svg.contains(">Hawks ahead</text>") && svg.contains(">Owls ahead</text>"))
    }

    @Test func aGameOfOnePeriodHasATimeAxis() {
        var chart = Self.chart()
        chart.periods = [
            ChartPeriod(
                number: 1, label: "", startMilliseconds: 0, lengthMilliseconds: 2_400_000,
                isTimed: true, startClock: "40:00", endClock: "03:07")
        ]
        let svg = ChartSVG(Self.model(chart)).text
        #expect(svg.contains("x=\"60\" y=\"404\">40:00<"))
        #expect(svg.contains("x=\"940\" y=\"404\">03:07<"))
        // A period with a label has no clock labels.
        #expect(!ChartSVG(Self.model(Self.chart())).text.contains("40:00"))
    }

    @Test func aGameWithoutABasketSaysSo() {
        var chart = Self.chart()
        chart.points = []
        #expect(ChartSVG(Self.model(chart)).text.contains("nobody has scored yet"))
    }

    @Test func aLongNameIsShortened() {
        let name = String(repeating: "a", count: 60)
        let svg = ChartSVG(Self.model(Self.chart(home: name))).text
        #expect(svg.contains(">" + String(repeating: "a", count: 39) + "…</text>"))
    }

    /// Names that would break a page.
    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "]]>&amp;", "--><!--",
        "a\u{202E}b\u{0}c\u{FFFE}", "אבג", "日本 太郎", "'&'",
    ])
    func aPictureIsWellFormedAndHarmless(name: String) throws {
        let svg = ChartSVG(Self.model(Self.chart(home: name, away: name))).text
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        try #require(svg.hasPrefix(head))
        let document = try PageMarkup.read(
            String(svg.dropFirst(head.count)), alsoKnown: ["text", "text-anchor"])
        #expect(document.children.count == 1 && document.text.allSatisfy(\.isWhitespace))
        let elements = document.all { $0 !== document }
        let known: Set<String> = ["svg", "title", "style", "rect", "text", "path"]
        #expect(Set(elements.map(\.name)).isSubset(of: known))
        let attributes = elements.flatMap { Array($0.attributes) }
        #expect(Set(attributes.map(\.key)).isDisjoint(with: ["onerror", "onload", "href"]))
        // XML wants a value of every attribute, a space before it, and no control characters.
        #expect(attributes.allSatisfy { !$0.value.isEmpty })
        let crowded = try Regex("\"[A-Za-z-]+=")
        #expect(!svg.dropFirst(head.count).contains(crowded))
        #expect(svg.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" })
        #expect(!svg.unicodeScalars.contains { $0.value & 0xFFFE == 0xFFFE || $0 == "\u{202E}" })
        #expect(elements.contains { $0.name == "text" && $0.text == PageText.clean(name) })
    }
}
