import Foundation
import Testing

@testable import Net

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
