// Made by Scripts/generate from Protocol/openapi.yaml: not to be edited.
// Digest of page, generator and all that follows: a2c1d565976efb1ca7cb75f8674d25a8

/// Answer of `GET /v1/games/{name}/chart`: the running score of a game over its own time.
package struct ChartDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The game's name.
    package var game: String
    /// The home team.
    package var home: ChartSide
    /// The away team.
    package var away: ChartSide
    /// Milliseconds from the tip-off to the end of what was played.
    package var lengthMilliseconds: Int64
    /// The periods in order.
    package var periods: [ChartPeriod]
    /// Every basket that counts, in the order of play.
    package var points: [ChartPoint]
    /// The number of lead changes.
    package var leadChanges: Int
    /// The number of baskets that tied the score.
    package var ties: Int
    /// Points of one side without any of the other between them, the longest first.
    package var runs: [ChartRun]

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, game: String, home: ChartSide, away: ChartSide, lengthMilliseconds: Int64,
        periods: [ChartPeriod], points: [ChartPoint], leadChanges: Int = 0, ties: Int = 0,
        runs: [ChartRun] = []
    ) {
        self.schema = schema
        self.game = game
        self.home = home
        self.away = away
        self.lengthMilliseconds = lengthMilliseconds
        self.periods = periods
        self.points = points
        self.leadChanges = leadChanges
        self.ties = ties
        self.runs = runs
    }
}

/// A period of a chart.
package struct ChartPeriod: Codable, Hashable, Sendable {
    /// From 1.
    package var number: Int
    /// `Q1`, `OT1`; empty for the one period of a game that has no more.
    package var label: String
    /// Milliseconds of the chart before it.
    package var startMilliseconds: Int64
    /// Milliseconds that it takes on the chart.
    package var lengthMilliseconds: Int64
    /// False if no game clock was read: its baskets are then spaced evenly, in order.
    package var isTimed: Bool
    /// The game clock at its beginning: `10:00`; nil if no clock was read.
    package var startClock: String?
    /// The game clock at its end on the chart; nil if no clock was read.
    package var endClock: String?

    /// Every member; those with a default may be left out.
    package init(
        number: Int, label: String, startMilliseconds: Int64, lengthMilliseconds: Int64,
        isTimed: Bool, startClock: String? = nil, endClock: String? = nil
    ) {
        self.number = number
        self.label = label
        self.startMilliseconds = startMilliseconds
        self.lengthMilliseconds = lengthMilliseconds
        self.isTimed = isTimed
        self.startClock = startClock
        self.endClock = endClock
    }
}

/// A basket of a chart.
package struct ChartPoint: Codable, Hashable, Sendable {
    /// Milliseconds of the chart since the tip-off.
    package var atMilliseconds: Int64
    /// The game clock as its keeper saw it: `Q1 02:31`; nil without one.
    package var clock: String?
    /// The side that scored.
    package var side: SideName
    /// The points.
    package var points: Int
    /// The home side's score after it.
    package var home: Int
    /// The away side's score after it.
    package var away: Int
    /// `mia.41`.
    package var entry: String

    /// Every member; those with a default may be left out.
    package init(
        atMilliseconds: Int64, clock: String? = nil, side: SideName, points: Int, home: Int,
        away: Int, entry: String
    ) {
        self.atMilliseconds = atMilliseconds
        self.clock = clock
        self.side = side
        self.points = points
        self.home = home
        self.away = away
        self.entry = entry
    }
}

/// A scoring run: points of one side while the other made none.
package struct ChartRun: Codable, Hashable, Sendable {
    /// The side that scored.
    package var side: SideName
    /// The points of the run.
    package var points: Int
    /// Milliseconds of the chart at its first basket.
    package var fromMilliseconds: Int64
    /// Milliseconds of the chart at its last basket.
    package var toMilliseconds: Int64
    /// The game clock at its first basket; nil without one.
    package var fromClock: String?
    /// The game clock at its last basket; nil without one.
    package var toClock: String?
    /// The home side's score after it.
    package var home: Int
    /// The away side's score after it.
    package var away: Int

    /// Every member; those with a default may be left out.
    package init(
        side: SideName, points: Int, fromMilliseconds: Int64, toMilliseconds: Int64,
        fromClock: String? = nil, toClock: String? = nil, home: Int, away: Int
    ) {
        self.side = side
        self.points = points
        self.fromMilliseconds = fromMilliseconds
        self.toMilliseconds = toMilliseconds
        self.fromClock = fromClock
        self.toClock = toClock
        self.home = home
        self.away = away
    }
}

/// A side of a chart.
package struct ChartSide: Codable, Hashable, Sendable {
    /// The team's name.
    package var name: String
    /// Its score at the end of the chart.
    package var score: Int
    /// Its biggest lead; 0 for a side that never led.
    package var biggestLead: Int
    /// The game clock when it first had that lead: `Q3 04:12`; nil for a side that never led.
    package var biggestLeadClock: String?

    /// Every member; those with a default may be left out.
    package init(name: String, score: Int, biggestLead: Int = 0, biggestLeadClock: String? = nil) {
        self.name = name
        self.score = score
        self.biggestLead = biggestLead
        self.biggestLeadClock = biggestLeadClock
    }
}

/// The game clock as this device reads it.
package struct ClockDocument: Codable, Hashable, Sendable {
    /// `04:12`: the time that remains, or that elapsed in a period without a length.
    package var text: String
    /// Whole seconds elapsed in the period.
    package var seconds: Int
    /// Whole seconds that remain in the period; nil when it has no length.
    package var remainingSeconds: Int?
    /// Milliseconds elapsed in the period.
    package var milliseconds: Int
    /// Milliseconds that remain in the period; nil when it has no length.
    package var remainingMilliseconds: Int?
    /// From 1.
    package var period: Int
    /// `Q1`, `OT1`.
    package var periodLabel: String
    /// True while it runs; false at the end of the period.
    package var isRunning: Bool
    /// True if the reading is known from wall clocks only, as after a restart of the machine
    /// without a peer that knows it.
    package var isEstimated: Bool

    /// Every member; those with a default may be left out.
    package init(
        text: String, seconds: Int, remainingSeconds: Int? = nil, milliseconds: Int,
        remainingMilliseconds: Int? = nil, period: Int, periodLabel: String, isRunning: Bool,
        isEstimated: Bool = false
    ) {
        self.text = text
        self.seconds = seconds
        self.remainingSeconds = remainingSeconds
        self.milliseconds = milliseconds
        self.remainingMilliseconds = remainingMilliseconds
        self.period = period
        self.periodLabel = periodLabel
        self.isRunning = isRunning
        self.isEstimated = isEstimated
    }
}

/// Answer of `GET /v1/doctor`: the state of the running daemon.
package struct DaemonReport: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The program's version.
    package var version: String
    /// The oldest protocol version that it speaks.
    package var protocolVersionMin: Int
    /// The newest protocol version that it speaks.
    package var protocolVersionMax: Int
    /// The version of its fold.
    package var foldVersion: Int
    /// The daemon's process.
    package var processID: Int
    /// Seconds since the daemon started.
    package var uptimeSeconds: Int
    /// The reason for which nothing can be recorded; nil without a problem.
    package var problem: String?
    /// Each corrupt part of the log that was found, in a sentence.
    package var damage: [String]
    /// False while the keeper's switch keeps the device from every link.
    package var isOnline: Bool
    /// True while the daemon looks for devices by announcements.
    package var isDiscovering: Bool
    /// True if announcements are switched on, also while they fail; nil from older daemons.
    package var isDiscoveryWanted: Bool?
    /// Its addresses for peers, as `host:port`; empty while it does not listen.
    package var addresses: [String]
    /// The reason for which `addresses` is empty, in words; nil if it is not.
    package var addressProblem: String?
    /// Announcements by interface.
    package var interfaces: [InterfaceReport]
    /// Announcements heard on an unknown interface.
    package var heardElsewhere: Int
    /// The other devices.
    package var peers: [PeerReport]
    /// Open files and sockets; nil if the system does not report them.
    package var descriptors: Int?
    /// The limit of open files and sockets.
    package var descriptorsMax: Int
    /// The warnings of `status`.
    package var warnings: [WarningDocument]
    /// The longest turn of the daemon's loop in the last hour; nil from a daemon that does not say.
    package var longestTurn: TurnReport?
    /// The turn of the last hour that took most processor time; nil from a daemon that does not
    /// say.
    package var busiestTurn: TurnReport?

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, version: String, protocolVersionMin: Int, protocolVersionMax: Int,
        foldVersion: Int, processID: Int, uptimeSeconds: Int, problem: String? = nil,
        damage: [String] = [], isOnline: Bool = true, isDiscovering: Bool = true,
        isDiscoveryWanted: Bool? = nil, addresses: [String] = [], addressProblem: String? = nil,
        interfaces: [InterfaceReport] = [], heardElsewhere: Int = 0, peers: [PeerReport] = [],
        descriptors: Int? = nil, descriptorsMax: Int, warnings: [WarningDocument] = [],
        longestTurn: TurnReport? = nil, busiestTurn: TurnReport? = nil
    ) {
        self.schema = schema
        self.version = version
        self.protocolVersionMin = protocolVersionMin
        self.protocolVersionMax = protocolVersionMax
        self.foldVersion = foldVersion
        self.processID = processID
        self.uptimeSeconds = uptimeSeconds
        self.problem = problem
        self.damage = damage
        self.isOnline = isOnline
        self.isDiscovering = isDiscovering
        self.isDiscoveryWanted = isDiscoveryWanted
        self.addresses = addresses
        self.addressProblem = addressProblem
        self.interfaces = interfaces
        self.heardElsewhere = heardElsewhere
        self.peers = peers
        self.descriptors = descriptors
        self.descriptorsMax = descriptorsMax
        self.warnings = warnings
        self.longestTurn = longestTurn
        self.busiestTurn = busiestTurn
    }
}

/// The names of a device.
package struct DeviceBrief: Codable, Hashable, Sendable {
    /// 32 hexadecimal digits.
    package var id: String
    /// The device's name, which is the same on every device of the table.
    package var name: String
    /// The person at the device.
    package var keeper: String
    /// 32 hexadecimal digits: the incarnation under which the device records now.
    package var author: String
    /// As in `PeerDocument`.
    package var role: DeviceRole?

    /// Every member; those with a default may be left out.
    package init(
        id: String, name: String, keeper: String, author: String, role: DeviceRole? = nil
    ) {
        self.id = id
        self.name = name
        self.keeper = keeper
        self.author = author
        self.role = role
    }
}

/// A device of the table.
package struct DeviceDocument: Codable, Hashable, Sendable {
    /// The device's name.
    package var name: String
    /// 32 hexadecimal digits.
    package var id: String
    /// The person at it.
    package var keeper: String
    /// True for the device that answers.
    package var isThisDevice: Bool
    /// True once it was removed.
    package var isRemoved: Bool
    /// The name of the device that invited it; nil for the founder, and if it is not known here.
    package var invitedBy: String?
    /// As in `PeerDocument`; nil for a removed device.
    package var role: DeviceRole?
    /// Entries of all its incarnations that count here.
    package var entries: Int
    /// Authors under its key.
    package var incarnations: Int
    /// The link to the device; nil for the device that answers.
    package var peer: PeerDocument?
    /// The joining words, which its screen shows too; nil unless one of the two invited the other.
    package var words: String?
    /// The removal of the device and the entries that count; nil while it is not removed.
    package var removal: RemovalDocument?
    /// Names of its incarnations whose logs are forked; nil for none.
    package var forked: [String]?
    /// Incidents of its home, as the device that answers noticed them, oldest first; nil for none.
    package var incidents: [IncidentDocument]?

    /// Every member; those with a default may be left out.
    package init(
        name: String, id: String, keeper: String, isThisDevice: Bool = false,
        isRemoved: Bool = false, invitedBy: String? = nil, role: DeviceRole? = nil,
        entries: Int = 0, incarnations: Int = 1, peer: PeerDocument? = nil, words: String? = nil,
        removal: RemovalDocument? = nil, forked: [String]? = nil,
        incidents: [IncidentDocument]? = nil
    ) {
        self.name = name
        self.id = id
        self.keeper = keeper
        self.isThisDevice = isThisDevice
        self.isRemoved = isRemoved
        self.invitedBy = invitedBy
        self.role = role
        self.entries = entries
        self.incarnations = incarnations
        self.peer = peer
        self.words = words
        self.removal = removal
        self.forked = forked
        self.incidents = incidents
    }
}

/// Answer of `GET /v1/devices`.
package struct DevicesDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// In the order of joining.
    package var devices: [DeviceDocument]

    /// Every member; those with a default may be left out.
    package init(schema: Int = 1, devices: [DeviceDocument]) {
        self.schema = schema
        self.devices = devices
    }
}

/// Answer of every change that records nothing.
package struct DoneDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The change in a sentence.
    package var text: String
    /// Warnings for the keeper.
    package var warnings: [WarningDocument]
    /// The entries that the next undo would withdraw; of `GET /v1/undo` alone.
    package var entries: [String]?

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, text: String, warnings: [WarningDocument] = [], entries: [String]? = nil
    ) {
        self.schema = schema
        self.text = text
        self.warnings = warnings
        self.entries = entries
    }
}

/// An entry in words.
package struct EntryDocument: Codable, Hashable, Sendable {
    /// `mia.41`: the same on every device.
    package var name: String
    /// The game's name; nil for an entry of the table.
    package var game: String?
    /// The keeper who recorded the move.
    package var keeper: String
    /// Milliseconds since 1970 by the keeper's clock: an annotation, not an order.
    package var wallMilliseconds: Int64
    /// Position in the game's order, from 0; it may grow when older entries arrive.
    package var index: Int
    /// The first part of the order.
    package var lamport: UInt64
    /// The place in the table's order, as a text that sorts in that order. It is the same on every
    /// device and does not change when older entries arrive; in a forked log a fourth part tells
    /// the branches apart.
    package var place: String?
    /// `twoPoints`, `clock`, `void` and so on; `unknown` for a kind of a newer version.
    package var kind: String
    /// The entry in a few words, without the keeper: `h4 Ana two points`.
    package var text: String
    /// The text by code; absent for a player's move without details: `playerText` and `kind` say
    /// it.
    package var phrase: Phrase?
    /// The words of the move before its correction; nil for a move that was never corrected.
    package var was: String?
    /// The same by code.
    package var wasPhrase: Phrase?
    /// The live corrections of the move, in order: the last one counts.
    package var fixes: [String]?
    /// Corrections that contradict the one that counts and were made without knowing it.
    package var conflicts: [String]?
    /// A move that may be the same as this one; both count.
    package var resembles: String?
    /// The side, for a move.
    package var side: SideName?
    /// The player's slot, for a player's move.
    package var player: String?
    /// The player in words: `4 Ana`.
    package var playerText: String?
    /// Points of a scoring move.
    package var points: Int?
    /// The period of a move, as its keeper saw it.
    package var period: Int?
    /// The game clock's reading as its keeper saw it.
    package var clock: String?
    /// The home side's running score after a scoring move.
    package var home: Int?
    /// The away side's running score after a scoring move.
    package var away: Int?
    /// The state of the entry.
    package var state: EntryState
    /// The reason for the state, to follow its word: `by bo.7`.
    package var because: String?
    /// The same by code.
    package var becausePhrase: Phrase?
    /// The live voids that withdraw it, by name; absent for an entry without.
    package var voidedBy: [String]?
    /// Devices on which it is known to be durable, this one included.
    package var copies: Int?
    /// Entries that it refers to.
    package var names: [String]

    /// Every member; those with a default may be left out.
    package init(
        name: String, game: String? = nil, keeper: String, wallMilliseconds: Int64, index: Int,
        lamport: UInt64, place: String? = nil, kind: String, text: String, phrase: Phrase? = nil,
        was: String? = nil, wasPhrase: Phrase? = nil, fixes: [String]? = nil,
        conflicts: [String]? = nil, resembles: String? = nil, side: SideName? = nil,
        player: String? = nil, playerText: String? = nil, points: Int? = nil, period: Int? = nil,
        clock: String? = nil, home: Int? = nil, away: Int? = nil, state: EntryState = .live,
        because: String? = nil, becausePhrase: Phrase? = nil, voidedBy: [String]? = nil,
        copies: Int? = nil, names: [String] = []
    ) {
        self.name = name
        self.game = game
        self.keeper = keeper
        self.wallMilliseconds = wallMilliseconds
        self.index = index
        self.lamport = lamport
        self.place = place
        self.kind = kind
        self.text = text
        self.phrase = phrase
        self.was = was
        self.wasPhrase = wasPhrase
        self.fixes = fixes
        self.conflicts = conflicts
        self.resembles = resembles
        self.side = side
        self.player = player
        self.playerText = playerText
        self.points = points
        self.period = period
        self.clock = clock
        self.home = home
        self.away = away
        self.state = state
        self.because = because
        self.becausePhrase = becausePhrase
        self.voidedBy = voidedBy
        self.copies = copies
        self.names = names
    }
}

/// A line of `export entries`: an entry with all that a program needs to verify it.
package struct ExportLine: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The entry in words.
    package var entry: EntryDocument
    /// 32 hexadecimal digits.
    package var author: String
    /// From 1 without gaps.
    package var sequence: UInt64
    /// 64 hexadecimal digits of the entry's canonical bytes.
    package var digest: String?
    /// The canonical bytes in hexadecimal digits.
    package var bytes: String?

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, entry: EntryDocument, author: String, sequence: UInt64,
        digest: String? = nil, bytes: String? = nil
    ) {
        self.schema = schema
        self.entry = entry
        self.author = author
        self.sequence = sequence
        self.digest = digest
        self.bytes = bytes
    }
}

/// The end of a game that one side gave up, with the result by its rules. The played score stays
/// that of the game.
package struct ForfeitDocument: Codable, Hashable, Sendable {
    /// The side that gave up the game; the other one won.
    package var by: SideName
    /// True if the side lost by default, for want of players.
    package var isDefault: Bool
    /// The home side's points of the result; nil for a win without points.
    package var home: Int?
    /// The away side's points of the result; nil for a win without points.
    package var away: Int?
    /// The result, home first: `0:20`; `w:0` for a win without points.
    package var score: String

    /// Every member; those with a default may be left out.
    package init(
        by: SideName, isDefault: Bool = false, home: Int? = nil, away: Int? = nil, score: String
    ) {
        self.by = by
        self.isDefault = isDefault
        self.home = home
        self.away = away
        self.score = score
    }
}

/// A game in a list.
package struct GameBrief: Codable, Hashable, Sendable {
    /// `hawks-owls-2`.
    package var name: String
    /// `Hawks - Owls`.
    package var title: String
    /// The phase of the game.
    package var state: GamePhase
    /// The home side's score.
    package var home: Int
    /// The away side's score.
    package var away: Int
    /// True for the game that this device records into.
    package var isCurrent: Bool
    /// Live moves.
    package var moves: Int
    /// The creation of the game by its creator's wall clock, in milliseconds since 1970: an
    /// annotation, not an order. Absent from older daemons.
    package var createdWallMilliseconds: Int64?
    /// How one side gave up the game, also once it is official; nil if none did.
    package var forfeit: ForfeitDocument?
    /// A keeper's reason for breaking off the game; nil if it was not broken off.
    package var abandonedBecause: String?

    /// Every member; those with a default may be left out.
    package init(
        name: String, title: String, state: GamePhase, home: Int, away: Int,
        isCurrent: Bool = false, moves: Int = 0, createdWallMilliseconds: Int64? = nil,
        forfeit: ForfeitDocument? = nil, abandonedBecause: String? = nil
    ) {
        self.name = name
        self.title = title
        self.state = state
        self.home = home
        self.away = away
        self.isCurrent = isCurrent
        self.moves = moves
        self.createdWallMilliseconds = createdWallMilliseconds
        self.forfeit = forfeit
        self.abandonedBecause = abandonedBecause
    }
}

/// Answer of `GET /v1/games/{name}`: the scoreboard and the box score of one game.
package struct GameDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// `hawks-owls-2`: the same on every device.
    package var name: String
    /// `Hawks - Owls`, in the names that people gave.
    package var title: String
    /// The phase of the game.
    package var state: GamePhase
    /// The rules.
    package var rules: RulesDocument
    /// The home side.
    package var home: SideDocument
    /// The away side.
    package var away: SideDocument
    /// The score of each period, in order.
    package var periods: [PeriodDocument]
    /// The game clock; nil when it never ran.
    package var clock: ClockDocument?
    /// The score that ends the game, by the present rules; nil if only the clock does.
    package var target: Int?
    /// The side that won: of a forfeit the other one; nil for a tie, and for an abandoned game.
    package var winner: SideName?
    /// True when the rules say that the game is over.
    package var isDecided: Bool
    /// True while the result may change without a new move.
    package var isProvisional: Bool
    /// Each reason for that, in a few words.
    package var provisionalBecause: [String]
    /// The same by code, in the same order.
    package var provisionalPhrases: [Phrase]?
    /// Live moves.
    package var moves: Int
    /// Moves and corrections that wait for a person's answer.
    package var held: Int
    /// Moves that other keepers recorded too and that agree: each event counts once. Older daemons
    /// omit it and `uncompared`.
    package var copies: Int?
    /// Periods, by name, in which moves of several devices cannot be compared, since no game clock
    /// runs and the devices know nothing of each other's wall clocks: what two keepers recorded
    /// counts twice there.
    package var uncompared: [String]?
    /// Those that wait, in the order of the log.
    package var heldMoves: [HeldMove]?
    /// True for the game that this device records into.
    package var isCurrent: Bool
    /// The sign-offs that count, in the order of the log.
    package var signatures: [SignatureDocument]
    /// Names of the devices whose signature is awaited.
    package var unsigned: [String]
    /// True once every awaited device has signed the same result.
    package var isOfficial: Bool
    /// Devices declared lost.
    package var lost: [LostDocument]
    /// Names of the entries that arrived after the result was official.
    package var afterSignOff: [String]
    /// A keeper's reason for breaking off the game; nil if it was not broken off.
    package var abandonedBecause: String?
    /// How one side gave up the game, also once it is official; nil if none did.
    package var forfeit: ForfeitDocument?

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, name: String, title: String, state: GamePhase, rules: RulesDocument,
        home: SideDocument, away: SideDocument, periods: [PeriodDocument] = [],
        clock: ClockDocument? = nil, target: Int? = nil, winner: SideName? = nil,
        isDecided: Bool = false, isProvisional: Bool = false, provisionalBecause: [String] = [],
        provisionalPhrases: [Phrase]? = nil, moves: Int = 0, held: Int = 0, copies: Int? = nil,
        uncompared: [String]? = nil, heldMoves: [HeldMove]? = nil, isCurrent: Bool = false,
        signatures: [SignatureDocument] = [], unsigned: [String] = [], isOfficial: Bool = false,
        lost: [LostDocument] = [], afterSignOff: [String] = [], abandonedBecause: String? = nil,
        forfeit: ForfeitDocument? = nil
    ) {
        self.schema = schema
        self.name = name
        self.title = title
        self.state = state
        self.rules = rules
        self.home = home
        self.away = away
        self.periods = periods
        self.clock = clock
        self.target = target
        self.winner = winner
        self.isDecided = isDecided
        self.isProvisional = isProvisional
        self.provisionalBecause = provisionalBecause
        self.provisionalPhrases = provisionalPhrases
        self.moves = moves
        self.held = held
        self.copies = copies
        self.uncompared = uncompared
        self.heldMoves = heldMoves
        self.isCurrent = isCurrent
        self.signatures = signatures
        self.unsigned = unsigned
        self.isOfficial = isOfficial
        self.lost = lost
        self.afterSignOff = afterSignOff
        self.abandonedBecause = abandonedBecause
        self.forfeit = forfeit
    }
}

/// Answer of `GET /v1/games`.
package struct GamesDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// Newest first.
    package var games: [GameBrief]

    /// Every member; those with a default may be left out.
    package init(schema: Int = 1, games: [GameBrief]) {
        self.schema = schema
        self.games = games
    }
}

/// Answer of `GET /v1/health`: enough for a watchdog, without opening the book.
package struct HealthDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The program's version.
    package var version: String
    /// The daemon's process.
    package var processID: Int
    /// False while the disk is full or failing.
    package var isRecording: Bool
    /// True when `status --check` should exit 5.
    package var isDegraded: Bool
    /// The problem in a sentence.
    package var problem: String?
    /// Seconds since the daemon started.
    package var uptimeSeconds: Int
    /// True once this device was removed from its table; absent while it was not.
    package var isRemoved: Bool?

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, version: String, processID: Int, isRecording: Bool,
        isDegraded: Bool = false, problem: String? = nil, uptimeSeconds: Int = 0,
        isRemoved: Bool? = nil
    ) {
        self.schema = schema
        self.version = version
        self.processID = processID
        self.isRecording = isRecording
        self.isDegraded = isDegraded
        self.problem = problem
        self.uptimeSeconds = uptimeSeconds
        self.isRemoved = isRemoved
    }
}

/// Answer of `GET /v1/held`: the moves and corrections of a game that wait for a person's answer.
package struct HeldDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The game's name.
    package var game: String
    /// In the order of the log.
    package var moves: [HeldMove]

    /// Every member; those with a default may be left out.
    package init(schema: Int = 1, game: String, moves: [HeldMove]) {
        self.schema = schema
        self.game = game
        self.moves = moves
    }
}

/// A move or a correction that waits for an answer: is it right, or the other one, or did both
/// happen?
package struct HeldMove: Codable, Hashable, Sendable {
    /// `bo.17`.
    package var name: String
    /// The keeper who recorded it.
    package var keeper: String
    /// Its words: `4 Ana two points`.
    package var text: String
    /// The same by code.
    package var phrase: Phrase?
    /// The player's slot, for a player's move.
    package var player: String?
    /// The game clock's reading as its keeper saw it.
    package var clock: String?
    /// The move or the correction that counts, or that was withdrawn.
    package var of: String
    /// The keeper who recorded the other one.
    package var ofKeeper: String
    /// The words of the other one. Older daemons omit it, `reason` and `answers`.
    package var ofText: String?
    /// The same by code.
    package var ofPhrase: Phrase?
    /// The game clock's reading of that one.
    package var ofClock: String?
    /// The state of the other one: if it is voided, neither of the two is counted.
    package var ofState: EntryState
    /// The question.
    package var reason: HeldReason?
    /// The answers that `POST /v1/settle` takes, as in `SettleAnswer`.
    package var answers: [String]?

    /// Every member; those with a default may be left out.
    package init(
        name: String, keeper: String, text: String, phrase: Phrase? = nil, player: String? = nil,
        clock: String? = nil, of: String, ofKeeper: String, ofText: String? = nil,
        ofPhrase: Phrase? = nil, ofClock: String? = nil, ofState: EntryState = .live,
        reason: HeldReason? = nil, answers: [String]? = nil
    ) {
        self.name = name
        self.keeper = keeper
        self.text = text
        self.phrase = phrase
        self.player = player
        self.clock = clock
        self.of = of
        self.ofKeeper = ofKeeper
        self.ofText = ofText
        self.ofPhrase = ofPhrase
        self.ofClock = ofClock
        self.ofState = ofState
        self.reason = reason
        self.answers = answers
    }
}

/// The identity of this device at its table: the author of its entries, the incidents of its home,
/// and its removal.
package struct IdentityDocument: Codable, Hashable, Sendable {
    /// The author of its entries: `mia`, or `mia/2` in its second incarnation.
    package var name: String
    /// The same in 32 hexadecimal digits.
    package var author: String
    /// The number of its incarnations, the present one included.
    package var incarnations: Int
    /// The largest number of incarnations; the last one is kept whatever happens.
    package var incarnationsMax: Int
    /// False on a device that only holds the log as an archive.
    package var isMember: Bool
    /// Names of the authors, of any device, whose logs are forked.
    package var forked: [String]
    /// Incidents of homes at this table, as this device noticed them, newest first.
    package var incidents: [IncidentDocument]
    /// The removal of this device; nil while it is not removed.
    package var removal: RemovalDocument?

    /// Every member; those with a default may be left out.
    package init(
        name: String, author: String, incarnations: Int = 1, incarnationsMax: Int,
        isMember: Bool = true, forked: [String] = [], incidents: [IncidentDocument] = [],
        removal: RemovalDocument? = nil
    ) {
        self.name = name
        self.author = author
        self.incarnations = incarnations
        self.incarnationsMax = incarnationsMax
        self.isMember = isMember
        self.forked = forked
        self.incidents = incidents
        self.removal = removal
    }
}

/// An incident of a device's home: it was copied, moved or restored from a backup, or two copies of
/// it recorded.
package struct IncidentDocument: Codable, Hashable, Sendable {
    /// Stable, for programs: `otherMachine`, `otherFolder`, `restored`, `entriesLost`, `emptied`,
    /// `cutOff`, `damaged`, `clone`, `otherCopy`, `behind`, `forked`, `peerClone`.
    package var kind: String
    /// The time at which this device noticed it.
    package var wallMilliseconds: Int64
    /// The device whose home it is.
    package var device: String
    /// The author with which the device goes on, or whose log is forked: `mia/2`; nil if neither
    /// applies.
    package var author: String?
    /// The incident and its meaning, in a sentence.
    package var text: String
    /// The advice; nil where nothing is to be done.
    package var advice: String?

    /// Every member; those with a default may be left out.
    package init(
        kind: String, wallMilliseconds: Int64, device: String, author: String? = nil, text: String,
        advice: String? = nil
    ) {
        self.kind = kind
        self.wallMilliseconds = wallMilliseconds
        self.device = device
        self.author = author
        self.text = text
        self.advice = advice
    }
}

/// Announcements over one interface since the daemon went online.
package struct InterfaceReport: Codable, Hashable, Sendable {
    /// The system's name of it.
    package var name: String
    /// True for the loopback interface.
    package var isLoopback: Bool
    /// The device's addresses on it.
    package var addresses: [String]
    /// Announcements sent.
    package var sent: Int
    /// Announcements heard from other devices, of any table.
    package var heard: Int
    /// The reason for which the last announcement was not sent.
    package var problem: String?

    /// Every member; those with a default may be left out.
    package init(
        name: String, isLoopback: Bool, addresses: [String], sent: Int, heard: Int,
        problem: String? = nil
    ) {
        self.name = name
        self.isLoopback = isLoopback
        self.addresses = addresses
        self.sent = sent
        self.heard = heard
        self.problem = problem
    }
}

/// One invitation: the first device that gives the code joins the table.
package struct InvitationDocument: Codable, Hashable, Sendable {
    /// 16 characters of Crockford base 32, in groups.
    package var code: String
    /// Seconds for which it is still valid.
    package var expiresSeconds: Int

    /// Every member; those with a default may be left out.
    package init(code: String, expiresSeconds: Int) {
        self.code = code
        self.expiresSeconds = expiresSeconds
    }
}

/// Answer of `POST /v1/invitations`.
package struct InviteDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// One for each device that may join.
    package var codes: [InvitationDocument]
    /// The addresses of this device, for `join --via`.
    package var addresses: [String]
    /// Warnings for the keeper; nil for none.
    package var warnings: [WarningDocument]?

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, codes: [InvitationDocument], addresses: [String] = [],
        warnings: [WarningDocument]? = nil
    ) {
        self.schema = schema
        self.codes = codes
        self.addresses = addresses
        self.warnings = warnings
    }
}

/// Answer of `POST /v1/join`, once this device belongs to the table.
package struct JoinDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// Four words that both screens show.
    package var words: String
    /// The table joined.
    package var table: TableBrief
    /// The name of the device that let this one in.
    package var inviter: String
    /// Moves of the former table that were recorded again at the new one.
    package var brought: Int
    /// The path of the former table's log; nil if there was nothing to keep.
    package var archive: String?

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, words: String, table: TableBrief, inviter: String, brought: Int = 0,
        archive: String? = nil
    ) {
        self.schema = schema
        self.words = words
        self.table = table
        self.inviter = inviter
        self.brought = brought
        self.archive = archive
    }
}

/// Answer of `GET /v1/games/{name}/log` and `GET /v1/log`: the entries of a game, or of all games,
/// in the table's order.
package struct LogDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The game's name; nil for all games.
    package var game: String?
    /// In order, oldest first.
    package var entries: [EntryDocument]
    /// False when older entries were left out.
    package var isWhole: Bool
    /// The number of entries that fit the keeper and the player of the request, those left out
    /// included.
    package var count: Int?
    /// True if there are older ones before the first in this answer; of all games, older ones that
    /// fit the whole request.
    package var hasOlder: Bool?
    /// The slot of the player in the question, or `home`, `away`.
    package var player: String?
    /// Devices with entries in the game that were removed from the table; nil for none.
    package var removed: [RemovalDocument]?

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, game: String? = nil, entries: [EntryDocument], isWhole: Bool = true,
        count: Int? = nil, hasOlder: Bool? = nil, player: String? = nil,
        removed: [RemovalDocument]? = nil
    ) {
        self.schema = schema
        self.game = game
        self.entries = entries
        self.isWhole = isWhole
        self.count = count
        self.hasOlder = hasOlder
        self.player = player
        self.removed = removed
    }
}

/// A device that was declared lost in a game.
package struct LostDocument: Codable, Hashable, Sendable {
    /// The device's name.
    package var device: String
    /// The last entry of each of its incarnations that was here when it was declared lost.
    package var upTo: [String]
    /// Its later moves: they count until the result is signed, and a person should check them.
    package var later: [String]

    /// Every member; those with a default may be left out.
    package init(device: String, upTo: [String], later: [String] = []) {
        self.device = device
        self.upTo = upTo
        self.later = later
    }
}

/// The outcome of a table's log from a file.
package struct LogImportDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The outcome.
    package var outcome: LogImportOutcome
    /// The same in a sentence.
    package var text: String
    /// The number of new entries.
    package var entries: Int
    /// 64 hexadecimal digits: the digest of all entries that are here now.
    package var digest: String
    /// Four words of it.
    package var words: String
    /// Warnings for a person.
    package var warnings: [WarningDocument]

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, outcome: LogImportOutcome, text: String, entries: Int = 0,
        digest: String = "", words: String = "", warnings: [WarningDocument] = []
    ) {
        self.schema = schema
        self.outcome = outcome
        self.text = text
        self.entries = entries
        self.digest = digest
        self.words = words
        self.warnings = warnings
    }
}

/// Another device of the table, as far as this device knows it.
package struct PeerDocument: Codable, Hashable, Sendable {
    /// The peer's name.
    package var name: String
    /// 32 hexadecimal digits.
    package var id: String
    /// The person at the peer; empty when unknown.
    package var keeper: String
    /// The state in one word.
    package var state: PeerState
    /// Host and port of the present or the last link.
    package var address: String?
    /// The peer through which this one is reached, when there is no direct link.
    package var via: String?
    /// Entries that this device holds and the peer is not known to hold.
    package var missing: Int
    /// Entries that the peer is known to hold and this device lacks; 1 if the number is not known.
    package var behind: Int
    /// Seconds since something was last heard from it; nil when never.
    package var lastSeenSeconds: Int?
    /// The last ping's round trip.
    package var roundTripMilliseconds: Int?
    /// The reason for which the last link ended, if a person must act.
    package var problem: String?
    /// The role beyond recording; nil for a device that only records.
    package var role: DeviceRole?

    /// Every member; those with a default may be left out.
    package init(
        name: String, id: String, keeper: String = "", state: PeerState, address: String? = nil,
        via: String? = nil, missing: Int = 0, behind: Int = 0, lastSeenSeconds: Int? = nil,
        roundTripMilliseconds: Int? = nil, problem: String? = nil, role: DeviceRole? = nil
    ) {
        self.name = name
        self.id = id
        self.keeper = keeper
        self.state = state
        self.address = address
        self.via = via
        self.missing = missing
        self.behind = behind
        self.lastSeenSeconds = lastSeenSeconds
        self.roundTripMilliseconds = roundTripMilliseconds
        self.problem = problem
        self.role = role
    }
}

/// A peer in the report of `doctor`.
package struct PeerReport: Codable, Hashable, Sendable {
    /// The peer as in `status`.
    package var peer: PeerDocument
    /// The peer's wall clock less this device's, in milliseconds; nil without a link.
    package var wallOffsetMilliseconds: Int64?

    /// Every member; those with a default may be left out.
    package init(peer: PeerDocument, wallOffsetMilliseconds: Int64? = nil) {
        self.peer = peer
        self.wallOffsetMilliseconds = wallOffsetMilliseconds
    }
}

/// The score of one period.
package struct PeriodDocument: Codable, Hashable, Sendable {
    /// From 1.
    package var number: Int
    /// `Q1`, `OT1`.
    package var label: String
    /// Points of the home side in it.
    package var home: Int
    /// Points of the away side in it.
    package var away: Int

    /// Every member; those with a default may be left out.
    package init(number: Int, label: String, home: Int, away: Int) {
        self.number = number
        self.label = label
        self.home = home
        self.away = away
    }
}

/// Words by code, for a reader that says them in its own language. A reader that does not know the
/// code shows the text that stands beside it.
package struct Phrase: Codable, Hashable, Sendable {
    /// A `PhraseCode`; one of a newer version may be another.
    package var code: String
    /// The values of its places, in the order that `PhraseCode` gives.
    package var values: [PhraseValue]

    /// Every member; those with a default may be left out.
    package init(code: String, values: [PhraseValue] = []) {
        self.code = code
        self.values = values
    }
}

/// The value of a place: one of its members.
package struct PhraseValue: Codable, Hashable, Sendable {
    /// A name, or what a person or a source wrote.
    package var text: String?
    /// A number, which decides the form of the words around it.
    package var number: Int?
    /// Other words.
    package var phrase: Phrase?

    /// Every member; those with a default may be left out.
    package init(text: String? = nil, number: Int? = nil, phrase: Phrase? = nil) {
        self.text = text
        self.number = number
        self.phrase = phrase
    }
}

/// A line of `GET /v1/games/{name}/plays.jsonl`: an entry of a game as a row of the play-by-play.
package struct PlayDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The game's name.
    package var game: String
    /// Position in the table's order, from 0.
    package var index: Int
    /// `mia.41`: the same on every device.
    package var entry: String
    /// The keeper who recorded the move.
    package var keeper: String
    /// The keeper's wall clock in UTC (RFC 3339): an annotation, not an order.
    package var wall: String
    /// The period, for a move; from 1.
    package var period: Int?
    /// Milliseconds elapsed in the period as the keeper saw them; nil if the game clock was not
    /// read.
    package var elapsedMilliseconds: Int64?
    /// The same as the scoreboard showed it: `Q1 02:31`.
    package var clock: String?
    /// The side; nil when it is neither's.
    package var side: SideName?
    /// The team's name.
    package var team: String?
    /// The shirt's number as a text, for a player's move.
    package var number: String?
    /// The player's name, or the slot of one without.
    package var player: String?
    /// `twoPoints`, `gameClock`, `void` and so on; `unknown` for a kind of a newer version.
    package var kind: String
    /// Points of a scoring move, counted or not.
    package var points: Int?
    /// The home side's score after the entry, in the table's order.
    package var home: Int
    /// The away side's score after the entry.
    package var away: Int
    /// `live`, `voided`, `held` and so on, as in the log; `corrected` for a live move that was
    /// corrected.
    package var state: String
    /// The reason for the state, to follow its word: `by bo.7`.
    package var because: String?
    /// The words of a corrected move before its correction.
    package var was: String?
    /// Corrections that contradict the one that counts and were made without knowing it.
    package var conflicts: [String]?
    /// The entry in a few words, without the keeper.
    package var text: String
    /// Entries that it refers to.
    package var names: [String]

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, game: String, index: Int, entry: String, keeper: String, wall: String,
        period: Int? = nil, elapsedMilliseconds: Int64? = nil, clock: String? = nil,
        side: SideName? = nil, team: String? = nil, number: String? = nil, player: String? = nil,
        kind: String, points: Int? = nil, home: Int, away: Int, state: String,
        because: String? = nil, was: String? = nil, conflicts: [String]? = nil, text: String,
        names: [String] = []
    ) {
        self.schema = schema
        self.game = game
        self.index = index
        self.entry = entry
        self.keeper = keeper
        self.wall = wall
        self.period = period
        self.elapsedMilliseconds = elapsedMilliseconds
        self.clock = clock
        self.side = side
        self.team = team
        self.number = number
        self.player = player
        self.kind = kind
        self.points = points
        self.home = home
        self.away = away
        self.state = state
        self.because = because
        self.was = was
        self.conflicts = conflicts
        self.text = text
        self.names = names
    }
}

/// A line of a roster with what the player did: a row of the box score.
package struct PlayerDocument: Codable, Hashable, Sendable {
    /// `h#1`: the same on every device.
    package var slot: String
    /// The shirt's number as a text; `00` is not `0`; empty without one.
    package var number: String
    /// The player's name.
    package var name: String
    /// The player's points.
    package var points: Int
    /// The player's fouls.
    package var fouls: Int
    /// Counted moves by kind, without zeroes. `rebound` and `miss` count all of them,
    /// `offensiveRebound`, `missedTwo` and so on those of that kind.
    package var counts: Counts
    /// Moves of the player that wait for an answer and are in no count.
    package var held: Int
    /// Keepers who claim the player now, in the order of their names.
    package var trackedBy: [String]
    /// False once the player is out of the game.
    package var isActive: Bool
    /// True if the player is on the court now; nil if substitutions and line-ups do not tell, and
    /// once the game is over.
    package var isOnCourt: Bool?
    /// Whole seconds on the court; nil if substitutions and line-ups do not tell.
    package var secondsPlayed: Int?
    /// Points of the own side less those of the other while the player was on the court; nil if it
    /// is not known.
    package var plusMinus: Int?
    /// The slot of the player that this one was merged into; nil for most.
    package var mergedInto: String?

    /// Every member; those with a default may be left out.
    package init(
        slot: String, number: String = "", name: String, points: Int = 0, fouls: Int = 0,
        counts: Counts = [:], held: Int = 0, trackedBy: [String] = [], isActive: Bool = true,
        isOnCourt: Bool? = nil, secondsPlayed: Int? = nil, plusMinus: Int? = nil,
        mergedInto: String? = nil
    ) {
        self.slot = slot
        self.number = number
        self.name = name
        self.points = points
        self.fouls = fouls
        self.counts = counts
        self.held = held
        self.trackedBy = trackedBy
        self.isActive = isActive
        self.isOnCourt = isOnCourt
        self.secondsPlayed = secondsPlayed
        self.plusMinus = plusMinus
        self.mergedInto = mergedInto
    }
}

/// A question for a person, after a request that was carried out.
package struct QuestionDocument: Codable, Hashable, Sendable {
    /// For programs: `countHeld`.
    package var code: String
    /// The question.
    package var text: String
    /// The entries to name after a yes: for `countHeld` each in `POST /v1/settle`, with the answer
    /// `this`.
    package var entries: [String]

    /// Every member; those with a default may be left out.
    package init(code: String, text: String, entries: [String]) {
        self.code = code
        self.text = text
        self.entries = entries
    }
}

/// Answer of a request that records, once every entry of it is durable on this device.
package struct RecordedDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// Names of the entries, in the order recorded.
    package var entries: [String]
    /// Always true: the answer waits for the disk.
    package var isDurable: Bool
    /// True when the request was answered before and nothing new was recorded.
    package var isRepeat: Bool
    /// The game recorded into.
    package var game: String?
    /// One line for the keeper: `4 Ana two points - 12:9`.
    package var echo: String
    /// The home side's score after it.
    package var home: Int?
    /// The away side's score after it.
    package var away: Int?
    /// Warnings for the keeper.
    package var warnings: [WarningDocument]
    /// Questions for the keeper; nil for none.
    package var questions: [QuestionDocument]?

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, entries: [String], isDurable: Bool = true, isRepeat: Bool = false,
        game: String? = nil, echo: String, home: Int? = nil, away: Int? = nil,
        warnings: [WarningDocument] = [], questions: [QuestionDocument]? = nil
    ) {
        self.schema = schema
        self.entries = entries
        self.isDurable = isDurable
        self.isRepeat = isRepeat
        self.game = game
        self.echo = echo
        self.home = home
        self.away = away
        self.warnings = warnings
        self.questions = questions
    }
}

/// Answer of `POST /v1/devices/remove`, once the removal is durable on this device.
package struct RemovalAnswer: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The change, or the change that would be made, in a sentence.
    package var text: String
    /// True when the request was answered before and nothing new was recorded.
    package var isRepeat: Bool
    /// True if the request was a trial: nothing was changed.
    package var isTrial: Bool
    /// The devices that were removed, the named one first.
    package var removed: [RemovalDocument]
    /// Devices that it invited and that stay members.
    package var invited: [String]
    /// Warnings for the keeper.
    package var warnings: [WarningDocument]

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, text: String, isRepeat: Bool = false, isTrial: Bool = false,
        removed: [RemovalDocument], invited: [String] = [], warnings: [WarningDocument] = []
    ) {
        self.schema = schema
        self.text = text
        self.isRepeat = isRepeat
        self.isTrial = isTrial
        self.removed = removed
        self.invited = invited
        self.warnings = warnings
    }
}

/// The removal of a device from the table.
package struct RemovalDocument: Codable, Hashable, Sendable {
    /// The device that was removed.
    package var device: String
    /// The name of the device that removed it.
    package var by: String
    /// The name of the removal entry.
    package var entry: String
    /// The last entry that counts of each of its incarnations; empty if nothing counts.
    package var upTo: [String]
    /// Its entries that are kept here and not counted.
    package var uncounted: Int

    /// Every member; those with a default may be left out.
    package init(device: String, by: String, entry: String, upTo: [String], uncounted: Int) {
        self.device = device
        self.by = by
        self.entry = entry
        self.upTo = upTo
        self.uncounted = uncounted
    }
}

/// A rule in words.
package struct RuleWords: Codable, Hashable, Sendable {
    /// The name of the rule, as the option of `scored rules`: `target`, `period-length`.
    package var name: String
    /// Its value: `15`, `10:00`, `none`.
    package var value: String

    /// Every member; those with a default may be left out.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The rules of a game.
package struct RulesDocument: Codable, Hashable, Sendable {
    /// `pickup`, `3x3`, `fiba`, `nba`: whose values these are, or were before some of them changed;
    /// nil for rules of one's own.
    package var preset: String?
    /// One line for people: `4 x 10 min` or `to 15, lead 2`.
    package var summary: String
    /// Periods before overtime; nil when the game has none.
    package var periods: Int?
    /// Length of a period; nil when it has none.
    package var periodSeconds: Int?
    /// Length of an overtime; nil when it has none.
    package var overtimeSeconds: Int?
    /// Points of one side in overtime that end the game.
    package var overtimeTarget: Int?
    /// The score that ends the game.
    package var target: Int?
    /// The lead that the target needs.
    package var lead: Int?
    /// The score that ends the game whatever the lead.
    package var cap: Int?
    /// Points of each scoring kind.
    package var points: Counts
    /// Players of a side on the court.
    package var playersASide: Int?
    /// Team fouls of a period from which the penalty applies; nil for none.
    package var penaltyFouls: Int?
    /// Team fouls of a period from which the second penalty applies; nil for none.
    package var secondPenaltyFouls: Int?
    /// Team fouls of an overtime from which the penalty applies; nil when those of the last period
    /// go on counting.
    package var overtimePenaltyFouls: Int?
    /// Fouls with which a player is out; nil for no limit.
    package var foulLimit: Int?
    /// The result of a forfeit, as rule 18 of `entries.md` has it; nil where the played score
    /// stands.
    package var forfeitAward: Int?
    /// The result of a game lost by default, as rule 19 of `entries.md` has it; nil where the
    /// played score stands.
    package var defaultAward: Int?
    /// Every value in words, in the order of the options of `scored rules`.
    package var words: [RuleWords]

    /// Every member; those with a default may be left out.
    package init(
        preset: String? = nil, summary: String, periods: Int? = nil, periodSeconds: Int? = nil,
        overtimeSeconds: Int? = nil, overtimeTarget: Int? = nil, target: Int? = nil,
        lead: Int? = nil, cap: Int? = nil, points: Counts = [:], playersASide: Int? = nil,
        penaltyFouls: Int? = nil, secondPenaltyFouls: Int? = nil, overtimePenaltyFouls: Int? = nil,
        foulLimit: Int? = nil, forfeitAward: Int? = nil, defaultAward: Int? = nil,
        words: [RuleWords] = []
    ) {
        self.preset = preset
        self.summary = summary
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
        self.words = words
    }
}

/// The number of results of each kind.
package struct SearchCounts: Codable, Hashable, Sendable {
    /// Games.
    package var games: Int
    /// People; one who plays in several games counts once.
    package var players: Int
    /// Moves, notes and entries that were named.
    package var moves: Int

    /// Every member; those with a default may be left out.
    package init(games: Int = 0, players: Int = 0, moves: Int = 0) {
        self.games = games
        self.players = players
        self.moves = moves
    }
}

/// Answer of `GET /v1/search`: the games, players and moves that fit every word of a query.
package struct SearchDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The query, cleaned. An empty query finds nothing.
    package var query: String
    /// Games first, then players, then moves. Within a kind, results with words equal to the
    /// query's come first, then those with words that begin with them, then those that contain
    /// them; among equals the newest.
    package var results: [SearchResult]
    /// The number of all results, those left out included.
    package var found: SearchCounts
    /// False when results of a kind were left out.
    package var isWhole: Bool

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, query: String, results: [SearchResult] = [],
        found: SearchCounts = SearchCounts(), isWhole: Bool = true
    ) {
        self.schema = schema
        self.query = query
        self.results = results
        self.found = found
        self.isWhole = isWhole
    }
}

/// A result of a search.
package struct SearchResult: Codable, Hashable, Sendable {
    /// A game; a person, in the newest game of those in which the query fits best; a move or a
    /// note, any other entry only under its own name.
    package var kind: SearchKind
    /// The name of the game that it is, or is in: `hawks-owls-2`.
    package var game: String
    /// `Hawks - Owls`, `4 Ana`, `4 Ana two points`.
    package var title: String
    /// Details that distinguish it: `15:9 · decided · 41 moves`.
    package var detail: String
    /// A player's slot in that game, or that of the player whose move it is: `h#1`.
    package var slot: String?
    /// A move's name: `mia.41`.
    package var entry: String?
    /// Entries that refer to a move (corrections, an assist), in the game's order; of many the
    /// newest.
    package var referredBy: [String]?
    /// True in the game that this device records into.
    package var isCurrent: Bool

    /// Every member; those with a default may be left out.
    package init(
        kind: SearchKind, game: String, title: String, detail: String, slot: String? = nil,
        entry: String? = nil, referredBy: [String]? = nil, isCurrent: Bool = false
    ) {
        self.kind = kind
        self.game = game
        self.title = title
        self.detail = detail
        self.slot = slot
        self.entry = entry
        self.referredBy = referredBy
        self.isCurrent = isCurrent
    }
}

/// A side of a game with its players.
package struct SideDocument: Codable, Hashable, Sendable {
    /// The team's name.
    package var name: String
    /// The sum of the live scoring moves that are not held.
    package var score: Int
    /// Fouls of the players and the team.
    package var fouls: Int
    /// Team fouls of the period that is played, as the penalty counts them.
    package var periodFouls: Int
    /// True if the penalty applies to the side's next foul.
    package var isInPenalty: Bool
    /// True if the second penalty applies to it.
    package var isInSecondPenalty: Bool
    /// Time-outs taken.
    package var timeouts: Int
    /// In the order of their slots.
    package var players: [PlayerDocument]
    /// Counted moves of the team that are no player's, by kind.
    package var counts: Counts
    /// The reason for which minutes are not known although substitutions were recorded: `6 on the
    /// court at Q3 02:07`.
    package var minutesUnknown: String?
    /// The same by code.
    package var minutesUnknownPhrase: Phrase?

    /// Every member; those with a default may be left out.
    package init(
        name: String, score: Int, fouls: Int = 0, periodFouls: Int = 0, isInPenalty: Bool = false,
        isInSecondPenalty: Bool = false, timeouts: Int = 0, players: [PlayerDocument] = [],
        counts: Counts = [:], minutesUnknown: String? = nil, minutesUnknownPhrase: Phrase? = nil
    ) {
        self.name = name
        self.score = score
        self.fouls = fouls
        self.periodFouls = periodFouls
        self.isInPenalty = isInPenalty
        self.isInSecondPenalty = isInSecondPenalty
        self.timeouts = timeouts
        self.players = players
        self.counts = counts
        self.minutesUnknown = minutesUnknown
        self.minutesUnknownPhrase = minutesUnknownPhrase
    }
}

/// A sign-off that counts: the last of its device since the game was last reopened.
package struct SignatureDocument: Codable, Hashable, Sendable {
    /// The device's name.
    package var device: String
    /// The signer; the device's keeper where nobody else was named.
    package var name: String
    /// The entry's name.
    package var entry: String
    /// The home side's score that was signed.
    package var home: Int
    /// The away side's score that was signed.
    package var away: Int
    /// 64 hexadecimal digits: of the game's counted entries as the device held them.
    package var digest: String
    /// Four words of that digest, to be compared aloud.
    package var words: String
    /// True if the signed result is the one that is counted here now.
    package var isAgreed: Bool
    /// The words of a protest that went with it.
    package var protest: String?

    /// Every member; those with a default may be left out.
    package init(
        device: String, name: String, entry: String, home: Int, away: Int, digest: String,
        words: String, isAgreed: Bool, protest: String? = nil
    ) {
        self.device = device
        self.name = name
        self.entry = entry
        self.home = home
        self.away = away
        self.digest = digest
        self.words = words
        self.isAgreed = isAgreed
        self.protest = protest
    }
}

/// Answer of `GET /v1/status`: everything that one device knows and shows, the current game
/// included.
package struct StatusDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The program's version.
    package var version: String
    /// The table that this device belongs to.
    package var table: TableBrief
    /// This device.
    package var device: DeviceBrief
    /// The sync with the other devices.
    package var sync: SyncDocument
    /// The other devices of the table, in the order of their names.
    package var peers: [PeerDocument]
    /// The current game; nil when the table has none.
    package var game: GameDocument?
    /// The name of an open game, newer than the current one, that a person there may mean: while
    /// the current one is played, one that has begun and has a keeper of it; after it also one that
    /// has not begun, and where this device did not keep score of it any other. Else absent, as
    /// from older daemons.
    package var newerGame: String?
    /// The other games among the newest 16 of the table, newest first; `GET /v1/games` has all.
    package var games: [GameBrief]
    /// The number of further games; absent if there are none, and from older daemons.
    package var moreGames: Int?
    /// Warnings, the most urgent first.
    package var warnings: [WarningDocument]
    /// The log on this device's disk.
    package var storage: StorageDocument
    /// True if the log was read from the disk because no daemon answered: a running game clock is
    /// extrapolated, and nothing is known of the other devices since. Absent from a daemon's
    /// answer.
    package var isOfflineView: Bool?
    /// The identity of this device at its table; absent from older daemons.
    package var identity: IdentityDocument?

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, version: String, table: TableBrief, device: DeviceBrief,
        sync: SyncDocument, peers: [PeerDocument] = [], game: GameDocument? = nil,
        newerGame: String? = nil, games: [GameBrief] = [], moreGames: Int? = nil,
        warnings: [WarningDocument] = [], storage: StorageDocument = StorageDocument(),
        isOfflineView: Bool? = nil, identity: IdentityDocument? = nil
    ) {
        self.schema = schema
        self.version = version
        self.table = table
        self.device = device
        self.sync = sync
        self.peers = peers
        self.game = game
        self.newerGame = newerGame
        self.games = games
        self.moreGames = moreGames
        self.warnings = warnings
        self.storage = storage
        self.isOfflineView = isOfflineView
        self.identity = identity
    }
}

/// The log on a device's disk.
package struct StorageDocument: Codable, Hashable, Sendable {
    /// Bytes of all entries; the files hold a little more.
    package var logBytes: Int
    /// True while nothing can be recorded for want of space.
    package var isFull: Bool
    /// Each corrupt part that was found, in a sentence.
    package var damage: [String]

    /// Every member; those with a default may be left out.
    package init(logBytes: Int = 0, isFull: Bool = false, damage: [String] = []) {
        self.logBytes = logBytes
        self.isFull = isFull
        self.damage = damage
    }
}

/// The sync of a device with the rest of its table.
package struct SyncDocument: Codable, Hashable, Sendable {
    /// The state in one word.
    package var state: SyncState
    /// 64 hexadecimal digits; equal on two devices exactly when they hold the same entries.
    package var digest: String
    /// Four words of the digest, for people: they detect accidents, not malice.
    package var words: String
    /// Devices of one digest may show different scores only if this differs.
    package var foldVersion: Int
    /// Own moves that are durable on no other device.
    package var unsynced: Int
    /// Names of the devices that lack some of them.
    package var unsyncedTo: [String]
    /// Entries in the log, of all authors.
    package var entries: Int
    /// Entries of a newer version, live or not: of a kind that this version does not know, or with
    /// values that it does not know. They are kept and relayed, and what is known of them counts.
    /// Those of a game that was not looked at since the start may be missing.
    package var unknownKinds: Int
    /// True when `status --check` should exit 5.
    package var isDegraded: Bool
    /// The reason for which it is degraded, in a sentence.
    package var problem: String?

    /// Every member; those with a default may be left out.
    package init(
        state: SyncState, digest: String, words: String, foldVersion: Int = 1, unsynced: Int,
        unsyncedTo: [String] = [], entries: Int, unknownKinds: Int = 0, isDegraded: Bool = false,
        problem: String? = nil
    ) {
        self.state = state
        self.digest = digest
        self.words = words
        self.foldVersion = foldVersion
        self.unsynced = unsynced
        self.unsyncedTo = unsyncedTo
        self.entries = entries
        self.unknownKinds = unknownKinds
        self.isDegraded = isDegraded
        self.problem = problem
    }
}

/// The names of a table.
package struct TableBrief: Codable, Hashable, Sendable {
    /// 64 hexadecimal digits.
    package var id: String
    /// The name that people gave it; empty until they do.
    package var name: String
    /// Four words of the ID, to be read aloud.
    package var words: String

    /// Every member; those with a default may be left out.
    package init(id: String, name: String, words: String) {
        self.id = id
        self.name = name
        self.words = words
    }
}

/// Answer of `GET /v1/table`.
package struct TableDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The table.
    package var table: TableBrief
    /// Devices of the table, this one included.
    package var devices: Int
    /// The name of the device that began it.
    package var founder: String
    /// Entries in the log, of all authors.
    package var entries: Int
    /// 64 hexadecimal digits.
    package var digest: String

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, table: TableBrief, devices: Int, founder: String = "", entries: Int = 0,
        digest: String = ""
    ) {
        self.schema = schema
        self.table = table
        self.devices = devices
        self.founder = founder
        self.entries = entries
        self.digest = digest
    }
}

/// A part of a turn.
package struct TurnPart: Codable, Hashable, Sendable {
    /// The work that was done.
    package var name: String
    /// The duration.
    package var milliseconds: Double

    /// Every member; those with a default may be left out.
    package init(name: String, milliseconds: Double) {
        self.name = name
        self.milliseconds = milliseconds
    }
}

/// A turn of the daemon's loop: it reads all that is ready, thinks once and writes once.
package struct TurnReport: Codable, Hashable, Sendable {
    /// The duration.
    package var milliseconds: Double
    /// The part of it on a processor: the rest waited for the disk or for other programs.
    package var processorMilliseconds: Double?
    /// The time of its end, by the device's wall clock.
    package var wallMilliseconds: Int64
    /// The parts that took a tenth of the turn or more, the longest first.
    package var parts: [TurnPart]
    /// Entries that it merged into the log.
    package var entries: Int
    /// Requests that it answered.
    package var requests: Int
    /// The request whose answer took longest, by method and path; nil without any.
    package var request: TurnPart?

    /// Every member; those with a default may be left out.
    package init(
        milliseconds: Double, processorMilliseconds: Double? = nil, wallMilliseconds: Int64,
        parts: [TurnPart], entries: Int, requests: Int, request: TurnPart? = nil
    ) {
        self.milliseconds = milliseconds
        self.processorMilliseconds = processorMilliseconds
        self.wallMilliseconds = wallMilliseconds
        self.parts = parts
        self.entries = entries
        self.requests = requests
        self.request = request
    }
}

/// A warning for a person.
package struct WarningDocument: Codable, Hashable, Sendable {
    /// A `WarningCode`, or a code of a newer version; stable, for programs.
    package var code: String
    /// The fault and its subject.
    package var text: String
    /// The text by code; absent for a warning about the device or the answer to an order.
    package var phrase: Phrase?
    /// The advice.
    package var advice: String?

    /// Every member; those with a default may be left out.
    package init(code: String, text: String, phrase: Phrase? = nil, advice: String? = nil) {
        self.code = code
        self.text = text
        self.phrase = phrase
        self.advice = advice
    }
}

/// The state that `GET /v1/watch` tells, in changes.
package struct WatchDocument: Codable, Hashable, Sendable {
    /// The stream, for `POST /v1/watch/{name}`.
    package var id: String?
    /// The status; the parts that were not asked for are as in the first event.
    package var status: StatusDocument?
    /// The windows on the log that were asked for.
    package var windows: [WindowDocument]
    /// Entries of games that became durable here since the event before, at most the newest 128;
    /// absent if there are none, also where an entry changed its place.
    package var arrived: [EntryDocument]

    /// Every member; those with a default may be left out.
    package init(
        id: String? = nil, status: StatusDocument? = nil, windows: [WindowDocument] = [],
        arrived: [EntryDocument] = []
    ) {
        self.id = id
        self.status = status
        self.windows = windows
        self.arrived = arrived
    }
}

/// The newest entries of a log, as they are now.
package struct WindowDocument: Codable, Hashable, Sendable {
    /// The name that the reader gave it.
    package var name: String
    /// The game's name; absent for all games, and if there is no game.
    package var game: String?
    /// The slot of the player that was asked for, or `home` or `away`.
    package var player: String?
    /// In the table's order, oldest first.
    package var entries: [EntryDocument]
    /// True if there are older entries than the window has.
    package var hasOlder: Bool
    /// The reason why the window shows nothing.
    package var problem: WindowProblem?

    /// Every member; those with a default may be left out.
    package init(
        name: String, game: String? = nil, player: String? = nil, entries: [EntryDocument] = [],
        hasOlder: Bool = false, problem: WindowProblem? = nil
    ) {
        self.name = name
        self.game = game
        self.player = player
        self.entries = entries
        self.hasOlder = hasOlder
        self.problem = problem
    }
}

/// Why a window cannot be shown, as the refusal of the same question would say it.
package struct WindowProblem: Codable, Hashable, Sendable {
    /// The code of the refusal.
    package var code: String
    /// For people, what to do included.
    package var message: String

    /// Every member; those with a default may be left out.
    package init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}

/// Output of `scored verify --json`: a log that was read and checked in full.
package struct VerifyDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// 64 hexadecimal digits.
    package var table: String
    /// Files of the log.
    package var segments: Int
    /// Bytes of all files.
    package var bytes: Int
    /// Entries that were read, of all authors.
    package var entries: Int
    /// Authors of the entries.
    package var authors: Int
    /// Signed heads, each checked.
    package var heads: Int
    /// Own entries after the last signature on this disk: a device signs its entries when it sends
    /// them, so that the signature is on other disks.
    package var unsigned: Int
    /// 64 hexadecimal digits; the same as in `status`.
    package var digest: String
    /// Four words of the digest.
    package var words: String
    /// The problems, a sentence each.
    package var problems: [String]
    /// False if entries may be missing, or a signature is by the wrong key.
    package var isSound: Bool

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, table: String, segments: Int, bytes: Int, entries: Int, authors: Int,
        heads: Int, unsigned: Int, digest: String, words: String, problems: [String], isSound: Bool
    ) {
        self.schema = schema
        self.table = table
        self.segments = segments
        self.bytes = bytes
        self.entries = entries
        self.authors = authors
        self.heads = heads
        self.unsigned = unsigned
        self.digest = digest
        self.words = words
        self.problems = problems
        self.isSound = isSound
    }
}

/// Output of `scored doctor --json`: every check, failures first.
package struct DoctorDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The home that was examined.
    package var home: String
    /// Checks that failed.
    package var failed: Int
    /// Checks with a warning.
    package var warnings: Int
    /// Failures, then warnings, then the rest; each kind in the order of the examination.
    package var checks: [CheckDocument]

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, home: String, failed: Int, warnings: Int, checks: [CheckDocument]
    ) {
        self.schema = schema
        self.home = home
        self.failed = failed
        self.warnings = warnings
        self.checks = checks
    }
}

/// One check of `scored doctor`.
package struct CheckDocument: Codable, Hashable, Sendable {
    /// Stable, for programs: `disk`, `log`, `permissions` and so on; several checks may share one.
    package var subject: String
    /// The verdict.
    package var verdict: CheckVerdict
    /// The finding and its subject.
    package var text: String
    /// The advice; nil where nothing is to be done.
    package var advice: String?
    /// Measurements by name, each name with its unit: `syncMedianMilliseconds`.
    package var figures: [String: Double]?

    /// Every member; those with a default may be left out.
    package init(
        subject: String, verdict: CheckVerdict, text: String, advice: String? = nil,
        figures: [String: Double]? = nil
    ) {
        self.subject = subject
        self.verdict = verdict
        self.text = text
        self.advice = advice
        self.figures = figures
    }
}

/// Output of `scored player --json`: one player, and the player's newest moves.
package struct PlayerCardDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The game's name.
    package var game: String
    /// The team's name.
    package var team: String
    /// The player as in the game's document.
    package var player: PlayerDocument
    /// The player's newest moves, newest first.
    package var entries: [EntryDocument]
    /// False when older entries were left out.
    package var isWhole: Bool

    /// Every member; those with a default may be left out.
    package init(
        schema: Int = 1, game: String, team: String, player: PlayerDocument,
        entries: [EntryDocument], isWhole: Bool
    ) {
        self.schema = schema
        self.game = game
        self.team = team
        self.player = player
        self.entries = entries
        self.isWhole = isWhole
    }
}

/// The first line of a `gamelog/1` file. Fields that only files of this program have are marked as
/// own.
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
    /// The rules of the game.
    package var rules: GamelogRules
    /// Both rosters; the order within a team is the order of its slots.
    package var players: [GamelogPlayer]
    /// The official result.
    package var final: GamelogScore?
    /// The end of a game that no score tells; own.
    package var ending: GamelogEnding?
    /// The game clock at the end of the file; own.
    package var clock: GamelogClock?
    /// Events that follow this line; own.
    package var events: Int?
    /// The official score of each period.
    package var periods: [GamelogScore]?
    /// The official box score by player ID.
    package var box: [String: GamelogBox]?
    /// The sides whose official box score is known.
    package var boxTeams: [SideName]?
    /// Where the file comes from.
    package var source: GamelogSource?

    /// Every member; those with a default may be left out.
    package init(
        format: String, id: String, league: String? = nil, season: String? = nil,
        date: String? = nil, home: String, away: String, rules: GamelogRules,
        players: [GamelogPlayer], final: GamelogScore? = nil, ending: GamelogEnding? = nil,
        clock: GamelogClock? = nil, events: Int? = nil, periods: [GamelogScore]? = nil,
        box: [String: GamelogBox]? = nil, boxTeams: [SideName]? = nil, source: GamelogSource? = nil
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

    /// Every member; those with a default may be left out.
    package init(period: Int, t: Double) {
        self.period = period
        self.t = t
    }
}

/// The end of a game that no score tells: one of the two.
package struct GamelogEnding: Codable, Hashable, Sendable {
    /// The side that did not play on; the other won.
    package var forfeit: SideName?
    /// With `forfeit`, true if the side lost by default, for want of players.
    package var isDefault: Bool?
    /// With `forfeit`, the result by the rules, home first: `0:20`, `w:0`. For readers: an import
    /// works it out.
    package var score: String?
    /// The reason for which the game was broken off without a result.
    package var abandoned: String?

    /// Every member; those with a default may be left out.
    package init(
        forfeit: SideName? = nil, isDefault: Bool? = nil, score: String? = nil,
        abandoned: String? = nil
    ) {
        self.forfeit = forfeit
        self.isDefault = isDefault
        self.score = score
        self.abandoned = abandoned
    }
}

/// The rules of a `gamelog/1` file.
package struct GamelogRules: Codable, Hashable, Sendable {
    /// Periods before overtime.
    package var periods: Int
    /// Length of a period.
    package var periodSeconds: Int
    /// Length of an overtime; 0 when the league has none.
    package var overtimeSeconds: Int
    /// The period that was played to a target.
    package var targetPeriod: Int?
    /// Points that were added to the leader's score to make the target.
    package var targetMargin: Int?
    /// The target that it came to.
    package var target: Int?
    /// A remark for the reader.
    package var note: String?
    /// The lead that the target needs; own.
    package var lead: Int?
    /// The score that ends the game whatever the lead; own.
    package var cap: Int?
    /// The preset that the game began with; own.
    package var preset: String?
    /// The other rules, where they differ from the preset's; own.
    package var others: GamelogOtherRules?

    /// Every member; those with a default may be left out.
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

/// Rules that leagues' files leave to the league; each only where it differs from the preset.
package struct GamelogOtherRules: Codable, Hashable, Sendable {
    /// Points of made shots, by kind.
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
    /// The result of a forfeit, as in `RulesRequest`.
    package var forfeitAward: Int?
    /// The result of a game lost by default, as in `RulesRequest`.
    package var defaultAward: Int?
    /// Points of one side in overtime that end the game.
    package var overtimeTarget: Int?

    /// Every member; those with a default may be left out.
    package init(
        points: Counts? = nil, playersASide: Int? = nil, penaltyFouls: Int? = nil,
        secondPenaltyFouls: Int? = nil, overtimePenaltyFouls: Int? = nil, foulLimit: Int? = nil,
        forfeitAward: Int? = nil, defaultAward: Int? = nil, overtimeTarget: Int? = nil
    ) {
        self.points = points
        self.playersASide = playersASide
        self.penaltyFouls = penaltyFouls
        self.secondPenaltyFouls = secondPenaltyFouls
        self.overtimePenaltyFouls = overtimePenaltyFouls
        self.foulLimit = foulLimit
        self.forfeitAward = forfeitAward
        self.defaultAward = defaultAward
        self.overtimeTarget = overtimeTarget
    }
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

    /// Every member; those with a default may be left out.
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

    /// Every member; those with a default may be left out.
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

    /// Every member; those with a default may be left out.
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

/// The source of a `gamelog/1` file.
package struct GamelogSource: Codable, Hashable, Sendable {
    /// The repository.
    package var repo: String?
    /// The commit.
    package var commit: String?
    /// The files in it.
    package var files: [String]?

    /// Every member; those with a default may be left out.
    package init(repo: String? = nil, commit: String? = nil, files: [String]? = nil) {
        self.repo = repo
        self.commit = commit
        self.files = files
    }
}

/// Every further line of a `gamelog/1` file.
package struct GamelogEvent: Codable, Hashable, Sendable {
    /// Seconds of game clock elapsed since the tip-off, all periods together; read to the
    /// millisecond.
    package var t: Double
    /// True where the game clock was not read: `t` is then the reading before it in its period;
    /// own.
    package var unread: Bool?
    /// From 1.
    package var period: Int
    /// The side; nil when it is neither's.
    package var team: SideName?
    /// A player's ID; nil for the team's.
    package var player: String?
    /// The kind, in the format's words.
    package var kind: String
    /// Points of a made shot.
    package var points: Int?
    /// Home and away after a made shot, as the source states it.
    package var score: [Int]?
    /// Of a rebound: `offensive` or `defensive`.
    package var side: String?
    /// The type of a foul, a turnover and so on.
    package var type: String?
    /// Of a miss: the kind that it would have been.
    package var of: String?
    /// Of a line-up: the players' IDs.
    package var players: [String]?
    /// The code or the words of the source.
    package var raw: String?

    /// Every member; those with a default may be left out.
    package init(
        t: Double, unread: Bool? = nil, period: Int, team: SideName? = nil, player: String? = nil,
        kind: String, points: Int? = nil, score: [Int]? = nil, side: String? = nil,
        type: String? = nil, of: String? = nil, players: [String]? = nil, raw: String? = nil
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
