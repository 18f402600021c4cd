package import Documents

/// The running score of a game as a picture: where things stand, and what to say of it.
package final class ChartViewModel {
    // Input

    /// Takes the chart as the daemon made it.
    package func receive(_ chart: ChartDocument) {
        title.update(
            "\(chart.home.name) \(chart.home.score) : \(chart.away.score) \(chart.away.name)")
        placeholder.update(chart.points.isEmpty ? "nobody has scored yet" : "")
        picture.update(ChartPicture(chart))
        facts.update(chart.points.isEmpty ? [] : Self.facts(chart))
    }

    // Output

    /// `Hawks 126 : 115 Owls`.
    package let title = Dynamic("")
    /// What to say instead of a picture; empty when there is one.
    package let placeholder = Dynamic("nobody has scored yet")
    /// What to draw.
    package let picture = Dynamic(ChartPicture())
    /// Leads, ties and runs, a line each.
    package let facts = Dynamic<[String]>([])

    /// Empty until a chart is received.
    package init() {}

    /// More would be a list and no summary.
    private static let runsMax = 4
    /// A basket alone is no run.
    private static let runPointsMin = 4

    private static func facts(_ chart: ChartDocument) -> [String] {
        let leads = [chart.home, chart.away].filter { $0.biggestLead > 0 }.map { side in
            "\(side.name) by \(side.biggestLead)" + (side.biggestLeadClock.map { " (\($0))" } ?? "")
        }
        let runs = chart.runs.filter { $0.points >= runPointsMin }.prefix(runsMax).map { run in
            let name = run.side == .home ? chart.home.name : chart.away.name
            return Phrases.line(
                "run: \(name) \(run.points) in a row to \(run.home):\(run.away)", time(of: run))
        }
        return [
            "\(Phrases.count(chart.leadChanges, "lead change")) · "
                + (chart.ties == 1 ? "1 tie" : "\(chart.ties) ties"),
            "biggest lead: " + leads.joined(separator: ", "),
        ] + runs
    }

    private static func time(of run: ChartRun) -> String? {
        guard let from = run.fromClock, let to = run.toClock, from != to else { return run.toClock }
        return "\(from) to \(to)"
    }
}

/// What a chart draws, in shares of its width and in points of its height.
package struct ChartPicture: Hashable, Sendable {
    /// A period from left to right.
    package struct Period: Hashable, Sendable {
        /// `Q1`; empty for the one period of a game that has no more.
        package var label: String
        /// Where it begins, from 0 to 1.
        package var start: Double
        /// Where it ends.
        package var end: Double
        /// `10:00`: the game clock where it begins; empty where a label says when it was.
        package var startClock = ""
        /// The game clock where it ends; empty where a label says when it was.
        package var endClock = ""
    }

    /// The score from a basket on.
    package struct Step: Hashable, Sendable {
        /// When, from 0 to 1.
        package var position: Double
        /// The home side's score from then on.
        package var home: Int
        /// The away side's score from then on.
        package var away: Int
        /// By how much the home side leads; negative when the other does.
        package var lead: Int { home - away }
    }

    /// The home team.
    package var home = ""
    /// The away team.
    package var away = ""
    /// The periods in order.
    package var periods: [Period] = []
    /// The baskets in order; none for a game without any.
    package var steps: [Step] = []
    /// What stands where both sides have the same score.
    package var bothLabel = "both"
    /// What stands beside the lead's zero line.
    package var evenLabel = "lead"
    /// What follows a side's name where its own leads are drawn.
    package var aheadLabel = "ahead"
    /// Scores worth a line of their own, from 0 up; the last is the top of the picture.
    package var scoreTicks: [Int] = [0]
    /// The most by which a side led, at least 1.
    package var leadMax = 1
    /// `+18`: what stands where either side leads by the most.
    package var leadMaxLabel: String { "+\(leadMax)" }

    /// Nothing to draw.
    init() {}

    init(_ chart: ChartDocument) {
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

    /// The score at a share of the width.
    package func score(at position: Double) -> (home: Int, away: Int) {
        guard let step = steps.last(where: { $0.position <= position }) else { return (0, 0) }
        return (step.home, step.away)
    }

    /// The lead that was the biggest between two shares of the width, the one at the end included.
    package func lead(from start: Double, to end: Double) -> Int {
        let (home, away) = score(at: end)
        return steps.filter { $0.position > start && $0.position <= end }.map(\.lead)
            .reduce(home - away) { abs($1) > abs($0) ? $1 : $0 }
    }

    /// At most eight round numbers, the last at or above the bound.
    private static func ticks(upTo bound: Int) -> [Int] {
        var step = 1
        for factor in [2, 5, 10, 20, 25, 50, 100, 200, 500, 1000] where bound > step * 7 {
            step = factor
        }
        let count = max(1, (bound + step - 1) / step)
        return (0...count).map { $0 * step }
    }
}
