package import MoveLog

// A game's sides after a swap. Stored bytes keep their meaning: home is the first team of the
// creation. A board has the sides that people see, and so have all documents, queries and pages
// made of it. `EntryRows.turned` turns what was recorded, `Draft.turned` what is to be recorded;
// nothing else knows both.

/// A body that names sides.
private protocol SidedBody: EntryBody {
    /// The same with home as away and away as home.
    var turned: Self { get }
}

extension Content {
    /// The same with home as away and away as home.
    var turned: Content { turning?.content ?? self }

    /// Nil if the content names no side.
    fileprivate var turning: (content: Content, body: () -> [UInt8])? {
        func turn<Body: SidedBody>(
            _ body: Body, _ content: (Body) -> Content
        ) -> (Content, () -> [UInt8])? {
            let turned = body.turned
            return (content(turned), { turned.body })
        }
        return switch self {
        case .gameCreated(let body): turn(body, Content.gameCreated)
        case .rosterAdded(let body): turn(body, Content.rosterAdded)
        case .move(let body): turn(body, Content.move)
        case .trackingClaimed(let body): turn(body, Content.trackingClaimed)
        case .trackingReleased(let body): turn(body, Content.trackingReleased)
        case .takenOver(let body): turn(body, Content.takenOver)
        case .fix(let body): turn(body, Content.fix)
        case .gameForfeited(let body): turn(body, Content.gameForfeited)
        case .signOff(let body): turn(body, Content.signOff)
        case .teamNamed(let body): turn(body, Content.teamNamed)
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .keeperNamed, .tableNamed,
            .void, .gameClock, .periodBegan, .rulesChanged, .gameEnded, .gameReopened, .note,
            .accepted, .rosterEdited, .rosterMerged, .gameAbandoned, .deviceLost, .deviceFound,
            .unknown, .malformed:
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
        if let turning = content.turning { draft.body = turning.body() }
        return draft
    }
}

extension EntryRows {
    /// As the rules of the end say, turned or not. `withdrawn` are the void entries.
    func asShown(_ withdrawn: [Int: [EntryID]]) -> EntryRows {
        var isSwapped = false
        for index in rows.indices where rows[index].aside >= 0 {
            guard case .rulesChanged(let changed)? = content(rows[index]),
                let value = changed.changes[.secondTeamIsHome], withdrawn[index] == nil
            else { continue }
            isSwapped = value == 1
        }
        return isSwapped ? turned : self
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

extension Sides {
    var turned: Sides { Sides(home: away, away: home) }
}

extension Subject {
    var turned: Subject { if case .team(let side) = self { .team(side.other) } else { self } }
}

extension RosterLine {
    fileprivate var turned: RosterLine {
        var line = self
        line.side = side.other
        return line
    }
}

// MARK: Bodies

extension GameCreated: SidedBody {
    var turned: GameCreated {
        let (rules, lines) = terms
        return GameCreated(home: away, away: home, rules: rules, lines: lines.map(\.turned))
    }
}

extension RosterAdded: SidedBody {
    var turned: RosterAdded { RosterAdded(lines: lines.map(\.turned)) }
}

extension Move: SidedBody {
    var turned: Move {
        var move = self
        move.subject = subject.turned
        move.players = players.map(\.turned)
        return move
    }
}

extension Fix: SidedBody {
    fileprivate var turned: Fix {
        var fix = self
        fix.move = move.turned
        return fix
    }
}

extension TrackingClaimed: SidedBody {
    fileprivate var turned: Self { Self(subjects.map(\.turned), device: device) }
}

extension TrackingReleased: SidedBody {
    fileprivate var turned: Self { Self(subjects.map(\.turned), device: device) }
}

extension TakenOver: SidedBody {
    fileprivate var turned: Self { Self(subjects.map(\.turned), from: device, cut: cut) }
}

extension GameForfeited: SidedBody {
    fileprivate var turned: Self { Self(side: side.other) }
}

extension SignOff: SidedBody {
    var turned: SignOff {
        var signOff = self
        signOff.score = score.turned
        return signOff
    }
}

extension TeamNamed: SidedBody {
    fileprivate var turned: Self { Self(side: side.other, name: name) }
}
