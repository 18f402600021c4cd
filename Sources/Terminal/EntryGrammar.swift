package import ViewModels

/// The meaning of keys pressed in sequence: player first, kind second, as in `7k`. A state machine:
/// keys and instants in, steps out; it does not know the game.
package struct EntryGrammar: Hashable, Sendable {
    /// Recording a new move, or correcting one.
    private enum State: Hashable, Sendable {
        case scoring
        case correcting(kind: KeyAction?, before: DeskSide)
    }

    private enum Points: Hashable, Sendable {
        case none
        case awaited
        case given(Int)
    }

    /// Consecutive equal digits, to detect a digit key that is held down.
    private struct DigitRun: Hashable, Sendable {
        var digit: Character = " "
        var count = 0
        var seenAt: Duration = .zero
    }

    private let keymap: Keymap
    private var state = State.scoring
    private var points = Points.none
    private var run = DigitRun()
    /// True after an unintended capital: a digit starts a new number, a kind uses the typed one.
    private var isKept = false

    /// The side of the typed numbers. Changed only by Tab, by a correction, and with the team's side.
    package private(set) var side: DeskSide
    package private(set) var player = Player.none

    package init(keymap: Keymap = Keymap(), side: DeskSide = .home) {
        self.keymap = keymap
        self.side = side
    }

    package mutating func press(_ key: Key, at now: Duration) -> Step {
        if case .character(let character) = key, Self.digits.contains(character) {
            if isKept { clear() }
            return type(character, at: now)
        }
        run = DigitRun()
        let action = keymap.action(for: key)
        let step = action.map { $0.isOfLists ? other(key) : perform($0) } ?? other(key)
        if step == .typed { isKept = false }
        if case .hint(.capital) = step { isKept = true }
        return step
    }

    /// Starts the correction of a move and clears the input. Enter sends it, Escape abandons it.
    package mutating func beginCorrection(side: DeskSide) {
        guard !isCorrecting else { return }
        clear()
        state = .correcting(kind: nil, before: self.side)
        self.side = side
    }

    /// The team of the typed numbers is on the other side now.
    package mutating func turn() {
        side = side.other
        if case .correcting(let kind, let before) = state {
            state = .correcting(kind: kind, before: before.other)
        }
    }

    /// Clears the input and abandons a correction.
    package mutating func reset() {
        clear()
        endCorrection()
    }

    /// True from `beginCorrection` until Enter or Escape.
    var isCorrecting: Bool { state != .scoring }

    package var isEmpty: Bool { player == .none && points == .none && correctedKind == nil }

    /// The input as typed: `7`, `#3`, `.`, `7=2`; in a correction followed by the key of the kind.
    package var text: String {
        var text = text(of: player)
        switch points {
        case .none: break
        case .awaited: text += keymap.name(of: .points)
        case .given(let count): text += "\(keymap.name(of: .points))\(count)"
        }
        return text + (correctedKind.map { keymap.name(of: $0) } ?? "")
    }

    /// `7`, `#3` or `.`; empty if no player is typed.
    func text(of player: Player) -> String {
        switch player {
        case .none: ""
        case .number(let number): number
        case .slot(let slot): keymap.name(of: .slot) + slot
        case .team: keymap.name(of: .team)
        }
    }

    /// The kind typed in a correction; nil if none is.
    var correctedKind: KeyAction? {
        if case .correcting(let kind, _) = state { return kind }
        return nil
    }

    private static let digits: Set<Character> = Set("0123456789")
}

// MARK: Input

extension EntryGrammar {
    private mutating func type(_ digit: Character, at now: Duration) -> Step {
        let isRepeat = run.digit == digit && now - run.seenAt < TerminalLimits.digitInterval
        run = DigitRun(digit: digit, count: isRepeat ? run.count + 1 : 1, seenAt: now)
        if run.count >= 3 { return refuse(.digitHeld(digit)) }
        if points != .none {
            guard points == .awaited, let count = digit.wholeNumberValue, (1...3).contains(count)
            else { return refuse(.badPoints) }
            points = .given(count)
            return .typed
        }
        switch player {
        case .none, .team: player = .number(String(digit))
        case .number(let number): player = .number(number + String(digit))
        case .slot(let slot): player = .slot(slot + String(digit))
        }
        return typedDigits.count > TerminalLimits.numberDigitsMax ? refuse(.tooLong) : .typed
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
        isKept = false
        player = .none
        points = .none
        setCorrectedKind(nil)
    }

    /// Clears the input, which is no move.
    private mutating func refuse(_ hint: Hint) -> Step {
        clear()
        return .hint(hint)
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

// MARK: Steps

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
            if isCorrecting { return .hint(.correcting) }
            return player != .none && keymap.isCapital(action)
                ? .hint(.capital(action, typed: text)) : .act(action)
        }
    }

    private mutating func kind(_ action: KeyAction) -> Step {
        let isTimeout = action == .timeout
        if isTimeout, player != .none, player != .team {
            if keymap.isCapital(action) { return .hint(.capital(action, typed: text)) }
            return refuse(.noPlayerWanted(action))
        }
        if isCorrecting {
            setCorrectedKind(action)
            return .typed
        }
        guard points != .awaited else { return refuse(.badPoints) }
        guard isNamed || isTimeout else { return refuse(.noPlayer(action)) }
        var order = typed
        order.kind = action
        if isTimeout { order.player = .team }
        clear()
        return .record(order)
    }

    private mutating func correct() -> Step {
        guard !isEmpty else { return .hint(.nothingToCorrect) }
        guard points != .awaited else { return refuse(.badPoints) }
        guard player != .slot("") else { return refuse(.noPlayer(.slot)) }
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

extension EntryGrammar {
    /// The player that the keys name, on the active side.
    package enum Player: Hashable, Sendable {
        /// No player yet.
        case none
        /// A jersey number, exactly as typed: `00` is not `0`.
        case number(String)
        /// A roster line; empty until a digit is typed.
        case slot(String)
        case team
    }

    package struct Order: Hashable, Sendable {
        package var side: DeskSide
        /// Never `none` in a move to be recorded.
        package var player: Player
        /// Nil in a correction that keeps the kind.
        package var kind: KeyAction?
        /// 1 to 3; nil if not typed.
        package var points: Int?

        package init(side: DeskSide, player: Player, kind: KeyAction? = nil, points: Int? = nil) {
            self.side = side
            self.player = player
            self.kind = kind
            self.points = points
        }
    }

    /// The outcome of a key.
    package enum Step: Hashable, Sendable {
        /// The side or the input has changed.
        case typed
        /// Record this move. The input has been cleared.
        case record(Order)
        /// Send this correction. The correction has ended, and the side is the one before it.
        case correct(Order)
        /// An action that is not part of a move. The input is kept.
        case act(KeyAction)
        /// The input is not a move; nothing is recorded.
        case hint(Hint)
        /// A key left to the screen: an arrow, Enter, or Escape without input.
        case other(Key)
        /// A key without a meaning.
        case unknown(Key)
    }

    /// The reason why nothing is recorded.
    package enum Hint: Hashable, Sendable {
        /// A kind without a player.
        case noPlayer(KeyAction)
        /// A time-out with a player: time-outs belong to the side. The input is cleared.
        case noPlayerWanted(KeyAction)
        /// A digit key is held down. The input is cleared.
        case digitHeld(Character)
        /// A number with too many digits. The input is cleared.
        case tooLong
        /// Points other than 1 to 3. The input is cleared.
        case badPoints
        /// A capital that no player has, after a number: Caps Lock may be on. The input stays.
        case capital(KeyAction, typed: String)
        /// An action that is not available during a correction.
        case correcting
        /// An empty correction.
        case nothingToCorrect
        /// The correction was abandoned.
        case correctionLeft
    }
}
