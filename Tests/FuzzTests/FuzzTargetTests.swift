import FuzzTargets
import Seeds
import Testing

/// What `Scripts/fuzz` runs for long is run here over its seeds, over what it found before, and over a
/// few changes of each.
@Suite("Outside bytes", .timeLimit(.minutes(2)))
struct FuzzTargetTests {
    @Test("every target holds over its seeds", arguments: FuzzTarget.allCases)
    func seeds(target: FuzzTarget) throws {
        let seeds = try SeedCorpus.seeds(of: target)
        try #require(seeds.count > 5, "\(target) begins with nothing")
        for (index, seed) in seeds.enumerated() {
            #expect(throws: Never.self, "\(target), seed \(index)") { try target.run(seed) }
        }
    }

    @Test("every target holds over changed seeds", arguments: FuzzTarget.allCases)
    func changes(target: FuzzTarget) throws {
        var random = SeededGenerator(seed: 20_261)
        let seeds = try SeedCorpus.seeds(of: target)
        for _ in 0..<100 {
            var input = seeds[Int.random(in: 0..<seeds.count, using: &random)]
            let other = seeds[Int.random(in: 0..<seeds.count, using: &random)]
            for _ in 0...Int.random(in: 0...3, using: &random) {
                change(&input, with: other, using: &random)
            }
            #expect(throws: Never.self, "\(target): \(hexadecimal(input))") {
                try target.run(input)
            }
        }
    }

    private func change(
        _ input: inout [UInt8], with other: [UInt8], using random: inout SeededGenerator
    ) {
        let place = Int.random(in: 0...input.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0 where place < input.count: input[place] = UInt8.random(in: 0...255, using: &random)
        case 1: input.removeLast(input.count - place)
        case 2: input.insert(contentsOf: random.bytes(3), at: place)
        default: input.insert(contentsOf: other.suffix(64), at: place)
        }
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
