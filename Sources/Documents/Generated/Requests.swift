// Made by Scripts/generate from Protocol/openapi.yaml: not to be edited.
// Digest of page, generator and all that follows: a0ed27d4603fcde76c810ffa09f75887

/// `POST /v1/lost` and `POST /v1/found`: no longer wait for a device, or wait for it again.
package struct AbsenceRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game, or the newest where all are over.
    package var game: String?
    /// The device's name.
    package var device: String
    /// True declares a device lost that is in sync.
    package var force: Bool?

    /// Every member; those with a default may be left out.
    package init(request: String? = nil, game: String? = nil, device: String, force: Bool? = nil) {
        self.request = request
        self.game = game
        self.device = device
        self.force = force
    }
}

/// `POST /v1/clock`: start, stop or set the game clock.
package struct ClockRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// The action.
    package var action: ClockAction
    /// For `set`: seconds elapsed in the period.
    package var seconds: Int?
    /// For `set`, instead of `seconds`: seconds that remain in the period.
    package var remainingSeconds: Int?
    /// For `set`, instead of `seconds`: milliseconds elapsed in the period.
    package var milliseconds: Int?
    /// For `set`, instead of `seconds`: milliseconds that remain in the period.
    package var remainingMilliseconds: Int?
    /// For `set` and `period`: the period, from 1.
    package var period: Int?
    /// True begins a period too early or an overtime that is not needed, or starts the game clock
    /// of a decided game.
    package var force: Bool?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, action: ClockAction, seconds: Int? = nil,
        remainingSeconds: Int? = nil, milliseconds: Int? = nil, remainingMilliseconds: Int? = nil,
        period: Int? = nil, force: Bool? = nil
    ) {
        self.request = request
        self.game = game
        self.action = action
        self.seconds = seconds
        self.remainingSeconds = remainingSeconds
        self.milliseconds = milliseconds
        self.remainingMilliseconds = remainingMilliseconds
        self.period = period
        self.force = force
    }
}

/// `POST /v1/devices/deputy`: the founder names a deputy, who may remove devices too, or dismisses
/// one.
package struct DeputyRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// As in `RemovalRequest`.
    package var device: String
    /// False dismisses it; what it removed stays removed.
    package var isDeputy: Bool

    /// Every member; those with a default may be left out.
    package init(request: String? = nil, device: String, isDeputy: Bool) {
        self.request = request
        self.device = device
        self.isDeputy = isDeputy
    }
}

/// `POST /v1/doctor`: decisions about this device's home and log that only a person can make.
package struct DoctorRequest: Codable, Hashable, Sendable {
    /// True records again the own entries that wait for older ones lost from the disk, instead of
    /// waiting for a device that may return them.
    package var recover: Bool?
    /// True acknowledges the warnings about copied and restored homes: only a new incident warns
    /// again.
    package var acknowledge: Bool?

    /// Every member; those with a default may be left out.
    package init(recover: Bool? = nil, acknowledge: Bool? = nil) {
        self.recover = recover
        self.acknowledge = acknowledge
    }
}

/// `POST /v1/end`: end a game. A game clock that runs is stopped.
package struct EndRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// The side that does not play on; the other wins.
    package var forfeit: SideName?
    /// With `forfeit`: true if the side loses by default, for want of players.
    package var isDefault: Bool?
    /// Instead of `forfeit`: the reason for breaking off the game without a result.
    package var abandon: String?
    /// True answers the question with which a forfeit, an abandonment, and an end about which
    /// something is odd are refused otherwise (`unconfirmed`).
    package var force: Bool?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, forfeit: SideName? = nil,
        isDefault: Bool? = nil, abandon: String? = nil, force: Bool? = nil
    ) {
        self.request = request
        self.game = game
        self.forfeit = forfeit
        self.isDefault = isDefault
        self.abandon = abandon
        self.force = force
    }
}

/// `POST /v1/void`, `POST /v1/accept`: withdraw entries, or count held moves; all of them or none.
package struct EntriesRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// `mia.41`; a number alone, `41`, is an entry of this device.
    package var entries: [String]

    /// Every member; those with a default may be left out.
    package init(request: String? = nil, game: String? = nil, entries: [String]) {
        self.request = request
        self.game = game
        self.entries = entries
    }
}

/// `POST /v1/fix`: correct a recorded move. Omitted fields keep their values.
package struct FixRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// As in `EntriesRequest`: the move, or a correction of it.
    package var entry: String
    /// As in `MoveRequest`.
    package var kind: String?
    /// As in `MoveRequest`.
    package var player: String?
    /// As in `MoveRequest`.
    package var points: Int?
    /// As in `MoveRequest`.
    package var detail: String?
    /// The period.
    package var period: Int?
    /// Seconds elapsed in the period.
    package var clockSeconds: Int?
    /// Instead of `clockSeconds`: the seconds on the scoreboard, which are those left of a period
    /// with a length, and those elapsed of one without.
    package var shownSeconds: Int?
    /// 1 if the move and its copies of other keepers are one event, 2 if this move is another one.
    /// Asked for by the refusal `one-or-two` where a fix moves a move with copies to another
    /// player, or further in time than copies can differ.
    package var events: Int?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, entry: String, kind: String? = nil,
        player: String? = nil, points: Int? = nil, detail: String? = nil, period: Int? = nil,
        clockSeconds: Int? = nil, shownSeconds: Int? = nil, events: Int? = nil
    ) {
        self.request = request
        self.game = game
        self.entry = entry
        self.kind = kind
        self.player = player
        self.points = points
        self.detail = detail
        self.period = period
        self.clockSeconds = clockSeconds
        self.shownSeconds = shownSeconds
        self.events = events
    }
}

/// `POST /v1/import`: create a game and record its events, as one request.
package struct ImportRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// The game.
    package var game: NewGameRequest
    /// The events, in order; nil for a roster alone.
    package var steps: [ImportStep]?
    /// True ends the game after the last step.
    package var isEnded: Bool?
    /// The side that did not play on, whatever the score; the game ends after the last step.
    package var forfeit: SideName?
    /// With `forfeit`: true if the side lost by default, for want of players.
    package var isDefault: Bool?
    /// Instead of `forfeit`: the reason for which the game was broken off without a result.
    package var abandon: String?
    /// The period before which the target was set; nil if it was set from the start.
    package var targetPeriod: Int?
    /// The game clock at the end; nil for the last reading of the steps.
    package var clock: ImportClock?
    /// True imports a game that seems to be here already.
    package var force: Bool?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, game: NewGameRequest, steps: [ImportStep]? = nil,
        isEnded: Bool? = nil, forfeit: SideName? = nil, isDefault: Bool? = nil,
        abandon: String? = nil, targetPeriod: Int? = nil, clock: ImportClock? = nil,
        force: Bool? = nil
    ) {
        self.request = request
        self.game = game
        self.steps = steps
        self.isEnded = isEnded
        self.forfeit = forfeit
        self.isDefault = isDefault
        self.abandon = abandon
        self.targetPeriod = targetPeriod
        self.clock = clock
        self.force = force
    }
}

/// A reading of the game clock of an imported game.
package struct ImportClock: Codable, Hashable, Sendable {
    /// From 1.
    package var period: Int
    /// Milliseconds elapsed in the period.
    package var milliseconds: Int

    /// Every member; those with a default may be left out.
    package init(period: Int, milliseconds: Int) {
        self.period = period
        self.milliseconds = milliseconds
    }
}

/// An event of an imported game.
package struct ImportStep: Codable, Hashable, Sendable {
    /// A kind of move, or a mark of the source (`periodStart`, `lineup`) that is no move.
    package var kind: String
    /// The side; nil when it is neither's.
    package var side: SideName?
    /// The player's slot, `h#1`; nil for the team's.
    package var player: String?
    /// Points of a made shot.
    package var points: Int?
    /// `offensive` of a rebound, `threePoints` of a miss.
    package var detail: String?
    /// The source's own finer kind: `shooting`, `bad pass`.
    package var type: String?
    /// From 1.
    package var period: Int
    /// Seconds elapsed in the period; negative if the source's clock contradicts its period; nil if
    /// the game clock was not read.
    package var clockSeconds: Int?
    /// Instead of `clockSeconds`: milliseconds elapsed in the period.
    package var clockMilliseconds: Int?
    /// Slots of a line-up.
    package var players: [String]?
    /// The words of the source.
    package var note: String?

    /// Every member; those with a default may be left out.
    package init(
        kind: String, side: SideName? = nil, player: String? = nil, points: Int? = nil,
        detail: String? = nil, type: String? = nil, period: Int, clockSeconds: Int? = nil,
        clockMilliseconds: Int? = nil, players: [String]? = nil, note: String? = nil
    ) {
        self.kind = kind
        self.side = side
        self.player = player
        self.points = points
        self.detail = detail
        self.type = type
        self.period = period
        self.clockSeconds = clockSeconds
        self.clockMilliseconds = clockMilliseconds
        self.players = players
        self.note = note
    }
}

/// `POST /v1/invitations`: let devices join.
package struct InviteRequest: Codable, Hashable, Sendable {
    /// The number of codes, one for each device; nil for one.
    package var count: Int?
    /// True for devices that this one hosts: their joining words are not kept, since nobody
    /// compares them.
    package var isHosted: Bool?

    /// Every member; those with a default may be left out.
    package init(count: Int? = nil, isHosted: Bool? = nil) {
        self.count = count
        self.isHosted = isHosted
    }
}

/// `POST /v1/join`: join another table.
package struct JoinRequest: Codable, Hashable, Sendable {
    /// The invitation's code; case, spaces and hyphens do not matter.
    package var code: String
    /// `host:port` of the inviter, where announcements do not reach; a name or a number, port 7420
    /// if none is given.
    package var via: String?
    /// True records this device's own games again at the new table.
    package var bring: Bool?
    /// True joins although entries exist only here and are not brought; they go into the archive.
    package var force: Bool?

    /// Every member; those with a default may be left out.
    package init(code: String, via: String? = nil, bring: Bool? = nil, force: Bool? = nil) {
        self.code = code
        self.via = via
        self.bring = bring
        self.force = force
    }
}

/// `POST /v1/keeper`: name the person at this device.
package struct KeeperRequest: Codable, Hashable, Sendable {
    /// The name.
    package var name: String

    /// Every member; those with a default may be left out.
    package init(name: String) {
        self.name = name
    }
}

/// `POST /v1/leave`: leave the table and begin a table of one.
package struct LeaveRequest: Codable, Hashable, Sendable {
    /// True leaves although entries exist only here; they go into the archive.
    package var force: Bool?
    /// True records the games again at the new table, as copies with their origins.
    package var bring: Bool?

    /// Every member; those with a default may be left out.
    package init(force: Bool? = nil, bring: Bool? = nil) {
        self.force = force
        self.bring = bring
    }
}

/// `POST /v1/lineups`: the players of a side on the court, all of them.
package struct LineupRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// The side.
    package var side: SideName
    /// The players, as in `MoveRequest`; a number alone is one of the side's.
    package var players: [String]
    /// The period; nil for the current one.
    package var period: Int?
    /// Seconds elapsed in the period; nil for the present reading of the game clock.
    package var clockSeconds: Int?
    /// True records although the game is over and another one is open.
    package var force: Bool?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, side: SideName, players: [String],
        period: Int? = nil, clockSeconds: Int? = nil, force: Bool? = nil
    ) {
        self.request = request
        self.game = game
        self.side = side
        self.players = players
        self.period = period
        self.clockSeconds = clockSeconds
        self.force = force
    }
}

/// `POST /v1/moves`: record one move.
package struct MoveRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// 32 hexadecimal digits chosen at random: a retry with them records nothing twice.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// `h4`, `h#1`, a number or two letters or more of a name that is unique; `home` or `away` for
    /// the team.
    package var player: String
    /// A kind of move, in a word of the command line: `twoPoints`, `2p`, `offensiveRebound`.
    package var kind: String
    /// For a kind whose points vary: 1 to 3.
    package var points: Int?
    /// The type of a foul, a turnover or a time-out, in words.
    package var detail: String?
    /// Of a foul or a technical foul: the free throws that it gives, 1 to 3; nil if not stated.
    package var freeThrows: Int?
    /// The period; nil for the current one.
    package var period: Int?
    /// Seconds elapsed in the period; nil for the present reading of the game clock.
    package var clockSeconds: Int?
    /// Instead of `clockSeconds`: milliseconds elapsed in the period.
    package var clockMilliseconds: Int?
    /// Of an assist: the basket's entry, as in `EntriesRequest`; nil for the side's last one within
    /// 5 s of game clock, if there is one.
    package var basket: String?
    /// True records although the game is decided or over, or the move is unlikely.
    package var force: Bool?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, player: String, kind: String,
        points: Int? = nil, detail: String? = nil, freeThrows: Int? = nil, period: Int? = nil,
        clockSeconds: Int? = nil, clockMilliseconds: Int? = nil, basket: String? = nil,
        force: Bool? = nil
    ) {
        self.request = request
        self.game = game
        self.player = player
        self.kind = kind
        self.points = points
        self.detail = detail
        self.freeThrows = freeThrows
        self.period = period
        self.clockSeconds = clockSeconds
        self.clockMilliseconds = clockMilliseconds
        self.basket = basket
        self.force = force
    }
}

/// `POST /v1/games`: create a game.
package struct NewGameRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// The home side.
    package var home: TeamRequest
    /// The away side.
    package var away: TeamRequest
    /// The rules; nil for the default rules.
    package var rules: RulesRequest?
    /// The day, `2025-01-31`, for a game of the past.
    package var date: String?
    /// Where an imported game comes from: its ID there.
    package var source: String?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, home: TeamRequest, away: TeamRequest, rules: RulesRequest? = nil,
        date: String? = nil, source: String? = nil
    ) {
        self.request = request
        self.home = home
        self.away = away
        self.rules = rules
        self.date = date
        self.source = source
    }
}

/// `POST /v1/notes`: words for the record of a game.
package struct NoteRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game, or the newest where all are over.
    package var game: String?
    /// The words.
    package var text: String

    /// Every member; those with a default may be left out.
    package init(request: String? = nil, game: String? = nil, text: String) {
        self.request = request
        self.game = game
        self.text = text
    }
}

/// `POST /v1/devices/remove`: remove a device from the table for good.
package struct RemovalRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// The device's name, or its keeper's where only one device has that.
    package var device: String
    /// True also removes the devices that it invited; else they stay members.
    package var withInvited: Bool?
    /// True tells the change and does not make it.
    package var isTrial: Bool?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, device: String, withInvited: Bool? = nil, isTrial: Bool? = nil
    ) {
        self.request = request
        self.device = device
        self.withInvited = withInvited
        self.isTrial = isTrial
    }
}

/// `POST /v1/reopen`: reopen a game that is over; its signatures are cleared.
package struct ReopenRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?

    /// Every member; those with a default may be left out.
    package init(request: String? = nil, game: String? = nil) {
        self.request = request
        self.game = game
    }
}

/// A player of a roster.
package struct RosterPlayer: Codable, Hashable, Sendable {
    /// The shirt's number as a text of one to three digits, with `#` before them or not; empty or
    /// nil without one.
    package var number: String?
    /// The player's name.
    package var name: String

    /// Every member; those with a default may be left out.
    package init(number: String? = nil, name: String) {
        self.number = number
        self.name = name
    }
}

/// `POST /v1/roster`: change the roster of a game.
package struct RosterRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// The action.
    package var action: RosterAction
    /// For `add`: the side.
    package var side: SideName?
    /// For `add`: the players, in the order of their slots.
    package var players: [RosterPlayer]?
    /// For every other action: the player, as in `MoveRequest`.
    package var player: String?
    /// For `rename`: the new name.
    package var name: String?
    /// For `number`: the new number, one to three digits; empty takes it away.
    package var number: String?
    /// For `merge`: the player who stays, into which the other is merged.
    package var into: String?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, action: RosterAction, side: SideName? = nil,
        players: [RosterPlayer]? = nil, player: String? = nil, name: String? = nil,
        number: String? = nil, into: String? = nil
    ) {
        self.request = request
        self.game = game
        self.action = action
        self.side = side
        self.players = players
        self.player = player
        self.name = name
        self.number = number
        self.into = into
    }
}

/// `POST /v1/rules`: give rules of a game new values.
package struct RulesChangeRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// The changes; a preset sets every rule, and the other values differ from the preset.
    package var rules: RulesRequest

    /// Every member; those with a default may be left out.
    package init(request: String? = nil, game: String? = nil, rules: RulesRequest) {
        self.request = request
        self.game = game
        self.rules = rules
    }
}

/// Rules for a game: a preset, and the values that differ from it. An omitted value is the preset's
/// in a new game and unchanged in a game that goes on.
package struct RulesRequest: Codable, Hashable, Sendable {
    /// `pickup`, `3x3`, `fiba`, `nba`; nil for the table's default.
    package var preset: String?
    /// Periods before overtime.
    package var periods: Int?
    /// Length of a period; 0 for none.
    package var periodSeconds: Int?
    /// Length of an overtime; 0 for none.
    package var overtimeSeconds: Int?
    /// Points of one side in overtime that end the game; 0 for none.
    package var overtimeTarget: Int?
    /// The score that ends the game; 0 for none.
    package var target: Int?
    /// The lead that the target needs.
    package var lead: Int?
    /// The score that ends the game whatever the lead; 0 for none.
    package var cap: Int?
    /// Points of made shots, by kind: `onePoint`, `twoPoints`, `threePoints`, `freeThrow`.
    package var points: Counts?
    /// Players of a side on the court.
    package var playersASide: Int?
    /// Team fouls of a period from which the penalty applies; 0 for none.
    package var penaltyFouls: Int?
    /// Team fouls of a period from which the second penalty applies; 0 for none.
    package var secondPenaltyFouls: Int?
    /// Team fouls of an overtime from which the penalty applies; 0 when those of the last period go
    /// on counting.
    package var overtimePenaltyFouls: Int?
    /// Fouls with which a player is out; 0 for no limit.
    package var foulLimit: Int?
    /// The result of a forfeit, as rule 18 of `entries.md` has it; 0 lets the played score stand.
    package var forfeitAward: Int?
    /// The result of a game lost by default, as rule 19 of `entries.md` has it; 0 lets the played
    /// score stand.
    package var defaultAward: Int?

    /// Every member; those with a default may be left out.
    package init(
        preset: String? = nil, periods: Int? = nil, periodSeconds: Int? = nil,
        overtimeSeconds: Int? = nil, overtimeTarget: Int? = nil, target: Int? = nil,
        lead: Int? = nil, cap: Int? = nil, points: Counts? = nil, playersASide: Int? = nil,
        penaltyFouls: Int? = nil, secondPenaltyFouls: Int? = nil, overtimePenaltyFouls: Int? = nil,
        foulLimit: Int? = nil, forfeitAward: Int? = nil, defaultAward: Int? = nil
    ) {
        self.preset = preset
        self.periods = periods
        self.periodSeconds = periodSeconds
        self.overtimeSeconds = overtimeSeconds
        self.overtimeTarget = overtimeTarget
        self.target = target
        self.lead = lead
        self.cap = cap
        self.points = points
        self.playersASide = playersASide
        self.penaltyFouls = penaltyFouls
        self.secondPenaltyFouls = secondPenaltyFouls
        self.overtimePenaltyFouls = overtimePenaltyFouls
        self.foulLimit = foulLimit
        self.forfeitAward = forfeitAward
        self.defaultAward = defaultAward
    }
}

/// `POST /v1/shutdown`: end the daemon.
package struct ShutdownRequest: Codable, Hashable, Sendable {
    /// True ends at once; else it waits until every own move is durable on another device.
    package var now: Bool?

    /// Every member; those with a default may be left out.
    package init(now: Bool? = nil) {
        self.now = now
    }
}

/// `POST /v1/settle`: answer a question about what several keepers recorded. Repeating an answer
/// changes nothing.
package struct SettleRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// The `name` of a `HeldMove`.
    package var entry: String
    package var answer: SettleAnswer

    /// Every member; those with a default may be left out.
    package init(request: String? = nil, game: String? = nil, entry: String, answer: SettleAnswer) {
        self.request = request
        self.game = game
        self.entry = entry
        self.answer = answer
    }
}

/// `POST /v1/sign`: sign the result as this device holds it.
package struct SignRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game, or the newest where all are over.
    package var game: String?
    /// The signer: a referee, a captain; nil for the keeper of this device.
    package var name: String?
    /// The words of a protest that goes with the signature.
    package var protest: String?
    /// True signs a game about which something is odd; it is refused otherwise (`unconfirmed`).
    package var force: Bool?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, name: String? = nil, protest: String? = nil,
        force: Bool? = nil
    ) {
        self.request = request
        self.game = game
        self.name = name
        self.protest = protest
        self.force = force
    }
}

/// `POST /v1/substitutions`: a player comes in for another of the same side.
package struct SubstitutionRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// The player who comes in, as in `MoveRequest`.
    package var comingIn: String
    /// The player who goes out.
    package var goingOut: String
    /// The period; nil for the current one.
    package var period: Int?
    /// Seconds elapsed in the period; nil for the present reading of the game clock.
    package var clockSeconds: Int?
    /// True records although the game is over and another one is open.
    package var force: Bool?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, comingIn: String, goingOut: String,
        period: Int? = nil, clockSeconds: Int? = nil, force: Bool? = nil
    ) {
        self.request = request
        self.game = game
        self.comingIn = comingIn
        self.goingOut = goingOut
        self.period = period
        self.clockSeconds = clockSeconds
        self.force = force
    }
}

/// `POST /v1/sync`: how this device syncs with others; at least one member.
package struct SyncSwitchRequest: Codable, Hashable, Sendable {
    /// False keeps the device from every link until true.
    package var online: Bool?
    /// Addresses to dial from now on whether announced or not, as `HOST:PORT`, beside the present
    /// ones.
    package var peers: [String]?
    /// True to send and receive announcements, false for neither.
    package var discovery: Bool?

    /// Every member; those with a default may be left out.
    package init(online: Bool? = nil, peers: [String]? = nil, discovery: Bool? = nil) {
        self.online = online
        self.peers = peers
        self.discovery = discovery
    }
}

/// `POST /v1/table`: name the table.
package struct TableRequest: Codable, Hashable, Sendable {
    /// The name.
    package var name: String

    /// Every member; those with a default may be left out.
    package init(name: String) {
        self.name = name
    }
}

/// `POST /v1/swap`: the home team of a game is the away team, and the other way round. Nothing that
/// was recorded changes its team.
package struct SwapRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?

    /// Every member; those with a default may be left out.
    package init(request: String? = nil, game: String? = nil) {
        self.request = request
        self.game = game
    }
}

/// `POST /v1/teams`: give a team of a game another name. The name of the game in commands stays
/// what it is.
package struct TeamNameRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// The team: `home`, `away`, its name or a part of that.
    package var team: String
    /// The new name.
    package var name: String

    /// Every member; those with a default may be left out.
    package init(request: String? = nil, game: String? = nil, team: String, name: String) {
        self.request = request
        self.game = game
        self.team = team
        self.name = name
    }
}

/// A side of a game that is to be created.
package struct TeamRequest: Codable, Hashable, Sendable {
    /// The team's name.
    package var name: String
    /// Its players, in the order of their slots; nil takes the team's last roster.
    package var roster: [RosterPlayer]?

    /// Every member; those with a default may be left out.
    package init(name: String, roster: [RosterPlayer]? = nil) {
        self.name = name
        self.roster = roster
    }
}

/// `POST /v1/track` and `POST /v1/untrack`: claim players, or let them go.
package struct TrackRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// Players as in `MoveRequest`, or `home`, `away`, `all`; with `from`, empty for all players of
    /// that device.
    package var players: [String]
    /// True lets every other player go.
    package var isOnly: Bool?
    /// The name of a device whose players are taken over.
    package var from: String?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, players: [String], isOnly: Bool? = nil,
        from: String? = nil
    ) {
        self.request = request
        self.game = game
        self.players = players
        self.isOnly = isOnly
        self.from = from
    }
}

/// `POST /v1/transfers`: moves, and with another game also game clock and periods, belong to
/// another game or period. What is chosen fits every part that is given; at least one of them is.
package struct TransferRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// The game in which they are now; nil for the current game.
    package var game: String?
    /// Names of entries.
    package var entries: [String]?
    /// The first entry in order of a range.
    package var first: String?
    /// The last entry in order of a range.
    package var last: String?
    /// Entries recorded at this time or later, by the wall clocks of their devices, in milliseconds
    /// since 1970.
    package var sinceWallMilliseconds: Int64?
    /// Entries of this keeper or device.
    package var keeper: String?
    /// The game to which they belong; nil for the same.
    package var into: String?
    /// The period to which the moves belong; nil for that of each.
    package var period: Int?
    /// True to add players of these moves that the other game does not have; without it the request
    /// is refused then.
    package var addPlayers: Bool?

    /// Every member; those with a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, entries: [String]? = nil, first: String? = nil,
        last: String? = nil, sinceWallMilliseconds: Int64? = nil, keeper: String? = nil,
        into: String? = nil, period: Int? = nil, addPlayers: Bool? = nil
    ) {
        self.request = request
        self.game = game
        self.entries = entries
        self.first = first
        self.last = last
        self.sinceWallMilliseconds = sinceWallMilliseconds
        self.keeper = keeper
        self.into = into
        self.period = period
        self.addPlayers = addPlayers
    }
}

/// `POST /v1/unions`: two games were created apart for one. The entries of one count in the other
/// from now on, also those that arrive later.
package struct UniteRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// The game whose entries count in the other one; nil for the current game.
    package var game: String?
    /// The game that stays.
    package var into: String
    /// True if the home team of the one is the away team of the other; nil to go by the names of
    /// the teams.
    package var isTurned: Bool?

    /// Every member; those with a default may be left out.
    package init(request: String? = nil, game: String? = nil, into: String, isTurned: Bool? = nil) {
        self.request = request
        self.game = game
        self.into = into
        self.isTurned = isTurned
    }
}

/// `POST /v1/undo`, `POST /v1/redo`: withdraw this device's last action that counts; count again
/// what its last undo withdrew.
package struct UndoRequest: Codable, Hashable, Sendable, RecordingRequest {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?

    /// Every member; those with a default may be left out.
    package init(request: String? = nil, game: String? = nil) {
        self.request = request
        self.game = game
    }
}

/// `POST /v1/use`: make a game the current one of this device.
package struct UseRequest: Codable, Hashable, Sendable {
    /// The game's name, or the part of it that is unique.
    package var game: String

    /// Every member; those with a default may be left out.
    package init(game: String) {
        self.game = game
    }
}

/// The body of `POST /v1/watch/{name}`; what is left out is as in a stream without parameters.
package struct WatchRequest: Codable, Hashable, Sendable {
    /// Names of WatchPart; absent for all.
    package var parts: [String]?
    /// The game in the place of the current one.
    package var game: String?
    /// All windows of the stream, at most 16; a window that is not among them is closed.
    package var windows: [WindowRequest]?

    /// Every member; those with a default may be left out.
    package init(parts: [String]? = nil, game: String? = nil, windows: [WindowRequest]? = nil) {
        self.parts = parts
        self.game = game
        self.windows = windows
    }
}

/// A window on the newest entries of a game, or of all games.
package struct WindowRequest: Codable, Hashable, Sendable {
    /// Any name; the entries come under it.
    package var name: String
    /// The game's name; absent for the current game.
    package var game: String?
    /// True for the entries of all games.
    package var isOfAllGames: Bool?
    /// Only the entries of this keeper or device.
    package var keeper: String?
    /// Only the moves of this player or team, after corrections.
    package var player: String?
    /// As many of the newest, 1 to 5000.
    package var newest: Int

    /// Every member; those with a default may be left out.
    package init(
        name: String, game: String? = nil, isOfAllGames: Bool? = nil, keeper: String? = nil,
        player: String? = nil, newest: Int
    ) {
        self.name = name
        self.game = game
        self.isOfAllGames = isOfAllGames
        self.keeper = keeper
        self.player = player
        self.newest = newest
    }
}
