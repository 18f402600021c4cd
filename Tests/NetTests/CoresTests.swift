import Net
import Testing

/// What is done on all cores is what is done on one.
@Suite struct CoresTests {
    @Test(arguments: [0, 1, 2, 7, 1_000])
    func resultsStandInTheOrderOfTheirPieces(count: Int) {
        let pieces = (0..<count).map { ($0 &* 7_919) % 1_009 }
        let work: @Sendable (Int) -> [Int] = { piece in (0..<piece % 50).map { $0 &* piece } }
        #expect(Cores.map(pieces, work) == pieces.map(work))
    }
}
