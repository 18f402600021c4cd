import Client
import Daemon
import Documents
import LocalAPI
import MoveLog
import Net
import Scorebook
import Simulator
import TLS
import Terminal
import ViewModels

/// Everything that reads a text from outside, however long: what it costs must be linear in the bytes,
/// whatever they are.
package enum TextReader: String, CaseIterable, Sendable {
    /// Words and names, as people and requests say them.
    case moveWord, ruleWord, points, gamelogWord, preset, clock, scoreboard
    case player, subject, slug, plainText, roster, rosterFile
    case gameName, deviceName, entryName, search
    /// The local API: documents, targets, heads, events.
    case json, jsonText, jsonEscapes, jsonKeys, jsonCounts, jsonNames
    case moveRequest, newGame, importRequest, status, settings, errorAnswer
    case target, query, headers, events, answer
    /// Files.
    case gamelog, gamelogKind, gamelogPlayer, keys
    /// What people type, and what is shown of it.
    case commandLine, typed, screen, form
    /// From the network.
    case invitation, address, pairing, announcement, notes, names

    /// Reads the text as the program does. Errors are answers too, and so are their words.
    package func read(_ text: String) { tell { try tryReading(text) } }

    private func tell(_ work: () throws -> Void) {
        do { try work() } catch { _ = "\(error)" }
    }

    private func tryReading(_ text: String) throws {
        let book = Self.book
        func document(_ start: String, _ end: String) -> [UInt8] {
            Array(start.utf8) + Self.quoted(text) + Array(end.utf8)
        }
        func quoted() -> String { String(decoding: Self.quoted(text), as: UTF8.self) }
        switch self {
        // Words and names.
        case .moveWord: _ = try MoveWord.read(text)
        case .ruleWord:
            for rule in [Rule.target, .periodLength] { tell { _ = try RuleWord.read(rule, text) } }
        case .points: for end in ["", "=2"] { tell { _ = try RuleWord.readPoints(text + end) } }
        case .gamelogWord:
            _ = GamelogWord.read(kind: text)
            _ = GamelogWord.read(kind: "rebound", side: text)
            _ = GamelogWord.read(kind: "miss", of: text)
        case .preset: _ = try RulesRequest(preset: text).rules(default: .pickup)
        case .clock: for start in ["", "10:"] { tell { _ = try ClockText.read(start + text) } }
        case .scoreboard: _ = ScoreboardReading(text, tenths: true)
        case .player: _ = book.scoreboard(of: Self.gameID).map { PlayerQuery.find(text, in: $0) }
        case .subject: _ = PlayerQuery.subject(text)
        case .slug: _ = Slug.make(text, fallback: "game")
        case .plainText:
            _ = PlainText.clean(text, max: 64)
            _ = PlainText.clean(text, max: .max)
        case .roster: _ = try RosterText.read(text, side: .home)
        case .rosterFile: _ = try RosterText.read(file: text)
        case .gameName: _ = book.table.game(named: text)
        case .deviceName: _ = book.table.device(named: text)
        case .entryName: for end in ["", ".41"] { _ = book.table.entry(named: text + end) }
        case .search:
            let projection = Projection(
                table: book.table, device: Self.key, peers: [], isLinked: false)
            _ = projection.search(text, in: book)

        // Documents.
        case .json: _ = try JSON.decode(NewGameRequest.self, from: Array(text.utf8))
        case .jsonText: _ = try JSON.decode([String].self, from: document("[", "]"))
        case .jsonEscapes: _ = try JSON.decode([String].self, from: Self.escaped(text))
        case .jsonKeys: _ = try JSON.decode(UndoRequest.self, from: document("{", ":1}"))
        case .jsonCounts:
            _ = try JSON.decode(RulesRequest.self, from: document(#"{"points":{"#, ":2}}"))
        case .jsonNames: _ = try JSON.decode(UndoRequest.self, from: Self.keys(of: text))
        case .moveRequest:
            let bytes = document(#"{"player":"h4","kind":"#, "}")
            _ = try JSON.decode(MoveRequest.self, from: bytes)
        case .newGame:
            let bytes = document(#"{"away":{"name":"Owls"},"home":{"name":"#, "}}")
            let order = try JSON.decode(NewGameRequest.self, from: bytes)
            _ = try order.created(default: .pickup, lastRoster: { _, _ in [] })
        case .importRequest:
            let bytes = document(
                #"{"game":{"home":{"name":"A"},"away":{"name":"B"}},"steps":[{"kind":"foul","#
                    + #""period":1,"clockSeconds":1,"side":"home","type":"#, "}]}")
            _ = try JSON.decode(ImportRequest.self, from: bytes).moves()
        case .status:
            _ = try JSON.decode(StatusDocument.self, from: document(#"{"schema":1,"table":"#, "}"))
        case .settings:
            _ = try JSON.decode(Settings.self, from: document(#"{"remembered":{"#, ":[]}}"))
        case .errorAnswer:
            let bytes = document(#"{"error":{"code":"a","message":"#, "}}")
            _ = try JSON.decode(APIError.self, from: bytes)

        // HTTP.
        case .target: request("GET /v1/games/\(PercentEncoding.encode(text)) HTTP/1.1\r\n\r\n")
        case .query:
            request("GET /v1/search?query=\(PercentEncoding.encode(text)) HTTP/1.1\r\n\r\n")
        case .headers:
            request("GET / HTTP/1.1\r\nHost: x\r\nConnection: \(text)\r\n\(text): a\r\n\r\n")
        case .events:
            var parser = EventStreamParser()
            _ = try parser.receive(Array("event: \(text)\ndata: \(text)\n\n".utf8))
        case .answer:
            var connection = ClientConnection()
            _ = connection.send(Request(.get, Target(["v1", "status"])))
            connection.receive(Array("HTTP/1.1 200 \(text)\r\nA: \(text)\r\n\r\n\(text)".utf8))
            connection.endOfInput()
            while let arrival = try connection.next() { _ = "\(arrival)" }

        // Files.
        case .gamelog: try game(text)
        case .gamelogKind:
            try game(Self.header + "]}\n{\"t\":1,\"period\":1,\"kind\":\(quoted())}")
        case .gamelogPlayer:
            let id = quoted()
            try game(
                Self.header
                    + "{\"id\":\(id),\"team\":\"home\",\"number\":\"4\",\"name\":\"Ana\"}]}"
                    + "\n{\"t\":1,\"period\":1,\"kind\":\"foul\",\"team\":\"home\",\"player\":\(id)}"
            )
        case .keys: for start in ["", "foul "] { _ = Keymap(text: start + text) }

        // Text that is typed and shown.
        case .commandLine:
            let options = [OptionForm("points", "N", "how many")]
            let forms = [
                CommandForm("move", .score, "record", operands: "PLAYER KIND", options: options)
            ]
            for words in [[text], ["move", "--" + text], ["move", "--points=" + text, "a", "b"]] {
                tell {
                    _ = try ArgumentReader(forms: forms).read(words).number("points", in: 0...3)
                }
            }
        case .typed:
            var reader = KeyReader()
            var field = TextField(limit: 40)
            for key in reader.receive(Array(text.utf8), at: .zero) { _ = field.press(key) }
        case .screen:
            let line = SafeText.line(text)
            _ = DisplayWidth.truncated(line, to: 40)
            _ = DisplayWidth.padded(line, to: 40)
            var canvas = Canvas(columns: 80, rows: 2)
            canvas.write(text, row: 0, column: 1, width: 60)
            _ = canvas.lines
        case .form:
            var form = NewGameForm()
            form[.home] = String(text.unicodeScalars.prefix(80))
            form[.homeRoster] = text
            _ = (form.problems, form.warnings, form.request)

        // From the network.
        case .invitation: _ = try InviteCode(parsing: text)
        case .address: for end in ["", ":7420"] { tell { _ = try NamedAddress(text + end) } }
        case .pairing:
            var reader = PairingReader()
            reader.receive(Array(text.utf8))
            while try reader.next() != nil {}
        case .announcement: _ = Announcement(bytes: Array(text.utf8))
        case .notes: fold(text, bytesMax: 1900) { Note(text: $0).draft }
        case .names: fold(text, bytesMax: 250) { KeeperNamed(name: $0).draft }
        }
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = [0x22]
        for byte in text.utf8 {
            if byte == 0x22 || byte == 0x5C { bytes.append(0x5C) }
            bytes.append(byte < 0x20 ? 0x20 : byte)
        }
        return bytes + [0x22]
    }

    private static func escaped(_ text: String) -> [UInt8] {
        var bytes = Array("[\"".utf8)
        for unit in text.utf16 {
            let digits = String(unit, radix: 16)
            bytes += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
        }
        return bytes + Array("\"]".utf8)
    }

    /// An object with a key for every few bytes.
    private static func keys(of text: String) -> [UInt8] {
        var bytes = Array("{".utf8)
        for (place, scalar) in text.unicodeScalars.enumerated() where place.isMultiple(of: 4) {
            bytes += quoted("\(place)\(scalar)") + Array(":0,".utf8)
        }
        return bytes.dropLast() + Array("}".utf8)
    }

    private func request(_ text: String) {
        var parser = RequestParser()
        parser.receive(Array(text.utf8))
        if case .refused(let refusal) = parser.next() { _ = "\(refusal)" }
    }

    private static let header = """
        {"format":"gamelog/1","id":"x","date":"2024-01-01","home":{"name":"A"},"away":{"name":"B"},\
        "rules":{"periods":4,"periodSeconds":600,"overtimeSeconds":300},"players":[
        """

    private func game(_ text: String) throws {
        let file = try GamelogFile(bytes: Array(text.utf8), name: "game.jsonl")
        _ = try ImportRequest(
            game: file.game, steps: file.steps, isEnded: file.isEnded,
            targetPeriod: file.targetPeriod
        ).moves()
    }

    /// Entries of so many bytes of the text each, written by a device that cleans nothing.
    private func fold(_ text: String, bytesMax: Int, _ draft: (String) -> Draft) {
        var book = Book()
        var piece = String.UnicodeScalarView()
        var count = 0
        var number: UInt64 = 1
        for scalar in text.unicodeScalars {
            piece.append(scalar)
            count += UTF8.width(scalar)
            guard count >= bytesMax else { continue }
            var writer = ByteWriter()
            writer.text(String(piece))
            number += 1
            let draft = draft("")
            Self.insert(
                Draft(scope: draft.scope, kind: draft.kind, body: writer.bytes), number, &book)
            (piece, count) = (String.UnicodeScalarView(), 0)
        }
        book.foldChanged()
        _ = book.table.name
    }

    // MARK: A table to look things up at

    private static let author = AuthorID(repeating: 1)
    private static let key = ToySeal(device: 2).publicKey
    private static let gameID = EntryID(author: author, sequence: 2)

    /// One game with a roster.
    private static let book: Book = {
        var book = Book()
        var lines: [RosterLine] = []
        for (number, name) in ["Ana Berg", "Žana Đurić", "Bo", "김민준", "Cy Li", "Di"].enumerated() {
            lines.append(RosterLine(side: .home, number: "\(number)", name: name))
            lines.append(RosterLine(side: .away, number: "\(number)", name: name + " 2"))
        }
        let created = GameCreated(home: "Hawks", away: "Owls", rules: Rules(.pickup), lines: lines)
        insert(created.draft, 2, &book)
        insert(KeeperNamed(name: "Mia").draft, 3, &book)
        book.foldChanged()
        return book
    }()

    private static func insert(_ draft: Draft, _ number: UInt64, _ book: inout Book) {
        book.insert(Placed(draft, number: number, by: author))
    }
}
