// Made by Scripts/generate from Protocol/openapi.yaml: not to be edited.
// Digest of page, generator and all that follows: 7e1f6abe134eb316968b85647cabc30a

extension Route {
    /// The status of this device. Answer: `StatusDocument`.
    package static let status = Route("GET", "/v1/status")
    /// Enough for a watchdog. Answer: `HealthDocument`.
    package static let health = Route("GET", "/v1/health")
    /// Figures for a monitoring system.
    package static let metrics = Route("GET", "/metrics")
    /// The state of the running daemon. Answer: `DaemonReport`.
    package static let doctor = Route("GET", "/v1/doctor")
    /// Repair this device's log, or acknowledge incidents. `DoctorRequest` -> `DoneDocument`.
    package static let repair = Route("POST", "/v1/doctor")
    /// The state as it changes.
    package static let watch = Route("GET", "/v1/watch")
    /// Show other parts, another game or other windows in an open stream. `WatchRequest` ->
    /// `DoneDocument`.
    package static let rewatch = Route("POST", "/v1/watch/{name}")
    /// The games of the table. Answer: `GamesDocument`.
    package static let games = Route("GET", "/v1/games")
    /// Create a game. `NewGameRequest` -> `RecordedDocument`.
    package static let newGame = Route("POST", "/v1/games")
    /// The scoreboard and box score of one game. Answer: `GameDocument`.
    package static let game = Route("GET", "/v1/games/{name}")
    /// The entries of one game in order. Answer: `LogDocument`.
    package static let gameLog = Route("GET", "/v1/games/{name}/log")
    /// The box score for a spreadsheet.
    package static let boxCSV = Route("GET", "/v1/games/{name}/box.csv")
    /// The play-by-play for a spreadsheet.
    package static let playsCSV = Route("GET", "/v1/games/{name}/plays.csv")
    /// The play-by-play as JSON lines.
    package static let plays = Route("GET", "/v1/games/{name}/plays.jsonl")
    /// The game as a gamelog/1 file.
    package static let gamelog = Route("GET", "/v1/games/{name}/gamelog.jsonl")
    /// The running score over the game's own time. Answer: `ChartDocument`.
    package static let chart = Route("GET", "/v1/games/{name}/chart")
    /// The entries of the current game, or of all games, in order. Answer: `LogDocument`.
    package static let log = Route("GET", "/v1/log")
    /// Games, players and moves that fit every word of a query. Answer: `SearchDocument`.
    package static let search = Route("GET", "/v1/search")
    /// Make a game the current one of this device. `UseRequest` -> `DoneDocument`.
    package static let use = Route("POST", "/v1/use")
    /// Record one move. `MoveRequest` -> `RecordedDocument`.
    package static let moves = Route("POST", "/v1/moves")
    /// The next undo in words; nothing is recorded. Answer: `DoneDocument`.
    package static let nextUndo = Route("GET", "/v1/undo")
    /// Withdraw this device's last action that counts. `UndoRequest` -> `RecordedDocument`.
    package static let undo = Route("POST", "/v1/undo")
    /// Count again what this device voided last. `UndoRequest` -> `RecordedDocument`.
    package static let redo = Route("POST", "/v1/redo")
    /// Withdraw entries of a game; those that are void already are skipped. `EntriesRequest` ->
    /// `RecordedDocument`.
    package static let void = Route("POST", "/v1/void")
    /// Correct a recorded move. `FixRequest` -> `RecordedDocument`.
    package static let fix = Route("POST", "/v1/fix")
    /// The moves and corrections of a game that wait for a person's answer. Answer: `HeldDocument`.
    package static let held = Route("GET", "/v1/held")
    /// Count moves as events of their own; those that count already are skipped. `EntriesRequest`
    /// -> `RecordedDocument`.
    package static let accept = Route("POST", "/v1/accept")
    /// Answer a question about what several keepers recorded. `SettleRequest` ->
    /// `RecordedDocument`.
    package static let settle = Route("POST", "/v1/settle")
    /// Start, stop or set the game clock. `ClockRequest` -> `RecordedDocument`.
    package static let clock = Route("POST", "/v1/clock")
    /// Claim players. `TrackRequest` -> `RecordedDocument`.
    package static let track = Route("POST", "/v1/track")
    /// Let claimed players go. `TrackRequest` -> `RecordedDocument`.
    package static let untrack = Route("POST", "/v1/untrack")
    /// Change the roster of a game. `RosterRequest` -> `RecordedDocument`.
    package static let roster = Route("POST", "/v1/roster")
    /// Change the rules of a game. `RulesChangeRequest` -> `RecordedDocument`.
    package static let rules = Route("POST", "/v1/rules")
    /// Rename a team of a game. `TeamNameRequest` -> `RecordedDocument`.
    package static let teams = Route("POST", "/v1/teams")
    /// Swap home and away. `SwapRequest` -> `RecordedDocument`.
    package static let swap = Route("POST", "/v1/swap")
    /// Move entries to another game or period. `TransferRequest` -> `RecordedDocument`.
    package static let transfers = Route("POST", "/v1/transfers")
    /// Unite a game with another one. `UniteRequest` -> `RecordedDocument`.
    package static let unions = Route("POST", "/v1/unions")
    /// Set the players of a side on the court. `LineupRequest` -> `RecordedDocument`.
    package static let lineups = Route("POST", "/v1/lineups")
    /// Substitute a player. `SubstitutionRequest` -> `RecordedDocument`.
    package static let substitutions = Route("POST", "/v1/substitutions")
    /// Add a note to the record. `NoteRequest` -> `RecordedDocument`.
    package static let notes = Route("POST", "/v1/notes")
    /// The doubts about ending a game, or about signing one that is over; nothing is recorded.
    /// Answer: `DoneDocument`.
    package static let nextEnd = Route("GET", "/v1/end")
    /// End a game. `EndRequest` -> `RecordedDocument`.
    package static let end = Route("POST", "/v1/end")
    /// Reopen a game that is over. `ReopenRequest` -> `RecordedDocument`.
    package static let reopen = Route("POST", "/v1/reopen")
    /// Sign the result as this device holds it. `SignRequest` -> `RecordedDocument`.
    package static let sign = Route("POST", "/v1/sign")
    /// Declare a device lost. `AbsenceRequest` -> `RecordedDocument`.
    package static let lost = Route("POST", "/v1/lost")
    /// Take back that a device is lost. `AbsenceRequest` -> `RecordedDocument`.
    package static let found = Route("POST", "/v1/found")
    /// Create a game and record its events. `ImportRequest` -> `RecordedDocument`.
    package static let importGame = Route("POST", "/v1/import")
    /// The entries as JSON lines.
    package static let export = Route("GET", "/v1/export")
    /// The table's whole log as a file.
    package static let exportLog = Route("GET", "/v1/export/log")
    /// Import a table's log from a file, in parts. Answer: `LogImportDocument`.
    package static let importLog = Route("POST", "/v1/import/log")
    /// Let devices join. `InviteRequest` -> `InviteDocument`.
    package static let invitations = Route("POST", "/v1/invitations")
    /// Join another table. `JoinRequest` -> `JoinDocument`.
    package static let join = Route("POST", "/v1/join")
    /// Leave the table and begin a table of one. `LeaveRequest` -> `DoneDocument`.
    package static let leave = Route("POST", "/v1/leave")
    /// The table of this device. Answer: `TableDocument`.
    package static let table = Route("GET", "/v1/table")
    /// Name the table. `TableRequest` -> `DoneDocument`.
    package static let nameTable = Route("POST", "/v1/table")
    /// The devices of the table. Answer: `DevicesDocument`.
    package static let devices = Route("GET", "/v1/devices")
    /// Remove a device from the table for good. `RemovalRequest` -> `RemovalAnswer`.
    package static let removeDevice = Route("POST", "/v1/devices/remove")
    /// Name or dismiss a deputy, who may remove devices; only the founder does. `DeputyRequest` ->
    /// `DoneDocument`.
    package static let nameDeputy = Route("POST", "/v1/devices/deputy")
    /// Name the person at this device. `KeeperRequest` -> `DoneDocument`.
    package static let keeper = Route("POST", "/v1/keeper")
    /// Switch syncing off or on, name peers, switch announcements. `SyncSwitchRequest` ->
    /// `DoneDocument`.
    package static let sync = Route("POST", "/v1/sync")
    /// End the daemon. `ShutdownRequest` -> `DoneDocument`.
    package static let shutdown = Route("POST", "/v1/shutdown")

    /// Every route, in the order of the page.
    package static let all: [Route] = [
        .status, .health, .metrics, .doctor, .repair, .watch, .rewatch, .games, .newGame, .game,
        .gameLog, .boxCSV, .playsCSV, .plays, .gamelog, .chart, .log, .search, .use, .moves,
        .nextUndo, .undo, .redo, .void, .fix, .held, .accept, .settle, .clock, .track, .untrack,
        .roster, .rules, .teams, .swap, .transfers, .unions, .lineups, .substitutions, .notes,
        .nextEnd, .end, .reopen, .sign, .lost, .found, .importGame, .export, .exportLog, .importLog,
        .invitations, .join, .leave, .table, .nameTable, .devices, .removeDevice, .nameDeputy,
        .keeper, .sync, .shutdown,
    ]
}
