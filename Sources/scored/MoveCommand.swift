import Client
import Documents
import LocalAPI
import Scorebook

extension Command {
    static let move = Command(
        "move", .score, "record a move", operands: "PLAYER KIND",
        options: [OptionForm("points", "N", "for a free throw that counts more than one")]
            + momentOptions + [
                OptionForm(
                    "detail", "TEXT", "offensive, personal and so on; the text of a note"),
                OptionForm("for", "ENTRY", "of an assist: the basket"),
                OptionForm("throws", "N", "of a foul: the free throws that it gives, 1 to 3"),
                OptionForm("force", "even if the game is decided or over, or it is unlikely"),
                gameOption,
            ],
        details: [
            "PLAYER  h4, a7, a slot h#1, a number or two letters or more of a name, unique in",
            "        the game; home or away for a move of the team",
            "KIND    onePoint 1, twoPoints 2, threePoints 3, freeThrow ft, assist a,",
            "        rebound r (or, dr), foul f, technicalFoul tf, steal st, block bs,",
            "        turnover to, missedTwo m2, missedThree m3, missedFreeThrow mft, timeout,",
            "        in, out, note (with --detail TEXT)",
            "An assist belongs to the side's last basket within 5 s of game clock, unless",
            "--for names another; if that is voided, so is the assist.",
            "Points in a game that is over or decided need --force. While a device that",
            "tracks players is away, its moves may still change the result: then the move is",
            "recorded with a warning. --force is also needed for points that this kind of",
            "shot cannot score, and for the first entry in an overtime that --period names.",
            "A foul of home or away counts as a team foul of an unknown player; technicalFoul",
            "of home or away is one of the coach or bench, and is no team foul.",
            "--throws says how many free throws follow: if keepers share them, all of them",
            "count, up to that number. Without it, free throws of one player that two keepers",
            "recorded at about the same time count once.",
        ]
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let client = try invocation.client()
        var request = MoveRequest(
            request: RequestName.random(), game: invocation.game,
            player: try invocation.required(0), kind: try invocation.required(1),
            points: try arguments.number("points", in: 0...9), detail: arguments.value("detail"),
            freeThrows: try arguments.number("throws", in: 1...ScorebookLimits.throwsMax),
            basket: arguments.value("for"), force: invocation.flag("force"))
        (request.period, request.clockSeconds) = try GameReading.moment(invocation, client)
        return try invocation.recordForced(.moves, request, with: client) { $0.force = true }
    }
}

extension Invocation {
    /// Records what a keeper saw. At a terminal it asks where the daemon refuses it in a game that
    /// is decided or over, or as unlikely, and records it if the keeper says yes.
    fileprivate func recordForced<Order: Encodable>(
        _ route: Route, _ order: Order, with client: LocalClient, _ force: (inout Order) -> Void
    ) throws(ClientError) -> ExitCode {
        do throws(ClientError) {
            return try show(client.post(route, order, as: RecordedDocument.self))
        } catch {
            guard case .refused(let document) = error,
                [ErrorCode.decided, .unlikely].map(\.rawValue).contains(document.code), isAsking,
                try asks("\(document.message); record it anyway?") == true
            else { throw error }
            var forced = order
            force(&forced)
            return try show(client.post(route, forced, as: RecordedDocument.self))
        }
    }
}

extension Command {
    static let sub = Command(
        "sub", .score, "substitute one player for another", operands: "IN [for] OUT",
        options: momentOptions + [forceOption, gameOption],
        details: ["Example: scored sub h4 for h7. To record one half of it: scored move h4 in"]
    ) { invocation throws(ClientError) in
        var words = invocation.arguments.operands
        if words.count == 3, words[1] == "for" { words.remove(at: 1) }
        guard words.count == 2 else { throw invocation.arguments.misused("sub takes IN for OUT") }
        let client = try invocation.client()
        var request = SubstitutionRequest(
            request: RequestName.random(), game: invocation.game, comingIn: words[0],
            goingOut: words[1], force: invocation.flag("force"))
        (request.period, request.clockSeconds) = try GameReading.moment(invocation, client)
        return try invocation.recordForced(.substitutions, request, with: client) {
            $0.force = true
        }
    }

    static let lineup = Command(
        "lineup", .score, "record which players of a side are on the court",
        operands: "SIDE PLAYER...", choices: ["home", "away"],
        options: momentOptions + [forceOption, gameOption],
        details: [
            "Name all of them. A number means a player of that side: scored lineup home 4 7 9"
        ]
    ) { invocation throws(ClientError) in
        let client = try invocation.client()
        let side = try GameReading.side(invocation.required(0), invocation, client)
        var request = LineupRequest(
            request: RequestName.random(), game: invocation.game, side: side,
            players: Array(invocation.arguments.operands.dropFirst()),
            force: invocation.flag("force"))
        (request.period, request.clockSeconds) = try GameReading.moment(invocation, client)
        return try invocation.recordForced(.lineups, request, with: client) { $0.force = true }
    }

    static let note = Command(
        "note", .score, "record a note", operands: "TEXT...", options: [gameOption],
        details: ["A note about one player: scored move PLAYER note --detail TEXT"]
    ) { invocation throws(ClientError) in
        let request = NoteRequest(
            request: RequestName.random(), game: invocation.game, text: invocation.text)
        return try invocation.record(.notes, request)
    }
}

/// The option of changes of players, which `move` asks about as well.
private let forceOption = OptionForm("force", "even if the game is over and another one is open")

/// The options of commands that record at a moment of the game.
let momentOptions = [
    OptionForm("period", "N", "the period, if not the current one"),
    OptionForm("at", "MM:SS", "the time on the game clock, if not the current one"),
]
