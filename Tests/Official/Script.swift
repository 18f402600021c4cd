import Client
import Documents
import MoveLog
import Scorebook
import Seeds

/// What each keeper of a table enters of a real game, and when: a moment of the game is the same
/// part of the time for all, and each keeper is a little behind it.
package struct Script: Sendable {
    /// How a keeper errs and corrects it, so that in the end the move counts once, as it was.
    package enum Slip: CaseIterable, Sendable {
        /// Something else is recorded, withdrawn, and the move recorded after it.
        case retaken
        /// The move is withdrawn and the withdrawal withdrawn.
        case redone
        case fixed
        /// Another keeper records the move too, and withdraws the copy.
        case copied
        /// Another keeper records the move too, and nobody looks: the fold must hold the copy.
        case left
    }

    enum Item: Sendable {
        /// A move, which gets the bits that only the device knows.
        case move(Move)
        /// Whatever needs no more than it says.
        case entry(any GameBody)
        /// Withdraws what a line of the same keeper recorded; alone if what others recorded of it
        /// happened.
        case void(line: Int, isAlone: Bool = false)
        /// Corrects what a line of the same keeper recorded.
        case fix(line: Int, Move)
    }

    struct Line: Sendable {
        let due: Duration
        let item: Item
    }

    /// By device, each in the order in which its keeper enters it.
    private(set) var lines: [[Line]]
    /// Copies that nobody withdraws: the fold must hold them.
    private(set) var copies = 0
    private let official: OfficialGame
    private let hands: Hands
    private let span: Duration
    private var lag: [Duration]
    private var random: SeededGenerator

    /// Writes the script of a game for some devices. With `setsTarget` the keeper of the game clock
    /// gives the target when its period begins; with `slips` keepers err now and then, and correct
    /// it; `leavingOut` is a step that its keeper misses.
    init(
        of official: OfficialGame, for devices: Int, within span: Duration, seed: UInt64,
        setsTarget: Bool, slips: [Slip], leavingOut left: Int? = nil
    ) throws {
        random = SeededGenerator(seed: seed)
        self.official = official
        self.span = span
        hands = Hands(of: official, to: devices, random: &random)
        lines = Array(repeating: [], count: devices)
        lag = Array(repeating: .zero, count: devices)
        for device in lines.indices {
            let claim = TrackingClaimed(try hands.slots[device].map(official.subject))
            add(.entry(claim), by: device, at: 0)
        }
        var clock = Clocking(official, setsTarget: setsTarget)
        for (index, (step, move)) in zip(official.steps, try official.moves()).enumerated() {
            for entry in clock.before(step) {
                add(.entry(entry), by: hands.keeperOfClock, at: index)
            }
            if index != left {
                let slip = slips.randomElement(using: &random)
                let isSlip = step.player != nil && Int.random(in: 0..<6, using: &random) == 0
                add(move, isSlip ? slip : nil, by: hands.keeper(of: step), at: index)
            }
            for entry in clock.after(step) {
                add(.entry(entry), by: hands.keeperOfClock, at: index)
            }
        }
        for entry in clock.ending {
            add(.entry(entry), by: hands.keeperOfClock, at: official.steps.count)
        }
    }

    /// Adds what happens at the time of a step.
    @discardableResult
    private mutating func add(_ item: Item, by device: Int, at step: Int) -> Int {
        let moment = span * step / max(1, official.steps.count)
        lag[device] = max(
            .zero, lag[device] + span * Double.random(in: -0.02...0.02, using: &random))
        let due = max(moment + lag[device], lines[device].last?.due ?? .zero)
        lines[device].append(Line(due: due, item: item))
        return lines[device].count - 1
    }
}

// MARK: Slips

extension Script {
    /// Adds a move as its keeper enters it, at once or by a slip.
    private mutating func add(_ move: Move, _ slip: Slip?, by keeper: Int, at step: Int) {
        switch slip {
        case nil: add(.move(move), by: keeper, at: step)
        case .retaken:
            let wrong = add(.move(mistaken(move)), by: keeper, at: step)
            add(.void(line: wrong), by: keeper, at: step)
            add(.move(move), by: keeper, at: step)
        case .redone:
            let right = add(.move(move), by: keeper, at: step)
            let void = add(.void(line: right), by: keeper, at: step)
            add(.void(line: void), by: keeper, at: step)
        case .fixed:
            let wrong = add(.move(mistaken(move)), by: keeper, at: step)
            add(.fix(line: wrong, move), by: keeper, at: step)
        case .copied, .left:
            add(.move(move), by: keeper, at: step)
            let other = (keeper + 1) % lines.count
            let copy = add(.move(move), by: other, at: step)
            if slip == .left, isHeld(copied: move) {
                copies += 1
            } else {
                add(
                    .void(line: copy, isAlone: true), by: other,
                    at: min(step + 20, official.steps.count))
            }
        }
    }

    /// The same player's and at the same time, but something else.
    private mutating func mistaken(_ move: Move) -> Move {
        let kinds: [MoveKind] = [.twoPoints, .threePoints, .assist, .steal, .foul, .turnover]
        let others = kinds.filter { $0 != move.kind }
        return Move(
            others.randomElement(using: &random) ?? .block, by: move.subject, period: move.period,
            elapsed: move.elapsed)
    }

    /// Whether the rule of duplicates holds the copy of a move: of a player and a kind that is held, in
    /// a period in which the game clock ran.
    private func isHeld(copied move: Move) -> Bool {
        guard case .line = move.subject, move.elapsed != nil,
            move.period != official.header.rules.targetPeriod
        else { return false }
        switch move.kind {
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .steal, .turnover:
            return true
        case .miss: return move.variant == .ofFreeThrow
        default: return false
        }
    }
}
