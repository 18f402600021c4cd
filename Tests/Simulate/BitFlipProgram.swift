import Foundation
import Simulator

/// `simulate bit-flips [--bytes N]`: every bit of a log flipped, and other ways to damage files.
enum BitFlipProgram {
    static func run(_ words: [String]) throws -> Bool {
        var bytes = 64 * 1024
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word == "--bytes" else {
                throw Arguments.Unusable(description: "no such option: \(word)")
            }
            bytes = Int(try rest.number(of: word, 16_384...1 << 24)) / 4096 * 4096
        }
        let flips = BitFlips(bytes: bytes)
        let sizes = flips.sample.files.map { "\($0.bytes.count)" }.joined(separator: " + ")
        say("a log of \(flips.sample.byteCount) bytes, segments of \(sizes)")
        var isSound = flips.sample.complaint(of: flips.sample.contents) == nil
        let forms = DamageForms(flips.sample)
        let trials: [(String, Int, @Sendable (Int) -> DamageReport)] = [
            ("single bits", flips.parts, { flips.report(part: $0) }),
            ("pairs of bits", 64, { flips.pairs(128, seed: UInt64($0)) }),
            ("sectors and files", forms.parts, { forms.report(part: $0) }),
        ]
        for (name, parts, trial) in trials {
            let start = Date()
            var report = DamageReport()
            for part in spread(parts, trial) { report.add(part) }
            isSound = isSound && report.failures.isEmpty && report.cases > 100
            say("\(name): \(report.cases) cases in \(seconds(since: start))")
            for failure in report.failures { say("  FOUND: \(failure)") }
        }
        say(isSound ? "sound" : "NOT SOUND")
        return isSound
    }
}
