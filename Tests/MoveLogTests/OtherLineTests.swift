import Simulator
import Testing

@testable import MoveLog

/// Who holds another line of an author's log than a device gets what it lacks of that device's.
@Suite(.timeLimit(.minutes(2))) struct OtherLineTests {
    /// A device was copied; the founder holds one line and removes it there, another device holds a
    /// longer other line. They link.
    @Test(arguments: [0, 3, 4, 5, 8])
    func whoHoldsALongerOtherLineGetsTheOneThatTheRemovalCutsAt(length: Int) throws {
        var mesh = try Mesh(devices: 3)
        var copied = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        mesh.connect(0, 2)
        mesh.settle()
        for index in mesh.replicas.indices { mesh.replicas[index].disconnectAll(at: mesh.now) }
        mesh.settle()
        mesh.closes = []
        let cut = Line(copied, nonce: 1, bodies: bodies(4, 1))
        let other = cut.forked(after: 2, bodies: bodies(length, 2))
        for (device, line) in [(0, cut), (2, other)] {
            copied.enter(&mesh.replicas[device], at: mesh.now)
            mesh.hear(.run(line.run()), from: &copied, at: device)
            mesh.replicas[device].disconnected(copied.link, at: mesh.now)
        }
        _ = try mesh.replicas[0].remove(copied.seal.publicKey, at: mesh.now)
        mesh.connect(0, 2)
        mesh.settle(.seconds(40))
        let counted = mesh.replicas.indices.map { mesh.replicas[$0].log.last(of: cut.author) }
        #expect(mesh.replicas[0].log.find([cut.leaf()])[0].isHeld && counted[0] == 5)
        #expect(mesh.replicas[2].log.isRemoved(copied.seal.publicKey))
        #expect(mesh.closes.isEmpty)
        let isHeld = mesh.replicas[2].log.find([cut.leaf()])[0].isHeld
        #expect(isHeld, "counts up to \(counted[2])")
        #expect(mesh.replicas[0].log.digest == mesh.replicas[2].log.digest)
        for (from, to) in [(0, 2), (2, 0)] {
            let key = ToySeal(device: UInt64(to)).publicKey
            let peer = mesh.replicas[from].peers.first { $0.key == key }
            #expect(peer?.state == .inSync)
        }
    }

    /// The fork comes while nothing of the log counts, because its inviter was cut; then the founder
    /// invites the device itself.
    @Test(arguments: [false, true])
    func aForkThatComesWhileNothingCountsIsAForkToo(isInvitedFirst: Bool) throws {
        var mesh = try Mesh(devices: 3)
        let copied = try HostileMember(9, invitedBy: &mesh.replicas[1], at: mesh.now)
        mesh.connect(1, 2)
        mesh.settle()
        mesh.replicas[2].disconnectAll(at: mesh.now)
        mesh.settle()
        var peers = [try HostileMember(8, invitedBy: &mesh.replicas[2], at: mesh.now)]
        var writer = copied
        writer.enter(&mesh.replicas[2], at: mesh.now)
        let mine = Line(copied, nonce: 1, bodies: bodies(4, 1))
        let other = mine.forked(after: 2, bodies: bodies(7, 2))
        mesh.hear(.run(mine.run()), from: &writer, at: 2)
        mesh.replicas[2].disconnected(writer.link, at: mesh.now)
        #expect(mesh.replicas[2].log.last(of: mine.author) == 5)
        // It holds the other line, which the device here has yet to get, and all else.
        let rest = mesh.replicas[2].log.frontier.leaves.filter { $0.author != mine.author }
        peers[0].enter(&mesh.replicas[2], holding: rest + [other.leaf()], at: mesh.now)
        #expect(peers[0].runs(of: mine.author).isEmpty)
        peers[0].say(
            .reaching([
                PeerRoute(
                    device: mine.seal.deviceID(of: ToySeal(device: 0).publicKey), hops: 1,
                    address: "")
            ]), to: &mesh.replicas[2], at: mesh.now)
        _ = try mesh.replicas[0].remove(ToySeal(device: 1).publicKey, at: mesh.now)
        mesh.connect(0, 2)
        mesh.pump(0, 2, beside: &peers)
        #expect(mesh.replicas[2].log.last(of: mine.author) == 0)
        // It is not known to hold what it was told of, and begins again.
        #expect(!mesh.replicas[2].sessions.keys.contains(peers[0].link))
        peers[0].closed = nil
        peers[0].heard = []
        let now = mesh.replicas[2].log.frontier.leaves
        peers[0].enter(&mesh.replicas[2], holding: now + [other.leaf()], at: mesh.now)
        func invite() throws {
            _ = try mesh.replicas[0].invite(copied.seal.publicKey, at: mesh.now)
            // The founder lacked what counts no more, and is greeted again.
            if mesh.replicas[2].sessions[LinkID(rawValue: 200)] == nil { mesh.connect(0, 2) }
            mesh.pump(0, 2, beside: &peers)
        }
        if isInvitedFirst { try invite() }
        mesh.hear(.run(other.run()), from: &peers[0], at: 2)
        if !isInvitedFirst { try invite() }
        #expect(mesh.replicas[2].log.last(of: mine.author) == 9)
        #expect(mesh.replicas[2].log.authors[mine.author]?.branches.count == 2)
        for _ in 0..<20 {
            mesh.pass(.seconds(1), at: 2, beside: &peers[0])
            guard peers[0].closed == nil else { break }
            mesh.hear(.want([mine.author]), from: &peers[0], at: 2)
        }
        #expect(peers[0].closed == nil)
        let runs = peers[0].runs(of: mine.author)
        let isSent = mine.isBrought(5, by: runs)
        #expect(isSent, "was sent \(runs.count) runs")
    }

    /// What waited on the disk behind a gap forks off the very run that fills it, which forks, too.
    @Test(arguments: [false, true]) func whatWaitedAsideHidesNoFork(isAside: Bool) throws {
        var mesh = try Mesh(devices: 2)
        let copied = try HostileMember(9, invitedBy: &mesh.replicas[0], at: mesh.now)
        mesh.connect(0, 1)
        mesh.settle()
        let mine = Line(copied, nonce: 1, bodies: bodies(4, 1))
        let other = mine.forked(after: 3, bodies: bodies(6, 2))
        let third = other.forked(after: 7, bodies: bodies(2, 3))
        var disk = try #require(mesh.disks[1])
        disk += [Commit(run: mine.run())]
        if isAside { disk += [Commit(run: third.run(after: 7))] }
        mesh.replicas[1] = try mesh.restarted(1, from: disk)
        #expect(mesh.replicas[1].aside.count == (isAside ? 1 : 0))
        _ = mesh.replicas[1].takeEffects()
        var peer = try HostileMember(8, invitedBy: &mesh.replicas[1], at: mesh.now)
        peer.enter(&mesh.replicas[1], holding: [other.leaf()], at: mesh.now)
        #expect(peer.runs(of: mine.author).isEmpty)
        mesh.hear(.run(other.run(after: 3)), from: &peer, at: 1)
        #expect(mesh.replicas[1].log.authors[mine.author]?.branches.count == (isAside ? 3 : 2))
        #expect(mesh.replicas[1].aside.isEmpty)
        for _ in 0..<20 {
            mesh.pass(.seconds(1), at: 1, beside: &peer)
            mesh.hear(.want([mine.author]), from: &peer, at: 1)
        }
        #expect(peer.closed == nil)
        let isSent = mine.isBrought(5, by: peer.runs(of: mine.author))
        #expect(isSent)
    }

    /// A remover was copied: two removals with one ID, of which the later to come holds.
    @Test func aRemovalThatGivesWayToOneWithItsIDGivesWay() throws {
        var mesh = try Mesh(devices: 2)
        var remover = try HostileMember(9, invitedBy: &mesh.replicas[0], at: mesh.now)
        _ = try mesh.replicas[0].name(remover.seal.publicKey, asDeputy: true, at: mesh.now)
        mesh.connect(0, 1)
        mesh.settle()
        let removed = try HostileMember(10, invitedBy: &mesh.replicas[1], at: mesh.now)
        var peer = try HostileMember(8, invitedBy: &mesh.replicas[0], at: mesh.now)
        let line = Line(removed, nonce: 1, bodies: bodies(4, 1))
        // The one with the smaller digest holds: the shape is drawn until that is the longer one.
        func removal(_ place: UInt64, _ salt: UInt8) -> Line {
            let body = DeviceRemoved(device: removed.seal.publicKey, cuts: [line.cut(place)]).body
            return Line(
                remover, nonce: 1, [(kind: Kind.deviceRemoved.rawValue, body: body + [salt])])
        }
        func order(_ item: Line) throws -> Digest {
            var reader = ByteReader(item.entries[1])
            let entry = try Entry(
                id: EntryID(author: item.author, sequence: 2), canonical: &reader)
            return mesh.replicas[0].log.digest(of: entry)
        }
        let short = removal(3, 0)
        var long = removal(5, 0)
        var salt: UInt8 = 0
        while try order(long) >= order(short) {
            salt += 1
            long = removal(5, salt)
        }
        var writer = removed
        writer.enter(&mesh.replicas[0], at: mesh.now)
        mesh.hear(.run(line.run(upTo: 3)), from: &writer)
        mesh.replicas[0].disconnected(writer.link, at: mesh.now)
        remover.enter(&mesh.replicas[0], at: mesh.now)
        mesh.hear(.run(short.run()), from: &remover)
        #expect(mesh.replicas[0].log.isRemoved(removed.seal.publicKey))
        peer.enter(&mesh.replicas[0], at: mesh.now)
        mesh.hear(.acknowledge(Frontier(leaves: [line.leaf()])), from: &peer)
        mesh.hear(.run(line.run(after: 3)), from: &peer)
        #expect(mesh.replicas[0].log.lastHeld(of: line.author) == 3)
        peer.heard = []
        mesh.hear(.run(long.run()), from: &remover)
        let held = mesh.replicas[0].log.removals[removed.seal.publicKey]
        #expect(held?.cuts.first?.sequence == 5)
        var wants = 0
        for _ in 0..<20 where peer.closed == nil {
            mesh.pass(.seconds(1), beside: &peer)
            mesh.hear(.pong(token: 0, wall: mesh.now.wall, reading: .none), from: &peer)
        }
        for case .want(let authors) in peer.heard where authors.contains(line.author) { wants += 1 }
        // A refused entry comes by itself on a link that begins again.
        let isEnded = !mesh.replicas[0].sessions.keys.contains(peer.link)
        #expect(isEnded || wants > 0, "\(wants) asked")
    }
}

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
        let liar = try mesh.liar(7, at: 2)
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
