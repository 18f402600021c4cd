import Seeds
import Terminal
import Testing
import ViewModels

/// The grammar of the keep screen: player first, kind second.
struct EntryGrammarTests {
    private func steps(_ keys: String, every gap: Duration = .milliseconds(400)) -> [EntryGrammar
        .Step]
    {
        var grammar = EntryGrammar()
        var now = Duration.zero
        return keys.map { character in
            now += gap
            return grammar.press(PaperKeep.key(character), at: now)
        }
    }

    private static func records(_ steps: [EntryGrammar.Step]) -> [EntryGrammar.Order] {
        steps.compactMap { step in
            if case .record(let order) = step { return order }
            return nil
        }
    }

    private func recorded(_ keys: String, every gap: Duration = .milliseconds(400))
        -> [EntryGrammar.Order]
    { Self.records(steps(keys, every: gap)) }

    // MARK: Examples

    @Test func theNumberComesFirstAndTheKindSecond() {
        #expect(
            recorded("7k00f→12l")
                == [
                    .init(side: .home, player: .number("7"), kind: .twoPoints),
                    .init(side: .home, player: .number("00"), kind: .foul),
                    .init(side: .away, player: .number("12"), kind: .threePoints),
                ])
    }

    @Test func aLineTheTeamAndPointsCanBeNamed() {
        #expect(
            recorded("#3k.rO7=2t")
                == [
                    .init(side: .home, player: .slot("3"), kind: .twoPoints),
                    .init(side: .home, player: .team, kind: .rebound),
                    .init(side: .home, player: .team, kind: .timeout),
                    .init(side: .home, player: .number("7"), kind: .freeThrow, points: 2),
                ])
    }

    @Test func aKindAloneRecordsNothingAndSaysWhy() {
        #expect(steps("k") == [.hint(.noPlayer(.twoPoints))])
        #expect(steps("#k").last == .hint(.noPlayer(.twoPoints)))
        #expect(steps("7O").last == .hint(.capital(.timeout, typed: "7")))
        #expect(recorded("7⎋k7←k").isEmpty)
        #expect(steps("7=4").last == .hint(.badPoints))
        #expect(steps("12345").last == .hint(.tooLong))
        #expect(steps("7=").last == .typed)
        #expect(recorded("7=k").isEmpty)
    }

    @Test func aKeyThatMeansNothingLeavesWhatIsTyped() {
        let steps = steps("7Zk")
        #expect(steps[1] == .unknown(.character("Z")))
        #expect(Self.records(steps).map(\.player) == [.number("7")])
    }

    @Test func aCapitalThatIsNoPartOfAMoveLeavesTheNumber() {
        for (key, action) in [("K", KeyAction.keepers), ("T", .takeOver), ("E", .endGame)] {
            let steps = steps("5\(key)k")
            #expect(steps[1] == .hint(.capital(action, typed: "5")))
            #expect(Self.records(steps).map(\.player) == [.number("5")])
            #expect(self.steps(key) == [.act(action)])
        }
        #expect(steps("5uc").suffix(2) == [.act(.undo), .act(.clock)])
    }

    @Test func aDigitHeldDownClearsTheNumber() {
        #expect(
            steps("333k", every: .milliseconds(33))
                == [
                    .typed, .typed, .hint(.digitHeld("3")), .hint(.noPlayer(.twoPoints)),
                ])
        #expect(recorded("33k", every: .milliseconds(50)).map(\.player) == [.number("33")])
        #expect(
            recorded("333k", every: .milliseconds(300)).map(\.player) == [.number("333")])
    }

    @Test func aCorrectionTakesPlayerKindAndPointsInTheSameKeys() {
        var grammar = EntryGrammar()
        var now = Duration.zero
        func press(_ keys: String) -> EntryGrammar.Step? {
            keys.reduce(nil) { _, character in
                now += .seconds(1)
                return grammar.press(PaperKeep.key(character), at: now)
            }
        }
        grammar.beginCorrection(side: .away)
        #expect(grammar.side == .away)
        #expect(press("9=3t") == .typed)
        #expect(grammar.text == "9=3t")
        #expect(
            press("⏎")
                == .correct(.init(side: .away, player: .number("9"), kind: .freeThrow, points: 3)))
        #expect(grammar.side == .home)

        grammar.beginCorrection(side: .away)
        #expect(press("⏎") == .hint(.nothingToCorrect))
        #expect(press("l⏎") == .correct(.init(side: .away, player: .none, kind: .threePoints)))

        grammar.beginCorrection(side: .away)
        #expect(press("u") == .hint(.correcting))
        #expect(press("7⎋") == .typed)
        #expect(press("⎋") == .hint(.correctionLeft))
        #expect(press("7k") == .record(.init(side: .home, player: .number("7"), kind: .twoPoints)))
    }

    @Test func aNumberAfterCapsLockIsTypedAgainOrGoesOn() {
        let order = EntryGrammar.Order(side: .home, player: .number("4"), kind: .twoPoints)
        for keys in ["4Kk", "4K4k", "4KZ4k"] {
            var grammar = EntryGrammar()
            let steps = keys.map { grammar.press(PaperKeep.key($0), at: .zero) }
            #expect(steps[1] == .hint(.capital(.keepers, typed: "4")))
            #expect(steps.last == .record(order), "\(keys)")
        }
    }

    // MARK: Laws

    /// Random keys at random times give the same steps as a parser of the plain text.
    @Test(arguments: seeds(60))
    func aModelThatReparsesTheTextAgrees(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let keys = Array("00112334577899kkkllljftrsOO..##==←←⎋→Zcu")
        let gaps = [5, 33, 90, 299, 300, 301, 500, 699, 700, 900]
        var grammar = EntryGrammar()
        var model = TextModel()
        var now = Duration.zero
        var recorded = 0
        for _ in 0..<400 {
            let character = keys[Int.random(in: keys.indices, using: &generator)]
            now += .milliseconds(gaps[Int.random(in: gaps.indices, using: &generator)])
            let step = grammar.press(PaperKeep.key(character), at: now)
            let expected = model.press(character, at: now)
            if case .record(let order) = step {
                recorded += 1
                #expect(order == expected)
            } else {
                #expect(expected == nil, "\(step)")
            }
            #expect(grammar.text == model.text)
            #expect(grammar.side == model.side)
        }
        #expect(recorded > 0)
    }
}

/// Keeps the text only, and parses it from the start at every kind.
private struct TextModel {
    private(set) var text = ""
    private(set) var side = DeskSide.home
    private var last: (key: Character, at: Duration)?
    private var run = 0
    private var isKept = false

    private static let kinds: [Character: KeyAction] = [
        "k": .twoPoints, "l": .threePoints, "j": .onePoint, "f": .foul, "t": .freeThrow,
        "r": .rebound, "s": .assist, "O": .timeout,
    ]

    mutating func press(_ key: Character, at now: Duration) -> EntryGrammar.Order? {
        let isSoon = last.map { $0.key == key && now - $0.at < .milliseconds(300) } ?? false
        last = (key, now)
        run = key.isNumber ? (isSoon ? run + 1 : 1) : 0
        switch key {
        case "0"..."9":
            if isKept { text = "" }
            type(key)
        case "→": side = side == .home ? .away : .home
        case "←": text = String(text.dropLast())
        case "⎋": text = ""
        case ".", "#": text = String(key)
        case "=":
            guard let who = text.split(separator: "=").first, who != "#" else {
                return nil
            }
            text = who + "="
        default:
            guard let kind = Self.kinds[key] else { return nil }
            // A time-out is of a team: after a number its capital may be of Caps Lock.
            if kind == .timeout, !text.isEmpty, !text.hasPrefix(".") {
                isKept = true
                return nil
            }
            defer { text = "" }
            isKept = false
            return order(kind)
        }
        isKept = false
        return nil
    }

    private mutating func type(_ digit: Character) {
        if run >= 3 {
            text = ""
            return
        }
        if text == "." { text = "" }
        text.append(digit)
        let parts = text.split(separator: "=")
        let isBad = parts.count == 2 && !["1", "2", "3"].contains(parts[1])
        if isBad || parts[0].filter(\.isNumber).count > 4 { text = "" }
    }

    private func order(_ kind: KeyAction) -> EntryGrammar.Order? {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        let who = parts.first ?? ""
        let points = parts.count == 2 ? Int(parts[1]) : nil
        if parts.count == 2, points == nil { return nil }
        if kind == .timeout {
            return who.isEmpty || who == "."
                ? .init(side: side, player: .team, kind: kind, points: points) : nil
        }
        switch who {
        case "", "#": return nil
        case ".": return .init(side: side, player: .team, kind: kind, points: points)
        default:
            let player: EntryGrammar.Player =
                who.hasPrefix("#") ? .slot(String(who.dropFirst())) : .number(who)
            return .init(side: side, player: player, kind: kind, points: points)
        }
    }
}
