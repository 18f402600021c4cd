import MoveLog
import Seeds

@testable import Scorebook

/// A device of a later version, as `Protocol/entries.md` lets it write: the bodies of this version
/// with numbers that this version does not know.
struct LaterWriter {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15) }

    /// Of a known body the same with later values, which a reader of this version skips; nil for a
    /// kind without any.
    mutating func adding(to body: [UInt8], _ kind: Kind) -> [UInt8]? {
        switch kind {
        case .gameCreated: (try? GameCreated(body: body)).map { game($0) }
        case .rosterAdded: (try? RosterAdded(body: body)).map { added($0) }
        case .move: (try? Move(body: body)).map { move($0) }
        case .void: (try? VoidEntry(body: body)).map { void($0) }
        case .rulesChanged: (try? RulesChanged(body: body)).map { changes($0) }
        case .fix: (try? Fix(body: body)).map { fix($0) }
        case .rosterEdited: (try? RosterEdited(body: body)).map { edit($0) }
        default: nil
        }
    }

    /// A body of which nothing is known but that it is later: of another kind of move, or of another
    /// action of the game clock; nil for another kind.
    mutating func replacing(_ kind: Kind) -> [UInt8]? {
        switch kind {
        case .move: [100 + UInt8(random.below(28))] + rest()
        case .gameClock: [100 + UInt8(random.below(156))] + rest()
        default: nil
        }
    }

    /// A roster line's flags and rules beyond those that the next versions are likely to take.
    private mutating func laterFlag() -> UInt8 { random.chance(2) ? 64 : 128 }

    /// What flags of a later version say.
    private mutating func rest() -> [UInt8] {
        (0..<random.below(9)).map { _ in UInt8(random.below(256)) }
    }

    private mutating func game(_ game: GameCreated) -> [UInt8] {
        var writer = ByteWriter()
        writer.text(game.home)
        writer.text(game.away)
        writer.byte(game.rules.preset.rawValue)
        let hasLaterRule = random.chance(2)
        let ofCreation = Rule.allCases.filter { $0 != .secondTeamIsHome }
        let values = Dictionary(uniqueKeysWithValues: ofCreation.map { ($0, game.rules[$0]) })
        rules(values, isLater: hasLaterRule, to: &writer)
        lines(game.lines, isLater: !hasLaterRule || random.chance(2), to: &writer)
        if hasLaterRule || !game.lines.isEmpty { writer.raw(rest()) }
        return writer.bytes
    }

    private mutating func added(_ added: RosterAdded) -> [UInt8] {
        var writer = ByteWriter()
        lines(added.lines, isLater: true, to: &writer)
        writer.raw(rest())
        return writer.bytes
    }

    private mutating func changes(_ changed: RulesChanged) -> [UInt8] {
        var writer = ByteWriter()
        rules(changed.changes, isLater: true, to: &writer)
        writer.raw(rest())
        return writer.bytes
    }

    private mutating func rules(
        _ values: [Rule: Int], isLater: Bool, to writer: inout ByteWriter
    ) {
        writer.count(values.count + (isLater ? 1 : 0))
        for (rule, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            writer.byte(rule.rawValue)
            writer.count(value)
        }
        guard isLater else { return }
        writer.byte(200)
        writer.varint(UInt64.max >> UInt64(random.below(64)))
    }

    private mutating func lines(
        _ lines: [RosterLine], isLater: Bool, to writer: inout ByteWriter
    ) {
        writer.count(lines.count)
        let last = lines.indices.last
        for (index, line) in lines.enumerated() {
            let hasMore = isLater && (index == last || random.chance(3))
            let flags = line.side.rawValue | (line.player == nil ? 0 : 2)
            writer.byte(flags | (hasMore ? laterFlag() : 0))
            writer.text(line.number)
            writer.text(line.name)
            if let player = line.player {
                writer.entryID(player.entry)
                writer.count(player.index)
            }
            if hasMore { writer.counted(rest()) }
        }
    }

    /// The second field of a move is at its second byte, since kinds are below 128.
    private mutating func move(_ move: Move) -> [UInt8] {
        let body = move.body
        var reader = ByteReader(body, in: 1..<body.count)
        guard let flags = try? reader.varint() else { return body }
        var writer = ByteWriter()
        writer.byte(body[0])
        writer.varint(flags | 1 << UInt64(20 + random.below(43)))
        writer.raw(body[reader.offset...])
        writer.raw(rest())
        return writer.bytes
    }

    private mutating func fix(_ fix: Fix) -> [UInt8] {
        fix.body.dropLast(fix.move.body.count) + move(fix.move)
    }

    private mutating func void(_ void: VoidEntry) -> [UInt8] {
        let flags: UInt8 =
            (void.isUndo ? 1 : 0) | (void.isContinued ? 2 : 0)
            | (void.isOfEntryAlone ? 4 : 0)
        return VoidEntry(target: void.target).body + [flags | laterFlag()] + rest()
    }

    private mutating func edit(_ edit: RosterEdited) -> [UInt8] {
        var body = edit.body
        guard let place = body.indices.dropFirst(subjectBytes(edit.line)).first else { return body }
        body[place] |= laterFlag()
        return body + rest()
    }

    private func subjectBytes(_ line: LineRef) -> Int {
        var writer = ByteWriter()
        writer.subject(.line(line))
        return writer.bytes.count
    }
}
