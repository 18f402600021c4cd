import Seeds
import Simulator
import Testing

@testable import MoveLog

/// What one more entry costs does not grow with the log.
@Suite struct GrowthTests {
    /// The newest entries move to another place only when they outgrow theirs: a copy for each entry
    /// would make a day of moves, and every opening of it, slow.
    @Test func anEntryMovesNothingOfItsLog() throws {
        var mesh = try Mesh(devices: 1)
        let author = mesh.replicas[0].author
        func place() -> UInt {
            let branch = mesh.replicas[0].log.authors[author]?.branches[0]
            let page = branch?.parts(after: 0, upTo: branch?.last ?? 0).last?.bytes ?? []
            return unsafe page.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        var moves = 0
        var last = place()
        for _ in 0..<2000 {
            try mesh.record(0, 1, size: 100)
            let now = place()
            if now != last { moves += 1 }
            last = now
        }
        #expect(mesh.replicas[0].log.byteCount > 200_000)
        #expect(moves < 100, "\(moves) times")
    }
}
