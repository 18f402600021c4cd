import Foundation
import MoveLog
import Testing

@testable import Scorebook

/// The vectors of `Protocol/vectors`, which other implementations read too.
@Suite struct VectorTests {
    private func rows(_ name: String) throws -> [[String]] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../Protocol/vectors/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { row in
                row.split(separator: "|", omittingEmptySubsequences: false).map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
            }
    }

    @Test func bodies() throws {
        let rows = try rows("bodies.txt")
        try #require(rows.count > 50)
        for row in rows {
            try #require(row.count == 4, "\(row)")
            let kind = Kind(rawValue: try #require(UInt32(row[0])))
            let game = EntryID(author: PaperTable.author(1), sequence: 1)
            let scope: Scope = row[1] == "table" ? .table : .game(game)
            let read = bytes(hexadecimal: row[2])
            let body = try #require(read)
            let isLater = isPartlyLater(kind, scope, body)
            let said = meaning(kind, scope, body) + (isLater ? "; later" : "")
            #expect(said.trimmingCharacters(in: .whitespaces) == row[3], "\(row)")
        }
    }

    private func isPartlyLater(_ kind: Kind, _ scope: Scope, _ body: [UInt8]) -> Bool {
        let content = Content(kind: kind, scope: scope, body: body)
        return content.isLater && content != .unknown
    }

    @Test func texts() throws {
        let rows = try rows("texts.txt")
        try #require(rows.count > 20)
        for row in rows {
            try #require(row.count == 3, "\(row)")
            let raw = String(
                String.UnicodeScalarView(
                    row[0].split(separator: " ").compactMap {
                        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
                    }))
            let clean = PlainText.clean(raw, max: ScorebookLimits.nameScalarsMax)
            let scalars = clean.unicodeScalars.map { String($0.value, radix: 16) }
            #expect(scalars.joined(separator: " ") == row[1], "\(row)")
            #expect(Slug.make(clean, fallback: "game") == row[2], "\(row)")
        }
    }

    /// The entries that cuts cover, and the bytes that are signed.
    @Test func signOffs() throws {
        let rows = try rows("signoffs.txt")
        let entries = try placed(rows.filter { $0[0] == "entry" })
        let book = Book(rebuilding: entries)
        let board = try #require(book.gameIDs.first.flatMap { book.scoreboard(of: $0) })
        let cuts = rows.filter { $0[0] == "cut" }
        try #require(cuts.count > 5)
        for row in cuts {
            try #require(row.count == 4)
            let cut = Cut(
                Dictionary(uniqueKeysWithValues: ids(row[1]).map { ($0.author, $0.sequence) }))
            let flags = CountedEntries.flags(
                board.timeline.entries, from: 0, inside: cut)
            let covered = zip(board.timeline, flags).filter(\.1).map(\.0.id).sorted()
            #expect(covered == ids(row[2]), "\(row[1])")
            let signed = board.signedBytes(inside: cut) { id in
                entries.filter { $0.entry.id == id }
            }
            var writer = ByteWriter()
            writer.raw(Array("scored game digest 1\0".utf8))
            for placed in entries.filter({ covered.contains($0.entry.id) }).sorted(by: byName) {
                writer.raw(placed.entry.id.author.bytes)
                writer.fixed64(placed.entry.id.sequence)
                writer.raw(placed.entry.canonicalBytes)
            }
            #expect(signed == writer.bytes)
        }
    }

    /// Games with entries of a later version, and what is shown of each.
    @Test func laterVersions() throws {
        let stories = try rows("later.txt").split { $0[0] == "game" }
        try #require(stories.count > 30)
        for story in stories {
            let entries = try placed(story.filter { $0[0] == "entry" })
            let book = Book(rebuilding: entries)
            let board = try #require(book.gameIDs.first.flatMap { book.scoreboard(of: $0) })
            let expected = story.filter { $0[0] != "entry" }
            let shown = shown(board)
            #expect(expected.map { $0[0] } == shown.map(\.0))
            for (row, shown) in zip(expected, shown) {
                #expect(row[1] == shown.1, "\(row[0]) of \(expected)")
            }
        }
    }

    private func shown(_ board: Scoreboard) -> [(String, String)] {
        let players = board.players
        func names(_ lines: [PlayerLine]) -> String {
            lines.map { "\($0.number) \($0.name)" }.joined(separator: ", ")
        }
        let obstacles = board.signingObstacles.map { obstacle in
            switch obstacle {
            case .notOver: "open"
            case .questions: "asked"
            case .later: "later"
            case .malformed: "malformed"
            case .tooManyAuthors: "authors"
            }
        }
        let penalised = Side.allCases.filter { board.penalty(of: $0) != .none }
        let clock = board.clock.governing.map { _ in
            "\(board.clock.period) \(board.clock.elapsed.wholeMilliseconds)"
                + (board.clock.isRunning ? " runs" : "")
        }
        return [
            ("score", "\(board.score.home):\(board.score.away)"),
            ("state", board.state.rawValue),
            ("winner", board.winner.map { "\($0)" } ?? ""),
            ("penalty", penalised.map { "\($0)" }.joined(separator: " ")),
            ("out", names(players.filter(board.isFouledOut))),
            ("roster", names(players)),
            ("clock", clock ?? ""),
            ("later", board.later.map(id).joined(separator: " ")),
            ("malformed", board.malformed.map(id).joined(separator: " ")),
            ("rules", board.hasLaterRules ? "later" : ""),
            ("obstacles", obstacles.joined(separator: " ")),
        ]
    }

    private func id(_ id: EntryID) -> String {
        "\(id.author.description.prefix(2)).\(id.sequence)"
    }

    /// Rows of `entry | author.sequence | canonical bytes`.
    private func placed(_ rows: [[String]]) throws -> [Placed] {
        try rows.map { row in
            let id = try #require(ids(row[1]).first)
            let bytes = bytes(hexadecimal: row[2])
            var reader = ByteReader(try #require(bytes))
            let entry = try Entry(id: id, canonical: &reader)
            return Placed(entry: entry, place: Place(lamport: entry.lamport, id: id))
        }
    }

    private func byName(_ left: Placed, _ right: Placed) -> Bool { left.entry.id < right.entry.id }

    private func ids(_ text: String) -> [EntryID] {
        text.split(separator: " ").compactMap { word in
            let parts = word.split(separator: ".")
            guard parts.count == 2, let number = UInt8(parts[0], radix: 16),
                let sequence = UInt64(parts[1])
            else { return nil }
            return EntryID(author: PaperTable.author(number), sequence: sequence)
        }
    }

    /// What a body says, in words that need no Swift; `malformed` where it says nothing.
    private func meaning(_ kind: Kind, _ scope: Scope, _ body: [UInt8]) -> String {
        if kind == .copied {
            return (try? CopiedEntry(body: body)).map {
                "copy of \(id($0.origin)) kind \($0.originKind.rawValue) content "
                    + "\(hexadecimal($0.content)) in \($0.scope == .table ? "table" : "game")"
            } ?? "malformed"
        }
        switch Content(kind: kind, scope: scope, body: body) {
        case .authorStarted(let key): return "device \(key.description.prefix(8))"
        case .deviceAdded: return "device added"
        case .deviceRemoved: return "device removed"
        case .deputyNamed: return "deputy named"
        case .keeperNamed(let read): return "keeper \(read.name)"
        case .tableNamed(let read): return "table \(read.name)"
        case .gameCreated(let read):
            return "game \(read.home) - \(read.away), \(rules(read.rules)); "
                + read.lines.map(line).joined(separator: "; ")
        case .rosterAdded(let read): return read.lines.map(line).joined(separator: "; ")
        case .move(let read): return move(read)
        case .void(let read):
            return "void \(id(read.target))" + (read.isUndo ? " by undo or redo" : "")
                + (read.isContinued ? " with the entry before" : "")
                + (read.isOfEntryAlone ? " alone" : "")
        case .gameClock(let read):
            return "\(read.action) period \(read.period) at \(read.elapsed.wholeMilliseconds)"
                + (read.moment.map { ", moment \(words($0))" } ?? "")
        case .periodBegan(let read): return "period \(read.period)"
        case .trackingClaimed(let read):
            return "claim " + claim(read.device, read.subjects)
        case .trackingReleased(let read):
            return "release " + claim(read.device, read.subjects)
        case .rulesChanged(let read):
            let changes = read.changes.sorted { $0.key.rawValue < $1.key.rawValue }
            return changes.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        case .gameEnded: return "end"
        case .gameReopened: return "reopen"
        case .note(let read): return "note \(read.text)"
        case .fix(let read):
            let seen = read.bases.map(id).joined(separator: " ")
            return "fix \(id(read.target))" + (seen.isEmpty ? "" : " seen \(seen)")
                + (read.isContinued ? " with the entry before" : "")
                + (read.isAnswer ? " in answer" : "") + ": " + move(read.move)
        case .accepted(let read):
            return "accept \(id(read.target))"
                + (read.isContinued ? " with the entry before" : "")
        case .wallCompared(let read):
            return "wall \(read.difference) ahead of \(read.device.description.prefix(2)), "
                + "error \(read.error)"
        case .rosterEdited(let read):
            return "edit \(subject(.line(read.line)))"
                + (read.number.map { " number '\($0)'" } ?? "")
                + (read.name.map { " name '\($0)'" } ?? "")
                + (read.isActive.map { $0 ? " active" : " inactive" } ?? "")
        case .rosterMerged(let read):
            return "merge \(subject(.line(read.from))) into \(subject(.line(read.into)))"
        case .gameForfeited(let read):
            return "forfeit \(read.side)\(read.isDefault ? ", by default" : "")"
        case .gameAbandoned(let read): return "abandon \(read.reason)"
        case .signOff(let read):
            return "sign \(read.digest.description.prefix(8)) \(read.score.home):"
                + "\(read.score.away) '\(read.name)'"
                + (read.protest.map { " protest '\($0)'" } ?? "") + cut(read.cut)
        case .deviceLost(let read):
            return "lost \(read.device.description.prefix(2))\(cut(read.cut))"
        case .deviceFound(let read): return "found \(read.device.description.prefix(2))"
        case .takenOver(let read):
            return "take over \(claim(read.device, read.subjects))\(cut(read.cut))"
        case .transferred(let read):
            let moved =
                switch read.moved {
                case .move(let move): self.move(move)
                case .gameClock(let body):
                    meaning(.gameClock, .game(read.game), body.body)
                case .periodBegan(let body): "period \(body.period)"
                }
            return "transfer \(id(read.origin)) of \(id(read.game))"
                + (read.isContinued ? " with the entry before" : "") + ": " + moved
        case .gameUnited(let read):
            let lines = read.lines.map {
                ", \(subject(.line($0.from))) is \(subject(.line($0.into)))"
            }
            return "unite \(id(read.other))" + (read.isTurned ? " with sides swapped" : "")
                + lines.joined()
        case .teamNamed(let read): return "\(read.side) named '\(read.name)'"
        case .unknown: return Content.isKnown(kind) ? "later" : "unknown"
        case .malformed: return "malformed"
        }
    }

    private func cut(_ cut: Cut) -> String {
        " up to "
            + cut.last.sorted { $0.key < $1.key }.map {
                id(EntryID(author: $0.key, sequence: $0.value))
            }.joined(separator: ", ")
    }

    private func rules(_ rules: Rules) -> String {
        let preset = Rules(rules.preset)
        let awards = [Rule.forfeitAward, .defaultAward]
        let values = Rule.allCases.filter { !awards.contains($0) && $0 != .secondTeamIsHome }
            .map { "\(rules[$0])" }
        return "\(rules.preset.word) \(values.joined(separator: " "))"
            + (awards.allSatisfy { rules[$0] == preset[$0] }
                ? ""
                : ", forfeit \(rules[.forfeitAward]) default \(rules[.defaultAward])")
    }

    private func line(_ line: RosterLine) -> String {
        "\(line.side) '\(line.number)' '\(line.name)'"
            + (line.player.map { " is \(id($0.entry)):\($0.index)" } ?? "")
    }

    private func subject(_ subject: Subject) -> String {
        switch subject {
        case .nobody: "nobody"
        case .team(let side): "\(side)"
        case .line(.created(let index)): "line \(index)"
        case .line(.added(let entry, let index)): "line \(id(entry)):\(index)"
        }
    }

    private func words(_ moment: BootReading) -> String {
        let digits = String(moment.boot.rawValue, radix: 16)
        let boot = String(repeating: "0", count: 16 - digits.count) + digits
        return "\(boot) \(moment.uptime.wholeMilliseconds)"
    }

    private func claim(_ device: PublicKey?, _ subjects: [Subject]) -> String {
        (device.map { "for \($0.description.prefix(2)) " } ?? "")
            + subjects.map(subject).joined(separator: ", ")
    }

    private func move(_ move: Move) -> String {
        var words = ["\(move.kind)", "by \(subject(move.subject))", "period \(move.period)"]
        if let variant = move.variant { words.append("\(variant)") }
        if let elapsed = move.elapsed { words.append("at \(elapsed.wholeMilliseconds)") }
        if let points = move.points { words.append("points \(points)") }
        if let linked = move.linked { words.append("for \(id(linked))") }
        if !move.type.isEmpty { words.append("type '\(move.type)'") }
        if !move.raw.isEmpty { words.append("raw '\(move.raw)'") }
        if !move.players.isEmpty {
            words.append("players " + move.players.map(subject).joined(separator: " + "))
        }
        if move.throwCount > 0 { words.append("throws \(move.throwCount)") }
        if move.isTracked { words.append("tracked") }
        if move.isAlone { words.append("alone") }
        if move.isCovering { words.append("covering") }
        return words.joined(separator: ", ")
    }
}
