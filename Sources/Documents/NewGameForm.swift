import Scorebook

/// A new game as typed: its problems, and the request that creates it.
package struct NewGameForm: Hashable, Sendable {
    /// In the order in which the form asks.
    package enum Field: Hashable, Sendable, CaseIterable {
        case home
        case away
        case rules
        case target
        case minutes
        case homeRoster
        case awayRoster
    }

    /// The presets that a form offers, the default first.
    package static let presets = [RulesPreset.pickup, .threeOnThree, .fiba, .nba].map(\.word)

    /// The typed texts; for the rules the preset. An empty length or target means the preset's, an
    /// empty roster the team's last one, or numbers from 1.
    private var texts: [Field: String] = [.rules: Self.presets[0]]
    /// The titles of the table's games: their teams have rosters.
    package var titles: [String] = []

    /// An empty form.
    package init() {}

    /// `15`, `10:00` or `none`; `4 Ana, 7 Bo`; one of `presets`.
    package subscript(field: Field) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue }
    }

    /// Empty if the form can be sent.
    package var problems: [Field: String] {
        var problems: [Field: String] = [:]
        problems[.home] = problem(withName: self[.home])
        problems[.away] = problem(withName: self[.away]) ?? problemWithEqualNames
        problems[.target] = read(.target, self[.target]).problem
        problems[.minutes] = read(.periodLength, self[.minutes]).problem
        problems[.homeRoster] = read(self[.homeRoster], .home).problem
        problems[.awayRoster] = read(self[.awayRoster], .away).problem
        return problems
    }

    /// Remarks about values that are allowed but unlikely.
    package var warnings: [Field: String] {
        var warnings: [Field: String] = [:]
        warnings[.homeRoster] = warning(about: read(self[.homeRoster], .home).players)
        warnings[.awayRoster] = warning(about: read(self[.awayRoster], .away).players)
        if rules[.target] == 0, rules[.periodLength] == 0 {
            warnings[.target] = "neither points nor time end this game; a keeper must"
        }
        return warnings
    }

    /// The rules typed so far: `to 15, lead 2`.
    package var summary: String { RulesDocument(rules).summary }

    /// The meaning of an empty field; empty for a required one.
    package func meaningOfEmpty(_ field: Field) -> String {
        switch field {
        case .home, .away, .rules: ""
        case .target: RuleWord.print(.target, base[.target])
        case .minutes: RuleWord.print(.periodLength, base[.periodLength])
        case .homeRoster: rosterOfEmpty(self[.home])
        case .awayRoster: rosterOfEmpty(self[.away])
        }
    }

    /// Nil while the form has problems.
    package var request: NewGameRequest? {
        guard problems.isEmpty else { return nil }
        var order = RulesRequest(preset: self[.rules])
        order[.target] = read(.target, self[.target]).value
        order[.periodLength] = read(.periodLength, self[.minutes]).value
        return NewGameRequest(
            home: team(.home, .homeRoster, .home), away: team(.away, .awayRoster, .away),
            rules: order)
    }

    // MARK: Reading

    private var base: Rules { Rules(RulesPreset(word: self[.rules]) ?? .pickup) }

    private var rules: Rules {
        var rules = base
        for (rule, text) in [(Rule.target, self[.target]), (.periodLength, self[.minutes])] {
            if let value = read(rule, text).value { rules[rule] = value }
        }
        return rules
    }

    private func problem(withName name: String) -> String? {
        let limit = ScorebookLimits.nameScalarsMax
        if name.unicodeScalars.count > limit { return "at most \(limit) characters" }
        if name.allSatisfy(\.isWhitespace) { return "a name is needed" }
        return shown(name).isEmpty ? "it has no printable character" : nil
    }

    /// Nil if the names can be told apart, as the daemon compares them.
    private var problemWithEqualNames: String? {
        let names = [self[.home], self[.away]].map { Slug.plain(shown($0)) }
        return !names[0].isEmpty && names[0] == names[1]
            ? "both teams have the same name: give them different ones" : nil
    }

    private func warning(about players: [RosterPlayer]) -> String? {
        let joined = players.map(\.name).filter(Self.hasNumber).map {
            "'\($0)' is read as one player: number first, a comma after each player"
        }
        let numbers = players.compactMap(\.number)
        let twice = numbers.enumerated().filter { index, number in
            numbers.firstIndex(of: number) == index && numbers.count { $0 == number } > 1
        }.map { _, number in
            let lines = players.indices.filter { players[$0].number == number }
            return
                "\(number) is twice: type \(lines.map { "#\($0 + 1)" }.joined(separator: " or "))"
                + " for them"
        }
        let warnings = joined + twice
        return warnings.isEmpty ? nil : warnings.joined(separator: " · ")
    }

    /// Neither value nor problem for an empty text.
    private func read(_ rule: Rule, _ text: String) -> (value: Int?, problem: String?) {
        let text = shown(text)
        if text.isEmpty { return (nil, nil) }
        guard let value = try? RuleWord.read(rule, text) else {
            return (nil, "write none, or \(RuleWord.bounds(rule))")
        }
        return (value, nil)
    }

    private func read(
        _ roster: String, _ side: Side
    ) -> (players: [RosterPlayer], problem: String?) {
        do throws(Unreadable) {
            let lines = try RosterText.read(roster, side: side)
            return (
                lines.map {
                    RosterPlayer(number: $0.number.isEmpty ? nil : $0.number, name: $0.name)
                }, nil
            )
        } catch .rosterLine(let number, let problem) {
            return ([], "player \(number) \(problem)")
        } catch {
            return ([], "\(error)")
        }
    }

    /// True if a word of a name begins with a digit, as after a missing comma.
    private static func hasNumber(_ name: String) -> Bool {
        name.split(whereSeparator: \.isWhitespace).contains { $0.first?.isNumber == true }
    }

    // MARK: Default rosters

    /// With the typed roster; else none for a known team, which has one, or numbers for a new one.
    private func team(_ name: Field, _ roster: Field, _ side: Side) -> TeamRequest {
        let typed = read(self[roster], side).players
        let new = isKnown(self[name]) ? nil : numbers.map { RosterPlayer(number: $0, name: "") }
        return TeamRequest(name: shown(self[name]), roster: typed.isEmpty ? new : typed)
    }

    private func rosterOfEmpty(_ team: String) -> String {
        isKnown(team) ? "the last roster of \(shown(team))" : numbers.joined(separator: ", ")
    }

    /// `1, 2, 3`: as many as a side has on the court.
    private var numbers: [String] { (1...max(1, base[.playersASide])).map { "\($0)" } }

    private func isKnown(_ team: String) -> Bool {
        let sought = Slug.make(team, fallback: "")
        return !sought.isEmpty
            && titles.contains { title in
                Self.teams(in: title).contains { Slug.make($0, fallback: "") == sought }
            }
    }

    /// Every way to split `Hawks - Owls` into names, which may contain the dash too.
    private static func teams(in title: String) -> [String] {
        let parts = title.split(separator: " - ", omittingEmptySubsequences: false)
        return (1..<max(1, parts.count)).flatMap { place in
            [parts[..<place], parts[place...]].map { $0.joined(separator: " - ") }
        }
    }
}
