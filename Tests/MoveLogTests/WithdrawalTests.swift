import Simulator
import Testing

@testable import MoveLog

/// Whose links are ended when nothing of a log counts any more, and whose are not.
@Suite(.timeLimit(.minutes(2))) struct WithdrawalTests {
    /// A log of which nothing ever counted was named to nobody.
    @Test func whoComesWhileAStrangersLogIsTakenInStaysLinked() throws {
        var mesh = try Mesh(devices: 4)
        let guests = try (UInt64(20)..<24).map {
            try HostileMember($0, invitedBy: &mesh.replicas[1], at: mesh.now)
        }
        mesh.connect(0, 2)
        mesh.settle()
        // Nobody but device 1 has its invitations when it is removed.
        _ = try mesh.replicas[0].remove(ToySeal(device: 1).publicKey, at: mesh.now)
        mesh.settle()
        var liar = try HostileMember(7, invitedBy: &mesh.replicas[2], at: mesh.now)
        liar.enter(&mesh.replicas[2], at: mesh.now)
        mesh.replicas[0].disconnectAll(at: mesh.now)
        var closed = 0
        for (index, guest) in guests.enumerated() {
            let link = LinkID(rawValue: 7000 + UInt64(index))
            mesh.replicas[2].connected(
                link, to: ToySeal(device: 3).publicKey, isDialer: false, at: mesh.now)
            _ = mesh.replicas[2].takeEffects()
            let line = Line(guest, nonce: 1, bodies: bodies(1, 1))
            mesh.replicas[2].receive(
                Frame.run(line.run()).bytes, from: liar.link, at: mesh.now)
            #expect(mesh.replicas[2].log.lastHeld(of: line.author) == 2)
            #expect(mesh.replicas[2].log.last(of: line.author) == 0)
            for case .close(link, _) in mesh.replicas[2].takeEffects() { closed += 1 }
            mesh.replicas[2].disconnected(link, at: mesh.now)
        }
        #expect(closed == 0)
    }

    /// A deputy removes a device that it made up, again and again, now with a cut and now without one:
    /// whose removal holds is the author's with the smallest name. A device that holds all that ever counted
    /// waits for nothing, and stays linked.
    @Test func aDeputyThatRemovesAPuppetAgainAndAgainEndsNobodysLinks() throws {
        var mesh = try Mesh(devices: 2)
        let member = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        _ = try mesh.replicas[0].name(member.seal.publicKey, asDeputy: true, at: mesh.now)
        mesh.connect(0, 1)
        mesh.settle()
        for index in 0..<2 { mesh.replicas[index].disconnectAll(at: mesh.now) }
        mesh.settle()
        mesh.closes = []
        var peers = [member]
        peers[0].enter(&mesh.replicas[0], at: mesh.now)
        let puppet = try HostileMember(11, madeUpBy: member)
        let line = Line(puppet, nonce: 1, bodies: bodies(8, 1))
        func turn(_ run: Run?) {
            if let run {
                mesh.replicas[0].receive(
                    Frame.run(run).bytes, from: member.link, at: mesh.now)
            }
            for _ in 0..<5 {
                mesh.pump(0, 1, beside: &peers)
                mesh.uptime += .milliseconds(60)
                for index in 0..<2 { mesh.replicas[index].tick(at: mesh.now) }
                mesh.replicas[0].receive(
                    Frame.pong(token: 0, wall: mesh.now.wall, reading: .none).bytes,
                    from: member.link,
                    at: mesh.now)
            }
            mesh.pump(0, 1, beside: &peers)
        }
        mesh.connect(0, 1)
        turn(line.run())
        #expect(mesh.replicas[1].log.last(of: line.author) == 9)
        var removals = (UInt8(1)...40).map { number in
            let isCut = number % 2 == 1
            let cuts = isCut ? [line.cut(5)] : []
            return (
                isCut: isCut,
                line: Line(
                    member, nonce: number,
                    [
                        (
                            kind: Kind.deviceRemoved.rawValue,
                            body: DeviceRemoved(device: puppet.seal.publicKey, cuts: cuts).body
                        )
                    ])
            )
        }
        removals.sort { $0.line.author > $1.line.author }
        var ended: [Int] = []
        var isCut: Bool?
        var isRelinked = false
        for removal in removals where removal.isCut != isCut {
            isCut = removal.isCut
            let before = mesh.closes.count
            turn(removal.line.run())
            #expect(peers[0].closed == nil)
            if !removal.isCut, !isRelinked {
                // Links come and go; this one begins while nothing of the log is named.
                isRelinked = true
                mesh.replicas[0].disconnected(LinkID(rawValue: 1), at: mesh.now)
                mesh.replicas[1].disconnected(LinkID(rawValue: 100), at: mesh.now)
                mesh.connect(0, 1)
                turn(nil)
            }
            for _ in 0..<4 where mesh.replicas[0].sessions[LinkID(rawValue: 1)] == nil {
                mesh.connect(0, 1)
                turn(nil)
            }
            ended.append(mesh.closes.count - before)
            for index in 0..<2 {
                #expect(mesh.replicas[index].log.last(of: line.author) == (removal.isCut ? 5 : 0))
                #expect(mesh.replicas[index].log.lastHeld(of: line.author) == 9)
            }
        }
        #expect(ended.allSatisfy { $0 == 0 }, "links ended in each flip: \(ended)")
    }
}
