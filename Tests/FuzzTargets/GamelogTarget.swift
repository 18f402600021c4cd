import Client
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The first byte chooses: a whole file, a header with steps, or a roster as text.
enum GamelogTarget {
    static func run(_ bytes: [UInt8]) throws {
        guard let control = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        switch control % 3 {
        case 0: try file(rest)
        case 1: try order(rest)
        default: try roster(String(decoding: rest, as: UTF8.self))
        }
    }

    private static func file(_ bytes: [UInt8]) throws {
        let file: GamelogFile
        do throws(ClientError) {
            file = try GamelogFile(bytes: bytes, name: "game.jsonl")
        } catch {
            try demand(!"\(error)".isEmpty, "an error without words")
            return
        }
        try take(
            ImportRequest(
                game: file.game, steps: file.steps, isEnded: file.isEnded,
                targetPeriod: file.targetPeriod))
    }

    private static func order(_ bytes: [UInt8]) throws {
        guard let order = try? JSON.decode(ImportRequest.self, from: bytes) else { return }
        try take(order)
    }

    /// As the daemon does: what cannot be kept is refused, the rest is folded, shown and exported.
    private static func take(_ order: ImportRequest) throws {
        guard let created = try? order.game.created(default: .pickup, lastRoster: { _, _ in [] }),
            let moves = try? order.moves(), (try? created.validate()) != nil
        else { return }
        let author = AuthorID(repeating: 1)
        let game = EntryID(author: author, sequence: 1)
        var drafts = [created.draft]
        for move in moves where (try? move.validate()) != nil {
            drafts.append(move.draft(in: game))
        }
        if let ending = order.ending(of: game) { drafts.append(ending) }
        let origin = GamelogOrigin(source: order.game.source, date: order.game.date).text
        drafts.append(Note(text: origin).draft(in: game))
        var book = Book()
        for (index, draft) in drafts.enumerated() {
            book.insert(Placed(draft, number: UInt64(index) + 1, by: author))
        }
        guard let board = book.scoreboard(of: game) else { return }
        try BookScript.show(board, of: book)
    }

    private static func roster(_ text: String) throws {
        for lines in [
            try? RosterText.read(text, side: .home), try? RosterText.read(file: text),
        ] {
            guard let lines else { continue }
            try demand(lines.count <= ScorebookLimits.rosterLinesMax, "a roster without end")
            for line in lines {
                try demand(line.name.isPlain() && line.number.isPlain(), "controls in a name")
            }
        }
    }
}
