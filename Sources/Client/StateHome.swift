import Foundation
package import Net

/// The folder of this device, as far as a client needs to know it.
package struct StateHome: Hashable, Sendable {
    /// Where it is.
    package let path: String

    /// The folder at the path.
    package init(_ path: String) { self.path = path }

    /// `--state`, else `SCORED_HOME`, else `scored` in `XDG_STATE_HOME`, else in `~/.local/state`.
    /// Empty variables count as absent, and so does a relative `XDG_STATE_HOME`, as its
    /// specification wants.
    package init(option: String?, environment: (String) -> String?) throws(ClientError) {
        func variable(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        if let option {
            guard !option.isEmpty else { throw .usage("--state names no folder", command: "") }
            path = option
        } else if let home = variable("SCORED_HOME") {
            path = home
        } else if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") {
            path = state + "/scored"
        } else if let home = variable("HOME") {
            path = home + "/.local/state/scored"
        } else {
            throw .unusable(
                "no data folder: set SCORED_HOME, or name one with --state")
        }
    }

    /// Where the daemon answers.
    package var socketPath: String { path + "/\(Self.socketName)" }

    private static let socketName = "scored.sock"

    /// Where a daemon in the background writes its diagnostics.
    package var diagnosticsPath: String { path + "/\(GrowingOutput.diagnosticsName)" }

    /// Whether no device was ever begun here. One that cannot be looked into is not said to be fresh: who
    /// goes on to open it is told why.
    package var isFresh: Bool {
        let folder: Folder
        do throws(NetError) {
            folder = try Folder(path, creating: false)
        } catch {
            return error.number?.rawValue == ENOENT
        }
        // A home that lost its key is none to begin anew: what was recorded there is still there.
        return ["identity.pem", "charter"].allSatisfy { (try? folder.size(of: $0)) == .some(nil) }
    }

    /// Whether no daemon works here and the last one ended in order: one that dies leaves its socket
    /// behind.
    package var isEnded: Bool {
        guard let folder = try? Folder(path, creating: false) else { return false }
        return (try? folder.size(of: Self.socketName)) == .some(nil)
    }

    /// Connects to the daemon that works here.
    package func connect() throws(ClientError) -> StreamSocket {
        do throws(NetError) {
            return try StreamSocket.connected(toPath: socketPath)
        } catch {
            if let number = error.number?.rawValue,
                [ENOENT, ECONNREFUSED, ENOTDIR].contains(number)
            {
                throw .notRunning(home: path)
            }
            if error.number?.rawValue == EAGAIN { throw .busy(home: path) }
            throw .unreachable(error)
        }
    }
}
