import Foundation

/// An address as a person writes it: a host by name or number, and a port.
package struct NamedAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name, or a numeric host without brackets; empty for every address of this device.
    package let host: String
    /// 0 lets the system choose.
    package let port: UInt16

    /// Reads `host:port`, `[ipv6]:port` or `:port`; also a text without a port, `[ipv6]` and `ipv6`
    /// included, which gets the port `port`.
    package init(_ text: String, port: UInt16) throws(NetError) {
        for whole in [text, "\(text):\(port)", "[\(text)]:\(port)"] {
            guard !text.isEmpty, let place = try? Self(whole) else { continue }
            self = place
            return
        }
        throw .malformedAddress(text: text)
    }

    /// Reads `host:port`, `[ipv6]:port` or `:port`. Does not look a name up.
    package init(_ text: String) throws(NetError) {
        if let address = Address(text) {
            self.init(address)
            return
        }
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let parts = isASCII ? text.split(separator: ":", omittingEmptySubsequences: false) : []
        guard parts.count == 2, let port = UInt16(parts[1]), !parts[0].isEmpty,
            parts[0].utf8.count <= NetLimits.hostBytesMax,
            parts[0].utf8.allSatisfy(Self.isHostByte),
            // A name that ends in a number is a mistyped IPv4 address.
            parts[0].split(separator: ".").last.map({ UInt32($0) == nil }) ?? false
        else { throw .malformedAddress(text: text) }
        self.init(host: String(parts[0]), port: port)
    }

    package init(_ address: Address) {
        self.init(host: address.hostText, port: address.port)
    }

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The address if the host is numeric.
    package var address: Address? { Address(description) }

    package var description: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The addresses of the host, at most eight, in the system's order of preference. Immediate for
    /// a number; blocks the thread, perhaps for seconds, for a name: see `Resolution`.
    package func resolve() throws(NetError) -> [Address] {
        if let address { return [address] }
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        #if canImport(Darwin)
            unsafe hints.ai_socktype = SOCK_STREAM
        #else
            unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var list: UnsafeMutablePointer<addrinfo>? = nil
        let (status, number) = unsafe (getaddrinfo(host, String(port), &hints, &list), errno)
        guard status == 0 else {
            throw .unresolved(name: host, reason: Self.reason(status, number))
        }
        defer { unsafe freeaddrinfo(list) }
        let addresses = unsafe Self.addresses(of: list)
        guard !addresses.isEmpty else {
            throw .unresolved(name: host, reason: "it has no IPv4 or IPv6 address")
        }
        return addresses
    }

    private static func addresses(of list: UnsafeMutablePointer<addrinfo>?) -> [Address] {
        var addresses: [Address] = []
        var next = unsafe list
        while let entry = unsafe next, addresses.count < NetLimits.resolvedMax {
            if let name = unsafe entry.pointee.ai_addr,
                let address = unsafe SocketAddress(
                    copying: name, length: entry.pointee.ai_addrlen
                ).address,
                !addresses.contains(address)
            {
                addresses.append(address)
            }
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }

    private static func reason(_ status: Int32, _ number: Int32) -> String {
        if status == EAI_SYSTEM { return ErrorNumber(number).text }
        guard let words = unsafe gai_strerror(status) else { return "error \(status)" }
        return unsafe ErrorNumber.clause(words)
    }

    static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension SocketAddress {
    /// Copies an address from a system call.
    init(copying name: UnsafePointer<sockaddr>, length: socklen_t) {
        self.init()
        _ = unsafe writing { storage, room in
            let count = min(Int(length), Int(unsafe room.pointee))
            unsafe UnsafeMutableRawPointer(storage).copyMemory(from: name, byteCount: count)
            unsafe room.pointee = socklen_t(count)
        }
    }
}

/// Looks a name up on a thread of its own, since the system call may take seconds while the links
/// must continue. Watch the number as readable, then take the outcome.
package final class Resolution {
    package let name: NamedAddress
    private let reading: Descriptor

    /// The descriptor to watch as readable.
    package var number: Int32 { reading.number }

    /// Begins the look-up. If this object is released early, the outcome is dropped.
    package init(_ name: NamedAddress) throws(NetError) {
        self.name = name
        let ends = try WakePipe()
        let writing = ends.writing.release()
        reading = ends.reading
        // The thread may write after the read end was closed.
        signal(SIGPIPE, SIG_IGN)
        do throws(NetError) {
            try DetachedThread.start { Self.lookUp(name, tell: writing) }
        } catch {
            _ = Descriptor(owning: writing)
            throw error
        }
    }

    /// The addresses, in the system's order of preference, or the error; nil while the look-up
    /// lasts. Returned once.
    package func outcome() -> Result<[Address], NetError>? {
        // Larger than any answer: the thread writes it in one piece.
        var bytes = [UInt8](repeating: 0, count: Int(PIPE_BUF))
        let status = retrying { unsafe read(number, &bytes, bytes.count) }
        guard case .success(let count) = status else { return nil }
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        let addresses = lines.compactMap { Address(String($0)) }
        if !addresses.isEmpty { return .success(addresses) }
        let reason = lines.first.map(String.init) ?? "the lookup ended without an answer"
        return .failure(.unresolved(name: name.host, reason: reason))
    }

    private static func lookUp(_ name: NamedAddress, tell number: Int32) {
        let writing = Descriptor(owning: number)
        let text: String
        do {
            text = try name.resolve().map { "\($0)" }.joined(separator: "\n")
        } catch {
            if case .unresolved(_, let reason) = error { text = reason } else { text = "\(error)" }
        }
        let bytes = Array(text.utf8.prefix(Int(PIPE_BUF)))
        _ = retrying { unsafe write(writing.number, bytes, bytes.count) }
    }
}

/// A thread that nobody waits for. Foundation's `Thread` would link CoreFoundation and ICU, which
/// are larger than the rest of the program.
private enum DetachedThread {
    /// The closure, as an object that a C pointer can own.
    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Throws if there is no thread; then the closure does not run.
    static func start(_ run: @escaping @Sendable () -> Void) throws(NetError) {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let work = unsafe Unmanaged.passRetained(Work(run))
        let status = unsafe pthread_create(
            &thread, nil,
            { given in
                let given: UnsafeMutableRawPointer? = unsafe given
                pthread_detach(pthread_self())
                if let given = unsafe given {
                    unsafe Unmanaged<Work>.fromOpaque(given).takeRetainedValue().run()
                }
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            unsafe work.release()
            throw .system(operation: "start", subject: "a thread", number: ErrorNumber(status))
        }
    }
}
