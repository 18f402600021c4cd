import Client
import Documents
import LocalAPI
import Terminal
import ViewModels

extension Command {
    static let settle = Command(
        "settle", .score, "answer what keepers recorded differently", operands: "[ENTRY] [ANSWER]",
        options: [gameOption],
        details: [
            "ENTRY    a move or a correction that scored held lists, such as bo.17",
            "ANSWER   this: ENTRY is right, or a withdrawn move did happen",
            "         that: the other one is right, or the move did not happen",
            "         both: both happened",
            "Without ANSWER a terminal is asked, one question after the other; Enter leaves a",
            "question open. Copies that agree are counted once and need no answer.",
        ]
    ) { invocation throws(ClientError) in
        let settling = Settling(invocation: invocation)
        guard let entry = invocation.arguments.operand(0) else { return try settling.all() }
        guard let answer = invocation.arguments.operand(1) else { return try settling.ask(entry) }
        return try settling.give(answer, to: entry)
    }

    static let held = Command(
        "held", .look, "list questions that wait for an answer",
        options: [gameOption],
        details: [
            "The result is provisional until each question has an answer:",
            "scored settle ENTRY this    or that, or both",
        ]
    ) { invocation throws(ClientError) in
        let query = invocation.game.map { [Target.QueryItem("game", $0)] } ?? []
        return try Settling(invocation: invocation).show(
            invocation.lookingClient().get(.held, query: query, as: HeldDocument.self))
    }
}

private struct Settling {
    let invocation: Invocation

    func show(_ answer: LocalClient.Answer<HeldDocument>) throws(ClientError) -> ExitCode {
        try invocation.show(answer) { document in
            let model = HeldViewModel()
            model.receive(document.moves)
            return HeldView(model)
        }
    }

    /// Asks about everything; lists it where nobody can be asked.
    func all() throws(ClientError) -> ExitCode {
        let client = try invocation.client()
        var held = try open(client)
        guard invocation.isAsking, !held.document.moves.isEmpty else { return try show(held) }
        var asked: Set<String> = []
        // An answer may settle what follows too, or ask something else.
        while let move = held.document.moves.first(where: { !asked.contains($0.name) }) {
            asked.insert(move.name)
            guard let answer = try ask(about: move) else { continue }
            _ = try send(move.name, answer, in: held.document.game, with: client)
            held = try open(client)
        }
        return .done
    }

    /// Asks about the question of one entry, on either side.
    func ask(_ entry: String) throws(ClientError) -> ExitCode {
        let client = try invocation.client()
        let held = try open(client).document
        let name = entry.lowercased()
        guard
            let move = held.moves.first(where: { $0.name == name })
                ?? held.moves.first(where: { $0.of == name })
        else {
            throw .unusable("nothing is asked about \(entry); scored held lists all questions")
        }
        guard invocation.isAsking else {
            let answers = move.allowed.map { "\($0.rawValue): \(move.words(of: $0, in: .english))" }
            throw invocation.arguments.misused(
                "\(move.question(in: .english)) add the answer to scored settle \(move.name): "
                    + Phrases.list(answers))
        }
        guard let answer = try ask(about: move) else { return .done }
        return try send(move.name, answer, in: held.game, with: client)
    }

    func give(_ answer: String, to entry: String) throws(ClientError) -> ExitCode {
        guard let known = SettleAnswer(rawValue: answer.lowercased()) else {
            throw invocation.arguments.unknown(
                "answer", answer, among: SettleAnswer.allCases.map(\.rawValue))
        }
        return try send(entry, known, in: invocation.game, with: invocation.client())
    }

    private func open(_ client: LocalClient) throws(ClientError) -> LocalClient.Answer<HeldDocument>
    {
        let query = invocation.game.map { [Target.QueryItem("game", $0)] } ?? []
        return try client.get(.held, query: query, as: HeldDocument.self)
    }

    /// By number or word; nil for later. Anything else is asked again.
    private func ask(about move: HeldMove) throws(ClientError) -> SettleAnswer? {
        let answers = move.allowed
        invocation.console.say("\(move.name): \(move.question(in: .english))")
        if move.reason == .withdrawn { invocation.console.say("  \(move.side(in: .english))") }
        for (place, answer) in answers.enumerated() {
            invocation.console.say(
                "  \(place + 1) \(answer.rawValue): \(move.words(of: answer, in: .english))")
        }
        while true {
            let typed = try Question.ask("1 to \(answers.count), or Enter for later:") ?? ""
            if typed.isEmpty { return nil }
            if let number = Int(typed), answers.indices.contains(number - 1) {
                return answers[number - 1]
            }
            if let answer = SettleAnswer(rawValue: typed.lowercased()), answers.contains(answer) {
                return answer
            }
        }
    }

    private func send(
        _ entry: String, _ answer: SettleAnswer, in game: String?, with client: LocalClient
    ) throws(ClientError) -> ExitCode {
        let order = SettleRequest(
            request: RequestName.random(), game: game, entry: entry, answer: answer)
        return try invocation.record(.settle, order, with: client)
    }
}
