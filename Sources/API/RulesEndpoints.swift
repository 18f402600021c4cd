import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Rules of a game that exists.
struct RulesEndpoints: EndpointTopic {
    let api: APIContext

    func changeRules(_ order: RulesChangeRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        try validate(order.rules)
        let rules: Rules
        do throws(DocumentsError) {
            rules = try order.rules.changing(board.rules)
        } catch {
            throw APIError(error)
        }
        try validatePenalties(order.rules, rules)
        var changes: [Rule: Int] = [:]
        for rule in Rule.allCases where rules[rule] != board.rules[rule] {
            changes[rule] = rules[rule]
        }
        guard !changes.isEmpty else {
            return api.unchanged(
                "\(api.table.game(board.id)?.slug ?? "the game") is played so already", board)
        }
        let draft = RulesChanged(changes: changes).draft(in: board.id)
        return api.remarked(try api.record([draft], request: request)) { after in
            Remarks(
                more: Verdicts(board, after).change, warnings: Verdicts(board, after).revalued)
        }
    }

    /// Demands of who says anything of the penalties that the second does not come before the first.
    func validatePenalties(_ order: RulesRequest?, _ rules: Rules) throws(APIError) {
        guard order?.penaltyFouls != nil || order?.secondPenaltyFouls != nil else { return }
        let (first, second) = (rules[.penaltyFouls], rules[.secondPenaltyFouls])
        guard second > 0, second < first else { return }
        throw .unfit(
            "the second penalty, from team foul \(second), cannot come before the first, from team "
                + "foul \(first); give both, the lower first: 7,10")
    }

    /// Demands that the values of rules are within their bounds.
    func validate(_ rules: RulesRequest?) throws(APIError) {
        guard let rules else { return }
        let day = Int(Scorebook.Limits.elapsedMax.components.seconds)
        let count = 0...Scorebook.Limits.ruleCountMax
        var bounds: [(String, Int?, ClosedRange<Int>)] = [
            ("periods", rules.periods, 1...Scorebook.Limits.periodMax),
            ("periodSeconds", rules.periodSeconds, 0...day),
            ("overtimeSeconds", rules.overtimeSeconds, 0...day),
            ("overtimeTarget", rules.overtimeTarget, count), ("target", rules.target, count),
            ("lead", rules.lead, count), ("cap", rules.cap, count),
            ("playersASide", rules.playersASide, count),
            ("penaltyFouls", rules.penaltyFouls, count),
            ("secondPenaltyFouls", rules.secondPenaltyFouls, count),
            ("foulLimit", rules.foulLimit, count),
        ]
        let points = rules.points ?? [:]
        bounds += points.names.map {
            ("points of \(shown($0))", points[$0], 0...Scorebook.Limits.movePointsMax)
        }
        for kind in points.names where Rule(pointsOf: kind) == nil {
            throw .unfit(
                "'\(shown(kind))' is no made shot; points go with onePoint, twoPoints, "
                    + "threePoints and freeThrow")
        }
        for (name, value, range) in bounds {
            guard let value, !range.contains(value) else { continue }
            throw .unfit(
                "the rules' \(name) is \(value); possible is \(range.lowerBound) to "
                    + "\(range.upperBound)")
        }
    }
}

/// A game before and after something that may have decided it.
struct Verdicts {
    private let before: Scoreboard
    private let after: Scoreboard

    init(_ before: Scoreboard, _ after: Scoreboard) {
        self.before = before
        self.after = after
    }

    /// `the game is decided now: Hawks 21:18 Owls`; empty where nothing changed of that.
    var change: String {
        if after.state == .decided {
            guard before.state != .decided || before.winner != after.winner else { return "" }
            return "the game is decided now: \(after.result)"
        }
        guard before.state == .decided, !after.state.isOver else { return "" }
        return "the game is not decided any more: \(after.result)"
    }

    /// That made shots count something else than before, and what it did to the score.
    var revalued: [WarningDocument] {
        let kinds: [MoveKind] = [.onePoint, .twoPoints, .threePoints, .freeThrow].filter {
            before.rules.points(of: $0) != after.rules.points(of: $0)
        }
        guard !kinds.isEmpty, before.score != after.score else { return [] }
        let names = kinds.map { Phrases.spaced("\($0)") }
        let back = kinds.map { "--points \($0)=\(before.rules.points(of: $0))" }
        return [
            WarningDocument(
                code: "revalued",
                text: "\(names.joined(separator: " and ")) count anew: "
                    + "\(before.score.home):\(before.score.away) became "
                    + "\(after.score.home):\(after.score.away)",
                advice: "to take it back: scored rules \(back.joined(separator: " "))")
        ]
    }
}

extension Scoreboard {
    /// `Hawks 21:18 Owls`: home first, as everywhere.
    var result: String {
        "\(teams.home.name) \(score.home):\(score.away) \(teams.away.name)"
    }
}
