import Daemon
import Foundation
import MoveLog
import Net
import Scorebook
import Storage
import TLS

/// Homes that the real daemon opens, as if their devices had recorded the workload together: every
/// move was synced before the next was made.
struct HomeBuilding {
    /// Commits that one sync makes durable while a home is written.
    private static let groupMax = 1_000

    private let workload: Workload
    private let folder: String
    private let drafting: Drafting
    private let members: [Member]
    private let fresh: Member

    /// Founds the table of five devices that record and one that only was invited.
    init(_ workload: Workload, in folder: String) throws {
        self.workload = workload
        self.folder = folder
        drafting = Drafting(workload)
        let wall = WallTime(milliseconds: (workload.wall.first ?? 0) - 3_600_000)
        let table = try Table(count: Workload.authors + 1, at: wall)
        members = Array(table.members.dropLast())
        fresh = table.members[Workload.authors]
    }

    /// Writes the homes `full` and `other`, of the first two devices, which hold all; `own`, of the first
    /// one, which holds what it recorded itself; `fresh`, which holds nothing; and where there are extra moves
    /// `left` and `right`, which hold all others, and the half of the extra ones each, recorded apart.
    func write(extra: Int) throws {
        var pens = members.map { Pen($0) }
        let shared = workload.count - 2 * extra
        let (lamport, game) = recordShared(shared, with: &pens)
        let received = members.indices.map { index in
            Passing.commits(from: members[index], own: pens[index].commits, to: fresh)
        }
        func all(of device: Int) -> [Commit] {
            pens[device].commits
                + members.indices.filter { $0 != device }.flatMap { received[$0] }
        }
        try writeHome("full", of: members[0], all(of: 0))
        try writeHome("other", of: members[1], all(of: 1))
        try writeHome("own", of: members[0], pens[0].commits)
        try writeHome("fresh", of: fresh, [])
        guard extra > 0 else { return }
        for (name, device) in [("left", 0), ("right", 1)] {
            var pen = pens[device]
            let known = pen.commits.count
            for step in 0..<extra {
                record(
                    shared + 2 * step + device, in: game, lamport: lamport + UInt64(step),
                    with: &pen)
            }
            let own = pen.commits[known...]
            try writeHome(name, of: members[device], all(of: device) + own)
        }
    }

    /// Records the moves up to `count`; the next lamport, and the last game.
    private func recordShared(_ count: Int, with pens: inout [Pen]) -> (UInt64, GameID) {
        var lamport = 1 + (members.map { $0.replica.log.highest }.max() ?? 0)
        var game = EntryID(author: pens[0].author, sequence: 1)
        var number: UInt32?
        for index in 0..<count {
            if workload.game[index] != number {
                number = workload.game[index]
                let host = Int(workload.game[index]) % Workload.authors
                pens[host].record(
                    drafting.game(Int(workload.game[index])), lamport: lamport,
                    wall: WallTime(milliseconds: workload.wall[index] - 60_000),
                    request: request(index, isGame: true))
                game = EntryID(author: pens[host].author, sequence: pens[host].last)
                lamport += 1
            }
            record(index, in: game, lamport: lamport, with: &pens[Int(workload.author[index])])
            lamport += 1
        }
        return (lamport, game)
    }

    private func record(_ index: Int, in game: GameID, lamport: UInt64, with pen: inout Pen) {
        pen.record(
            drafting.move(index, of: workload, in: game), lamport: lamport,
            wall: WallTime(milliseconds: workload.wall[index]),
            request: request(index, isGame: false))
    }

    /// Sixteen bytes that look random, as a client draws them for each request.
    private func request(_ index: Int, isGame: Bool) -> RequestID {
        let digest = SHA256.digest(Array("\(isGame ? "game" : "move") \(index)".utf8))
        return RequestID(octets: digest.octets.high)
    }

    private func writeHome(_ name: String, of member: Member, _ commits: [Commit]) throws {
        try HomeFolder(folder + "/" + name, of: member).write(commits, groupMax: Self.groupMax)
    }
}

/// A home as the daemon finds it: key, charter and log.
struct HomeFolder {
    private let path: String
    private let member: Member

    /// Writes key and charter; the folder must not be there yet.
    init(_ path: String, of member: Member) throws {
        self.path = path
        self.member = member
        let files = FileManager.default
        try files.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        for (name, bytes) in [
            ("identity.pem", try member.identity.pem()), ("charter", member.charter.bytes),
        ] {
            let isWritten = files.createFile(
                atPath: path + "/" + name, contents: Data(bytes),
                attributes: [.posixPermissions: 0o600])
            guard isWritten else { throw Unusable(reason: "cannot write \(path)/\(name)") }
        }
    }

    /// Writes the log through the real store: one record a commit, one sync a group.
    func write(_ commits: [Commit], groupMax: Int) throws {
        guard !commits.isEmpty else { return }
        var (store, _) = try MoveStore.open(
            FileDisk(Folder(path + "/log")), table: member.charter.table,
            random: { UInt64.random(in: .min ... .max) })
        for first in stride(from: 0, to: commits.count, by: groupMax) {
            for commit in commits[first..<min(commits.count, first + groupMax)] {
                try store.append(commit)
            }
            try store.commit()
        }
    }
}

extension TableLog {
    /// The highest lamport that is held; cost: all entries are decoded.
    var highest: UInt64 { allPlaced().map(\.entry.lamport).max() ?? 0 }
}
