import Seeds
import Testing

@testable import LocalAPI

@Suite("Bytes leave a queue as they came, whatever is moved inside")
struct ByteQueueTests {
    @Test("Takes and lines agree with a plain array", arguments: seeds(60))
    func law(seed: Int) throws {
        var seeded = SeededGenerator(seed: UInt64(seed))
        var queue = ByteQueue()
        var model: [UInt8] = []
        for _ in 0..<300 {
            switch Int.random(in: 0..<4, using: &seeded) {
            case 0, 1:
                let size = seeded.chance(10) ? 6000 : 40
                var more = (0..<Int.random(in: 0...size, using: &seeded)).map { _ in
                    UInt8.random(in: 32...126, using: &seeded)
                }
                if seeded.chance(30) { more += [13, 10] }
                queue.append(more)
                model += more
            case 2:
                let limit = Int.random(in: 0...(seeded.chance(10) ? 9000 : 30), using: &seeded)
                // Not between CR and LF, where the rest would be no line.
                guard limit == 0 || model.prefix(limit).last != 13 else { continue }
                let taken = queue.removeFirst(limit)
                #expect(taken == Array(model.prefix(limit)))
                model.removeFirst(taken.count)
            default:
                let line = try queue.takeLine(limit: .max)
                guard let end = model.firstIndex(of: 10) else {
                    #expect(line == nil)
                    continue
                }
                #expect(line == Array(model[..<(end - 1)]))
                model.removeFirst(end + 1)
            }
            #expect(queue.count == model.count)
        }
        #expect(queue.removeFirst(.max) == model)
        #expect(queue.isEmpty)
    }
}
