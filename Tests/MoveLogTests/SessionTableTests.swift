import Seeds
import Simulator
import Testing

@testable import MoveLog

/// The table of sessions does what a dictionary does, in the order of the links.
@Suite struct SessionTableTests {
    private static func session(_ link: LinkID) -> PeerSession {
        let seal = ToySeal(device: link.rawValue)
        return PeerSession(
            link: link, key: seal.publicKey, device: seal.deviceID(of: seal.publicKey),
            isDialer: true, host: nil, unaskedBytes: 0, at: .zero)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func actsAsADictionary(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var table = SessionTable()
        var tokens: [LinkID: UInt64] = [:]
        for step in 1...200 as ClosedRange<UInt64> {
            let link = LinkID(rawValue: UInt64.random(in: 0..<12, using: &random))
            let heardAt = tokens[link].map { Duration.seconds($0) }
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                table[link] = Self.session(link)
                tokens[link] = 0
            case 1:
                table[link]?.receive([], at: .seconds(step))
                if tokens[link] != nil { tokens[link] = step }
            case 2:
                table[link] = nil
                tokens[link] = nil
            case 3:
                #expect(table.removeValue(forKey: link)?.heardAt == heardAt)
                tokens[link] = nil
            default:
                table[link]?.offer(AuthorID(octets: .zero))
                #expect(table[link]?.heardAt == heardAt)
            }
            #expect(table.count == tokens.count)
            #expect(table.keys == tokens.keys.sorted())
            #expect(table.values.map(\.link) == table.keys)
        }
    }
}
