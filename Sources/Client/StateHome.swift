import Documents
import Foundation
import LocalAPI
package import Net
package import Terminal

/// The folder of this device, as far as a client knows it.
package struct StateHome: Hashable, Sendable {
    /// The sockets in the folder.
    package enum Socket: String, Sendable {
        /// The daemon's, for every request.
        case all = "scored.sock"
        /// The daemon's, for requests that read.
        case view = "view.sock"
        /// That of the process that serves pages.
        case web = "web.sock"
    }

    package let path: String
    private var socket = Socket.all

    package init(_ path: String) { self.path = path }

    /// The value of `--state`, else `SCORED_HOME`, else `scored` in `XDG_STATE_HOME`, else in
    /// `~/.local/state`. Empty variables count as absent, and so does a relative `XDG_STATE_HOME`,
    /// as the XDG Base Directory Specification demands.
    package init(option: String?, environment: (String) -> String?) throws(ClientError) {
        func variable(_ name: String) throws(ClientError) -> String? {
            guard let value = environment(name), !value.isEmpty else { return nil }
            // Another folder than the one that is meant would be read, or made.
            guard !value.unicodeScalars.contains("\u{FFFD}") else {
                throw .unusable(
                    "\(name) has bytes that are not UTF-8; nothing was done; give the home a name "
                        + "in UTF-8")
            }
            return value
        }
        if let option {
            guard !option.isEmpty else { throw .usage("--state needs a folder", command: "") }
            path = option
        } else if let home = try variable("SCORED_HOME") {
            path = home
        } else if let state = try variable("XDG_STATE_HOME"), state.hasPrefix("/") {
            path = state + "/scored"
        } else if let home = try variable("HOME") {
            path = home + "/.local/state/scored"
        } else {
            throw .unusable(
                "there is no home folder for this device: set SCORED_HOME, or give --state DIR")
        }
    }

    /// The same home, reached by another of its sockets.
    package func on(_ socket: Socket) -> StateHome {
        var home = self
        home.socket = socket
        return home
    }

    /// The socket to which `connect` connects: by default the daemon's for every request.
    package var socketPath: String { path + "/\(socket.rawValue)" }

    /// True if no device was ever set up here. False for a folder that cannot be read: opening it
    /// then gives the reason.
    package var isFresh: Bool {
        let folder: Folder
        do throws(NetError) {
            folder = try Folder(path, creating: false)
        } catch {
            return error.number?.rawValue == ENOENT
        }
        // A home without its key is not fresh: its log is still there.
        return ["identity.pem", "charter", "log"].allSatisfy {
            (try? folder.size(of: $0)) == .some(nil)
        }
    }

    /// Tells the device of a home from every other one.
    struct DeviceMark: Equatable { fileprivate let hash: Int }

    /// The mark of the device's key; nil without one that can be read.
    var deviceMark: DeviceMark? {
        let bytes = try? Folder(path, creating: false)
            .inspect("identity.pem", bytesMax: ClientLimits.keysBytesMax)
        return bytes.flatMap { $0 }.map { DeviceMark(hash: $0.hashValue) }
    }

    /// True if no daemon runs here and the last one ended in order: a crash leaves the socket.
    package var isEnded: Bool {
        guard let folder = try? Folder(path, creating: false) else { return false }
        return (try? folder.size(of: socket.rawValue)) == .some(nil)
    }

    /// Throws `.foreign` if the folder belongs to another account.
    func demandOwn() throws(ClientError) {
        do throws(NetError) {
            try Folder(path, creating: false).demandOwn()
        } catch {
            if error.isForeign { throw .foreign(error) }
            guard error.isAbsence else { throw .unreachable(error) }
        }
    }

    /// Connects to the socket; throws `.notRunning`, `.busy`, `.foreign` or `.unreachable`. Home and
    /// process are of this account, so that nobody else's word is taken for the log's.
    package func connect() throws(ClientError) -> StreamSocket {
        try demandOwn()
        do throws(NetError) {
            return try StreamSocket.connected(toOwnPath: socketPath)
        } catch {
            if case .impostor = error { throw .foreign(error) }
            if let number = error.number?.rawValue,
                [ENOENT, ECONNREFUSED, ENOTDIR].contains(number)
            {
                throw .notRunning(home: path)
            }
            if error.number?.rawValue == EAGAIN { throw .busy(home: path) }
            throw .unreachable(error)
        }
    }

    /// Replaces a file of the home, durably, by a document and a line feed.
    func replace(_ name: String, with document: some Encodable) throws(ClientError) {
        try demandOwn()
        try ClientError.rethrowing(
            ClientError.file,
            Folder(path, creating: false).replace(name, with: JSON.encode(document) + [0x0A]))
    }
}

extension StateHome {
    /// The keys of the keep screen: the usual ones, changed by the file `keys`. Errors in the file
    /// are texts of the keymap, since they must not keep a keeper from scoring.
    package func keymap() -> Keymap {
        func usual(because error: some Error) -> Keymap {
            Keymap(problem: "keys: \(error); the usual keys stay")
        }
        let bytes: [UInt8]
        do throws(NetError) {
            bytes = try GivenFile.read(path + "/keys", bytesMax: ClientLimits.keysBytesMax)
        } catch {
            return error.number?.rawValue == ENOENT ? Keymap() : usual(because: error)
        }
        do throws(Unreadable) {
            return Keymap(text: try GivenText.read(bytes))
        } catch {
            return usual(because: error)
        }
    }
}
