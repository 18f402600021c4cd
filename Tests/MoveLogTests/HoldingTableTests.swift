import Seeds
import Simulator
import Testing

@testable import MoveLog

@Suite struct HoldingTableTests {
    /// Whatever is found, told and heard in whatever order, a peer knows in the end what is known
    /// here, and nothing goes to it twice, nor what it said itself and nothing came after.
    @Test(arguments: 0..<200)
    func aPeerIsToldWhatItDoesNotKnow(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let key = ToySeal(device: 1).publicKey
        let authors = (0..<6 as Range<UInt64>).map { number in
            let made = ToySeal(device: 10 + number)
            return made.authorID(of: made.publicKey, nonce: .zero)
        }
        var table = HoldingTable()
        var told = [ToldHoldings(), ToldHoldings()]
        var known: [[AuthorID: UInt64]] = [[:], [:]]
        var counting = Set(authors.prefix(4))
        let room = Int.random(in: 1...4, using: &random)
        func tell(_ peer: Int) {
            table.awaken { counting.contains($0) }
            let news = told[peer].news(in: &table, at: key, room: room) { counting.contains($0) }
            // Of each author that is held one change is current, and what was replaced is dropped.
            let current = Array(table.changes(at: key, after: 0)).map(\.author)
            #expect(current.count == table.count && Set(current).count == current.count)
            #expect(table.changeCount <= 2 * authors.count + HoldingTable.changesMin)
            #expect(news.count <= room && Set(news.map(\.author)).count == news.count)
            for item in news {
                #expect(known[peer][item.author] ?? 0 < item.sequence, "told twice")
                known[peer][item.author] = item.sequence
            }
        }
        for _ in 0..<120 {
            let author = try #require(authors.randomElement(using: &random))
            let sequence = table.sequence(of: author, at: key)
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2:
                let more = sequence + UInt64.random(in: 1...3, using: &random)
                table.note(more, of: author, at: key, counts: counting.contains(author))
            case 3...4:
                // A peer says what is known here, or more, or what it said long ago.
                let peer = Int.random(in: 0...1, using: &random)
                let said = max(1, sequence + UInt64.random(in: 0...3, using: &random)) - 1
                guard said > 0 else { continue }
                if said > sequence {
                    table.note(said, of: author, at: key, counts: counting.contains(author))
                }
                known[peer][author] = max(known[peer][author] ?? 0, said)
                told[peer].hear([.init(author: author, sequence: said)], in: table, at: key)
            case 5...6: tell(Int.random(in: 0...1, using: &random))
            default:
                // An author that counts now; none stops to count, which may tell again.
                counting.insert(author)
            }
        }
        counting = Set(authors)
        for _ in 0..<20 { for peer in 0...1 { tell(peer) } }
        let all = table[key] ?? [:]
        for peer in 0...1 {
            #expect(known[peer] == all)
            #expect(told[peer].heard.isEmpty)
        }
        #expect(table.count == all.count)
    }

    /// What is not told, because its author stopped to count before it could be, is told later.
    @Test func whatCountsAgainIsTold() throws {
        let key = ToySeal(device: 1).publicKey
        let made = ToySeal(device: 9)
        let author = made.authorID(of: made.publicKey, nonce: .zero)
        var table = HoldingTable()
        var told = ToldHoldings()
        table.note(3, of: author, at: key, counts: true)
        #expect(told.news(in: &table, at: key, room: 9) { _ in false }.isEmpty)
        #expect(told.news(in: &table, at: key, room: 9) { _ in true }.isEmpty)
        table.awaken { _ in true }
        #expect(told.news(in: &table, at: key, room: 9) { _ in true }.map(\.sequence) == [3])
        #expect(told.news(in: &table, at: key, room: 9) { _ in true }.isEmpty)
    }

    /// What was forgotten of an author is gone from what is told, and comes once when it is found again.
    @Test func whatIsForgottenIsNotTold() throws {
        let key = ToySeal(device: 1).publicKey
        let made = ToySeal(device: 9)
        let author = made.authorID(of: made.publicKey, nonce: .zero)
        var table = HoldingTable()
        table.note(3, of: author, at: key, counts: true)
        table.remove(author)
        #expect(table[key]?.isEmpty == true && Array(table.changes(at: key, after: 0)).isEmpty)
        table.note(3, of: author, at: key, counts: true)
        #expect(Array(table.changes(at: key, after: 0)).map(\.sequence) == [3])
        table.remove(key)
        #expect(table[key] == nil && table.revision(of: key) == 0)
    }
}
