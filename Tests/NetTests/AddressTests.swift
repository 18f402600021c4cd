import Foundation
import Seeds
import Testing

@testable import Net

@Suite struct AddressTests {
    @Test(arguments: seeds(50))
    func everyAddressIsReadBackAsItWasPrinted(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let address = random(&generator)
            #expect(Address("\(address)") == address, "seed \(seed): \(address)")
            #expect(SocketAddress(address).address == asBound(address), "seed \(seed): \(address)")
            #expect(NamedAddress(address).address == address, "seed \(seed): \(address)")
        }
    }

    private func random(_ generator: inout SeededGenerator) -> Address {
        let port = UInt16.random(in: 0 ... .max, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return Address(.any, port: port)
        case 1: return Address(.v4(.random(in: 0 ... .max, using: &generator)), port: port)
        case 2:
            let scope = UInt32.random(in: 0..<9, using: &generator)
            return Address(
                .v6(
                    high: 0xfe80 << 48, low: .random(in: 1 ... .max, using: &generator),
                    scope: scope), port: port)
        default:
            // With runs of zeros, which the short form leaves out.
            let mask = UInt64.random(in: 0 ... .max, using: &generator)
            return Address(
                .v6(
                    high: .random(in: 1 ... .max, using: &generator) & mask | 1 << 61,
                    low: .random(in: 0 ... .max, using: &generator) & ~mask, scope: 0), port: port)
        }
    }

    /// The system knows no "any" but the one of IPv6.
    private func asBound(_ address: Address) -> Address {
        guard case .any = address.host else { return address }
        return Address(.v6(high: 0, low: 0, scope: 0), port: address.port)
    }

    @Test func anIPv4AddressInsideIPv6IsIPv4() {
        #expect(Address("[::ffff:192.168.1.4]:7420") == Address("192.168.1.4:7420"))
    }

    @Test(arguments: [
        "", ":", "7420", "1.2.3:7420", "1.2.3.4", "1.2.3.4:", "1.2.3.4:65536", "1.2.3.4:-1",
        "1.2.3.4:+1", "[::1]", "[::1:7420", "::1:7420", "[]:7420", "[::g]:7420", "[fe80::1%0]:1",
        "[fe80::1%nosuch]:1", "bench:7420", "1.2.3.4\u{0}:1",
    ])
    func whatIsNoAddressIsRefused(text: String) {
        #expect(Address(text) == nil)
    }

    @Test(arguments: ["bench", "bench:", "be nch:1", "bench:70000", "1.2.3:7420", "a:b:1", ""])
    func whatIsNoPlaceIsNamedInTheError(text: String) {
        #expect(failure { _ = try NamedAddress(text) } == .malformedAddress(text: text))
    }

    @Test(arguments: [
        ("192.168.1.21", "192.168.1.21:7420"), ("192.168.1.21:9", "192.168.1.21:9"),
        ("fe80::1", "[fe80::1]:7420"), ("[fe80::1]", "[fe80::1]:7420"),
        ("[fe80::1]:9", "[fe80::1]:9"),
        ("bench", "bench:7420"), ("bench.local:9", "bench.local:9"),
    ])
    func aPortThatIsNotWrittenIsTheUsualOne(text: String, whole: String) throws {
        #expect(try NamedAddress(text, port: 7420) == NamedAddress(whole))
    }

    @Test(arguments: ["bench:", "be nch", "bench:70000", "1.2.3", "a:b:1", "[bench]", "", ":"])
    func whatIsNoPlaceIsNoneWithAPortEither(text: String) {
        #expect(failure { _ = try NamedAddress(text, port: 7420) } == .malformedAddress(text: text))
    }

    @Test func aNameIsKeptAsWritten() throws {
        let place = try NamedAddress("bench.local:7420")
        #expect(place.host == "bench.local")
        #expect(place.port == 7420)
        #expect(place.address == nil)
    }

    /// Whatever order the system lists them in, and wherever a bridge or tunnel comes from.
    @Test func theAddressesOthersReachComeFirst() throws {
        func interface(
            _ name: String, _ addresses: String...
        ) -> (name: String, isLoopback: Bool, addresses: [Address]) {
            (name, name == "lo", addresses.compactMap { Address("\($0):0") })
        }
        let all = [
            interface("lo", "127.0.0.1", "[::1]"), interface("docker0", "172.17.0.1"),
            interface("tailscale0", "100.64.0.5", "[fd7a::5]"), interface("wlan1", "169.254.3.4"),
            interface("eth0", "[2001:db8::7]", "10.77.0.1"), interface("tun0", "10.8.0.2"),
        ]
        let wanted = [
            "10.77.0.1", "169.254.3.4", "[2001:db8::7]", "172.17.0.1", "100.64.0.5", "10.8.0.2",
            "[fd7a::5]",
        ]
        #expect(Interface.shared(all).map(\.sharedHost) == wanted)
        let reversed = Interface.shared(Array(all.reversed())).map(\.sharedHost)
        #expect(Array(reversed.prefix(3)) == Array(wanted.prefix(3)))
    }

    /// A device with addresses of one link alone has a network, and none to tell.
    @Test(
        arguments: [
            (["127.0.0.1", "[::1]"], "no network"), ([], "no network"),
            (["[fe80::7%1]"], "one link"), (["[fe80::7%1]", "[fd7a::5]"], nil),
            (["[fe80::7%1]", "169.254.3.4"], nil),
        ] as [([String], String?)])
    func whyThereIsNoAddressIsTold(addresses: [String], words: String?) throws {
        let found = addresses.compactMap { Address("\($0):0") }
        #expect(found.count == addresses.count)
        let told = Interface.obstacle([("eth0", found.allSatisfy(\.isLoopback), found)])
        #expect(told == nil ? words == nil : words.map { told?.contains($0) == true } ?? false)
    }

    @Test func loopbackIsKnown() throws {
        for text in ["127.0.0.1:1", "127.9.9.9:1", "[::1]:1"] {
            #expect(try #require(Address(text)).isLoopback, "\(text)")
        }
        #expect(try !#require(Address("128.0.0.1:1")).isLoopback)
    }

    @Test(.timeLimit(.minutes(1)))
    func aNameIsLookedUpBesideTheLoop() throws {
        let poller = EventLoop<Int>()
        let found = try Resolution(NamedAddress("localhost:7420"))
        poller.watch(found.number, .readable, as: 1)
        try turn(poller) { _, ready in !ready.isEmpty }
        let addresses = try #require(found.outcome()).get()
        #expect(addresses.allSatisfy { $0.isLoopback && $0.port == 7420 })
        #expect(!addresses.isEmpty)
    }

    @Test(.timeLimit(.minutes(1)))
    func aNameThatDoesNotExistIsNamedInTheError() throws {
        let error = failure { _ = try NamedAddress("nobody.invalid:7420").resolve() }
        #expect(error?.message.hasPrefix("cannot find the address of nobody.invalid: ") == true)
    }
}

@Suite struct AnnouncementTests {
    /// A group of this test's own.
    private let group = Address.Host.v6(high: 0xff02 << 48, low: 0x5c0e_7e57, scope: 0)

    @Test(.timeLimit(.minutes(1)))
    func anAnnouncementReachesEverySocketOfThePort() throws {
        let first = try AnnouncementSocket(port: 0, group: group)
        let second = try AnnouncementSocket(port: first.port, group: group)
        let third = try AnnouncementSocket(port: first.port, group: group)
        let sockets = [first, second, third]
        let poller = EventLoop<Int>()
        for (token, socket) in sockets.enumerated() {
            #expect(try socket.refresh().hasChanged)
            #expect(try !socket.refresh().hasChanged)
            for number in socket.numbers { poller.watch(number, .readable, as: token) }
        }
        #expect(first.interfaces.contains { $0.isLoopback && $0.broadcasts == [0x7fff_ffff] })
        let message = Array("a table is here".utf8)
        let failures = first.send { _ in message }
        #expect(!failures.contains { $0.number?.rawValue == EACCES }, "\(failures)")
        // Where an interface carries multicast, the group must be heard as well.
        let hasGroup = first.interfaces.contains { $0.hasIPv6 && !$0.isLoopback }
        var (heard, heardOfGroup): (Set<Int>, Set<Int>) = ([], [])
        try turn(poller) { _, ready in
            for (token, _) in ready {
                while let datagram = try sockets[token].receive() {
                    #expect(datagram.bytes == message)
                    #expect(datagram.source.port == first.port)
                    if case .v6 = datagram.source.host {
                        heardOfGroup.insert(token)
                    } else {
                        heard.insert(token)
                    }
                }
            }
            return heard == [0, 1, 2] && heardOfGroup == (hasGroup ? [0, 1, 2] : [])
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func aDatagramBeyondTheLimitIsCountedAndDropped() throws {
        let socket = try AnnouncementSocket(port: 0, group: group)
        let sender = try DatagramSocket(sharing: .loopback(port: 0))
        let target = Address.loopback(port: socket.port)
        let largest = [UInt8](repeating: 7, count: NetLimits.announcementBytesMax)
        #expect(sender.send(largest + [8], to: target) == nil)
        #expect(sender.send(largest, to: target) == nil)
        let poller = EventLoop<Int>()
        for number in socket.numbers { poller.watch(number, .readable, as: 1) }
        var received: [[UInt8]] = []
        try turn(poller) { _, _ in
            while let datagram = try socket.receive() { received.append(datagram.bytes) }
            return !received.isEmpty
        }
        #expect(received == [largest])
        #expect(socket.oversizedCount == 1)
    }
}
