import Observation
import Observing
import Synchronization
import Testing
import ViewModels

/// Outputs for views that track what they read.
@Suite struct ObservedTests {
    /// Counts the changes of what `read` reads, as SwiftUI would draw again.
    private func changes(
        _ read: @escaping () -> Void, during work: () -> Void
    ) -> Int {
        let count = Counter()
        withObservationTracking(read) { count.add() }
        work()
        return count.value
    }

    @Test func aReadValueIsTracked() {
        let score = Dynamic("0 : 0")
        let observed = Observed(score)
        #expect(observed.value == "0 : 0")
        #expect(changes({ _ = observed.value }, during: { score.value = "2 : 0" }) == 1)
        #expect(observed.value == "2 : 0")
        // Once tracked, once told: a view reads again when it draws.
        let twice = {
            score.value = "3 : 0"
            score.value = "4 : 0"
        }
        #expect(changes({ _ = observed.value }, during: twice) == 1)
        #expect(observed.value == "4 : 0")
    }

    @Test func whatIsNotReadIsNotTracked() {
        let (score, state) = (Dynamic("0 : 0"), Dynamic("live"))
        let (first, second) = (Observed(score), Observed(state))
        #expect(changes({ _ = first.value }, during: { state.value = "decided" }) == 0)
        #expect(changes({ _ = second.value }, during: { state.value = "official" }) == 1)
    }

    @Test func aListIsItsRows() {
        let list = Dynamic<[Scorer]>([])
        let observed = Observed(list)
        let ana = Scorer(id: "h#1", text: "Ana 2")
        #expect(changes({ _ = observed.value }, during: { list.update([ana]) }) == 1)
        #expect(observed.value == [ana])
        #expect(changes({ _ = observed.value }, during: { list.update([ana]) }) == 0)
    }

    @Test func itFollowsAViewModel() {
        let library = PaperLibrary()
        let lead = LeadViewModel(of: library)
        let (line, scorers) = (Observed(lead.line), Observed(lead.scorers))
        let game = { library.status.value = Samples.status(game: Samples.game) }
        #expect(changes({ _ = (line.value, scorers.value) }, during: game) == 1)
        #expect(line.value == "Owls by 7" && scorers.value.map(\.id) == ["h#1", "h#2", "a#1"])
    }

    /// The binding ends with the adaptor, and nothing holds either.
    @Test func nothingIsLeft() {
        let score = Dynamic(0)
        weak var observed: Observed<Int>?
        weak var derived: Dynamic<Int>?
        do {
            let doubled = score.map { 2 * $0 }
            let adaptor = Observed(doubled)
            (derived, observed) = (doubled, adaptor)
            // A view that still tracks it holds nothing.
            withObservationTracking({ _ = adaptor.value }, onChange: {})
            score.value = 1
            #expect(adaptor.value == 2)
        }
        #expect(observed == nil)
        // Only the binding of the adaptor held it.
        #expect(derived == nil)
        score.value = 2
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock(\.self) }

    func add() { count.withLock { $0 += 1 } }
}
