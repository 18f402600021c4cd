import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Signing a result.
extension Desk {
    var signRoutes: [Route: Router.Responder] {
        [.sign: { asked throws(Denial) in try sign(asked.body(SignRequest.self)) }]
    }

    /// Nobody signs what this turn brought without it: as long as it is not in the book, the
    /// signature waits for the turn's end.
    private func sign(_ order: SignRequest) throws(Denial) -> Answer {
        guard ledger.log.entryCount != ledger.book.entryCount else { return try signNow(order) }
        var give: (() -> Response)?
        return .later { [self] in
            if let give { return ledger.problem.map(refusal) ?? give() }
            do throws(Denial) {
                switch try signNow(order) {
                case .now(let response): return response
                case .afterCommit(let answer), .joinably(let answer): give = answer
                case .later, .stream: break
                }
            } catch {
                return namingNewerGame(error, ofGame: order.game).response(isRecording: true)
            }
            return nil
        }
    }

    private func refusal(_ problem: Ledger.Problem) -> Response {
        Denial(.notRecording(problem.reason, isFull: problem.isFull)).response(isRecording: true)
    }

    private func signNow(_ order: SignRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        let board = try readableBoard(named: order.game)
        try refuse(board)
        try validate(order)
        let signable = board.signable { ledger.log.entries($0) }
        let signOff = signable.signOff(
            digest: ledger.seal.digest(signable.bytes), name: order.name ?? "",
            protest: order.protest)
        if isSigned(signOff, board) {
            return unchanged(
                "signed already: \(board.result), \(SpokenWords.four(of: signOff.digest))", board,
                adding: unsignedGame(but: board.id))
        }
        let draft = signOff.draft(in: board.id)
        return remarked(try record([draft], request: request)) { [self] board in
            remarks(on: signOff, board)
        }
    }

    /// What stands in the way, and what to do about it.
    private func refuse(_ board: Scoreboard) throws(Denial) {
        let game = table.game(board.id)?.slug ?? "the game"
        switch board.signingObstacles.first {
        case .notOver:
            let waiting = gameToSign(but: board.id)
            throw Denial(
                .conflict, .conflict,
                "\(game) is neither decided nor ended, so there is no result to sign",
                advice: waiting.map {
                    "\($0) waits for your signature: scored sign --game \($0)"
                } ?? "end it: scored end", candidates: waiting.map { [$0] })
        case .held(let moves):
            let held = moves.prefix(Limits.namedPlayersMax).compactMap { words(of: $0, board) }
            throw Denial(
                .conflict, .conflict,
                "\(Phrases.count(moves.count, "move")) of \(game) "
                    + "\(moves.count == 1 ? "waits" : "wait") for an answer: "
                    + Phrases.list(held),
                advice: "scored held, then scored accept ENTRY or scored void ENTRY",
                candidates: moves.map { table.name(of: board.entry($0)?.recordedAs ?? $0) })
        case .unknown(let count):
            throw Denial(
                .conflict, .conflict,
                "\(game) has \(Phrases.entries(count)) of a newer version, which this device "
                    + "cannot count",
                advice: "update scored on this device, or sign on another")
        case .tooManyAuthors(let count):
            throw Denial(
                .conflict, .tooLarge,
                "\(game) has entries of \(count) authors; a signature covers at most "
                    + "\(Scorebook.Limits.cutAuthorsMax)")
        case nil: break
        }
        let ahead = board.signersAhead.map(name(of:)).sorted()
        guard ahead.isEmpty else {
            throw Denial(
                .conflict, .conflict,
                "\(Phrases.names(ahead)) signed entries of \(game) that are not here yet",
                advice: "wait until this device is in sync: scored status")
        }
    }

    /// The newest game that is over, of those that this device keeps score of, if it has not signed it:
    /// when another keeper begins the next one, that is the current game.
    func gameToSign(but current: GameID?) -> String? {
        for game in table.games.suffix(Scorebook.Limits.freshGamesMax).reversed()
        where game.id != current {
            guard let outline = ledger.book.outline(of: game.id), outline.state.isOver
            else { continue }
            if outline.unsigned.contains(device) { return game.slug }
            if outline.claimants.contains(device) { return nil }
        }
        return nil
    }

    private func words(of move: EntryID, _ board: Scoreboard) -> String? {
        guard let index = board.timeline.firstIndex(where: { $0.id == move }) else { return nil }
        let document = projection.entry(at: index, in: board)
        return "\(document.name) \(document.text)"
    }

    private func validate(_ order: SignRequest) throws(Denial) {
        let bounds = [
            ("name", order.name, Scorebook.Limits.nameScalarsMax),
            ("protest", order.protest, Scorebook.Limits.noteScalarsMax),
        ]
        for (field, text, most) in bounds {
            guard let text else { continue }
            guard text.unicodeScalars.count <= most else {
                throw Denial(
                    .unprocessable, .tooLarge, "the \(field) has more than \(most) characters")
            }
            guard !PlainText.clean(text, max: most).isEmpty else {
                throw .unfit("the \(field) has no character that can be shown")
            }
        }
    }

    /// Whether this device's signature says so already.
    private func isSigned(_ signOff: SignOff, _ board: Scoreboard) -> Bool {
        board.signatures.contains {
            $0.device == device && $0.signOff.digest == signOff.digest
                && $0.signOff.score == signOff.score && $0.signOff.name == signOff.name
                && $0.signOff.protest == signOff.protest
        }
    }

    private func remarks(on signOff: SignOff, _ board: Scoreboard) -> Remarks {
        let words = SpokenWords.four(of: signOff.digest)
        var remarks = Remarks(echo: "signed: \(board.result), \(words)")
        remarks.warnings = unsignedGame(but: board.id)
        if board.official != nil {
            remarks.more = "official: everyone has signed"
        } else {
            let differing = differing(from: signOff, board)
            let missing = (board.unsigned + differing).map(name(of:))
            remarks.more = Phrases.list([
                differing.isEmpty
                    ? "" : "not the same as \(Phrases.names(differing.map(name(of:)))) signed",
                missing.isEmpty
                    ? "not official: scored status says why"
                    : "official once \(Phrases.names(missing)) signed the same",
                "compare the result words aloud",
            ])
        }
        return remarks
    }

    /// Who is waited for and signed something else, in the order of the log.
    private func differing(from signOff: SignOff, _ board: Scoreboard) -> [PublicKey] {
        board.signatures.filter {
            $0.isAwaited && $0.device != device
                && ($0.signOff.digest != signOff.digest || $0.signOff.score != signOff.score)
        }.map(\.device)
    }
}
