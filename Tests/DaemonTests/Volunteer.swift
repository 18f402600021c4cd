import Documents
import Seeds
import Terminal
import ViewModels

/// A person who keeps score for the first time: means moves, types them with mistakes, and goes by
/// what the screen shows.
struct Volunteer {
    /// A player as the keys name it.
    private struct Player {
        let team: String
        /// What is typed before the kind; empty for a time-out.
        let keys: String
    }

    /// A move that is meant.
    private struct Meant {
        let player: Player
        let kind: KeyAction
    }

    /// Keys that are no move, or another one.
    private enum Mistyping: CaseIterable {
        case unknownNumber, otherNumber, erased, unknownKey, otherSide, heldKind, heldDigit, twice
        case capital, escaped, noNumber, severalPlayers
    }

    /// Moves that are asked about, refused, or taken back.
    private enum Doubt: CaseIterable {
        case badPoints, otherPoints, unknownShotLeft, unknownShotAnswered, undone
        case undoneAndRedone, otherKindUndone
    }

    /// Corrections of a picked line.
    private enum Correction: CaseIterable {
        case kind, player, left, voided, voidedTwice
    }

    /// What else a person does between two keys.
    private enum Detour: CaseIterable {
        case resized, helped, elsewhere, noted, gameClock, nextPeriod, ended, almostLeft
    }

    let desk: VolunteerDesk
    private let rules: String
    private var random: SeededGenerator

    init(_ desk: VolunteerDesk, rules: String, seed: UInt64) {
        self.desk = desk
        self.rules = rules
        random = SeededGenerator(seed: seed)
    }

    private var sight: KeepSight { desk.sight }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func one<Item>(of items: [Item]) -> Item {
        items[Int.random(in: items.indices, using: &random)]
    }

    // MARK: A game

    /// Types so many moves, and looks at the whole log at the end.
    mutating func play(moves: Int) throws(Unsaid) {
        for _ in 0..<moves {
            if chance(25) { try letBoAct() }
            try comeBack()
            try enter(meant())
            if sight.isAsking { try answer() }
            guard chance(75) else { continue }
            try desk.settle()
            try desk.book.check(sight)
        }
        try comeBack()
        try desk.resize(to: (140, 120))
        try desk.settle()
    }

    /// Bo scores for his own player, or takes that back.
    private mutating func letBoAct() throws(Unsaid) {
        guard let bo = desk.bo else { return }
        let kind = one(of: ["twoPoints", "freeThrow", "foul", "rebound"])
        let isUndo = chance(30)
        do {
            _ =
                isUndo
                ? try bo.post(.undo, UndoRequest())
                : try bo.post(.moves, MoveRequest(player: "a#4", kind: kind, force: true))
        } catch {
            throw Unsaid("Bo got no answer: \(error)")
        }
    }

    private mutating func meant() -> Meant {
        let team = one(of: ["Hawks", "Owls"])
        if chance(4) { return Meant(player: Player(team: team, keys: ""), kind: .timeout) }
        if chance(4) { return Meant(player: Player(team: team, keys: "."), kind: .rebound) }
        return Meant(player: player(of: team), kind: kind())
    }

    private mutating func player(of team: String) -> Player {
        let slot = Self.character(.slot)
        guard team == "Owls" else {
            return Player(team: team, keys: one(of: ["4", "\(slot)2", "\(slot)3", "00"]))
        }
        // Bo's player is his alone.
        return Player(
            team: team, keys: one(of: ["4", "9", "8"] + (desk.bo == nil ? ["31"] : [])))
    }

    private mutating func kind() -> KeyAction {
        let others: [KeyAction] = [
            .freeThrow, .assist, .rebound, .offensiveRebound, .defensiveRebound, .foul, .steal,
            .block, .turnover, .miss, .missedFreeThrow,
        ]
        return one(of: shots + shots + shots + others)
    }

    private var isFullCourt: Bool { rules == "fiba" || rules == "nba" }
    private var shots: [KeyAction] {
        isFullCourt ? [.twoPoints, .threePoints] : [.onePoint, .twoPoints]
    }
    private var unknownShot: KeyAction { isFullCourt ? .onePoint : .threePoints }

    private static func character(_ action: KeyAction) -> Character {
        if case .character(let character) = action.usualKey { character } else { " " }
    }

    // MARK: Keys

    /// Presses a key at a person's pace; the daemon answers now or later.
    private mutating func press(_ key: Key, after gap: ClosedRange<Int> = 80...400) throws(Unsaid) {
        desk.pass(.milliseconds(Int.random(in: gap, using: &random)))
        try desk.press(key)
        if chance(80) { try desk.turn() }
    }

    private mutating func type(_ keys: String) throws(Unsaid) {
        for character in keys { try press(.character(character)) }
    }

    /// Presses a key that the screen answers before the daemon does: pending, a question, or the
    /// reason why nothing is recorded.
    private mutating func strike(_ key: Key) throws(Unsaid) {
        desk.pass(.milliseconds(Int.random(in: 80...400, using: &random)))
        let before = sight
        try desk.press(key)
        if sight.message == before.message {
            // The same key again may be a repeat: it waits.
            desk.pass(TerminalLimits.repeatGap)
            try desk.look()
        }
        try demandWord(of: key, after: before)
        if chance(80) { try desk.turn() }
    }

    private mutating func strike(_ action: KeyAction) throws(Unsaid) {
        try strike(action.usualKey)
    }

    /// Presses a key whose outcome the daemon decides.
    private mutating func act(_ key: Key) throws(Unsaid) {
        desk.pass(.milliseconds(Int.random(in: 80...400, using: &random)))
        let before = sight
        try desk.press(key)
        try desk.settle()
        try demandWord(of: key, after: before)
    }

    private func demandWord(of key: Key, after before: KeepSight) throws(Unsaid) {
        // Another screen is a word too; and so few rows or columns show no whole message.
        guard sight.prompt != nil, sight.rows.count >= 5 else { return }
        let isSame =
            sight.message == before.message && sight.lines == before.lines && sight.columns >= 60
        let holds = Self.lasting.contains { sight.message.contains($0) }
        guard sight.message.isEmpty || isSame && !holds else { return }
        throw Unsaid("\(key) got no word; the message stayed: \(before.message)")
    }

    /// Words that are as true of the same key again.
    private static let lasting = [
        "nothing", "no question", "number first", "held down", "already", "is voided",
        "not a move", "pick ", "no longer among", "no line", "a correction is open",
    ]

    // MARK: The screen

    /// Goes back to the keep screen, clears the input and the pick, and makes the screen usual
    /// again. Without a pick an open question stays open.
    private mutating func comeBack() throws(Unsaid) {
        try desk.resize(to: VolunteerDesk.usual)
        for _ in 0..<8 {
            let isClear =
                sight.prompt.map { prompt in
                    prompt.typed.isEmpty && ["Hawks", "Owls"].contains(prompt.label)
                } ?? false
            if isClear, sight.picked == nil { return }
            try press(.escape, after: 200...400)
        }
        throw Unsaid("Escape does not lead back")
    }

    private mutating func face(_ team: String) throws(Unsaid) {
        if sight.side != team { try press(.tab) }
        guard sight.side == team else { throw Unsaid("Tab does not lead to \(team)") }
    }

    /// Answers the question in one of three ways, or leaves it.
    private mutating func answer() throws(Unsaid) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: try act(KeyAction.yes.usualKey)
        case 4..<6: try act(.character("n"))
        case 6: try press(.escape)
        default: break
        }
    }

    /// Presses Up so many times: a line is picked, from the newest.
    private mutating func pick(_ number: Int) throws(Unsaid) {
        for _ in 0..<number { try press(.up, after: 100...250) }
    }

    private mutating func record(_ move: Meant) throws(Unsaid) {
        try type(move.player.keys)
        try strike(move.kind)
    }
}

// MARK: Slips

extension Volunteer {
    private mutating func enter(_ move: Meant) throws(Unsaid) {
        try face(move.player.team)
        guard chance(40), move.kind != .timeout else { return try record(move) }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: try mistype(one(of: Mistyping.allCases), move)
        case 1: try doubt(one(of: Doubt.allCases), move)
        case 2: try correct(one(of: Correction.allCases), move)
        case 3: try wander(one(of: Detour.allCases), move)
        default: try decide(move)
        }
    }

    private mutating func mistype(_ slip: Mistyping, _ move: Meant) throws(Unsaid) {
        switch slip {
        case .unknownNumber:
            try type("88")
            try strike(move.kind)
        case .otherNumber:
            try type("5")
            try press(.escape)
        case .erased:
            try type("8")
            try press(.backspace)
        case .unknownKey:
            try type(move.player.keys)
            let keymap = Keymap()
            let unused = "zZRXöQ%~".filter { keymap.action(for: .character($0)) == nil }
            try strike(.character(one(of: Array(unused))))
            return try strike(move.kind)
        case .otherSide:
            try press(.tab)
            try record(move)
            try desk.settle()
            if sight.isAsking {
                try act(.character("n"))
            } else if !sight.message.contains("nothing was recorded") {
                try act(KeyAction.undo.usualKey)
            }
            try face(move.player.team)
        case .heldKind:
            try record(move)
            return try hold(move.kind.usualKey, for: 8)
        case .heldDigit:
            try type("4")
            try hold(.character("4"), for: 5)
            try press(.escape, after: 300...400)
        case .twice:
            try record(move)
            return try strike(move.kind)
        case .capital:
            try type(move.player.keys)
            let letter = String(Self.character(move.kind)).uppercased()
            try strike(.character(Character(letter)))
            try desk.settle()
            if sight.isAsking { try act(.character("n")) }
            try comeBack()
        case .escaped:
            try type(move.player.keys)
            try press(.escape)
        case .noNumber: try strike(move.kind)
        case .severalPlayers:
            try face("Hawks")
            try type("7")
            try strike(move.kind)
            try face(move.player.team)
        }
        try record(move)
    }

    /// The key repeats every 33 ms, the first time after the keyboard's delay.
    private mutating func hold(_ key: Key, for count: Int) throws(Unsaid) {
        desk.pass(.milliseconds(one(of: [250, 500])))
        for _ in 0..<count {
            try desk.press(key)
            desk.pass(.milliseconds(33))
        }
        desk.pass(TerminalLimits.repeatTime)
        try desk.turn()
    }

    private mutating func doubt(_ slip: Doubt, _ move: Meant) throws(Unsaid) {
        switch slip {
        case .badPoints:
            try type(move.player.keys)
            try type("\(Self.character(.points))7")
            try record(move)
        case .otherPoints:
            // A free throw can be worth three; two points cannot, says the daemon.
            try type(move.player.keys)
            try type("\(Self.character(.points))3")
            try strike(one(of: [.freeThrow, .twoPoints]))
            try desk.settle()
            try record(move)
        case .unknownShotLeft:
            try type(move.player.keys)
            try strike(unknownShot)
            try record(move)
        case .unknownShotAnswered:
            try type(move.player.keys)
            try strike(unknownShot)
            if sight.isAsking { try answer() }
            if chance(50) { try record(move) }
        case .undone, .undoneAndRedone:
            try record(move)
            try desk.settle()
            try act(KeyAction.undo.usualKey)
            if slip == .undoneAndRedone { try act(KeyAction.redo.usualKey) }
        case .otherKindUndone:
            try record(Meant(player: move.player, kind: kind()))
            try desk.settle()
            try act(KeyAction.undo.usualKey)
            try record(move)
        }
    }

    private mutating func correct(_ slip: Correction, _ move: Meant) throws(Unsaid) {
        let typed =
            slip == .player
            ? Meant(player: player(of: move.player.team), kind: move.kind)
            : Meant(player: move.player, kind: kind())
        try record(typed)
        try desk.settle()
        if sight.isAsking { try answer() }
        try pick(slip == .voided ? Int.random(in: 1...4, using: &random) : 1)
        guard let line = sight.picked, let name = line.name else { return try comeBack() }
        switch slip {
        case .kind, .player, .left:
            guard name.hasPrefix("mia.") else { return try comeBack() }
            try press(KeyAction.fix.usualKey)
            // Nothing but a move is opened; the screen says so.
            guard sight.prompt?.label.hasPrefix("fix ") == true else { return try comeBack() }
            if slip == .player {
                if sight.side != move.player.team { try press(.tab) }
                try type(move.player.keys)
            } else {
                try press(move.kind.usualKey)
            }
            guard slip == .left else {
                try act(.enter)
                break
            }
            try press(.escape)
            try press(.escape, after: 200...300)
        case .voided, .voidedTwice:
            // Setting up the game stays.
            let deeds = ["undoes ", "redoes ", "fixes "]
            guard VolunteerBook.move(line.text) != nil || deeds.contains(where: line.text.hasPrefix)
            else { return try comeBack() }
            try act(KeyAction.void.usualKey)
            guard slip == .voidedTwice else { break }
            if sight.picked != nil { try act(KeyAction.void.usualKey) }
            if chance(50) { try act(KeyAction.redo.usualKey) }
        }
        try comeBack()
    }

    /// Picks a line that is NOT recorded and says what is to become of it.
    private mutating func decide(_ move: Meant) throws(Unsaid) {
        try desk.settle()
        var presses = 0
        while sight.refused > 0, sight.picked?.state != "NOT recorded", presses < 8 {
            presses += 1
            try pick(1)
        }
        if sight.picked?.state == "NOT recorded" {
            try act(one(of: [KeyAction.yes, .void]).usualKey)
            if sight.isAsking { try answer() }
        }
        try comeBack()
        try face(move.player.team)
        try record(move)
    }

    private mutating func wander(_ slip: Detour, _ move: Meant) throws(Unsaid) {
        switch slip {
        case .resized:
            try type(move.player.keys)
            try desk.resize(to: one(of: Self.sizes))
            try strike(move.kind)
            return try comeBack()
        case .helped:
            try type(move.player.keys)
            let typed = sight.prompt?.typed
            try press(KeyAction.help.usualKey)
            if chance(50) { try press(.down) }
            try press(.escape, after: 200...400)
            guard let now = sight.prompt?.typed, now == typed else {
                throw Unsaid("\(typed ?? "") was typed; behind the help it is gone")
            }
            return try strike(move.kind)
        case .elsewhere:
            let ways: [KeyAction] = [
                .games, .search, .timeline, .keepers, .overview, .playerCard, .held, .takeOver,
            ]
            try press(one(of: ways).usualKey, after: 500...700)
            try desk.turn()
            try press(.down)
            try comeBack()
            try face(move.player.team)
        case .noted:
            try press(KeyAction.note.usualKey)
            try type("4 Ana two")
            try act(chance(70) ? .enter : .escape)
        case .gameClock: try act(KeyAction.clock.usualKey)
        case .nextPeriod:
            try act(KeyAction.nextPeriod.usualKey)
            if sight.isAsking { try act(chance(20) ? KeyAction.yes.usualKey : .character("n")) }
        case .ended:
            try act(KeyAction.endGame.usualKey)
            if sight.isAsking { try act(.character("n")) }
        case .almostLeft:
            if sight.refused > 0 { try act(KeyAction.quit.usualKey) }
        }
        try record(move)
    }

    private static let sizes = [(20, 5), (40, 12), (60, 18), (80, 24), (120, 30), (160, 40)]
}
