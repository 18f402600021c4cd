package import Documents

/// The running score of a game, prepared for drawing.
package final class ChartViewModel {
    private let words: Catalogue

    // Input

    package func receive(_ chart: ChartDocument) {
        title.update(
            "\(chart.home.name) \(chart.home.score) : \(chart.away.score) \(chart.away.name)")
        placeholder.update(chart.points.isEmpty ? words(.nobodyScored) : "")
        picture.update(ChartPicture(chart, words))
        facts.update(chart.points.isEmpty ? [] : facts(chart))
    }

    // Output

    /// `Hawks 126 : 115 Owls`.
    package let title = Dynamic("")
    /// The text shown instead of the picture; empty if there is a picture.
    package let placeholder: Dynamic<String>
    package let picture: Dynamic<ChartPicture>
    /// Leads, ties and runs, one line each.
    package let facts = Dynamic<[String]>([])

    package init(words: Catalogue = .english) {
        self.words = words
        placeholder = Dynamic(words(.nobodyScored))
        picture = Dynamic(ChartPicture(words))
    }

    /// `Hawks ahead`: the label of a team's half of the lead.
    package func label(ahead team: String) -> String { words(.ahead(team)) }

    /// A summary, not a complete list.
    private static let runsMax = 4
    /// More than any single basket.
    private static let runPointsMin = 4

    private func facts(_ chart: ChartDocument) -> [String] {
        let leads = [chart.home, chart.away].filter { $0.biggestLead > 0 }.map { side in
            words(.leadBy(side.name, side.biggestLead))
                + (side.biggestLeadClock.map { " (\($0))" } ?? "")
        }
        let runs = chart.runs.filter { $0.points >= Self.runPointsMin }.prefix(Self.runsMax).map {
            run in
            let name = run.side == .home ? chart.home.name : chart.away.name
            return Phrases.line(
                words(.run(name, run.points, "\(run.home):\(run.away)")), time(of: run))
        }
        return [
            Phrases.line(words(.leadChanges(chart.leadChanges)), words(.ties(chart.ties))),
            words(.biggestLead(Phrases.joined(leads, by: ", "))),
        ] + runs
    }

    private func time(of run: ChartRun) -> String? {
        guard let from = run.fromClock, let to = run.toClock, from != to else { return run.toClock }
        return words(.fromTo(from, to))
    }
}

/// A chart without units: horizontal positions from 0 to 1, heights in points.
package struct ChartPicture: Hashable, Sendable {
    package struct Period: Hashable, Sendable {
        /// `Q1`; empty if the game has a single period.
        package var label: String
        /// From 0 to 1.
        package var start: Double
        /// From 0 to 1.
        package var end: Double
        /// The game clock at the start, such as `10:00`; empty if the period has a label.
        package var startClock = ""
        /// The game clock at the end; empty if the period has a label.
        package var endClock = ""
    }

    /// The score after a basket.
    package struct Step: Hashable, Sendable {
        /// From 0 to 1.
        package var position: Double
        package var home: Int
        package var away: Int
        /// Positive if the home side leads.
        package var lead: Int { home - away }
    }

    package var home = ""
    package var away = ""
    /// In playing order.
    package var periods: [Period] = []
    /// In playing order; empty before the first basket.
    package var steps: [Step] = []
    /// The legend of cells where the scores are equal.
    package var bothLabel: String
    /// The label of the zero line of the lead.
    package var evenLabel: String
    /// Scores with a grid line, ascending from 0; the last is the top of the picture.
    package var scoreTicks: [Int] = [0]
    /// The biggest lead of either side, at least 1.
    package var leadMax = 1
    /// `+18`: the label of the biggest lead of either side.
    package var leadMaxLabel: String { "+\(leadMax)" }

    init(_ words: Catalogue) {
        bothLabel = words(.both)
        evenLabel = words(.lead)
    }

    init(_ chart: ChartDocument, _ words: Catalogue) {
        self.init(words)
        home = chart.home.name
        away = chart.away.name
        let length = Double(max(1, chart.lengthMilliseconds))
        func share(_ milliseconds: Int64) -> Double {
            min(1, max(0, Double(milliseconds) / length))
        }
        periods = chart.periods.map {
            Period(
                label: $0.label, start: share($0.startMilliseconds),
                end: share($0.startMilliseconds + $0.lengthMilliseconds),
                startClock: $0.label.isEmpty ? $0.startClock ?? "" : "",
                endClock: $0.label.isEmpty ? $0.endClock ?? "" : "")
        }
        steps = chart.points.map {
            Step(position: share($0.atMilliseconds), home: $0.home, away: $0.away)
        }
        scoreTicks = Self.ticks(upTo: steps.map { max($0.home, $0.away) }.max() ?? 0)
        leadMax = max(1, steps.map { abs($0.lead) }.max() ?? 1)
    }

    /// The score at a horizontal position from 0 to 1.
    package func score(at position: Double) -> (home: Int, away: Int) {
        guard let step = steps.last(where: { $0.position <= position }) else { return (0, 0) }
        return (step.home, step.away)
    }

    /// The biggest lead after `start` and up to `end`, both from 0 to 1.
    package func lead(from start: Double, to end: Double) -> Int {
        let (home, away) = score(at: end)
        return steps.filter { $0.position > start && $0.position <= end }.map(\.lead)
            .reduce(home - away) { abs($1) > abs($0) ? $1 : $0 }
    }

    /// At most eight round numbers; the last is at or above the bound.
    private static func ticks(upTo bound: Int) -> [Int] {
        var step = 1
        for factor in [2, 5, 10, 20, 25, 50, 100, 200, 500, 1000] where bound > step * 7 {
            step = factor
        }
        let count = max(1, (bound + step - 1) / step)
        return (0...count).map { $0 * step }
    }
}
