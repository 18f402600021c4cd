import MoveLog
import Net
import Seeds
import Testing

@testable import Daemon

/// Whom to dial and when, by hand-turned time.
@Suite struct DialerTests {
    private func device(_ number: UInt8) throws -> DeviceID {
        try #require(DeviceID([UInt8](repeating: number, count: 16)))
    }

    private func address(_ host: UInt32) -> Address { Address(.v4(0x0a00_0000 | host), port: 7420) }

    @Test func oneDeviceIsDialledAtMostOnceASecond() throws {
        var dialer = Dialer()
        let device = try device(1)
        for host in 1...5 {
            dialer.add(device, at: address(UInt32(host)), as: .announced, now: .zero)
        }
        var dials: [Duration] = []
        for tenth in 0..<50 {
            let now = Duration.milliseconds(100 * tenth)
            for dial in dialer.takeDue(at: now) {
                dials.append(now)
                dialer.ended(dial.number, hadLink: false, jitter: 1, at: now)
            }
        }
        #expect(dials.count >= 4)
        #expect(zip(dials, dials.dropFirst()).allSatisfy { $1 - $0 >= DaemonLimits.dialInterval })
    }

    @Test func aHostWhoseDialsLeadNowhereKeepsNobodyOut() throws {
        var dialer = Dialer()
        for number in UInt8(1)..<200 {
            dialer.add(
                try device(number), at: Address(address(1).host, port: UInt16(number)),
                as: .announced, now: .zero)
        }
        #expect(dialer.takeDue(at: .zero).count == DaemonLimits.dialsOfOneHostMax)
        #expect(dialer.nextDeadline == nil)
        dialer.add(try device(201), at: address(2), as: .announced, now: .zero)
        #expect(dialer.takeDue(at: .zero).map(\.destination) == [.address(address(2))])
    }

    @Test func linksThatWereDialledKeepNobodyOut() throws {
        var dialer = Dialer()
        for number in UInt8(1)..<60 {
            dialer.add(try device(number), at: address(UInt32(number)), as: .vouched, now: .zero)
        }
        var linked = 0
        for _ in 0..<2 {
            for dial in dialer.takeDue(at: .zero) {
                linked += 1
                guard case .address(let place) = dial.destination, case .v4(let bits) = place.host
                else { continue }
                let device = try device(UInt8(truncatingIfNeeded: bits))
                dialer.reached(dial.number, device, isMember: true)
                dialer.linked(device)
            }
        }
        #expect(linked > DaemonLimits.dialsMax)
    }

    @Test func aLinkedDeviceIsNotDialled() throws {
        var dialer = Dialer()
        let device = try device(1)
        dialer.add(device, at: address(1), as: .announced, now: .zero)
        dialer.linked(device)
        #expect(dialer.takeDue(at: .seconds(100)).isEmpty)
        #expect(dialer.nextDeadline == nil)
        dialer.unlinked(device)
        #expect(dialer.takeDue(at: .seconds(100)).count == 1)
    }

    @Test func waitsDoubleAndASightingEndsThem() throws {
        var dialer = Dialer()
        dialer.addFixed(.address(address(1)), at: .zero)
        var now = Duration.zero
        var waits: [Duration] = []
        for _ in 0..<10 {
            let dial = try #require(dialer.takeDue(at: now).first)
            dialer.ended(dial.number, hadLink: false, jitter: 1, at: now)
            let next = try #require(dialer.nextDeadline)
            waits.append(next - now)
            now = next
        }
        #expect(waits.prefix(3) == [.milliseconds(250), .milliseconds(500), .seconds(1)])
        #expect(waits.last == DaemonLimits.backoffMax)
        let dial = try #require(dialer.takeDue(at: now).first)
        dialer.ended(dial.number, hadLink: false, jitter: 1, at: now)
        #expect(dialer.takeDue(at: now + .seconds(2)).isEmpty)
        dialer.add(try device(1), at: address(1), as: .announced, now: now + .seconds(2))
        #expect(dialer.takeDue(at: now + .seconds(2)).isEmpty)
        dialer.add(try device(1), at: address(1), as: .vouched, now: now + .seconds(2))
        #expect(dialer.takeDue(at: now + .seconds(2)).count == 1)
    }

    /// A removed device dials an address, and a device at any address, at most once a minute,
    /// whatever is sighted; afterwards at once.
    @Test func aRemovedDeviceDialsOnceAMinute() throws {
        var dialer = Dialer()
        dialer.isSlow = true
        dialer.addFixed(.address(address(1)), at: .zero)
        dialer.add(try device(2), at: address(2), as: .vouched, now: .zero)
        var dials: [Dialer.Destination: [Int]] = [:]
        for second in 0..<180 {
            let now = Duration.seconds(second)
            dialer.retryAll(at: now)
            let place = address(second % 2 == 0 ? 3 : 2)
            dialer.add(try device(2), at: place, as: .vouched, now: now)
            for dial in dialer.takeDue(at: now) {
                dials[dial.destination, default: []].append(second)
                dialer.ended(dial.number, hadLink: false, jitter: 0, at: now)
            }
        }
        #expect(dials.removeValue(forKey: .address(address(1))) == [0, 60, 120])
        #expect(dials.values.flatMap(\.self).sorted() == [0, 60, 120])
        dialer.isSlow = false
        #expect(dialer.takeDue(at: .seconds(180)).count == 2)
    }

    /// An address that failed before is dialled at once when a person names it.
    @Test func aNamedAddressIsDueAtOnce() throws {
        var dialer = Dialer()
        dialer.add(try device(1), at: address(1), as: .announced, now: .zero)
        let dial = try #require(dialer.takeDue(at: .zero).first)
        dialer.ended(dial.number, hadLink: false, jitter: 1, at: .zero)
        var now = Duration.zero
        for _ in 0..<7 {
            now += DaemonLimits.dialInterval
            dialer.addFixed(.address(address(1)), at: now)
            let again = try #require(dialer.takeDue(at: now).first)
            dialer.ended(again.number, hadLink: false, jitter: 1, at: now)
        }
        // It is kept as one that the operator named.
        dialer.forgetAll(at: now)
        #expect(dialer.takeDue(at: now).count == 1)
    }

    /// After each link that stalled the next ones have smaller segments, and larger ones later again.
    @Test func segmentsShrinkAfterLinksThatStalledAndGrowAgain() {
        var sizes = PacketSizes()
        let (host, other) = (address(1).host, address(2).host)
        #expect(sizes.bytesMax(with: host, at: .zero) == nil && sizes.bytesMin(at: .zero) == nil)
        sizes.stalled(with: host, at: .zero)
        #expect(sizes.bytesMax(with: host, at: .seconds(1)) == 1200)
        #expect(sizes.bytesMax(with: other, at: .seconds(1)) == nil)
        for second in 2...5 { sizes.stalled(with: host, at: .seconds(second)) }
        sizes.stalled(with: other, at: .seconds(5))
        let end = Duration.seconds(5) + DaemonLimits.segmentTime
        #expect(sizes.bytesMax(with: host, at: end - .seconds(1)) == 216)
        #expect(sizes.bytesMin(at: end - .seconds(1)) == 216)
        #expect(sizes.bytesMax(with: host, at: end) == 516)
        #expect(sizes.bytesMax(with: host, at: end + DaemonLimits.segmentTime) == 1200)
        #expect(sizes.bytesMin(at: end + DaemonLimits.segmentTime * 2) == nil)
    }

    @Test func theOwnAddressRests() throws {
        var dialer = Dialer()
        dialer.addFixed(.address(address(1)), at: .zero)
        let dial = try #require(dialer.takeDue(at: .zero).first)
        dialer.reached(dial.number, try device(9), isMember: true)
        dialer.reachedSelf(dial.number, at: .zero)
        dialer.ended(dial.number, hadLink: false, jitter: 0, at: .zero)
        #expect(dialer.takeDue(at: DaemonLimits.ownAddressTime - .seconds(1)).isEmpty)
        #expect(dialer.takeDue(at: DaemonLimits.ownAddressTime).count == 1)
    }

    /// A member has a new address, and says so under its signature every three seconds. Others announce without
    /// end: the member at their addresses, their devices at the member's, the member's host with
    /// other ports. They take every dial and say nothing.
    @Test(arguments: 0..<6)
    func announcementsWithoutProofTakeNoDialThatAMemberNeeds(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var dialer = Dialer()
        let member = try device(1)
        let others = try (UInt8(2)...9).map { try device($0) }
        for other in others { dialer.linked(other) }
        let old = address(1)
        let new = address(2)
        dialer.add(member, at: old, as: .vouched, now: .zero)
        var dialled: [Dialer.Destination] = []
        for millisecond in 0..<5000 {
            let now = Duration.milliseconds(millisecond)
            let host = UInt32.random(in: 3...192, using: &random)
            let port = UInt16.random(in: 1...65535, using: &random)
            let (device, place) =
                switch random.next() % 5 {
                case 0: (member, Address(address(host).host, port: port))
                case 1: (try #require(others.randomElement(using: &random)), new)
                case 2: (member, address(host))
                case 3: (member, Address(new.host, port: port))
                default: (try #require(DeviceID(random.bytes(16))), address(host))
                }
            dialer.add(device, at: place, as: .announced, now: now)
            if millisecond % 3000 == 1500 { dialer.add(member, at: new, as: .vouched, now: now) }
            for dial in dialer.takeDue(at: now) {
                dialled.append(dial.destination)
                // The member refuses, others never answer.
                guard dial.destination == .address(old) || dial.destination == .address(new) else {
                    continue
                }
                dialer.ended(dial.number, hadLink: false, jitter: 1, at: now)
            }
            let isDialled = dialled.contains(.address(new))
            if millisecond == 2500 { #expect(isDialled) }
        }
        #expect(dialled.count { $0 == .address(new) } > 2)
        #expect(dialled.count { $0 == .address(old) } > 1)
        #expect(dialled.count <= DaemonLimits.dialsOfAnnouncedMax + 10)
    }

    /// What is proved later counts more than what anybody said before, and not the other way round.
    @Test func aProvenAddressIsNoLongerThatOfAnotherDevice() throws {
        var dialer = Dialer()
        let (member, other) = (try device(1), try device(2))
        dialer.linked(other)
        dialer.add(other, at: address(1), as: .announced, now: .zero)
        #expect(dialer.takeDue(at: .zero).isEmpty)
        dialer.add(member, at: address(1), as: .vouched, now: .zero)
        dialer.add(other, at: address(1), as: .announced, now: .zero)
        #expect(dialer.takeDue(at: .zero).map(\.destination) == [.address(address(1))])
    }

    @Test(arguments: 0..<8)
    func floodsOfSightingsStayWithinTheLimits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var dialer = Dialer()
        let fixed = Dialer.Destination.address(Address(.v4(1), port: 1))
        dialer.addFixed(fixed, at: .zero)
        var now = Duration.zero
        var open: [Int] = []
        var met = false
        for _ in 0..<800 {
            now += .milliseconds(Int(random.next() % 50))
            let host = UInt32(truncatingIfNeeded: random.next() % 5000)
            dialer.add(
                try device(UInt8(random.next() % 40)), at: address(host), as: .announced, now: now)
            for dial in dialer.takeDue(at: now) {
                met = met || dial.destination == fixed
                open.append(dial.number)
            }
            #expect(open.count <= DaemonLimits.dialsMax)
            if random.next() % 3 == 0, !open.isEmpty {
                let jitter = Double(random.next() % 100) / 100
                dialer.ended(open.removeFirst(), hadLink: false, jitter: jitter, at: now)
            }
        }
        #expect(met)
    }
}

/// A door that was shut opens again by itself, and those who waited come in.
@Suite(.timeLimit(.minutes(1))) struct AcceptorTests {
    private let sources = Sources()
    private let acceptor: Acceptor
    private let visitors: [StreamSocket]

    init() throws {
        let listener = try Listener.listening(on: .loopback(port: 0))
        let address = try #require(listener.address)
        acceptor = Acceptor(listener, as: .peerListener, in: sources)
        visitors = try (0..<3).map { _ in try StreamSocket.connecting(to: address) }
    }

    private func isKnocking() throws -> Bool {
        try sources.wait(timeout: .milliseconds(100)).contains { $0.source == .peerListener }
    }

    @Test func aFullHouseShutsTheDoorUntilItIsTime() throws {
        #expect(try isKnocking())
        acceptor.pause(at: .zero)
        #expect(try !isKnocking())
        acceptor.tick(at: DaemonLimits.acceptorPauseTime - .milliseconds(1))
        #expect(try !isKnocking())

        acceptor.tick(at: try #require(acceptor.nextDeadline))
        #expect(acceptor.nextDeadline == nil)
        #expect(try isKnocking())
        var guests: [StreamSocket] = []
        acceptor.accept(at: .zero) { guests.append($0) }
        #expect(guests.count == 3)
        #expect(acceptor.nextDeadline == nil)
    }

    @Test func anEndedConnectionOpensItAtOnce() throws {
        #expect(try isKnocking())
        acceptor.pause(at: .zero)
        #expect(try !isKnocking())
        acceptor.resume()
        #expect(try isKnocking())
    }
}

/// A host that dials in a loop is slowed down, and no other is.
@Suite struct HandshakeRateTests {
    /// How many of a thousand handshakes of one source at one instant may begin.
    private func admitted(_ rate: inout HandshakeRate, at now: Duration) -> Int {
        var count = 0
        for _ in 0..<1000 where rate.admits(host(1), at: now) { count += 1 }
        return count
    }

    private func host(_ number: UInt32) -> Address.Host { .v4(number) }

    @Test func aSourceHasABurstAndThenARate() {
        var rate = HandshakeRate()
        let burst = admitted(&rate, at: .zero)
        #expect(burst == DaemonLimits.handshakesOfABurstMax)
        let later = admitted(&rate, at: .seconds(2))
        #expect(later == Int(DaemonLimits.handshakesPerSecond * 2))
    }

    @Test func othersDoNotPayForIt() {
        var rate = HandshakeRate()
        for _ in 0..<1000 { _ = rate.admits(host(1), at: .zero) }
        let other = rate.admits(host(2), at: .zero)
        #expect(other)
        for low in 0..<1000 {
            _ = rate.admits(.v6(high: 7, low: UInt64(low), scope: 0), at: .zero)
        }
        let neighbour = rate.admits(.v6(high: 7, low: 1, scope: 0), at: .zero)
        let elsewhere = rate.admits(.v6(high: 8, low: 1, scope: 0), at: .zero)
        #expect(!neighbour)
        #expect(elsewhere)
    }

    /// However often members come and go, they get in.
    @Test func aMemberGetsItsTokenBack() {
        var rate = HandshakeRate()
        var admitted = 0
        for _ in 0..<10_000 {
            admitted += rate.admits(host(1), at: .zero) ? 1 : 0
            rate.refund(host(1), at: .zero)
        }
        #expect(admitted == 10_000)
        for _ in 0..<100 { rate.refund(host(1), at: .zero) }
        let burst = self.admitted(&rate, at: .zero)
        #expect(burst == DaemonLimits.handshakesOfABurstMax)
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func manySourcesStayWithinTheLimits(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var rate = HandshakeRate()
        var now = Duration.zero
        for _ in 0..<20_000 {
            now += .microseconds(Int.random(in: 0...500, using: &random))
            _ = rate.admits(host(UInt32.random(in: 0...5000, using: &random)), at: now)
            #expect(rate.buckets.count <= DaemonLimits.handshakeSourcesMax)
        }
    }
}

/// Addresses as others see them, and of a device whose addresses change.
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
