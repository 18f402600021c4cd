package import Documents

/// What keys mean one after the other at the desk: player first, kind second, `7k`. A state machine:
/// it is given keys with the time and says what to do; it knows no game and asks nobody.
package struct EntryGrammar: Hashable, Sendable {
    /// Whether what is typed makes a move or corrects one.
    private enum State: Hashable, Sendable {
        case scoring
        case correcting(kind: KeyAction?, before: SideName)
    }

    private enum Points: Hashable, Sendable {
        case none
        case awaited
        case given(Int)
    }

    /// Equal digits one behind the other, for a digit held down.
    private struct DigitRun: Hashable, Sendable {
        var digit: Character = " "
        var count = 0
        var seenAt: Duration = .zero
    }

    private let keymap: Keymap
    private var state = State.scoring
    private var points = Points.none
    private var guarded = RepeatGuard()
    private var run = DigitRun()

    /// The side whose numbers are typed; only Tab and a correction change it.
    package private(set) var side: SideName
    /// Whom the keys name so far.
    package private(set) var player = Player.none

    /// Nothing typed.
    package init(keymap: Keymap = Keymap(), side: SideName = .home) {
        self.keymap = keymap
        self.side = side
    }

    /// Takes a key that was seen now.
    package mutating func press(_ key: Key, at now: Duration) -> Step {
        if case .character(let character) = key, Self.digits.contains(character) {
            _ = guarded.isHeld(key, at: now, within: .zero)
            return type(character, at: now)
        }
        run = DigitRun()
        let action = keymap.action(for: key)
        // Only what prints or has been given an action can be a letter held down.
        let interval =
            action?.recordsAlone == true ? Limits.repeatIntervalAlone : Limits.repeatInterval
        let isHeld = guarded.isHeld(key, at: now, within: interval)
        guard let action else { return other(key) }
        return isHeld ? .held(key) : perform(action)
    }

    /// Begins to correct a move; what is typed is cleared. Enter sends, Escape leaves.
    package mutating func beginCorrection(side: SideName) {
        guard !isCorrecting else { return }
        clear()
        state = .correcting(kind: nil, before: self.side)
        self.side = side
    }

    /// Clears what is typed and leaves a correction.
    package mutating func reset() {
        clear()
        endCorrection()
    }

    /// True between `beginCorrection` and Enter or Escape.
    package var isCorrecting: Bool { state != .scoring }

    /// True while nothing is typed.
    package var isEmpty: Bool { player == .none && points == .none && correctedKind == nil }

    /// What is typed, as it was: `7`, `#3`, `.`, `7=2`; in a correction with the kind's key.
    package var text: String {
        var text = text(of: player)
        switch points {
        case .none: break
        case .awaited: text += keymap.name(of: .points)
        case .given(let count): text += "\(keymap.name(of: .points))\(count)"
        }
        return text + (correctedKind.map { keymap.name(of: $0) } ?? "")
    }

    /// A player as it was typed: `7`, `#3`, `.`; empty for nobody.
    func text(of player: Player) -> String {
        switch player {
        case .none: ""
        case .number(let number): number
        case .slot(let slot): keymap.name(of: .slot) + slot
        case .team: keymap.name(of: .team)
        }
    }

    /// The kind that a correction is to have; nil while none is typed.
    package var correctedKind: KeyAction? {
        if case .correcting(let kind, _) = state { return kind }
        return nil
    }

    private static let digits: Set<Character> = Set("0123456789")
}

// MARK: What is typed

extension EntryGrammar {
    private mutating func type(_ digit: Character, at now: Duration) -> Step {
        let isRepeat = run.digit == digit && now - run.seenAt < Limits.repeatInterval
        run = DigitRun(digit: digit, count: isRepeat ? run.count + 1 : 1, seenAt: now)
        if run.count >= 3 {
            clear()
            return .hint(.digitHeld(digit))
        }
        if points != .none {
            guard points == .awaited, let count = digit.wholeNumberValue, (1...3).contains(count)
            else {
                clear()
                return .hint(.badPoints)
            }
            points = .given(count)
            return .typed
        }
        switch player {
        case .none, .team: player = .number(String(digit))
        case .number(let number): player = .number(number + String(digit))
        case .slot(let slot): player = .slot(slot + String(digit))
        }
        if typedDigits.count > Limits.numberDigitsMax {
            clear()
            return .hint(.tooLong)
        }
        return .typed
    }

    private var typedDigits: String {
        switch player {
        case .none, .team: ""
        case .number(let digits), .slot(let digits): digits
        }
    }

    private mutating func eraseLast() {
        switch (correctedKind, points) {
        case (.some, _): setCorrectedKind(nil)
        case (nil, .given): points = .awaited
        case (nil, .awaited): points = .none
        case (nil, .none):
            switch player {
            case .none, .team: player = .none
            case .number(let number):
                player = number.count > 1 ? .number(String(number.dropLast())) : .none
            case .slot(let slot): player = slot.isEmpty ? .none : .slot(String(slot.dropLast()))
            }
        }
    }

    private mutating func clear() {
        player = .none
        points = .none
        setCorrectedKind(nil)
    }

    private mutating func setCorrectedKind(_ kind: KeyAction?) {
        if case .correcting(_, let before) = state {
            state = .correcting(kind: kind, before: before)
        }
    }

    private mutating func endCorrection() {
        if case .correcting(_, let before) = state { side = before }
        state = .scoring
    }
}

// MARK: What is done

extension EntryGrammar {
    private mutating func other(_ key: Key) -> Step {
        switch key {
        case .tab, .backTab:
            side = side == .home ? .away : .home
            return .typed
        case .backspace:
            eraseLast()
            return .typed
        case .control("u"):
            clear()
            return .typed
        case .escape:
            if !isEmpty {
                clear()
                return .typed
            }
            guard isCorrecting else { return .other(key) }
            endCorrection()
            return .hint(.correctionLeft)
        case .enter:
            return isCorrecting ? correct() : .other(key)
        case .up, .down, .pageUp, .pageDown, .home, .end:
            return isCorrecting ? .hint(.correcting) : .other(key)
        case .character, .control, .delete, .left, .right, .unknown:
            return .unknown(key)
        }
    }

    private mutating func perform(_ action: KeyAction) -> Step {
        switch action {
        case .team:
            points = .none
            player = .team
            return .typed
        case .slot:
            points = .none
            player = .slot("")
            return .typed
        case .points:
            guard isNamed || isCorrecting else { return .hint(.noPlayer(action)) }
            points = .awaited
            return .typed
        default:
            if action.kind != nil { return kind(action) }
            return isCorrecting ? .hint(.correcting) : .act(action)
        }
    }

    private mutating func kind(_ action: KeyAction) -> Step {
        let isTimeout = action == .timeout
        if isTimeout, player != .none, player != .team {
            clear()
            return .hint(.noPlayerWanted(action))
        }
        if isCorrecting {
            setCorrectedKind(action)
            return .typed
        }
        guard points != .awaited else {
            clear()
            return .hint(.badPoints)
        }
        guard isNamed || isTimeout else {
            clear()
            return .hint(.noPlayer(action))
        }
        var order = typed
        order.kind = action
        if isTimeout { order.player = .team }
        clear()
        return .record(order)
    }

    private mutating func correct() -> Step {
        guard !isEmpty else { return .hint(.nothingToCorrect) }
        guard points != .awaited else {
            clear()
            return .hint(.badPoints)
        }
        guard player != .slot("") else {
            clear()
            return .hint(.noPlayer(.slot))
        }
        var order = typed
        order.kind = correctedKind
        clear()
        endCorrection()
        return .correct(order)
    }

    private var typed: Order {
        var count: Int?
        if case .given(let given) = points { count = given }
        return Order(side: side, player: player, kind: nil, points: count)
    }

    private var isNamed: Bool { player != .none && player != .slot("") }
}

/// What keys at the desk come to.
extension EntryGrammar {
    /// Whom the keys name, on the active side.
    package enum Player: Hashable, Sendable {
        /// Nobody yet.
        case none
        /// A jersey number, as exactly as it was typed: `00` is not `0`.
        case number(String)
        /// A roster line; empty until a digit was typed.
        case slot(String)
        /// The team itself.
        case team
    }

    /// A move as it was typed.
    package struct Order: Hashable, Sendable {
        /// The active side.
        package var side: SideName
        /// Whom; in a move that is to be recorded always somebody.
        package var player: Player
        /// The key of its kind; nil in a correction that keeps the kind.
        package var kind: KeyAction?
        /// Points, where they were typed: 1 to 3.
        package var points: Int?

        /// Joins the parts.
        package init(
            side: SideName, player: Player, kind: KeyAction? = nil, points: Int? = nil
        ) {
            self.side = side
            self.player = player
            self.kind = kind
            self.points = points
        }
    }

    /// What is to be done about a key.
    package enum Step: Hashable, Sendable {
        /// The side or what is typed changed.
        case typed
        /// Record this move. What was typed is gone.
        case record(Order)
        /// Send this correction; the grammar is back at moves, on the side that it came from.
        case correct(Order)
        /// An action that is no part of a move. What is typed stays.
        case act(KeyAction)
        /// The same key as the last, too soon after it: a key held down. Nothing is recorded.
        case held(Key)
        /// Nothing is recorded; why.
        case hint(Hint)
        /// A key that is left to the screen: arrows, Enter, Escape with nothing typed.
        case other(Key)
        /// A key that means nothing.
        case unknown(Key)
    }

    /// Why nothing is recorded.
    package enum Hint: Hashable, Sendable {
        /// A kind without a player.
        case noPlayer(KeyAction)
        /// A time-out belongs to the side alone: what was typed is cleared.
        case noPlayerWanted(KeyAction)
        /// A digit held down: the number is cleared.
        case digitHeld(Character)
        /// A number longer than a jersey's: it is cleared.
        case tooLong
        /// Points that are none of 1 to 3: what was typed is cleared.
        case badPoints
        /// An action that has no place in a correction.
        case correcting
        /// A correction that changes nothing.
        case nothingToCorrect
        /// A correction was left; nothing is changed.
        case correctionLeft
    }
}
