import Client
import Daemon
import Documents
import LocalAPI
import MoveLog
import Net
import Scorebook
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
    package func read(_ text: String) {
        switch self {
        case .moveWord, .ruleWord, .points, .gamelogWord, .preset, .clock, .scoreboard:
            readWord(text)
        case .player, .subject, .slug, .plainText, .roster, .rosterFile, .gameName, .deviceName,
            .entryName, .search:
            readName(text)
        case .json, .jsonText, .jsonEscapes, .jsonKeys, .jsonCounts, .jsonNames, .moveRequest,
            .newGame, .importRequest, .status, .settings, .errorAnswer:
            readDocument(text)
        case .target, .query, .headers, .events, .answer: readHTTP(text)
        case .gamelog, .gamelogKind, .gamelogPlayer, .keys: readFile(text)
        case .commandLine, .typed, .screen, .form: readTyped(text)
        case .invitation, .address, .pairing, .announcement, .notes, .names: readSent(text)
        }
    }

    private func tell(_ work: () throws -> Void) {
        do { try work() } catch { _ = "\(error)" }
    }

    // MARK: Words and names

    private func readWord(_ text: String) {
        tell {
            switch self {
            case .moveWord: _ = try MoveWord.read(text)
            case .ruleWord:
                for rule in [Rule.target, .periodLength] {
                    tell { _ = try RuleWord.read(rule, text) }
                }
            case .points:
                for end in ["", "=2"] { tell { _ = try RuleWord.readPoints(text + end) } }
            case .gamelogWord:
                _ = GamelogWord.read(kind: text)
                _ = GamelogWord.read(kind: "rebound", side: text)
                _ = GamelogWord.read(kind: "miss", of: text)
            case .preset: _ = try RulesRequest(preset: text).rules(default: .pickup)
            case .clock: for start in ["", "10:"] { tell { _ = try ClockText.read(start + text) } }
            default: _ = ScoreboardReading(text, tenths: true)
            }
        }
    }

    private func readName(_ text: String) {
        let book = Self.book
        switch self {
        case .player: _ = book.scoreboard(of: Self.gameID).map { PlayerQuery.find(text, in: $0) }
        case .subject: _ = PlayerQuery.subject(text)
        case .slug: _ = Slug.make(text, fallback: "game")
        case .plainText:
            _ = PlainText.clean(text, max: 64)
            _ = PlainText.clean(text, max: .max)
        case .roster: tell { _ = try RosterText.read(text, side: .home) }
        case .rosterFile: tell { _ = try RosterText.read(file: text) }
        case .gameName: _ = book.table.game(named: text)
        case .deviceName: _ = book.table.device(named: text)
        case .entryName:
            for end in ["", ".41"] { _ = book.table.entry(named: text + end) }
        default:
            let projection = Projection(
                table: book.table, device: Self.key, peers: [], isLinked: false)
            _ = projection.search(text, in: book)
        }
    }

    // MARK: Documents

    private func decode<Value: Decodable>(_: Value.Type, _ bytes: [UInt8]) {
        tell { _ = try JSON.decode(Value.self, from: bytes) }
    }

    private func readDocument(_ text: String) {
        let quoted = Self.quoted(text)
        func document(_ start: String, _ end: String) -> [UInt8] {
            Array(start.utf8) + quoted + Array(end.utf8)
        }
        switch self {
        case .json: decode(NewGameRequest.self, Array(text.utf8))
        case .jsonText: decode([String].self, document("[", "]"))
        case .jsonEscapes: decode([String].self, Self.escaped(text))
        case .jsonKeys: decode(UndoRequest.self, document("{", ":1}"))
        case .jsonCounts: decode(RulesRequest.self, document(#"{"points":{"#, ":2}}"))
        case .jsonNames: decode(UndoRequest.self, Self.keys(of: text))
        case .moveRequest: decode(MoveRequest.self, document(#"{"player":"h4","kind":"#, "}"))
        case .newGame:
            tell {
                let bytes = document(#"{"away":{"name":"Owls"},"home":{"name":"#, "}}")
                let order = try JSON.decode(NewGameRequest.self, from: bytes)
                _ = try order.created(default: .pickup, lastRoster: { _, _ in [] })
            }
        case .importRequest:
            tell {
                let bytes = document(
                    #"{"game":{"home":{"name":"A"},"away":{"name":"B"}},"steps":[{"kind":"foul","#
                        + #""period":1,"clockSeconds":1,"side":"home","type":"#, "}]}")
                _ = try JSON.decode(ImportRequest.self, from: bytes).moves()
            }
        case .status: decode(StatusDocument.self, document(#"{"schema":1,"table":"#, "}"))
        case .settings: decode(Settings.self, document(#"{"remembered":{"#, ":[]}}"))
        default:
            decode(APIError.self, document(#"{"error":{"code":"a","message":"#, "}}"))
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

    // MARK: HTTP

    private func readHTTP(_ text: String) {
        switch self {
        case .target: request("GET /v1/games/\(PercentEncoding.encode(text)) HTTP/1.1\r\n\r\n")
        case .query:
            request("GET /v1/search?query=\(PercentEncoding.encode(text)) HTTP/1.1\r\n\r\n")
        case .headers:
            request("GET / HTTP/1.1\r\nHost: x\r\nConnection: \(text)\r\n\(text): a\r\n\r\n")
        case .events:
            var parser = EventStreamParser()
            tell { _ = try parser.receive(Array("event: \(text)\ndata: \(text)\n\n".utf8)) }
        default:
            var connection = ClientConnection()
            _ = connection.send(Request(.get, Target(["v1", "status"])))
            connection.receive(Array("HTTP/1.1 200 \(text)\r\nA: \(text)\r\n\r\n\(text)".utf8))
            connection.endOfInput()
            tell { while let arrival = try connection.next() { _ = "\(arrival)" } }
        }
    }

    private func request(_ text: String) {
        var parser = RequestParser()
        parser.receive(Array(text.utf8))
        if case .refused(let refusal) = parser.next() { _ = "\(refusal)" }
    }

    // MARK: Files

    private static let header = """
        {"format":"gamelog/1","id":"x","date":"2024-01-01","home":{"name":"A"},"away":{"name":"B"},\
        "rules":{"periods":4,"periodSeconds":600,"overtimeSeconds":300},"players":[
        """

    private func readFile(_ text: String) {
        let quoted = String(decoding: Self.quoted(text), as: UTF8.self)
        switch self {
        case .gamelog: game(text)
        case .gamelogKind: game(Self.header + "]}\n{\"t\":1,\"period\":1,\"kind\":\(quoted)}")
        case .gamelogPlayer:
            game(
                Self.header
                    + "{\"id\":\(quoted),\"team\":\"home\",\"number\":\"4\",\"name\":\"Ana\"}]}"
                    + "\n{\"t\":1,\"period\":1,\"kind\":\"foul\",\"team\":\"home\",\"player\":\(quoted)}"
            )
        default:
            for start in ["", "foul "] { _ = Keymap(text: start + text) }
        }
    }

    private func game(_ text: String) {
        tell {
            let file = try GamelogFile(bytes: Array(text.utf8), name: "game.jsonl")
            _ = try ImportRequest(
                game: file.game, steps: file.steps, isEnded: file.isEnded,
                targetPeriod: file.targetPeriod
            ).moves()
        }
    }

    // MARK: What is typed and shown

    private func readTyped(_ text: String) {
        switch self {
        case .commandLine:
            let forms = [
                CommandForm(
                    "move", .score, "record", operands: "PLAYER KIND",
                    options: [
                        OptionForm("points", "N", "how many")
                    ])
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
        default:
            var form = NewGameForm()
            form[.home] = String(text.unicodeScalars.prefix(80))
            form[.homeRoster] = text
            _ = (form.problems, form.warnings, form.request)
        }
    }

    // MARK: From the network

    private func readSent(_ text: String) {
        switch self {
        case .invitation: tell { _ = try InviteCode(parsing: text) }
        case .address:
            for end in ["", ":7420"] { tell { _ = try NamedAddress(text + end) } }
        case .pairing:
            var reader = PairingReader()
            reader.receive(Array(text.utf8))
            tell { while try reader.next() != nil {} }
        case .announcement: _ = Announcement(bytes: Array(text.utf8))
        case .notes: fold(text, bytesMax: 1900) { Note(text: $0).draft }
        default: fold(text, bytesMax: 250) { KeeperNamed(name: $0).draft }
        }
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

    private static let (author, key): (AuthorID, PublicKey) = {
        guard let author = AuthorID([UInt8](repeating: 1, count: 16)),
            let key = PublicKey([UInt8](repeating: 2, count: 32))
        else { preconditionFailure("no ID of so many bytes") }
        return (author, key)
    }()
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
        let id = EntryID(author: author, sequence: number)
        let entry = Entry(
            id: id, lamport: number, wall: WallTime(milliseconds: 0), scope: draft.scope,
            kind: draft.kind, body: draft.body)
        book.insert(Placed(entry: entry, place: Place(lamport: number, id: id)))
    }
}
