package import Documents
import LocalAPI
import Net

/// A whole `gamelog/1` file, read and checked before anything of it is recorded.
package struct GamelogFile: Sendable {
    /// The game with both rosters.
    package let game: NewGameRequest
    /// What happened, in the order of the file.
    package let steps: [ImportStep]
    /// The file says that the game is over.
    package let isEnded: Bool
    /// How the game ended where no score says it.
    package let ending: GamelogEnding?
    /// Where the game clock stood at the end; nil where the file does not say.
    package let clock: ImportClock?
    /// Why the file seems to be cut off, in words; nil where it is as long as its first line says.
    package let doubt: String?
    /// The first line whose running score is not that of the made shots up to it, in words; nil where
    /// all agree.
    package let scoreDoubt: String?
    /// The period before which the target was set; nil where it held from the start.
    package let targetPeriod: Int?

    /// Reads the file at the path.
    package init(path: String) throws(ClientError) {
        let bytes: [UInt8]
        do throws(NetError) {
            bytes = try GivenFile.read(path, bytesMax: ClientLimits.fileBytesMax)
        } catch {
            throw .file(error)
        }
        try self.init(bytes: bytes, name: path)
    }

    /// Reads the bytes of a file; `name` stands in the errors, with the number of the line.
    package init(bytes: [UInt8], name: String) throws(ClientError) {
        var lines: [JSONLines.Line] = []
        do throws(LocalAPIError) {
            lines = try JSONLines.split(bytes)
        } catch {
            throw Self.unusable(name, "\(error)")
        }
        guard let first = lines.first else { throw Self.unusable(name, "the file is empty") }
        let header = try Self.header(first, name)
        let reading = try Self.meaning(first, name) { () throws(DocumentsError) in
            try GamelogReading(header: header)
        }
        let request = ImportRequest(game: reading.game)
        var steps: [ImportStep] = []
        var score = GamelogScore(home: 0, away: 0)
        var scoreDoubt: String?
        for line in lines.dropFirst() {
            let event: GamelogEvent = try Self.decode(line, name)
            let step = try Self.meaning(line, name) { () throws(DocumentsError) in
                let step = try reading.step(event)
                _ = try request.move(step)
                return step
            }
            steps.append(step)
            reading.add(step, to: &score)
            guard scoreDoubt == nil, let stated = event.score, stated != [score.home, score.away]
            else { continue }
            scoreDoubt =
                "line \(line.number) states \(Phrases.joined(stated.map { "\($0)" }, by: ":")), and "
                + "the made shots up to it come to \(score.home):\(score.away)"
        }
        self.scoreDoubt = scoreDoubt
        clock = try Self.meaning(first, name) { () throws(DocumentsError) in try reading.clock }
        game = reading.game
        self.steps = steps
        doubt = reading.doubt(of: steps)
        ending = reading.ending
        isEnded = reading.isEnded(steps)
        targetPeriod = header.rules.targetPeriod
    }

    /// The slots of one side, in order.
    package func slots(of side: SideName) -> [String] {
        let team = side == .home ? game.home : game.away
        let letter = side == .home ? "h" : "a"
        return (team.roster ?? []).indices.map { "\(letter)#\($0 + 1)" }
    }

    /// The first line says what a file is: whose does not is most likely of another kind altogether.
    private static func header(
        _ line: JSONLines.Line, _ name: String
    ) throws(ClientError) -> GamelogHeader {
        do throws(LocalAPIError) {
            return try JSONLines.decode(GamelogHeader.self, line: line)
        } catch {
            throw unusable(
                name,
                "\(error); what can be taken in are the files of scored export gamelog and log")
        }
    }

    private static func decode<Value: Decodable>(
        _ line: JSONLines.Line, _ name: String
    ) throws(ClientError) -> Value {
        do throws(LocalAPIError) {
            return try JSONLines.decode(Value.self, line: line)
        } catch {
            throw unusable(name, "\(error)")
        }
    }

    private static func meaning<Value>(
        _ line: JSONLines.Line, _ name: String, _ work: () throws(DocumentsError) -> Value
    ) throws(ClientError) -> Value {
        do throws(DocumentsError) {
            return try work()
        } catch {
            throw unusable(name, "line \(line.number): \(error)")
        }
    }

    private static func unusable(_ name: String, _ problem: String) -> ClientError {
        let ending = "nothing was imported"
        return .unusable("\(name): \(problem)" + (problem.hasSuffix(ending) ? "" : "; \(ending)"))
    }
}
