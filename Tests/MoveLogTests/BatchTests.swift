import Seeds
import Testing

@testable import MoveLog

/// Many drafts in a row are recorded in commits that each fit, none lost and none moved.
@Suite struct BatchTests {
    @Test(arguments: UInt64(1)...40)
    func everyPartFitsACommitAndNothingIsLost(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bodyMax = [8, 4096, MoveLogLimits.entryBytesMax - 2 * MoveLogLimits.envelopeBytesMax]
        let drafts = (0..<Int.random(in: 0...700, using: &random)).map { number in
            let most = bodyMax[number % (1 + Int(seed) % 3)]
            let count = Int.random(in: 0...most, using: &random)
            let body = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: count)
            return Draft(scope: .table, kind: Kind(rawValue: 99), body: body)
        }
        let batches = drafts.batches
        #expect(batches.flatMap(\.self) == drafts)
        for batch in batches {
            let bytes = batch.reduce(0) { $0 + $1.body.count + MoveLogLimits.envelopeBytesMax }
            #expect(!batch.isEmpty && batch.count <= MoveLogLimits.draftsMax)
            #expect(bytes <= MoveLogLimits.spanBytesMax)
        }
        // No two neighbours would fit into one: commits are not made for nothing.
        for (one, next) in zip(batches, batches.dropFirst()) {
            let bytes = one.reduce(next[0].body.count) { $0 + $1.body.count }
            #expect(
                one.count == MoveLogLimits.batchDraftsMax || bytes > MoveLogLimits.batchBytesMax)
        }
    }
}
