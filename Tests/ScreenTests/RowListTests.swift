import Documents
import Seeds
import Testing
import ViewModels

extension Array where Element: Identifiable & Equatable {
    /// Makes the changes, as a view of the rows does.
    mutating func make(_ changes: [ListChange<Element>]) {
        for change in changes {
            switch change {
            case .insert(let row, let place): insert(row, at: Swift.min(place, count))
            case .remove(let id): removeAll { $0.id == id }
            case .update(let row): self = map { $0.id == row.id ? row : $0 }
            case .reset(let rows): self = rows
            }
        }
    }
}

/// The changes of a list lead from the old rows to the new ones.
@Suite struct RowListTests {
    private struct PaperRow: Identifiable, Equatable {
        let id: Int
        var text = 0
    }

    /// Rows of random edits, each of a kind that lists know: arrivals, older pages, changes, removals,
    /// another order, other rows altogether.
    private struct Edits {
        var random: SeededGenerator
        var rows: [PaperRow] = []
        private var count = 0

        init(seed: UInt64) { random = SeededGenerator(seed: seed) }

        mutating func step() {
            for _ in 0..<Int.random(in: 1...3, using: &random) { edit() }
        }

        private mutating func edit() {
            let place = rows.indices.randomElement(using: &random)
            switch Int.random(in: 0..<16, using: &random) {
            case 0..<4: rows.insert(fresh(), at: 0)
            case 4, 5: for _ in 0..<5 { rows.append(fresh()) }
            case 6, 7: rows.insert(fresh(), at: place ?? 0)
            case 8..<11: if let place { rows[place].text += 1 }
            case 11: rows = rows.map { PaperRow(id: $0.id, text: $0.text + 1) }
            case 12, 13:
                let part = Int.random(in: 2...6, using: &random)
                rows.removeAll { $0.id % part == 0 }
            case 14: rows.shuffle(using: &random)
            default: if Bool.random(using: &random) { rows = [fresh(), fresh()] }
            }
        }

        private mutating func fresh() -> PaperRow {
            count += 1
            return PaperRow(id: count)
        }
    }

    @Test(arguments: seeds(UInt64(200)))
    func theChangesOfTheOldRowsGiveTheNewOnes(seed: UInt64) {
        var edits = Edits(seed: seed)
        let list = RowList<PaperRow>()
        var view: [PaperRow] = []
        var told: [[ListChange<PaperRow>]] = []
        let binding = list.changes.bind { changes in
            view.make(changes)
            told.append(changes)
            #expect(view == list.rows.value, "seed \(seed)")
        }
        for _ in 0..<60 {
            let last = edits.rows
            edits.step()
            let next = edits.rows
            told = []
            list.show(next)
            #expect(view == next && list.rows.value == next, "seed \(seed)")
            guard last != next else {
                #expect(told.isEmpty, "seed \(seed)")
                continue
            }
            #expect(told.count == 1, "seed \(seed)")
            let (old, new) = (Set(last.map(\.id)), Set(next.map(\.id)))
            let isInOrder =
                last.map(\.id).filter(new.contains) == next.map(\.id).filter(old.contains)
            let edited = next.filter { row in last.contains { $0.id == row.id && $0 != row } }
            // Each row that differs once, and no other.
            let least = old.symmetricDifference(new).count + edited.count
            #expect(told.first?.count == (isInOrder ? least : 1), "seed \(seed)")
            #expect((told.first == [.reset(next)]) == !isInOrder, "seed \(seed)")
        }
        binding.end()
    }

    /// A view that answers rows with other rows does not mix up those that bound after it.
    @Test func rowsSetDuringDeliveryAreToldLater() {
        let list = RowList<PaperRow>()
        let answering = list.rows.bind { rows in
            if rows.count == 1 { list.show([PaperRow(id: 2)] + rows) }
        }
        let told = Heard(list.changes)
        list.show([PaperRow(id: 1)])
        #expect(
            told.values == [[.insert(PaperRow(id: 1), at: 0)], [.insert(PaperRow(id: 2), at: 0)]])
        #expect(list.rows.value.map(\.id) == [2, 1])
        answering.end()
    }

    @Test func aBasketInALongTimelineIsOneInsert() throws {
        let library = PaperLibrary()
        let log = PaperLog()
        for lamport in 1...500 { log.record(["mia", "bo"][lamport % 2], at: UInt64(lamport)) }
        library.connection.value = .connected
        let timeline = TimelineViewModel(
            library: library, timekeeper: ManualTimekeeper(), navigator: nil, of: .game(log.game),
            pageSize: 600)
        library.log = log.entries
        library.showWindows()
        #expect(timeline.rows.value.count == 500)
        let told = Heard(timeline.list.changes)
        library.newest.value = log.record("mia", at: 501)
        let row = try #require(timeline.rows.value.first)
        #expect(row.score == "1002:0" && timeline.rows.value.count == 501)
        #expect(told.values == [[.insert(row, at: 0)]])
    }
}
