import Testing

@testable import MoveLog

/// What a peer is sent again, and whose links are ended, when it turns out that what was thought of it
/// or told to it does not hold.
@Suite(.timeLimit(.minutes(1))) struct CursorTests {
    /// A device that has a forking member's runs, one branch each from the log's start, and a peer that
    /// is linked while they come and says nothing.
    private func peerOfAFork(branches: Int, claims: Bool) throws -> (heard: Int, missing: Int) {
        var mesh = try Mesh(devices: 1)
        var liar = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var peer = try HostileMember(8, invitedBy: &mesh.replicas[0], at: mesh.now)
        liar.enter(&mesh.replicas[0], at: mesh.now)
        peer.enter(&mesh.replicas[0], at: mesh.now)
        let runs = (0..<branches).map { number in
            liar.run(nonce: 1, [(lamport: 2, kind: 99, body: [UInt8(number)])])
        }
        let author = runs[0].author
        for (number, run) in runs.enumerated() {
            if claims, number == 1 {
                // Beyond the end of what is held: a continuation, for all that is known.
                let leaf = Leaf(author: author, sequence: 9, mark: liar.charter.founder.octets)
                peer.say(
                    .acknowledge(Frontier(leaves: [leaf])), to: &mesh.replicas[0], at: mesh.now)
            }
            mesh.replicas[0].receive(Frame.run(run).bytes, from: liar.link, at: mesh.now)
            peer.hear(&mesh.replicas[0])
            mesh.pass(.milliseconds(10), before: &peer)
        }
        mesh.pass(Intervals.relay * 2, before: &peer)
        let heard = peer.runs(of: author)
        let log = try #require(mesh.replicas[0].log.authors[author])
        #expect(log.branches.count == branches)
        // What the peer would hold if it held nothing before.
        let bytes = Set(heard.map(\.bytes))
        let missing = log.branches.indices.count { index in
            let end = log.path(after: 1, upTo: 2, on: index)
            return !bytes.contains { $0.count >= end.count && $0.suffix(end.count) == end[...] }
        }
        return (heard.count, missing)
    }

    /// A fork is not sent again for each of its branches, and what was guessed is offered again once.
    @Test(arguments: [2, 10, 60], [false, true])
    func aForkIsSentOnce(branches: Int, claims: Bool) throws {
        let (heard, missing) = try peerOfAFork(branches: branches, claims: claims)
        #expect(missing == 0)
        #expect(claims ? heard <= branches + 1 : heard == branches)
    }

    /// Who is ahead by its own word, then behind, and ahead again, is not sent the same each time.
    @Test func whatIsAssumedFallsOnceALink() throws {
        var mesh = try Mesh(devices: 1)
        var author = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var peer = try HostileMember(8, invitedBy: &mesh.replicas[0], at: mesh.now)
        let line = Line(author, nonce: 1, bodies: (0..<4).map { [UInt8($0)] })
        let longer = line.forked(after: 5, bodies: [[9], [9]])
        author.enter(&mesh.replicas[0], at: mesh.now)
        author.say(.run(line.run()), to: &mesh.replicas[0], at: mesh.now)
        peer.enter(&mesh.replicas[0], at: mesh.now)
        for leaf in (0..<20).map({ $0.isMultiple(of: 2) ? longer.leaf() : line.leaf(1) }) {
            peer.say(.acknowledge(Frontier(leaves: [leaf])), to: &mesh.replicas[0], at: mesh.now)
            mesh.pass(Intervals.relay, before: &peer)
        }
        #expect(peer.runs(of: line.author).count == 2)
    }
}
