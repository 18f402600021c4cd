import Client
import Net
import Seeds
import Testing
import ViewModels

/// The clock of a loop, read by hand: the laws of `Timekeeper`.
@Suite struct LoopTimekeeperTests {
    /// A clock whose uptime the test sets.
    private final class Rig {
        var uptime = Duration.zero
        private(set) lazy var timekeeper = LoopTimekeeper { [unowned self] in uptime }

        func turn(at instant: Duration) {
            uptime = instant
            timekeeper.read()
            timekeeper.ring()
        }
    }

    /// Whatever is asked for and ended in whatever order: everybody is called once, in the order of
    /// the instants, equal ones in the order asked for, in the first turn that has reached them.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func alarmsRingInOrderOnceAndInTheirTurn(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rig = Rig()
        var waiting: [(deadline: Int, id: Int)] = []
        var bindings: [Int: Binding] = [:]
        var heard: [Int] = []
        for id in 0..<200 {
            let now = Int(rig.timekeeper.now.components.seconds)
            let deadline = Int.random(in: now - 3...now + 20, using: &random)
            bindings[id] = rig.timekeeper.wake(at: .seconds(deadline)) { heard.append(id) }
            waiting.append((deadline, id))
            if let ended = waiting.randomElement(using: &random), id % 5 == 0 {
                bindings[ended.id]?.end()
                waiting.removeAll { $0.id == ended.id }
            }
            #expect(heard.isEmpty, "never during the call")
            #expect(
                rig.timekeeper.nextDeadline == waiting.map(\.deadline).min().map { .seconds($0) })
            guard id % 7 == 0 else { continue }
            let next = now + Int.random(in: 0...6, using: &random)
            rig.turn(at: .seconds(next))
            let due = waiting.filter { $0.deadline <= next }
                .sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
            #expect(heard == due.map(\.id))
            waiting.removeAll { $0.deadline <= next }
            heard = []
        }
    }

    @Test func whatIsAskedForWhileRingingIsInOrderToo() {
        let rig = Rig()
        var heard: [String] = []
        var bindings: [Binding] = []
        bindings.append(
            rig.timekeeper.wake(at: .seconds(1)) {
                heard.append("first")
                bindings.append(rig.timekeeper.wake(at: .seconds(2)) { heard.append("between") })
            })
        bindings.append(rig.timekeeper.wake(at: .seconds(3)) { heard.append("last") })
        rig.turn(at: .seconds(5))
        #expect(heard == ["first", "between", "last"])
    }

    @Test func whoeverAsksAgainAndAgainCannotKeepTheLoop() {
        let rig = Rig()
        var count = 0
        var binding: Binding?
        func again() {
            count += 1
            binding = rig.timekeeper.wake(at: .zero, again)
        }
        again()
        rig.turn(at: .seconds(1))
        #expect((2...2000).contains(count))
        #expect(rig.timekeeper.nextDeadline == .zero, "it goes on in the next turn")
        binding?.end()
    }

    @Test func aReleasedBindingIsNotCalledAndTheClockNeverGoesBack() {
        let rig = Rig()
        rig.turn(at: .seconds(5))
        var isCalled = false
        _ = rig.timekeeper.wake(at: .seconds(6)) { isCalled = true }
        rig.turn(at: .seconds(4))
        #expect(rig.timekeeper.now == .seconds(5))
        rig.turn(at: .seconds(7))
        #expect(!isCalled && rig.timekeeper.nextDeadline == nil)
    }
}
