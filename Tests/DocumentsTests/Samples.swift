import Documents

/// One of each document with every field filled, so that none is left out of its JSON.
enum Samples {
    static let peer = PeerDocument(
        name: "bo", id: "00", keeper: "Bo", state: .inSync, address: "10.0.0.2:7420", via: "mia",
        missing: 1,
        behind: 2, lastSeenSeconds: 3, roundTripMilliseconds: 4, problem: "none", role: .deputy)

    static let game = GameDocument(
        name: "a-b", title: "A - B", state: .decided,
        rules: RulesDocument(
            preset: "3x3", summary: "10 min or to 21", periods: 1, periodSeconds: 600,
            overtimeSeconds: 60, overtimeTarget: 2, target: 21, lead: 2, cap: 25,
            points: ["onePoint": 1], playersASide: 3, penaltyFouls: 7, secondPenaltyFouls: 10,
            overtimePenaltyFouls: 4,
            foulLimit: 5, words: [RuleWords(name: "target", value: "21")]),
        home: SideDocument(
            name: "A", score: 15, fouls: 1, periodFouls: 1, isInPenalty: true,
            isInSecondPenalty: true, timeouts: 2,
            players: [
                PlayerDocument(
                    slot: "h#1", number: "00", name: "Ana", points: 14, fouls: 0,
                    counts: ["twoPoints": 7], held: 1, trackedBy: ["mia"], isActive: true,
                    isOnCourt: true, secondsPlayed: 61, plusMinus: -2, mergedInto: "h#2")
            ], counts: ["timeout": 1], minutesUnknown: "6 on the court at Q1 02:07"),
        away: SideDocument(name: "B", score: 9),
        periods: [PeriodDocument(number: 1, label: "Q1", home: 15, away: 9)],
        clock: ClockDocument(
            text: "00:00", milliseconds: 600_000, remainingMilliseconds: 0, period: 1,
            periodLabel: "Q1",
            isRunning: false, isEstimated: true),
        target: 21, winner: .home, isDecided: true, isProvisional: true,
        provisionalBecause: ["bo kept score and is not in sync"], moves: 8, held: 1,
        heldMoves: [held], conflicts: [conflict], isCurrent: true,
        signatures: [
            SignatureDocument(
                device: "mia", name: "Ref", entry: "mia.42", home: 15, away: 9, digest: "ff",
                words: "i-j-k-l", isAgreed: true, protest: "a foul")
        ], unsigned: ["bo"], isOfficial: true,
        lost: [LostDocument(device: "cy", upTo: ["cy.4"], later: ["cy.5"])],
        afterSignOff: ["bo.9"], abandonedBecause: "rain")

    static let roster = RosterRequest(
        request: "00", game: "a-b", action: .merge, side: .home,
        players: [RosterPlayer(number: "4", name: "Ana")], player: "h4", name: "Anna",
        number: "5", into: "h5")

    static let rulesChange = RulesChangeRequest(
        request: "00", game: "a-b",
        rules: RulesRequest(
            preset: "fiba", periods: 4, periodSeconds: 600, overtimeSeconds: 300,
            overtimeTarget: 2, target: 21, lead: 2, cap: 25, points: ["onePoint": 2],
            playersASide: 5, penaltyFouls: 5, secondPenaltyFouls: 10, overtimePenaltyFouls: 4,
            foulLimit: 5))

    static let end = EndRequest(request: "00", game: "a-b", forfeit: .home, abandon: "rain")

    static let sign = SignRequest(request: "00", game: "a-b", name: "Ref", protest: "a foul")

    static let reopen = ReopenRequest(request: "00", game: "a-b")

    static let absence = AbsenceRequest(request: "00", game: "a-b", device: "bo", force: true)

    static let lineup = LineupRequest(
        request: "00", game: "a-b", side: .away, players: ["4"], period: 2, clockSeconds: 3)

    static let substitution = SubstitutionRequest(
        request: "00", game: "a-b", comingIn: "h4", goingOut: "h7", period: 2, clockSeconds: 3)

    static let note = NoteRequest(request: "00", game: "a-b", text: "rain")

    static let status = {
        var status = StatusDocument(
            version: "0.1", table: TableBrief(id: "aa", name: "Hall", words: "a-b-c-d"),
            device: DeviceBrief(
                id: "bb", name: "mia", keeper: "Mia", author: "cc", role: .founder),
            sync: SyncDocument(
                state: .inSync, digest: "dd", words: "e-f-g-h", unsynced: 3, unsyncedTo: ["bo"],
                entries: 9, unknownKinds: 1, isDegraded: true, problem: "the disk is full"),
            peers: [peer], game: game,
            games: [
                GameBrief(
                    name: "c-d", title: "C - D", state: .live, home: 1, away: 2,
                    createdWallMilliseconds: 5)
            ],
            warnings: [WarningDocument(code: "untracked", text: "nobody", advice: "somebody")],
            storage: StorageDocument(logBytes: 1, isFull: true, damage: ["segment 3"]))
        status.isOfflineView = true
        status.moreGames = 2
        status.newerGame = "red-blue"
        status.identity = identity
        return status
    }()

    static let entry = EntryDocument(
        name: "mia.41", game: "a-b", keeper: "Mia", wallMilliseconds: -1, index: 4,
        lamport: 1 << 52, place: "10000000000000.0011223344556677.000000000029", kind: "twoPoints",
        text: "4 Ana two points",
        was: "4 Ana one point", fixes: ["mia.44"], conflicts: ["bo.19"], resembles: "bo.17",
        side: .home, player: "h#1",
        playerText: "4 Ana", points: 2, period: 1, clock: "Q1 00:10", home: 2, away: 0,
        state: .voided, because: "by bo.7", copies: 3, names: ["bo.7"])

    static let play = PlayDocument(
        game: "a-b", index: 4, entry: "mia.41", keeper: "Mia", wall: "2025-01-31T00:00:00.000Z",
        period: 1, elapsedMilliseconds: 590_000, clock: "Q1 00:10", side: .home, team: "A",
        number: "00", player: "Ana", kind: "twoPoints", points: 2, home: 2, away: 0,
        state: "voided", because: "by bo.7", was: "00 Ana one point", conflicts: ["bo.4"],
        text: "00 Ana two points", names: ["bo.7"])

    static let chart = ChartDocument(
        game: "a-b",
        home: ChartSide(name: "A", score: 2, biggestLead: 2, biggestLeadClock: "Q1 00:10"),
        away: ChartSide(name: "B", score: 0), lengthMilliseconds: 600_000,
        periods: [
            ChartPeriod(
                number: 1, label: "Q1", startMilliseconds: 0, lengthMilliseconds: 600_000,
                isTimed: true, startClock: "10:00", endClock: "00:00")
        ],
        points: [
            ChartPoint(
                atMilliseconds: 590_000, clock: "Q1 00:10", side: .home, points: 2, home: 2,
                away: 0, entry: "mia.41")
        ], leadChanges: 1, ties: 2,
        runs: [
            ChartRun(
                side: .home, points: 2, fromMilliseconds: 590_000, toMilliseconds: 590_000,
                fromClock: "Q1 00:10", toClock: "Q1 00:10", home: 2, away: 0)
        ])

    static let devices = DevicesDocument(devices: [
        device
    ])

    static let device: DeviceDocument = {
        var device = DeviceDocument(
            name: "bo", id: "00", keeper: "Bo", isThisDevice: false, isRemoved: true,
            invitedBy: "mia", entries: 4, incarnations: 2, peer: peer,
            words: "acorn-actor-album-amber")
        device.role = .deputy
        device.removal = removal
        device.forked = ["bo"]
        device.incidents = [incident]
        return device
    }()

    static let removal = RemovalDocument(
        device: "bo", by: "mia", entry: "mia.9", upTo: ["bo.4"], uncounted: 2)

    static let incident = IncidentDocument(
        kind: "forked", wallMilliseconds: 1, device: "bo", author: "bo", text: "two copies",
        advice: "use one")

    static let identity = IdentityDocument(
        name: "mia/2", author: "00", incarnations: 2, incarnationsMax: 64, forked: ["bo"],
        incidents: [incident], removal: removal)

    static let removalRequest = RemovalRequest(
        request: "00", device: "bo", withInvited: true, isTrial: true)

    static let deputyRequest = DeputyRequest(request: "00", device: "bo", isDeputy: true)

    static let removalAnswer = RemovalAnswer(
        text: "bo was removed", removed: [removal], invited: ["cy"])

    static let move = MoveRequest(
        request: "00", game: "a-b", player: "h4", kind: "foul", points: 1, detail: "shooting",
        period: 2, clockSeconds: 3, clockMilliseconds: 3_250, basket: "mia.40",
        force: true)

    static let importRequest = ImportRequest(
        request: "00",
        game: NewGameRequest(
            request: "01",
            home: TeamRequest(name: "A", roster: [RosterPlayer(number: "0", name: "Ana")]),
            away: TeamRequest(name: "B", roster: []), rules: RulesRequest(preset: "nba"),
            date: "2025-01-31", source: "x"),
        steps: [
            ImportStep(
                kind: "miss", side: .home, player: "h#1", points: nil, detail: "twoPoints",
                type: "jumper", period: 1, clockSeconds: 4,
                clockMilliseconds: 4_500, players: ["h#1"], note: "raw")
        ], isEnded: true, forfeit: .home, abandon: "storm", targetPeriod: 4,
        clock: ImportClock(period: 4, milliseconds: 599_300), force: true)

    static let invite = InviteDocument(
        codes: [InvitationDocument(code: "AAAA-BBBB-CCCC-DDDD", expiresSeconds: 600)],
        addresses: ["10.0.0.1:7420"],
        warnings: [WarningDocument(code: "noDeputy", text: "only this device")])

    static let join = JoinDocument(
        words: "a-b-c-d", table: status.table, inviter: "mia", brought: 4, archive: "/tmp/x")

    static let recorded = RecordedDocument(
        entries: ["mia.41"], isRepeat: true, game: "a-b", echo: "4 Ana two points", home: 2,
        away: 0, warnings: status.warnings,
        questions: [QuestionDocument(code: "countHeld", text: "count it?", entries: ["bo.17"])])

    static let held = HeldMove(
        name: "bo.17", keeper: "Bo", text: "4 Ana two points", player: "h#1", clock: "Q1 04:31",
        of: "mia.41", ofKeeper: "Mia", ofClock: "Q1 04:33", ofState: .voided)

    static let conflict = FixConflict(
        move: "mia.41", text: "4 Ana three points", fix: "mia.44", others: ["bo.19"],
        otherTexts: ["7 Bo two points"])

    static let fix = FixRequest(
        request: "00", game: "a-b", entry: "mia.41", kind: "3p", player: "h4", points: 3,
        detail: "late", period: 2, clockSeconds: 3, shownSeconds: 4)

    static let track = TrackRequest(
        request: "00", game: "a-b", players: ["h4"], isOnly: true, from: "bo")

    static let entries = EntriesRequest(request: "00", game: "a-b", entries: ["mia.41"])

    static let leave = LeaveRequest(force: true, bring: true)

    static let logImport = LogImportDocument(
        outcome: .merged, text: "done", entries: 1, digest: "ff", words: "a-b-c-d",
        warnings: [WarningDocument(code: "archive", text: "an archive")])

    static let search = SearchDocument(
        query: "ana",
        results: [
            SearchResult(
                kind: .move, game: "a-b", title: "4 Ana two points", detail: "mia.41 · Mia",
                slot: "h#1", entry: "mia.41", referredBy: ["bo.3"], isCurrent: true)
        ], found: SearchCounts(games: 1, players: 2, moves: 3), isWhole: false)
}
