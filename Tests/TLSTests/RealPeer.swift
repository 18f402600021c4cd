import Foundation
import TLS
import Testing

/// The program `openssl s_client` at the other end of a socket on loopback: a peer that shares no code
/// of ours. Its descriptors and its process end with `finish`.
@safe
struct RealPeer {
    /// Where the program's keys and output lie; removed by `finish`.
    let folder: String
    private let listener: Int32
    private let socket: Int32
    private let program: UnsafeMutablePointer<FILE>

    struct Failed: Error {
        let what: String
    }

    /// Whether the program is installed: a clean machine needs the library alone.
    static var isInstalled: Bool { run("command -v openssl >/dev/null") }

    /// Starts the program with these arguments after a shell script in its folder, and waits for it.
    init(_ arguments: String, after script: String = ":") throws {
        folder = NSTemporaryDirectory() + "scored-tls-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard Self.run("cd '\(folder)' && { \(script); } >script.log 2>&1") else {
            throw Failed(
                what:
                    "script: \((try? String(contentsOfFile: folder + "/script.log", encoding: .utf8)) ?? "")"
            )
        }
        listener = try Self.listen()
        let command =
            "cd '\(folder)' && exec openssl s_client -connect 127.0.0.1:\(Self.port(of: listener)) "
            + arguments + " >output 2>&1"
        guard let program = unsafe popen(command, "w") else { throw Failed(what: "popen") }
        unsafe self.program = program
        socket = accept(listener, nil, nil)
        guard socket >= 0 else {
            _ = unsafe pclose(program)
            throw Failed(what: "accept: errno \(errno)")
        }
        Self.limit(socket)
    }

    /// Carries bytes between the program and the channel, in pieces of at most `piece`, until
    /// `isDone` or one end has ended.
    func serve(
        _ channel: SecureChannel, piece: Int = .max, until isDone: ([SecureChannel.Event]) -> Bool
    ) -> [SecureChannel.Event] {
        var events: [SecureChannel.Event] = []
        var buffer: [UInt8] = Array(repeating: 0, count: 16 * 1024)
        while true {
            let output = channel.takeOutput()
            if !output.isEmpty {
                _ = unsafe Foundation.send(socket, output, output.count, Self.noSignal)
            }
            events += channel.takeEvents()
            if channel.wantsClose || isDone(events) { return events }
            let count = unsafe recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return events }
            for start in stride(from: 0, to: count, by: min(piece, count)) {
                channel.receive(Array(buffer[start..<min(count, start + min(piece, count))]))
            }
        }
    }

    /// Types a word at the program, and closes the channel once it came: what the channel told until then,
    /// and all that the program printed.
    func hello(_ channel: SecureChannel) -> (events: [SecureChannel.Event], output: String) {
        type("hello")
        let events = serve(channel) { !$0.data.isEmpty }
        channel.close()
        _ = serve(channel) { _ in false }
        return (events, finish())
    }

    /// Has the program ask for new keys from a moment on, which a channel bears for a while.
    func expectFlood(of channel: SecureChannel, from hasBegun: ([SecureChannel.Event]) -> Bool) {
        var asked = 0
        let events = serve(channel) { events in
            guard hasBegun(events) else { return false }
            // One a record that arrives: the program reads one command at a time.
            type("K")
            asked += 1
            return asked > 100
        }
        let output = finish()
        #expect(events.failure == .flood(.lateMessages), "\(output)")
        #expect(asked > ChannelLimits.lateMessagesMax)
    }

    /// Types a line at the program.
    func type(_ line: String) {
        _ = unsafe fputs(line + "\n", program)
        _ = unsafe fflush(program)
    }

    /// Ends the connection and the program, and gives what the program printed.
    func finish() -> String {
        shutdown(socket, Int32(SHUT_WR))
        var rest: [UInt8] = Array(repeating: 0, count: 4096)
        while unsafe recv(socket, &rest, rest.count, 0) > 0 {}
        Foundation.close(socket)
        Foundation.close(listener)
        _ = unsafe pclose(program)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return (try? String(contentsOfFile: folder + "/output", encoding: .utf8)) ?? ""
    }

    private static func run(_ command: String) -> Bool {
        guard let shell = unsafe popen(command, "w") else { return false }
        return unsafe pclose(shell) == 0
    }

    private static func listen() throws -> Int32 {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let descriptor = Foundation.socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, Foundation.listen(descriptor, 1) == 0 else {
            Foundation.close(descriptor)
            throw Failed(what: "listen: errno \(errno)")
        }
        limit(descriptor)
        return descriptor
    }

    /// A call on the socket returns after ten seconds: a hung program fails the test.
    private static func limit(_ descriptor: Int32) {
        var time = timeval(tv_sec: 10, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    #if canImport(Glibc)
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
        private static let noSignal: Int32 = 0
    #endif
}
