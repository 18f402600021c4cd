package import MoveLog

/// A move or a fix that waits for an answer: is it right, or another one, or did both happen?
///
/// This file says which answers a question allows and which entries each answer records;
/// `SettleEndpoints` records them, and `HeldWords` words them for every door.
package struct OpenQuestion: Equatable, Sendable {
    package let kind: EventQuestion.Kind
    /// The held move, or the fix, that the question is about.
    package let entry: EntryID
    /// The move or the fix that counts instead of it, or that withdrew it.
    package let other: EntryID
}

package enum Settlement: String, CaseIterable, Sendable {
    /// The entry is right: of a withdrawn move, it happened.
    case this
    /// The other one is right: of a withdrawn move, it did not happen.
    case that
    /// Both happened.
    case both
}

extension Scoreboard {
    /// The open questions, in order of the moves: one for each held move that differs from the
    /// one that counts, and for each fix.
    package var openQuestions: [OpenQuestion] { questions.flatMap(open) }

    private func open(_ question: EventQuestion) -> [OpenQuestion] {
        func asked(_ entry: EntryID, _ other: EntryID) -> OpenQuestion {
            OpenQuestion(kind: question.kind, entry: entry, other: other)
        }
        switch question.kind {
        case .withdrawn:
            return waiting(question).map { asked($0.id, question.head) }
        case .conflict:
            guard let last = question.fixes.last else { return [] }
            return (entry(question.head)?.conflicts ?? []).map { asked($0, last) }
        case .changed:
            guard let fix = question.fixes.last, let said = tracked(question) else { return [] }
            return [asked(fix, said.entry)]
        case .doubt, .apart:
            let held = waiting(question)
            let head = entry(question.head)?.move
            let other = held.filter { entry in
                guard let one = entry.move, let head else { return true }
                return !areSame(one, head)
            }
            return (other.isEmpty ? held.suffix(1) : other).map { asked($0.id, question.head) }
        }
    }

    /// The held moves of an event. Of several entries that a hostile device wrote under one ID, the one
    /// that is held.
    private func waiting(_ question: EventQuestion) -> [TimelineEntry] {
        question.moves.filter { $0 != question.head }.compactMap { id in
            guard let entry = entry(id), !entry.isHeld else { return entry(id) }
            return timeline.first { $0.id == id && $0.isHeld }
        }
    }

    /// The voids that withdrew an event, in order.
    private func voids(_ question: EventQuestion) -> [EntryID] {
        let voids = question.moves.compactMap(entry).flatMap { move in
            if case .void(let by) = move.standing { by } else { [EntryID]() }
        }
        return Set(voids).compactMap(entry).sorted { $0.place < $1.place }.map(\.id)
    }

    /// The word of a keeper who tracks the player: a fix of that keeper's, or a move.
    private func tracked(_ question: EventQuestion) -> (entry: EntryID, move: Move)? {
        guard let inEffect = entry(question.head)?.move else { return nil }
        let moves = question.moves.compactMap(entry)
        let fixes = Set(moves.flatMap(\.fixes)).compactMap(entry).sorted { $0.place < $1.place }
        for move in moves {
            guard let recorded = move.recordedMove, recorded.isTracked else { continue }
            var said = (entry: move.id, move: recorded)
            for fix in fixes where fix.author == move.recorder {
                if case .fix(let body) = fix.content { said = (fix.id, body.move) }
            }
            if !areSame(said.move, inEffect) { return said }
        }
        return nil
    }

    /// The answers that a question allows.
    package func settlements(of question: OpenQuestion) -> [Settlement] {
        switch question.kind {
        case .doubt, .apart: [.this, .that, .both]
        case .withdrawn, .conflict, .changed: [.this, .that]
        }
    }

    /// The entries of an answer; empty if it is none that the question allows.
    package func drafts(settling asked: OpenQuestion, _ answer: Settlement) -> [Draft] {
        guard let question = questions.first(where: { open($0).contains(asked) }),
            settlements(of: asked).contains(answer)
        else { return [] }
        let isThis = answer == .this
        switch asked.kind {
        case .withdrawn:
            return VoidEntry.drafts(
                of: isThis ? voids(question) : waiting(question).map(\.id), in: self)
        case .doubt, .apart:
            guard answer == .both else {
                return stating(isThis ? asked.entry : asked.other, question)
            }
            guard let said = entry(asked.entry)?.move else { return [] }
            let copies = waiting(question).filter { entry in
                entry.id != asked.entry && entry.move.map { areSame($0, said) } == true
            }
            // A head without copies is an event of its own too, so that no later move is asked about.
            let isAlone = waiting(question).count == copies.count + 1
            return counting(
                asked.entry, isAlone ? question.head : nil, without: copies.map(\.id))
        case .conflict, .changed: return stating(isThis ? asked.entry : asked.other, question)
        }
    }

    /// Moves are events of their own; the copies of the first are withdrawn by themselves.
    private func counting(
        _ move: EntryID, _ other: EntryID?, without copies: [EntryID]
    ) -> [Draft] {
        [Accepted(target: move).draft(in: origin(of: move))]
            + [other].compactMap(\.self).map {
                Accepted(target: $0, isContinued: true).draft(in: origin(of: $0))
            }
            + VoidEntry.drafts(of: copies, in: self, following: 1, alone: true)
    }

    /// All moves of the event say what one of them, or a fix, says.
    private func stating(_ right: EntryID, _ question: EventQuestion) -> [Draft] {
        guard let entry = entry(right) else { return [] }
        let value: Move
        if case .fix(let fix) = entry.content {
            value = fix.move
        } else if right == question.head || entry.isHeld, let move = entry.move {
            value = question.kind == .changed ? entry.recordedMove ?? move : move
        } else {
            return []
        }
        let moves = question.moves.compactMap(self.entry)
        let bases = Set(moves.flatMap(\.fixes)).compactMap(self.entry)
            .sorted { $0.place < $1.place }.map(\.id)
        var targets = moves.filter { move in move.move.map { !areSame($0, value) } ?? false }
        if targets.isEmpty { targets = moves.filter { $0.id == question.head } }
        return targets.enumerated().map { index, target in
            Fix(
                target: target.id, bases: bases, move: target.saying(value), isContinued: index > 0,
                isAnswer: true
            ).draft(in: id)
        }
    }

    /// True if both bodies record the same of one event.
    package func areSame(_ one: Move, _ other: Move) -> Bool {
        one.says(other) { player($0)?.ref ?? $0 == player($1)?.ref ?? $1 }
    }

    /// The value with which a move counts, or would: of a copy, that of its event.
    package func value(of entry: TimelineEntry) -> Move? {
        guard entry.isCopy, let head = entry.headOf.flatMap(self.entry)?.move else {
            return entry.move
        }
        return entry.saying(head)
    }

    /// The fixes that a further fix of the entry names as its bases: the live ones of its event.
    package func bases(of entry: TimelineEntry) -> [EntryID] {
        Set(event(of: entry).flatMap(\.fixes)).compactMap(self.entry)
            .sorted { $0.place < $1.place }.map(\.id)
    }
}

extension TimelineEntry {
    /// The value for this move: as its own keeper was placed and read the game clock, as far as that
    /// is the same.
    fileprivate func saying(_ value: Move) -> Move {
        guard let own = recordedMove else { return value }
        var move = value
        (move.isTracked, move.isAlone) = (own.isTracked, own.isAlone)
        move.isCovering = own.isCovering
        if own.period == value.period, let read = own.elapsed, let said = value.elapsed,
            max(read, said) - min(read, said) <= ScorebookLimits.copyWindow
        {
            move.elapsed = read
        }
        return move
    }
}

extension Move {
    /// True if both bodies record the same of one event: all that counts, by one reading of the game
    /// clock within `copyWindow`.
    func says(_ other: Move, isSamePlayer: (LineRef, LineRef) -> Bool) -> Bool {
        func isSame(_ one: Subject, _ other: Subject) -> Bool {
            guard case .line(let first) = one, case .line(let second) = other else {
                return one == other
            }
            return isSamePlayer(first, second)
        }
        guard kind == other.kind, variant == other.variant, points == other.points,
            period == other.period, type == other.type, isSame(subject, other.subject),
            players.count == other.players.count,
            zip(players, other.players).allSatisfy({ isSame($0, $1) })
        else { return false }
        guard let elapsed, let read = other.elapsed else { return true }
        return max(elapsed, read) - min(elapsed, read) <= ScorebookLimits.copyWindow
    }
}
