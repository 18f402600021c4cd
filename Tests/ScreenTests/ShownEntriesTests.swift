import Documents
import Testing

@testable import ViewModels

/// Each entry is shown once, also on a screen that is open for weeks.
@Suite struct ShownEntriesTests {
    private func entry(_ number: Int) -> EntryDocument {
        var entry = EntryDocument(
            name: "mia.\(number)", keeper: "Mia", wallMilliseconds: 1, index: number,
            lamport: UInt64(number), kind: "note", text: "", state: .live)
        entry.place = "\(String(number, radix: 16)).a1b2c3d4.\(String(number, radix: 16))"
        return entry
    }

    @Test func shownEntriesAreKnownInBoundedMemory() {
        var told = ShownEntries()
        let most = ViewModelsLimits.shownEntriesMax
        for number in 1...(4 * most) {
            let (first, again) = (told.show(entry(number)), told.show(entry(number)))
            guard first, !again else {
                Issue.record("\(number)")
                return
            }
            // One that is seen again and again stays known.
            guard number % 100 != 0 || number == 100 || !told.show(entry(100)) else {
                Issue.record("forgotten at \(number)")
                return
            }
        }
        #expect(told.count <= 2 * most)
        let isLastKnown = ((3 * most + 1)...(4 * most)).allSatisfy { !told.show(entry($0)) }
        #expect(isLastKnown)
    }
}
