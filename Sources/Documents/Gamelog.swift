/// The header of a `gamelog/1` file: its first line.
package struct GamelogHeader: Codable, Hashable, Sendable {
    /// `gamelog/1`.
    package var format: String
    /// The game's ID at its source.
    package var id: String
    /// The league's name.
    package var league: String?
    /// As the league writes it.
    package var season: String?
    /// The day, `2025-01-31`.
    package var date: String?
    /// The home team's name.
    package var home: String
    /// The away team's name.
    package var away: String
    /// What the game was played by.
    package var rules: GamelogRules
    /// Both rosters; a team's own order is the order of its slots.
    package var players: [GamelogPlayer]
    /// The official result.
    package var final: GamelogScore?
    /// How the game ended where no score says it; of our own files alone.
    package var ending: GamelogEnding?
    /// Where the game clock stood at the end of the file; of our own files alone.
    package var clock: GamelogClock?
    /// Events that follow this line; of our own files alone.
    package var events: Int?
    /// The official score of each period.
    package var periods: [GamelogScore]?
    /// The official box score by player ID.
    package var box: [String: GamelogBox]?
    /// The sides whose official box score is known.
    package var boxTeams: [SideName]?
    /// Where the file comes from.
    package var source: GamelogSource?

    /// Joins the parts; what has a default may be left out.
    package init(
        format: String, id: String, league: String? = nil, season: String? = nil,
        date: String? = nil, home: String, away: String, rules: GamelogRules,
        players: [GamelogPlayer], final: GamelogScore? = nil, ending: GamelogEnding? = nil,
        clock: GamelogClock? = nil, events: Int? = nil, periods: [GamelogScore]? = nil,
        box: [String: GamelogBox]? = nil,
        boxTeams: [SideName]? = nil, source: GamelogSource? = nil
    ) {
        self.format = format
        self.id = id
        self.league = league
        self.season = season
        self.date = date
        self.home = home
        self.away = away
        self.rules = rules
        self.players = players
        self.final = final
        self.ending = ending
        self.clock = clock
        self.events = events
        self.periods = periods
        self.box = box
        self.boxTeams = boxTeams
        self.source = source
    }
}

/// A reading of the game clock in a `gamelog/1` file.
package struct GamelogClock: Codable, Hashable, Sendable {
    /// From 1.
    package var period: Int
    /// As in `GamelogEvent`.
    package var t: Double

    /// Joins the two.
    package init(period: Int, t: Double) {
        self.period = period
        self.t = t
    }
}

/// How a game of a `gamelog/1` file ended other than by its score: one of the two.
package struct GamelogEnding: Codable, Hashable, Sendable {
    /// The side that did not play on; the other won.
    package var forfeit: SideName?
    /// Why it was broken off without a result.
    package var abandoned: String?

    /// Takes one of the two.
    package init(forfeit: SideName? = nil, abandoned: String? = nil) {
        self.forfeit = forfeit
        self.abandoned = abandoned
    }
}

/// What a game of a `gamelog/1` file was played by.
package struct GamelogRules: Codable, Hashable, Sendable {
    /// Periods before overtime.
    package var periods: Int
    /// Length of a period.
    package var periodSeconds: Int
    /// Length of an overtime; 0 when the league has none.
    package var overtimeSeconds: Int
    /// The period that was played to a target.
    package var targetPeriod: Int?
    /// What was added to the leader's score to make it.
    package var targetMargin: Int?
    /// The target that it came to.
    package var target: Int?
    /// What a reader should know.
    package var note: String?
    /// The lead that the target needs; of our own files alone.
    package var lead: Int?
    /// The score that ends the game whatever the lead; of our own files alone.
    package var cap: Int?
    /// The preset that the game began with; of our own files alone.
    package var preset: String?
    /// The other rules, where they differ from the preset's; of our own files alone.
    package var others: GamelogOtherRules?

    /// Joins the parts; what has a default may be left out.
    package init(
        periods: Int, periodSeconds: Int, overtimeSeconds: Int, targetPeriod: Int? = nil,
        targetMargin: Int? = nil, target: Int? = nil, note: String? = nil, lead: Int? = nil,
        cap: Int? = nil, preset: String? = nil, others: GamelogOtherRules? = nil
    ) {
        self.periods = periods
        self.periodSeconds = periodSeconds
        self.overtimeSeconds = overtimeSeconds
        self.targetPeriod = targetPeriod
        self.targetMargin = targetMargin
        self.target = target
        self.note = note
        self.lead = lead
        self.cap = cap
        self.preset = preset
        self.others = others
    }
}

/// Rules of a `gamelog/1` file that leagues' files leave to the league: each only where it differs.
package struct GamelogOtherRules: Codable, Hashable, Sendable {
    /// What made shots count, by kind.
    package var points: Counts?
    /// Players of a side on the court.
    package var playersASide: Int?
    /// Team fouls of a period from which the penalty applies.
    package var penaltyFouls: Int?
    /// Team fouls of a period from which the second penalty applies.
    package var secondPenaltyFouls: Int?
    /// Team fouls of an overtime from which the penalty applies.
    package var overtimePenaltyFouls: Int?
    /// Fouls with which a player is out.
    package var foulLimit: Int?
    /// Points of one side in overtime that end the game.
    package var overtimeTarget: Int?
}

/// A player of a `gamelog/1` file.
package struct GamelogPlayer: Codable, Hashable, Sendable {
    /// The player's ID at the source.
    package var id: String
    /// The player's name.
    package var name: String
    /// The side.
    package var team: SideName
    /// The shirt's number as a text.
    package var number: String?

    /// Joins the parts; what has a default may be left out.
    package init(id: String, name: String, team: SideName, number: String? = nil) {
        self.id = id
        self.name = name
        self.team = team
        self.number = number
    }
}

/// A score of both sides.
package struct GamelogScore: Codable, Hashable, Sendable {
    /// The home side's points.
    package var home: Int
    /// The away side's points.
    package var away: Int

    /// Joins the parts; what has a default may be left out.
    package init(home: Int, away: Int) {
        self.home = home
        self.away = away
    }
}

/// A row of an official box score; the names are the source's.
package struct GamelogBox: Codable, Hashable, Sendable {
    /// Points.
    package var pts: Int?
    /// Assists.
    package var ast: Int?
    /// Offensive rebounds.
    package var oreb: Int?
    /// Defensive rebounds.
    package var dreb: Int?
    /// Rebounds.
    package var reb: Int?
    /// Personal fouls.
    package var pf: Int?
    /// Steals.
    package var stl: Int?
    /// Blocks.
    package var blk: Int?
    /// Turnovers.
    package var tov: Int?

    /// Joins the parts; what has a default may be left out.
    package init(
        pts: Int? = nil, ast: Int? = nil, oreb: Int? = nil, dreb: Int? = nil, reb: Int? = nil,
        pf: Int? = nil, stl: Int? = nil, blk: Int? = nil, tov: Int? = nil
    ) {
        self.pts = pts
        self.ast = ast
        self.oreb = oreb
        self.dreb = dreb
        self.reb = reb
        self.pf = pf
        self.stl = stl
        self.blk = blk
        self.tov = tov
    }
}

/// Where a `gamelog/1` file comes from.
package struct GamelogSource: Codable, Hashable, Sendable {
    /// The repository.
    package var repo: String?
    /// The commit.
    package var commit: String?
    /// The files in it.
    package var files: [String]?

    /// Joins the parts; what has a default may be left out.
    package init(repo: String? = nil, commit: String? = nil, files: [String]? = nil) {
        self.repo = repo
        self.commit = commit
        self.files = files
    }
}

/// Every further line of a `gamelog/1` file.
package struct GamelogEvent: Codable, Hashable, Sendable {
    /// Seconds of game clock elapsed since the tip-off, all periods together; read to the millisecond.
    package var t: Double
    /// True where nobody read the game clock: `t` is the reading before it in its period. Of our own
    /// files alone.
    package var unread: Bool?
    /// From 1.
    package var period: Int
    /// The side; nil when it is neither's.
    package var team: SideName?
    /// A player's ID; nil for the team's.
    package var player: String?
    /// What happened, in the format's words.
    package var kind: String
    /// Points of a made shot.
    package var points: Int?
    /// Home and away after a made shot, as the source states it.
    package var score: [Int]?
    /// Of a rebound: `offensive` or `defensive`.
    package var side: String?
    /// Of a foul, a turnover and so on.
    package var type: String?
    /// Of a miss: the kind that it would have been.
    package var of: String?
    /// Of a line-up: the players' IDs.
    package var players: [String]?
    /// The code or the words of the source.
    package var raw: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        t: Double, unread: Bool? = nil, period: Int, team: SideName? = nil, player: String? = nil,
        kind: String,
        points: Int? = nil, score: [Int]? = nil, side: String? = nil, type: String? = nil,
        of: String? = nil, players: [String]? = nil, raw: String? = nil
    ) {
        self.t = t
        self.unread = unread
        self.period = period
        self.team = team
        self.player = player
        self.kind = kind
        self.points = points
        self.score = score
        self.side = side
        self.type = type
        self.of = of
        self.players = players
        self.raw = raw
    }
}
