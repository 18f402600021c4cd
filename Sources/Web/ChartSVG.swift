package import ViewModels

/// The running score as SVG 1.1 on an opaque background: both sides above, the lead beneath, the
/// periods marked. All text is escaped and safe. Colours are literal: readers other than browsers,
/// such as librsvg, do not know custom properties and paint them black.
package struct ChartSVG {
    private let title: String
    private let facts: [String]
    private let picture: ChartPicture
    private let homeAhead: String
    private let awayAhead: String

    package init(_ chart: ChartViewModel) {
        title = chart.title.value
        facts = chart.placeholder.value.isEmpty ? chart.facts.value : [chart.placeholder.value]
        picture = chart.picture.value
        homeAhead = chart.label(ahead: Self.truncated(picture.home, to: 40))
        awayAhead = chart.label(ahead: Self.truncated(picture.away, to: 40))
    }

    /// UTF-8.
    package var bytes: [UInt8] { Array(text.utf8) }

    package var text: String {
        let height = Self.factsTop + 20 * facts.count + 8
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<svg xmlns="http://www.w3.org/2000/svg" width="960" height="\#(height)" "#
                + #"viewBox="0 0 960 \#(height)" role="img" aria-labelledby="title">"#,
            "<title id=\"title\">\(PageText.escaped(PageText.clean(title)))</title>",
            Self.style,
            #"<rect class="ground" width="960" height="\#(height)"/>"#,
            words(title, x: 60, y: 36, kind: "title", characters: 80),
        ]
        lines += legend + scoreLines + periodMarks + leadArea + curves
        for (index, fact) in facts.enumerated() {
            lines.append(
                words(
                    fact, x: 60, y: Double(Self.factsTop + 20 * index), kind: "fact",
                    characters: 120))
        }
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    private static let left = 60.0
    private static let right = 940.0
    private static let top = 84.0
    private static let bottom = 384.0
    private static let leadTop = 438.0
    private static let leadBottom = 538.0
    private static let factsTop = 586

    private static let style = """
        <style>
        text { font-family: system-ui, sans-serif; font-size: 13px; fill: #1f2933;
          unicode-bidi: isolate; }
        .ground { fill: #ffffff; }
        .title { font-size: 20px; font-weight: 600; }
        .tick { fill: #66727f; font-size: 12px; }
        .fact { font-size: 14px; }
        .grid { stroke: #dde2e7; stroke-width: 1; }
        .period { stroke: #66727f; stroke-width: 1; stroke-dasharray: 3 4; }
        .axis { stroke: #66727f; stroke-width: 1; }
        .curve { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
        .curve.home { stroke: #1d5fd1; }
        .curve.away { stroke: #c2570c; }
        .area.home { fill: #1d5fd1; }
        .area.away { fill: #c2570c; }
        .ahead { font-size: 12px; }
        .ahead.home { fill: #1d5fd1; }
        .ahead.away { fill: #c2570c; }
        </style>
        """

    // MARK: Parts

    /// Each name has half of the width.
    private var legend: [String] {
        let middle = (Self.left + Self.right) / 2
        return [
            curve("home", "M60 58H84"),
            words(picture.home, x: 92, y: 62, kind: "", characters: 40),
            curve("away", "M\(number(middle)) 58h24"),
            words(picture.away, x: middle + 32, y: 62, kind: "", characters: 40),
        ]
    }

    private var scoreLines: [String] {
        picture.scoreTicks.flatMap { tick in
            let y = y(of: tick)
            return [
                line(Self.left, y, Self.right, y, tick == 0 ? "axis" : "grid"),
                words("\(tick)", x: 52, y: y + 4, kind: "tick", characters: 8, anchor: "end"),
            ]
        }
    }

    private var periodMarks: [String] {
        picture.periods.enumerated().flatMap { index, period in
            let start = x(period.start)
            var marks: [String] = []
            if index > 0 {
                marks.append(line(start, Self.top, start, Self.bottom, "period"))
                marks.append(line(start, Self.leadTop, start, Self.leadBottom, "period"))
            }
            let isWide = x(period.end) - start > 30
            if isWide, !period.label.isEmpty {
                marks.append(
                    words(
                        period.label, x: (start + x(period.end)) / 2, y: Self.bottom + 20,
                        kind: "tick", characters: 8, anchor: "middle"))
            }
            return marks + clocks(period)
        }
    }

    private func clocks(_ period: ChartPicture.Period) -> [String] {
        [(period.startClock, period.start, "start"), (period.endClock, period.end, "end")]
            .filter { !$0.0.isEmpty }
            .map { clock, share, anchor in
                words(
                    clock, x: x(share), y: Self.bottom + 20, kind: "tick", characters: 8,
                    anchor: anchor)
            }
    }

    private var curves: [String] {
        var home = "M\(number(Self.left)) \(number(y(of: 0)))"
        var away = home
        for step in picture.steps {
            home += "H\(number(x(step.position)))V\(number(y(of: step.home)))"
            away += "H\(number(x(step.position)))V\(number(y(of: step.away)))"
        }
        let end = "H\(number(Self.right))"
        return [curve("home", home + end), curve("away", away + end)]
    }

    private var leadArea: [String] {
        let middle = (Self.leadTop + Self.leadBottom) / 2
        let unit = (Self.leadBottom - Self.leadTop) / 2 / Double(picture.leadMax)
        func area(_ side: String, _ lead: (ChartPicture.Step) -> Int, _ sign: Double) -> String {
            var path = "M\(number(Self.left)) \(number(middle))"
            for step in picture.steps {
                let height = Double(max(0, lead(step))) * unit * sign
                path += "H\(number(x(step.position)))V\(number(middle + height))"
            }
            path += "H\(number(Self.right))V\(number(middle))Z"
            return "<path class=\"area \(side)\" d=\"\(path)\"/>"
        }
        let labels = [
            (Self.leadTop + 4, picture.leadMaxLabel), (middle + 4, picture.evenLabel),
            (Self.leadBottom + 4, picture.leadMaxLabel),
        ]
        return [
            area("home", { $0.lead }, -1), area("away", { -$0.lead }, 1),
            line(Self.left, middle, Self.right, middle, "axis"),
            words(
                homeAhead, x: Self.left, y: Self.leadTop - 6,
                kind: "ahead home", characters: 60),
            words(
                awayAhead, x: Self.left, y: Self.leadBottom + 16,
                kind: "ahead away", characters: 60),
        ] + labels.map { words($1, x: 52, y: $0, kind: "tick", characters: 8, anchor: "end") }
    }

    // MARK: Marks

    private func x(_ share: Double) -> Double { Self.left + share * (Self.right - Self.left) }

    private func y(of score: Int) -> Double {
        let top = Double(max(1, picture.scoreTicks.last ?? 1))
        return Self.bottom - Double(score) / top * (Self.bottom - Self.top)
    }

    private func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ kind: String
    ) -> String {
        "<path class=\"\(kind)\" d=\"M\(number(x1)) \(number(y1))L\(number(x2)) \(number(y2))\"/>"
    }

    private func curve(_ side: String, _ path: String) -> String {
        "<path class=\"curve \(side)\" d=\"\(path)\"/>"
    }

    private func words(
        _ text: String, x: Double, y: Double, kind: String, characters: Int, anchor: String? = nil
    ) -> String {
        let shown = PageText.escaped(Self.truncated(text, to: characters))
        let kind = kind.isEmpty ? "" : " class=\"\(kind)\""
        let anchor = anchor.map { " text-anchor=\"\($0)\"" } ?? ""
        return "<text\(kind)\(anchor) x=\"\(number(x))\" y=\"\(number(y))\">\(shown)</text>"
    }

    /// Tenths are finer than any screen.
    private func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let fraction = abs(tenths % 10)
        return "\(tenths / 10)" + (fraction == 0 ? "" : ".\(fraction)")
    }

    private static func truncated(_ text: String, to characters: Int) -> String {
        let text = PageText.clean(text)
        return text.count > characters ? text.prefix(characters - 1) + "…" : text
    }
}
