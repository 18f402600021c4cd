import Foundation
import MoveLog
import Seeds
import Simulator
import Testing

/// What `peer.md` says in tables about the states of a link and about its end, row by row.
@Suite struct StateTableTests {
    private static func page() throws -> [String] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Protocol/peer.md")
        return try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
    }

    /// The rows of the only table with this head, cell by cell; the head is the first.
    private static func table(_ head: String) throws -> [[String]] {
        let lines = try page()
        let starts = lines.indices.filter { lines[$0].hasPrefix(head) }
        try #require(starts.count == 1, "\(head)")
        let rows = lines[starts[0]...].prefix { $0.hasPrefix("|") }
        return rows.filter { !$0.hasPrefix("|--") }.map { row in
            row.dropFirst().dropLast().split(separator: "|")
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test func everyStateTakesEveryFrameAsTheTableSays() throws {
        let rows = try Self.table("| state | GREETING")
        let stage = try Stage()
        let columns = rows[0].dropFirst().map { stage.frames(named: $0) }
        #expect(columns.allSatisfy { !$0.isEmpty })
        #expect(rows.dropFirst().map { $0[0] } == Stage.State.allCases.map(\.rawValue))
        for row in rows.dropFirst() {
            let state = try #require(Stage.State(rawValue: row[0]))
            #expect(row.count == columns.count + 1)
            for (action, frames) in zip(row.dropFirst(), columns) {
                for frame in frames {
                    let happened = try stage.action(of: frame.bytes, named: frame.name, in: state)
                    #expect(happened == action, "\(frame.name) while \(state.rawValue)")
                }
            }
        }
    }

    @Test func everyReasonHasItsCausesAndIsShown() throws {
        let all = CloseReason.allCases.map { Int($0.rawValue) }
        let causes = try Self.table("| BYE | causes |").dropFirst()
        let numbers: [String] = all.map(String.init) + ["none"]
        #expect(causes.map { $0[0] } == numbers)
        let reasons = try Self.table("| reason | meaning | reason | meaning |").dropFirst()
        let named: [String] = reasons.flatMap { [$0[0], $0[2]] }
        #expect(named.compactMap { Int($0) }.sorted() == all)
        // A device that leaves is no matter of a link alone; all else the vectors show.
        let sessions = try Vector(file: "sessions").list("sessions")
        var shown: Set<Int> = [Int(CloseReason.left.rawValue)]
        for session in sessions {
            for step in try session.list("steps") {
                for sent in try step.list("send") {
                    let frame = try sent.bytes("frame")
                    if frame[4] == 9 { shown.insert(Int(frame[5])) }
                }
            }
        }
        #expect(shown.sorted() == all)
    }
}

/// A founder's device that removed one of its three peers, and a link to one of them.
private struct Stage {
    enum State: String, CaseIterable {
        case greeting, greeted, established, parting
    }

    private let founder: Replica
    private let seals = (0..<4 as Range<UInt64>).map { ToySeal(device: $0) }
    private let now = Moment(uptime: .seconds(1), wall: WallTime(milliseconds: 1000))
    private let link = LinkID(rawValue: 1)
    private let chains: [InvitationChain]
    /// Entries of the first peer, and of the second, which are enough for columns.
    private let runs: [Run]
    private let leaves: [Leaf]

    init() throws {
        let now = now
        let seals = seals
        let charter = try Charter(
            founding: try #require(Octets16([UInt8](repeating: 7, count: 16))), at: now.wall,
            seal: seals[0])
        func replica(_ charter: Charter, _ device: Int) -> Replica {
            Replica(
                charter: charter, commits: [], startsNewIncarnation: false, seal: seals[device],
                random: SeededGenerator(seed: UInt64(device)), at: now)
        }
        var founder = replica(charter, 0)
        var chains: [InvitationChain] = [InvitationChain()]
        var runs: [Run] = []
        for device in 1...3 {
            chains.append(try founder.invite(seals[device].publicKey, at: now))
            var peer = replica(
                try Charter(
                    founding: charter.founding, chain: chains[device], seal: seals[device]),
                device)
            for number in 0..<(device == 2 ? 40 : 1) {
                let body = [UInt8](repeating: 1, count: 9) + [UInt8(number)]
                let draft = Draft(scope: .table, kind: Kind(rawValue: 99), body: body)
                _ = try peer.record([draft], at: now)
            }
            peer.signEnds()
            if let span = peer.log.spans.last { runs += [try #require(peer.log.run(span))] }
        }
        _ = try founder.remove(seals[3].publicKey, at: now)
        _ = founder.takeEffects()
        try #require(!runs[0].isPaged && runs[1].isPaged)
        self.founder = founder
        self.chains = chains
        self.runs = runs
        leaves = founder.log.frontier.leaves
    }

    private func greeting(of device: Int) -> [UInt8] {
        Frame.greeting(
            Frame.Greeting(
                versions: protocolVersions, table: founder.log.charter.table,
                boot: Octets16([UInt8](repeating: 9, count: 16)) ?? .zero, chain: chains[device],
                port: 0)
        ).bytes
    }

    private var frontier: [UInt8] {
        Frame.frontier(Frame.Announcement(wall: now.wall, frontier: Frontier(leaves: []))).bytes
    }

    /// The frames of a column; those that a peer of the stage would send.
    func frames(named column: String) -> [(name: String, bytes: [UInt8])] {
        func bare(_ types: [UInt8]) -> [(name: String, bytes: [UInt8])] {
            types.map { ("type \($0)", [0, 0, 0, 3, $0, 1, 2]) }
        }
        switch column {
        case "an unknown type from 128 on": return bare([129, 200, 255])
        case "any other unknown type": return bare([0, 10, 12, 13, 64, 127])
        default: break
        }
        return column.components(separatedBy: ", ").map { name in
            let frame: Frame? =
                switch name {
                case "RUN": .run(runs[0])
                case "PAGED RUN": .run(runs[1])
                case "WANT": .want([founder.author])
                case "ACK": .acknowledge(Frontier(leaves: leaves))
                case "SUMMARY": .summary(Summary(digest: .zero, routes: [], equal: []))
                case "PING": .ping(token: 5, wall: now.wall)
                case "PONG":
                    .pong(
                        token: 1, wall: now.wall,
                        reading: BootReading(boot: BootID(rawValue: 3), uptime: .seconds(9)))
                case "CLOCKS": .clocks([])
                case "BYE": .bye(.goodbye)
                default: nil
                }
            switch name {
            case "GREETING": return (name, greeting(of: 1))
            case "FRONTIER": return (name, frontier)
            default: return (name, frame?.bytes ?? [])
            }
        }
    }

    /// What the device does with a frame in a state, in the words of the table.
    func action(of frame: [UInt8], named name: String, in state: State) throws -> String {
        var replica = founder
        let device = state == .parting ? 3 : 1
        replica.connected(link, to: seals[device].publicKey, isDialer: false, at: now)
        if state != .greeting { replica.receive(greeting(of: device), from: link, at: now) }
        if state == .established || state == .parting {
            // It parts at the end of the turn.
            if state == .established { _ = replica.takeEffects() }
            replica.receive(frontier, from: link, at: now)
        }
        if state != .parting { _ = replica.takeEffects() }
        replica.receive(frame, from: link, at: now)
        var (types, reason, appended): ([UInt8], CloseReason?, Bool) = ([], nil, false)
        for effect in replica.takeEffects() {
            switch effect {
            case .send(_, let bytes): types.append(bytes[4])
            case .close(_, let why): reason = why
            case .append: appended = true
            case .publish: continue
            }
        }
        switch (reason, types.last) {
        case (.malformed, 9): return "BYE 6"
        case (.goodbye, let last) where name == "BYE" && last != 9: return "end"
        case (.removed, 9) where state == .parting:
            return appended || types.contains(8) ? "handle" : "skip"
        case (nil, _): break
        default: return "\(reason.map { "\($0)" } ?? "nothing")"
        }
        let isEffective =
            switch name {
            case "RUN", "PAGED RUN": appended
            case "PING": types.contains(8)
            case "GREETING": types.contains(2)
            case "FRONTIER": types.contains(7)
            // Nothing need go out at once.
            case "WANT", "ACK", "SUMMARY", "PONG", "CLOCKS": state == .established
            default: false
            }
        guard isEffective else { return appended || !types.isEmpty ? "something else" : "skip" }
        return name == "GREETING" ? "judge" : name == "FRONTIER" ? "establish" : "handle"
    }
}
