import Documents
import Foundation
import Seeds
import Testing

/// `Counts` beside a dictionary: the same when it is asked, written, compared, and on the wire.
@Suite struct CountsTests {
    private static let names = ["assist", "foul", "", "é", "e\u{301}", "zone", "Ä", "rebound", "A"]

    @Test(arguments: seeds(200))
    func countsAreADictionary(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var counts = Counts()
        var plain: [String: Int] = [:]
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            let name = Self.names.randomElement(using: &random) ?? ""
            let number = Int.random(in: -3...3, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                counts[name] = nil
                plain[name] = nil
            case 1:
                counts[name, default: number] += 1
                plain[name, default: number] += 1
            case 2:
                var other = Counts()
                other[name] = number
                counts += other
                plain[name, default: 0] += number
            default:
                counts[name] = number
                plain[name] = number
            }
            #expect(counts.isEmpty == plain.isEmpty)
            #expect(counts.names == plain.keys.sorted())
            for name in Self.names { #expect(counts[name] == plain[name]) }
        }
        let pairs = plain.shuffled(using: &random).map { (name: $0.key, count: $0.value) }
        #expect(Counts(pairs) == counts)
        #expect(Counts(pairs)?.hashValue == counts.hashValue)
        let told = try JSONEncoder().encode(counts)
        #expect(try JSONDecoder().decode([String: Int].self, from: told) == plain)
        #expect(try JSONDecoder().decode(Counts.self, from: told) == counts)
        if let (name, count) = plain.randomElement(using: &random) {
            #expect(Counts(pairs + [(name, count)]) == nil)
            var other = counts
            other[name] = count + 1
            #expect(other != counts)
        }
    }
}
