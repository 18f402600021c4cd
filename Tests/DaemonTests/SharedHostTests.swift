import Net
import Testing

@testable import API
@testable import Daemon

/// What an address means to others, and to a device whose addresses change.
@Suite struct SharedHostTests {
    @Test(arguments: [
        ("192.168.1.4:7420", "192.168.1.4"), ("[fd00::2]:7420", "[fd00::2]"),
    ])
    func aHostIsTold(text: String, host: String) throws {
        #expect(try #require(Address(text)).sharedHost == host)
    }

    @Test func aHostOfOneLinkIsToldToNobody() throws {
        let host = Address.Host.v6(high: 0xfe80_0000_0000_0000, low: 2, scope: 4)
        #expect(Address(host, port: 1).sharedHost == nil)
    }

    @Test func aLinkIsStrandedWhenItsAddressIsGone() throws {
        let now = try ["192.168.1.4:0", "[fd00::2]:0", "127.0.0.1:0"].map {
            try #require(Address($0)).host
        }
        let scoped = Address.Host.v6(high: 0xfd00_0000_0000_0000, low: 2, scope: 3)
        #expect(try !#require(Address("192.168.1.4:50123")).isStranded(on: now))
        #expect(try !#require(Address("127.0.0.2:50123")).isStranded(on: now))
        #expect(!Address(scoped, port: 1).isStranded(on: now))
        #expect(try #require(Address("192.168.1.9:50123")).isStranded(on: now))
        #expect(try #require(Address("[fd00::3]:50123")).isStranded(on: now))
    }
}
