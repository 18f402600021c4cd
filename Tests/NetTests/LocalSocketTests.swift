import Foundation
import Testing

@testable import Net

@Suite struct LocalSocketTests {
    @Test func onlyThisAccountCanOpenIt() throws {
        let scratch = Scratch()
        let listener = try Listener.listening(onPath: scratch.file("socket"))
        let attributes = try FileManager.default.attributesOfItem(atPath: listener.place)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func aSocketThatIsAnsweredIsLeftAlone() throws {
        let scratch = Scratch()
        let path = scratch.file("socket")
        let first = try Listener.listening(onPath: path)
        #expect(failure { _ = try Listener.listening(onPath: path) } == .answered(path: path))
        _ = try StreamSocket.connected(toPath: path)
        #expect(try accepted(by: first) != nil)
    }

    @Test func aSocketLeftBehindIsReplaced() throws {
        let scratch = Scratch()
        let path = scratch.file("socket")
        try leaveSocket(at: path)
        #expect(
            failure { _ = try StreamSocket.connected(toPath: path) }?.message
                == "cannot connect to \(path): connection refused")
        let listener = try Listener.listening(onPath: path)
        _ = try StreamSocket.connected(toPath: path)
        #expect(try accepted(by: listener) != nil)
    }

    /// What a killed process leaves: the file of a socket that nobody has open.
    private func leaveSocket(at path: String) throws {
        let descriptor = try SocketOption.open(AF_UNIX, path)
        let name = try SocketAddress(path: path)
        let status = unsafe name.reading { unsafe bind(descriptor.number, $0, $1) }
        #expect(status == 0)
    }

    @Test func aFileInTheWayIsLeftAlone() throws {
        let scratch = Scratch()
        let path = scratch.file("socket")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(failure { _ = try Listener.listening(onPath: path) } == .obstructed(path: path))
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func aPathTooLongSaysByHowMuchAndWhatToDo() throws {
        let path = "/tmp/" + String(repeating: "x", count: 200)
        let error = failure { _ = try Listener.listening(onPath: path) }
        #expect(failure { _ = try StreamSocket.connected(toPath: path) } == error)
        guard case .pathTooLong(path, 205, let bytesMax) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(bytesMax >= 103)
        #expect(error?.message.contains("shorter SCORED_HOME") == true)
    }
}
