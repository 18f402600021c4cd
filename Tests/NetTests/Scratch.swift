import Foundation
import Testing

@testable import Net

/// A folder of its own for one test, gone with it. Its path is short enough for a socket.
final class Scratch {
    let path: String

    init() {
        let random = String(UInt32.random(in: 0 ... .max), radix: 36)
        path = "/tmp/net-tests-\(random)"
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
}

/// Turns a loop until something is true, or fails the test after ten seconds.
func turn(
    _ poller: EventLoop<Int>,
    until isDone: (EventLoop<Int>, [(source: Int, state: Readiness)]) throws -> Bool
) throws {
    let deadline = Clocks.uptime + .seconds(10)
    while Clocks.uptime < deadline {
        let ready = try poller.wait(timeout: deadline - Clocks.uptime)
        if try isDone(poller, ready) { return }
    }
    Issue.record("nothing more happened within ten seconds")
    throw Overdue()
}

struct Overdue: Error {}

/// The connection that waits, if one does.
func accepted(by listener: Listener) throws -> StreamSocket? {
    guard case .accepted(let socket) = try listener.accept() else { return nil }
    return socket
}

/// What a call throws.
func failure(of call: () throws -> Void) -> NetError? {
    do {
        try call()
        return nil
    } catch {
        return error as? NetError
    }
}
