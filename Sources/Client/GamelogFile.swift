package import Documents
import LocalAPI
import Net

/// A whole `gamelog/1` file, checked before anything of it is recorded.
package struct GamelogFile: Sendable {
    /// The game with both rosters.
    package let game: NewGameRequest
    /// In the order of the file.
    package let steps: [ImportStep]
    /// True if the file says that the game is over.
    package let isEnded: Bool
    /// The way the game ended, if the score does not tell it.
    package let ending: GamelogEnding?
    /// The game clock at the end; nil if the file does not have it.
    package let clock: ImportClock?
    /// The reason why the file seems truncated, as text; nil if it has the length that it states.
    package let doubt: String?
    /// The first line whose running score differs from the made shots up to it, as a text; nil if
    /// none does.
    package let scoreDoubt: String?
    /// The first player whose points differ from those of the header, as a text; nil if none does.
    package let boxDoubt: String?
    /// The period before which the target was set; nil if it held from the start.
    package let targetPeriod: Int?

    package init(path: String) throws(ClientError) {
        let bytes = try ClientError.rethrowing(
            ClientError.file, GivenFile.read(path, bytesMax: ClientLimits.fileBytesMax))
        try self.init(bytes: bytes, name: path)
    }

    /// Reads the bytes of a file; errors have its `name` and the number of the line.
    package init(bytes: [UInt8], name: String) throws(ClientError) {
        _ = try ClientError.rethrowing(
            { (error: Unreadable) in Self.unusable(name, "\(error)") }, GivenText.read(bytes))
        let lines = try ClientError.rethrowing(
            { (error: LocalAPIError) in Self.unusable(name, "\(error)") }, JSONLines.split(bytes))
        guard let first = lines.first else { throw Self.unusable(name, "the file is empty") }
        // A file without a header in its first line is most likely of another kind.
        let header: GamelogHeader = try Self.decode(
            first, name, "; scored import reads the files of scored export gamelog and log")
        let reading = try Self.meaning(first, name, GamelogReading(header: header))
        clock = try Self.meaning(first, name, reading.clock)
        let request = ImportRequest(game: reading.game, clock: clock)
        let rules = try Self.meaning(first, name, reading.rules)
        try Self.meaning(first, name, request.demandReadings(within: rules))
        var steps: [ImportStep] = []
        var score = GamelogScore(home: 0, away: 0)
        var scoreDoubt: String?
        for line in lines.dropFirst() {
            let event: GamelogEvent = try Self.decode(line, name)
            let step = try Self.meaning(line, name, reading.step(event))
            _ = try Self.meaning(line, name, request.move(step))
            try Self.meaning(line, name, request.demandReadings(of: step, within: rules))
            steps.append(step)
            reading.add(step, to: &score)
            guard scoreDoubt == nil, let stated = event.score, stated != [score.home, score.away]
            else { continue }
            scoreDoubt =
                "line \(line.number) states \(Phrases.joined(stated.map { "\($0)" }, by: ":")), but "
                + "the made shots up to it add up to \(score.home):\(score.away)"
        }
        self.scoreDoubt = scoreDoubt
        boxDoubt = reading.boxDoubt(of: steps)
        game = reading.game
        self.steps = steps
        doubt = reading.doubt(of: steps)
        ending = reading.ending
        isEnded = reading.isEnded(steps)
        targetPeriod = header.rules.targetPeriod
    }

    /// True for the bytes of a table's log instead: the length of its first frame begins with a zero
    /// byte, as no text does.
    package static func isLog(_ bytes: [UInt8]) -> Bool { bytes.first == 0 }

    private static func decode<Value: Decodable>(
        _ line: JSONLines.Line, _ name: String, _ advice: String = ""
    ) throws(ClientError) -> Value {
        try ClientError.rethrowing(
            { (error: LocalAPIError) in unusable(name, "\(error)\(advice)") },
            JSONLines.decode(Value.self, line: line))
    }

    private static func meaning<Value>(
        _ line: JSONLines.Line, _ name: String, _ value: @autoclosure () throws(APIError) -> Value
    ) throws(ClientError) -> Value {
        try ClientError.rethrowing(
            { (error: APIError) in unusable(name, "line \(line.number): \(error.message)") },
            value())
    }

    private static func unusable(_ name: String, _ problem: String) -> ClientError {
        let ending = "nothing was imported"
        return .unusable("\(name): \(problem)" + (problem.hasSuffix(ending) ? "" : "; \(ending)"))
    }
}
