import Documents
import Foundation
import LocalAPI
import MoveLog
import Net
import Testing

@testable import API
@testable import Daemon

/// A path that carries a link's first bytes and none of the rest, as one that drops large packets
/// does.
@Suite(.timeLimit(.minutes(2))) struct UselessLinkTests {
    /// Bytes that pass each way: enough for handshake and frontiers, too few for the entries.
    private static let bytesMax = 8000

    /// Makes one step of a network in which bo reaches ana over such a path alone.
    private func table(_ time: HandTime) throws -> (world: DaemonWorld, step: () throws -> Void) {
        let world = try DaemonWorld()
        try world.start("ana", clock: time.clock)
        try world.start("bo", clock: time.clock)
        _ = try world.pair("bo", with: "ana")
        #expect(try world.run { try world.isLinked("ana") && world.areEqual() })
        for name in ["ana", "bo"] {
            try world.stop(name)
            try world.forgetAddresses(name)
        }
        try world.start("ana", clock: time.clock)
        let target = try #require(try world.daemon("ana").peering.listening)
        let path = try NarrowPath(before: target, bytesMax: Self.bytesMax)
        try world.start("bo", peers: [try path.address], clock: time.clock)
        // One has more to say than the path carries; the other's few bytes pass, its reason to end
        // the link among them.
        for _ in 0..<200 { try world.note(String(repeating: "word ", count: 40), at: "ana") }
        return (
            world,
            {
                time.pass(.milliseconds(50))
                try path.step()
            }
        )
    }

    @Test func bothEndsNameALinkThatCarriesTooLittle() throws {
        let time = HandTime()
        let (world, step) = try table(time)
        let keys = try ["ana", "bo"].map { try world.daemon($0).ledger.seal.publicKey }
        func isNamed(by name: String, _ other: PublicKey) throws -> Bool {
            try world.daemon(name).peering.isUseless(other)
        }
        let isSeen = try world.run(seconds: 60) {
            try step()
            return try isNamed(by: "ana", keys[1]) && isNamed(by: "bo", keys[0])
        }
        #expect(isSeen)
        for (name, other) in [("ana", "bo"), ("bo", "ana")] {
            let router = try Router(world.daemon(name), version: "0")
            func document<Document: Decodable>(
                _ route: Route, _ type: Document.Type
            ) throws -> Document {
                let path = route.path.split(separator: "/").map(String.init)
                let answer = router.answer(Request(.get, Target(path)))
                let response = try #require(answer.response)
                return try JSON.decode(type, from: response.body)
            }
            let status = try document(.status, StatusDocument.self)
            let warning = try #require(status.warnings.first { $0.code == "uselessLink" })
            #expect(warning.text.hasPrefix("links to \(other) open and carry too little"))
            #expect(status.reasonsToLook.contains(warning.sentence))
            let report = try document(.doctor, DaemonReport.self)
            let found = Examination(
                home: world.home(name), daemon: .answered(report, after: .zero), version: "0"
            ).document()
            #expect(found.checks.contains { $0.text == warning.text && $0.verdict == .warning })
        }
    }

    /// A person who ends a daemon again and again is no path that carries nothing.
    @Test func linksThatEndInOrderAreNoPath() throws {
        let time = HandTime()
        let (world, step) = try table(time)
        let ana = try world.daemon("ana")
        let bo = try world.daemon("bo").ledger.seal.publicKey
        for _ in 0..<4 {
            #expect(
                try world.run {
                    try step()
                    return try world.isLinked("ana")
                })
            time.pass(DaemonLimits.uselessLinkTime + .seconds(1))
            ana.peering.setOnline(false)
            _ = try world.run {
                try step()
                return try !world.isLinked("ana") && !world.isLinked("bo")
            }
            ana.peering.setOnline(true)
            #expect(!ana.peering.isUseless(bo))
        }
    }
}

extension Answer {
    /// The response to a question; nil for what waits.
    fileprivate var response: Response? {
        switch self {
        case .now(let response): response
        case .later(let give): give()
        case .inSteps(let step): AnswerStep.response(of: step)
        case .afterCommit, .stream: nil
        }
    }
}

extension DaemonWorld {
    /// Takes from the home of a daemon that has ended what it knows of addresses, so that only a
    /// given way is left.
    func forgetAddresses(_ name: String) throws {
        let file = URL(filePath: home(name) + "/settings.json")
        let text = try Data(contentsOf: file)
        var settings = try #require(
            try JSONSerialization.jsonObject(with: text) as? [String: Any])
        for key in ["remembered", "peers", "port"] { settings[key] = nil }
        try JSONSerialization.data(withJSONObject: settings).write(to: file)
    }
}

/// Takes connections for a target, and carries so many bytes of each, in either direction.
private final class NarrowPath {
    private final class Way {
        let sockets: [StreamSocket]
        var carried = [0, 0]
        var waiting: [[UInt8]] = [[], []]
        var isOpen = true

        init(_ sockets: [StreamSocket]) { self.sockets = sockets }
    }

    private let listener: Listener
    private let target: Address
    private let bytesMax: Int
    private var ways: [Way] = []

    init(before target: Address, bytesMax: Int) throws {
        listener = try Listener.listening(on: .loopback(port: 0))
        self.target = target
        self.bytesMax = bytesMax
    }

    var address: Address {
        get throws { try #require(listener.address) }
    }

    func step() throws {
        if case .accepted(let socket) = try listener.accept() {
            ways.append(Way([socket, try StreamSocket.connecting(to: target)]))
        }
        for way in ways where way.isOpen {
            for side in 0...1 { carry(way, from: side) }
        }
        ways.removeAll { !$0.isOpen }
    }

    private func carry(_ way: Way, from side: Int) {
        do {
            if try !way.sockets[1].finishConnect() { return }
            switch try way.sockets[side].read() {
            case .bytes(let bytes):
                way.waiting[side] += bytes.prefix(max(0, bytesMax - way.carried[side]))
                way.carried[side] += bytes.count
            case .end: way.isOpen = false
            case .wouldBlock: break
            }
            if case .wrote(let count) = try way.sockets[1 - side].write(way.waiting[side]) {
                way.waiting[side].removeFirst(count)
            }
        } catch {
            way.isOpen = false
        }
    }
}
