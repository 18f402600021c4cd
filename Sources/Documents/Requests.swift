/// `POST /v1/moves`: record one move.
package struct MoveRequest: Codable, Hashable, Sendable {
    /// 32 hexadecimal digits chosen at random: a retry with them records nothing twice.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// `h4`, `h#1`, a number or two letters or more of a name that is unique; `home` or `away` for the team.
    package var player: String
    /// A kind of move, in a word of the command line: `twoPoints`, `2p`, `offensiveRebound`.
    package var kind: String
    /// For a kind whose points vary: 1 to 3.
    package var points: Int?
    /// The type of a foul, a turnover or a time-out, in words.
    package var detail: String?
    /// The period; nil for the current one.
    package var period: Int?
    /// Seconds elapsed in the period; nil for the game clock as it stands.
    package var clockSeconds: Int?
    /// Instead of `clockSeconds`: milliseconds elapsed in the period.
    package var clockMilliseconds: Int?
    /// Of an assist: the basket's entry, as in `EntriesRequest`; nil for the side's last one within
    /// 5 s of game clock, if there is one.
    package var basket: String?
    /// True records although the game is decided or over, or the move is unlikely.
    package var force: Bool?

    /// Joins the parts; what has a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, player: String, kind: String,
        points: Int? = nil, detail: String? = nil, period: Int? = nil, clockSeconds: Int? = nil,
        clockMilliseconds: Int? = nil, basket: String? = nil, force: Bool? = nil
    ) {
        self.request = request
        self.game = game
        self.player = player
        self.kind = kind
        self.points = points
        self.detail = detail
        self.period = period
        self.clockSeconds = clockSeconds
        self.clockMilliseconds = clockMilliseconds
        self.basket = basket
        self.force = force
    }
}

/// `POST /v1/undo`, `POST /v1/redo`: void this device's own last live move; count again what this
/// device voided last.
package struct UndoRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?

    /// Joins the parts; what has a default may be left out.
    package init(request: String? = nil, game: String? = nil) {
        self.request = request
        self.game = game
    }
}

/// `POST /v1/clock`: start, stop or set the game clock.
package struct ClockRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// What to do.
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
    /// True to begin a period too early or an overtime that nobody needs, and to start the game clock
    /// of a game that is decided.
    package var force: Bool?

    /// Joins the parts; what has a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, action: ClockAction, seconds: Int? = nil,
        remainingSeconds: Int? = nil, milliseconds: Int? = nil,
        remainingMilliseconds: Int? = nil, period: Int? = nil, force: Bool? = nil
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

/// What can be done to the game clock.
package enum ClockAction: String, Codable, Hashable, Sendable, CaseIterable {
    /// Let it run.
    case start
    /// Stop it.
    case stop
    /// Give it a reading.
    case set
    /// Go to a period, from its beginning.
    case period
}

/// `POST /v1/track` and `POST /v1/untrack`: claim players, or let them go.
package struct TrackRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// Players as in `MoveRequest`, or `home`, `away`, `all`; with `from` none for all of its.
    package var players: [String]
    /// True lets every other player go.
    package var isOnly: Bool?
    /// The name of a device whose players are taken over.
    package var from: String?

    /// Joins the parts; what has a default may be left out.
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

/// `POST /v1/use`: make a game the current one of this device.
package struct UseRequest: Codable, Hashable, Sendable {
    /// The game's name, or the part of it that is unique.
    package var game: String

    /// Joins the parts; what has a default may be left out.
    package init(game: String) {
        self.game = game
    }
}

/// `POST /v1/keeper`: name the person at this device.
package struct KeeperRequest: Codable, Hashable, Sendable {
    /// The name.
    package var name: String

    /// Joins the parts; what has a default may be left out.
    package init(name: String) {
        self.name = name
    }
}

/// `POST /v1/table`: name the table.
package struct TableRequest: Codable, Hashable, Sendable {
    /// The name.
    package var name: String

    /// Joins the parts; what has a default may be left out.
    package init(name: String) {
        self.name = name
    }
}

/// `POST /v1/sync`: the keeper's switch for syncing.
package struct SyncSwitchRequest: Codable, Hashable, Sendable {
    /// False keeps the device from every link until true.
    package var online: Bool

    /// Joins the parts; what has a default may be left out.
    package init(online: Bool) {
        self.online = online
    }
}

/// `POST /v1/invitations`: let devices join.
package struct InviteRequest: Codable, Hashable, Sendable {
    /// Codes wanted, one a device; nil for one.
    package var count: Int?

    /// Joins the parts; what has a default may be left out.
    package init(count: Int? = nil) {
        self.count = count
    }
}

/// `POST /v1/join`: join another table.
package struct JoinRequest: Codable, Hashable, Sendable {
    /// The invitation's code; case, spaces and hyphens do not matter.
    package var code: String
    /// `host:port` of the inviter, where announcements do not reach.
    package var via: String?
    /// True records this device's own games again at the new table.
    package var bring: Bool?
    /// True joins although moves exist only here and are not brought; they go into the archive.
    package var force: Bool?

    /// Joins the parts; what has a default may be left out.
    package init(code: String, via: String? = nil, bring: Bool? = nil, force: Bool? = nil) {
        self.code = code
        self.via = via
        self.bring = bring
        self.force = force
    }
}

/// `POST /v1/leave`: leave the table and begin a table of one.
package struct LeaveRequest: Codable, Hashable, Sendable {
    /// True leaves although moves exist only here; they go into the archive.
    package var force: Bool?
    /// True records the games again at the new table, as copies with their origins.
    package var bring: Bool?

    /// Joins the parts; what has a default may be left out.
    package init(force: Bool? = nil, bring: Bool? = nil) {
        self.force = force
        self.bring = bring
    }
}

/// `POST /v1/doctor`: what only a person can decide about this device's home and log.
package struct DoctorRequest: Codable, Hashable, Sendable {
    /// True records own entries again that wait for older ones which the disk lost, without waiting for
    /// a device that may return those.
    package var recover: Bool?
    /// True takes the warnings about copied and restored homes as read: only a new incident warns again.
    package var acknowledge: Bool?

    /// Joins the parts; what has a default may be left out.
    package init(recover: Bool? = nil, acknowledge: Bool? = nil) {
        self.recover = recover
        self.acknowledge = acknowledge
    }
}

/// `POST /v1/shutdown`: end the daemon.
package struct ShutdownRequest: Codable, Hashable, Sendable {
    /// True ends at once; else it waits until every own move is durable on another device.
    package var now: Bool?

    /// Joins the parts; what has a default may be left out.
    package init(now: Bool? = nil) {
        self.now = now
    }
}
