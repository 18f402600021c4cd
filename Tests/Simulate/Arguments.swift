import Foundation
import Official
import Simulator

/// What the command line asks for.
struct Arguments: Sendable {
    struct Unusable: Error, CustomStringConvertible {
        var description: String
    }

    /// The largest number of seeds, and the largest first one: their sum is a seed too.
    private static let seedMax: UInt64 = 1 << 62

    /// Seeds from the first, in order.
    var seeds: ClosedRange<UInt64>
    /// No run is begun after that.
    var time: Duration?
    var jobs = ProcessInfo.processInfo.activeProcessorCount
    var isTwice = false
    var isTraced = false
    var isShrinking = true
    /// What must be said of a run's scenario, or it is left out; nil for nothing.
    var demand: (@Sendable (Scenario) -> Bool)?
    /// What every run has in common; one for each table.
    private var tables: [RunSpec] = []
    private var isMixed = false

    init(_ words: [String]) throws {
        var common = RunSpec(seed: 0)
        var numbers: [UInt64] = []
        var games: [String] = []
        var (count, from): (UInt64?, UInt64) = (nil, 1)
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--seeds": count = try rest.number(of: word, 1...Self.seedMax)
            case "--from": from = try rest.number(of: word, 0...Self.seedMax)
            case "--minutes": time = .seconds(60 * (try rest.number(of: word, 1...10_000)))
            case "--jobs": jobs = Int(try rest.number(of: word, 1...256))
            case "--twice": isTwice = true
            case "--trace": isTraced = true
            case "--unshrunk": isShrinking = false
            default:
                if try common.take(word, &rest) { continue }
                if let number = UInt64(word) {
                    numbers.append(number)
                } else {
                    games += try Self.games(word)
                }
            }
        }
        let isRange = count != nil || time != nil
        guard isRange ? numbers.isEmpty : [1, 2].contains(numbers.count) else {
            throw Unusable(description: "give --seeds, --minutes or one seed or two")
        }
        let first = isRange ? from : numbers[0]
        let last = isRange ? count.map { from + $0 - 1 } ?? Self.seedMax : numbers.last ?? first
        guard first <= last else {
            throw Unusable(description: "the last seed is before the first")
        }
        seeds = first...last
        tables = games.isEmpty ? [common] : games.map { common.recording($0) }
    }

    /// Has every eighth run record a real game, whose official numbers are known from elsewhere, and
    /// somebody hostile in every fourth.
    mutating func mix() { isMixed = true }

    var isAlone: Bool { seeds.count == 1 && tables.count == 1 }

    /// The run with this number, from 0; nil behind the last.
    func spec(_ number: Int) -> RunSpec? {
        let seed = seeds.lowerBound + UInt64(number / tables.count)
        guard seed <= seeds.upperBound else { return nil }
        var spec = tables[number % tables.count]
        spec.seed = seed
        if isMixed, number % 8 == 7 {
            spec.game = OfficialGame.names[number / 8 % OfficialGame.names.count]
            spec.hasSlips = true
        } else if isMixed, number % 4 == 1 {
            spec.isHostile = true
        }
        return spec
    }

    private static func games(_ word: String) throws -> [String] {
        let names =
            word == "games"
            ? OfficialGame.names : OfficialGame.names.filter { $0.hasPrefix(word) }
        guard !names.isEmpty, !word.hasPrefix("-") else {
            throw Unusable(description: "neither an option nor a game: \(word)")
        }
        return names
    }
}
