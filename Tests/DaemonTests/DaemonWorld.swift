import Foundation
import MoveLog
import Net
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Real daemons of one process, on loopback, whose turns one loop takes round by round.
final class DaemonWorld {
    private(set) var daemons: [String: ScoreDaemon] = [:]
    private(set) var lines: [String] = []
    let root: String

    /// Daemons of these names at one table, which the first founded and the others joined with a code of
    /// the first's.
    init(table names: String...) throws {
        root = NSTemporaryDirectory() + "scored-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: root, withIntermediateDirectories: true)
        for name in names { try start(name) }
        for name in names.dropFirst() { _ = try pair(name, with: names[0]) }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func home(_ name: String) -> String { root + "/" + name }

    /// Starts a daemon; no announcements, a free port of loopback, these fixed peers.
    @discardableResult
    func start(
        _ name: String, peers: [Address] = [], announcingOn port: UInt16? = nil,
        clock: DeviceClock = .system, isNamed: Bool = true
    ) throws -> ScoreDaemon {
        var options = DaemonOptions(home: home(name))
        options.listen = port == nil ? .loopback(port: 0) : Address(.any, port: 0)
        options.isDiscovering = port != nil
        options.discoveryPort = port ?? 1
        options.peers = peers.map { NamedAddress($0) }
        options.name = isNamed ? name : nil
        let daemon = try ScoreDaemon(
            options, clock: clock,
            write: { [unowned self] in lines.append(String(decoding: $0, as: UTF8.self)) },
            answering: { Router($0, version: "0") })
        daemons[name] = daemon
        return daemon
    }

    /// Ends a daemon in order.
    func stop(_ name: String) throws { try daemons.removeValue(forKey: name)?.end() }

    /// Lets a daemon vanish as kill -9 does.
    func kill(_ name: String) { daemons[name] = nil }

    func daemon(_ name: String) throws -> ScoreDaemon { try #require(daemons[name]) }

    /// Turns all loops until the condition holds; false after the time.
    func run(
        seconds: Double = 15, until condition: () throws -> Bool
    ) throws -> Bool {
        let end = Clocks.uptime + .seconds(seconds)
        while Clocks.uptime < end {
            if try condition() { return true }
            for daemon in daemons.values { try daemon.step(timeout: .milliseconds(1)) }
        }
        return try condition()
    }

    /// Pairs a daemon with another by a code.
    func pair(_ joiner: String, with inviter: String, brings: Bool = false) throws
        -> Joined
    {
        let code = try #require(try daemon(inviter).peering.invite(count: 1).first)
        let address = try #require(try daemon(inviter).peering.listening)
        let progress = try daemon(joiner).peering.join(
            code: code, via: NamedAddress(address), brings: brings)
        _ = try run { if case .pending = progress.outcome { false } else { true } }
        guard case .succeeded(let joined) = progress.outcome else {
            Issue.record("\(progress.outcome) \(lines)")
            throw CancellationError()
        }
        return joined
    }

    /// Lets a daemon leave its table.
    func leave(_ name: String, brings: Bool = false) throws {
        let progress = try daemon(name).peering.leave(brings: brings)
        #expect(try run { if case .succeeded = progress.outcome { true } else { false } })
    }

    /// Records a note at a daemon.
    func note(_ text: String, at name: String) throws {
        _ = try daemon(name).ledger.record([(Note(text: text) as any TableBody).draft])
    }

    func notes(at name: String) throws -> [String] {
        try daemon(name).ledger.book.table.timeline.compactMap {
            if case .note(let note) = $0.content { note.text } else { nil }
        }
    }

    func links(of name: String) throws -> Int {
        try daemon(name).ledger.replica.peers.filter { $0.link != nil }.count
    }

    func isLinked(_ name: String) throws -> Bool { try links(of: name) > 0 }

    func digests() -> Set<Digest> { Set(daemons.values.map(\.ledger.digest)) }

    func areEqual() -> Bool { digests().count == 1 }
}

extension Peering {
    /// Nil while this device does not listen.
    var listening: Address? { links.listening }
}
