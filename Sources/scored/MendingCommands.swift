import Client
import Documents
import LocalAPI
import Net

extension Command {
    static let team = Command(
        "team", .game, "rename a team", operands: "TEAM NAME", options: [gameOption],
        details: [
            "TEAM   home, away, or the team's name or a part of it",
            "Every screen, page and file shows the new name. In commands the game keeps its",
            "name, so that nobody's commands break. scored undo takes it back.",
        ]
    ) { invocation throws(ClientError) in
        let words = invocation.arguments.operands
        guard words.count > 1 else {
            throw invocation.arguments.misused(
                "team takes TEAM NAME: scored team home \"Hawks II\"")
        }
        return try invocation.record(
            .teams,
            TeamNameRequest(
                request: RequestName.random(), game: invocation.game, team: words[0],
                name: words.dropFirst().joined(separator: " ")))
    }

    static let swap = Command(
        "swap", .game, "swap home and away", options: [gameOption],
        details: [
            "For a game that was created the wrong way round. Every player keeps the",
            "team, every move its player; h and a, home and away change places everywhere,",
            "also in what keepers type from now on. scored undo takes it back.",
        ]
    ) { invocation throws(ClientError) in
        try invocation.record(
            .swap, SwapRequest(request: RequestName.random(), game: invocation.game))
    }
}

extension Command {
    static let transfer = Command(
        "transfer", .game, "move entries to another game or period", operands: "[ENTRY]...",
        options: [
            OptionForm("to", "GAME", "the game to which they belong"),
            OptionForm("period", "N", "the period to which they belong"),
            OptionForm("since", "HH:MM", "all that was recorded since, by the clock on the wall"),
            OptionForm("range", "A..B", "all from entry A to entry B: mia.40..mia.60, mia.40.."),
            OptionForm("keeper", "NAME", "only what this keeper recorded"),
            OptionForm("add-players", "add players missing in the other game"),
            gameOption,
        ],
        details: [
            "ENTRY   mia.41 as scored log shows it, or 41 for one of your own",
            "For moves in the wrong game or period: scored transfer --since 19:40 --to bears",
            "moves all of the current game since 19:40, with game clock and periods; scored",
            "transfer mia.40 mia.41 --period 2 puts two moves into the second period. What",
            "two keepers recorded moves as one, unless --keeper names one of them. A player",
            "is found in the other game as the same person, else by team and number. What",
            "other keepers record later stays where it is. scored undo takes it all back.",
        ]
    ) { invocation throws(ClientError) in
        var request = try MendingCommand.transfer(invocation)
        let client = try invocation.client()
        do throws(ClientError) {
            return try invocation.record(.transfers, request, with: client)
        } catch {
            guard case .refused(let refusal) = error, request.addPlayers != true,
                refusal.code == ErrorCode.unknownPlayer.rawValue, request.into != nil,
                try invocation.asks("\(refusal.reason). Add them?") == true
            else { throw error }
            request.addPlayers = true
            return try invocation.record(.transfers, request, with: client)
        }
    }

    static let unite = Command(
        "unite", .game, "unite two games that were created for one", operands: "GAME [INTO]",
        options: [OptionForm("swapped", "home of one game is away of the other")],
        details: [
            "GAME   the game that goes, by its name in scored games",
            "INTO   the game that stays; without it the current one",
            "scored unite hawks-owls-2 hawks-owls: all entries of hawks-owls-2 count in",
            "hawks-owls, also those that arrive later; its rules, end and signatures do not.",
            "Players are matched as the same person, else by team and number; others are",
            "added. Moves that both keepers recorded count once. scored undo takes it back.",
        ]
    ) { invocation throws(ClientError) in
        let client = try invocation.client()
        let into = try GameReading.name(
            invocation.arguments.operand(1), client, isCurrent: true)
        return try invocation.record(
            .unions,
            UniteRequest(
                request: RequestName.random(), game: invocation.required(0), into: into,
                isTurned: invocation.arguments.has("swapped") ? true : nil), with: client)
    }
}

private enum MendingCommand {
    static func transfer(_ invocation: Invocation) throws(ClientError) -> TransferRequest {
        let arguments = invocation.arguments
        var request = TransferRequest(
            request: RequestName.random(), game: invocation.game, entries: arguments.operands,
            keeper: arguments.value("keeper"), into: arguments.value("to"),
            period: try arguments.number("period", in: 1...99),
            addPlayers: arguments.has("add-players") ? true : nil)
        guard request.into != nil || request.period != nil else {
            throw arguments.misused("give --to GAME or --period N")
        }
        if let range = arguments.value("range") {
            guard let dots = range.firstRange(of: ".."), dots.lowerBound > range.startIndex else {
                throw arguments.misused("--range takes A..B or A.., not '\(range)'")
            }
            request.first = String(range[..<dots.lowerBound])
            let last = range[dots.upperBound...]
            request.last = last.isEmpty ? nil : String(last)
        }
        if let range = arguments.operands.first(where: { $0.firstRange(of: "..") != nil }) {
            throw arguments.misused("write a range as --range \(range)")
        }
        if let text = arguments.value("since") {
            guard let since = lastTime(text) else {
                throw arguments.misused("--since takes HH:MM, not '\(text)'")
            }
            request.sinceWallMilliseconds = since
        }
        let isChosen =
            !arguments.operands.isEmpty || request.first != nil || request.keeper != nil
            || request.sinceWallMilliseconds != nil
        guard isChosen else {
            throw arguments.misused("name entries, or give --since, --range or --keeper")
        }
        return request
    }

    /// The last time that the clock on the wall showed this, in milliseconds since 1970.
    private static func lastTime(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
            (0...23).contains(hour), (0...59).contains(minute), parts[1].count == 2
        else { return nil }
        return WallText.lastShowing(
            hour: hour, minute: minute, before: Clocks.wallMilliseconds,
            zoneOffset: Clocks.zoneOffset)
    }
}
