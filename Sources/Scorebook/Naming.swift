package import MoveLog

// A game's sides after a swap, and the lines of a united game. Stored bytes keep their meaning: home
// is the first team of the creation. A board has the sides that people see, and so have all
// documents, queries and pages made of it. `EntryRows.turned` turns what was recorded,
// `Draft.turned` what is to be recorded; nothing else knows both.

/// How the sides and lines of entries are called in the game that folds them.
struct Naming: Sendable {
    var isTurned = false
    /// The other game, if the entries are those of a united one.
    var game: GameID?
    /// By line of the other game, the same player's line of this one.
    var lines: [LineRef: LineRef] = [:]

    static let turned = Naming(isTurned: true)

    func side(_ side: Side) -> Side { isTurned ? side.other : side }

    func line(_ ref: LineRef) -> LineRef {
        guard let game else { return ref }
        if let into = lines[ref] { return into }
        guard case .created(let index) = ref else {
            // By its longer name.
            guard case .added(let entry, let index) = ref, entry == game else { return ref }
            return lines[.created(index)] ?? ref
        }
        return lines[.added(game, index)] ?? .added(game, index)
    }

    func subject(_ subject: Subject) -> Subject {
        switch subject {
        case .nobody: .nobody
        case .team(let side): .team(self.side(side))
        case .line(let ref): .line(line(ref))
        }
    }
}

/// A body that names sides or lines.
private protocol NamingBody: EntryBody {
    func named(_ naming: Naming) -> Self
}

extension Content {
    /// The same with home as away and away as home.
    var turned: Content { named(.turned) }

    func named(_ naming: Naming) -> Content { renaming(naming)?.content ?? self }

    /// Nil if the content names neither side nor line.
    fileprivate func renaming(_ naming: Naming) -> (content: Content, body: () -> [UInt8])? {
        func name<Body: NamingBody>(
            _ body: Body, _ content: (Body) -> Content
        ) -> (Content, () -> [UInt8])? {
            let named = body.named(naming)
            return (content(named), { named.body })
        }
        return switch self {
        case .gameCreated(let body): name(body, Content.gameCreated)
        case .rosterAdded(let body): name(body, Content.rosterAdded)
        case .move(let body): name(body, Content.move)
        case .trackingClaimed(let body): name(body, Content.trackingClaimed)
        case .trackingReleased(let body): name(body, Content.trackingReleased)
        case .takenOver(let body): name(body, Content.takenOver)
        case .fix(let body): name(body, Content.fix)
        case .rosterEdited(let body): name(body, Content.rosterEdited)
        case .rosterMerged(let body): name(body, Content.rosterMerged)
        case .gameForfeited(let body): name(body, Content.gameForfeited)
        case .signOff(let body): name(body, Content.signOff)
        case .teamNamed(let body): name(body, Content.teamNamed)
        case .transferred(let body): name(body, Content.transferred)
        case .gameUnited(let body): name(body, Content.gameUnited)
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .keeperNamed, .tableNamed,
            .void, .gameClock, .periodBegan, .rulesChanged, .gameEnded, .gameReopened, .note,
            .wallCompared, .accepted, .gameAbandoned, .deviceLost, .deviceFound, .unknown,
            .malformed:
            nil
        }
    }
}

extension Draft {
    /// The same with home as away and away as home: what a keeper of a swapped game ordered, as it
    /// is stored.
    package var turned: Draft {
        var draft = self
        let content = Content(kind: kind, scope: scope, body: body)
        if let renaming = content.renaming(.turned) { draft.body = renaming.body() }
        return draft
    }
}

extension EntryRows {
    /// The rows that count: with sides as the rules of the end say, and without repeated transfers.
    /// `withdrawn` are the void entries.
    ///
    /// Rule 17 swaps home and away: rows are turned here before a fold, and drafts in
    /// `APIContext.record`; nothing else knows the stored sides.
    func asShown(_ withdrawn: [Int: [Int]]) -> EntryRows {
        let rows = withoutRepeats(withdrawn)
        return isSwapped(withdrawn) ? rows.turned : rows
    }

    private func isSwapped(_ withdrawn: [Int: [Int]]) -> Bool {
        var isSwapped = false
        for index in rows.indices where rows[index].aside >= 0 {
            guard case .rulesChanged(let changed)? = content(rows[index]),
                let value = changed.changes[.secondTeamIsHome], withdrawn[index] == nil
            else { continue }
            isSwapped = value == 1
        }
        return isSwapped
    }
}

extension Scoreboard {
    /// True if the second team of the creation is at home.
    package var isSwapped: Bool { timeline.entries.isTurned }
}

extension SignatureLine {
    var turned: SignatureLine {
        var line = self
        line.signOff = signOff.turned
        return line
    }
}

extension SignOff {
    var turned: SignOff { named(.turned) }
}

// MARK: Bodies

extension RosterLine {
    fileprivate func named(_ naming: Naming) -> RosterLine {
        var line = self
        line.side = naming.side(side)
        return line
    }
}

extension GameCreated: NamingBody {
    var turned: GameCreated { named(.turned) }

    fileprivate func named(_ naming: Naming) -> GameCreated {
        guard naming.isTurned else { return self }
        return replacing(home: away, away: home, lines: lines.map { $0.named(naming) })
    }
}

extension RosterAdded: NamingBody {
    fileprivate func named(_ naming: Naming) -> Self {
        var added = self
        added.lines = lines.map { $0.named(naming) }
        return added
    }
}

extension Move: NamingBody {
    var turned: Move { named(.turned) }

    func named(_ naming: Naming) -> Move {
        var move = self
        move.subject = naming.subject(subject)
        if !players.isEmpty { move.players = players.map(naming.subject) }
        return move
    }
}

extension Fix: NamingBody {
    fileprivate func named(_ naming: Naming) -> Fix {
        var fix = self
        fix.move = move.named(naming)
        return fix
    }
}

extension TrackingClaimed: NamingBody {
    fileprivate func named(_ naming: Naming) -> Self {
        Self(subjects.map(naming.subject), device: device)
    }
}

extension TrackingReleased: NamingBody {
    fileprivate func named(_ naming: Naming) -> Self {
        Self(subjects.map(naming.subject), device: device)
    }
}

extension TakenOver: NamingBody {
    fileprivate func named(_ naming: Naming) -> Self {
        Self(subjects.map(naming.subject), from: device, cut: cut)
    }
}

extension RosterEdited: NamingBody {
    fileprivate func named(_ naming: Naming) -> Self {
        var edit = self
        edit.line = naming.line(line)
        return edit
    }
}

extension RosterMerged: NamingBody {
    fileprivate func named(_ naming: Naming) -> Self {
        Self(from: naming.line(from), into: naming.line(into))
    }
}

extension GameForfeited: NamingBody {
    fileprivate func named(_ naming: Naming) -> Self {
        Self(side: naming.side(side), isDefault: isDefault)
    }
}

extension SignOff: NamingBody {
    fileprivate func named(_ naming: Naming) -> Self {
        var signOff = self
        if naming.isTurned { signOff.score = Sides(home: score.away, away: score.home) }
        return signOff
    }
}

extension TeamNamed: NamingBody {
    fileprivate func named(_ naming: Naming) -> Self {
        Self(side: naming.side(side), name: name)
    }
}

extension Transferred: NamingBody {
    fileprivate func named(_ naming: Naming) -> Self {
        guard case .move(let move) = moved else { return self }
        var body = self
        body.moved = .move(move.named(naming))
        return body
    }
}

extension GameUnited: NamingBody {
    /// The other game keeps its own names.
    fileprivate func named(_ naming: Naming) -> Self {
        Self(
            other, isTurned: isTurned != naming.isTurned,
            lines: lines.map { Pair(from: $0.from, into: naming.line($0.into)) })
    }
}
