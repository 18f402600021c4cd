package import LocalAPI
import MoveLog
import Net
import TLS

/// Answers the questions of the local API from what a home's disk holds, where no daemon does. It
/// changes nothing there: no lock, no repair, no file. A daemon may start, work or end meanwhile;
/// what is shown is how the log stood when it was read.
package final class OfflineDesk {
    private let router: Router

    /// Reads the home's log and folds it. Throws where there is no device, where a file cannot be
    /// read, or where the device was interrupted on its way to another table.
    package init(
        home path: String, version: String, clock: DeviceClock = .system
    ) throws(DaemonError) {
        let home = try Home(inspecting: path)
        let identity = try home.inspectedIdentity()
        let charter = try home.inspectedCharter(seal: identity)
        let disk: ReadOnlyDisk
        do throws(NetError) {
            disk = try ReadOnlyDisk("\(path)/\(TableSwitch.logFolder)", mayBeMissing: true)
        } catch {
            throw .home(path, error)
        }
        let source = Ledger.Source(charter: charter, disk: disk, startsNewIncarnation: false)
        let ledger = try Ledger(
            inspecting: source, isUsed: home.hasBeenUsed(for: charter.table), seal: identity,
            clock: clock)
        let peering = try Peering(
            ledger: ledger, home: home, identity: identity, options: DaemonOptions(home: path),
            sources: Sources(), diagnostics: Diagnostics(uptime: { clock.uptime }) { _ in },
            isInspecting: true)
        var desk = Desk(
            ledger: ledger, home: home, peering: peering, clock: clock, startedAt: clock.uptime,
            version: version, stop: {})
        desk.isOfflineView = true
        router = Router(desk)
    }

    /// Answers a question. What would record, and the event stream, need a daemon: refused.
    package func answer(_ request: Request) -> Response {
        guard request.method == .get || request.method == .head else { return Self.refusal }
        switch router.answer(request) {
        case .now(let response): return response
        case .later(let give): return give() ?? Self.refusal
        case .afterCommit, .joinably, .stream: return Self.refusal
        }
    }

    private static let refusal = Response.error(
        .unavailable, code: "offline-view",
        message: "no daemon answers here, and this needs one: scored up")
}

extension Home {
    /// The device's key, as it lies there.
    fileprivate func inspectedIdentity() throws(DaemonError) -> Identity {
        let name = "identity.pem"
        guard let bytes = try read(name, bytesMax: Limits.identityBytesMax) else {
            throw .missing(path: path + "/" + name)
        }
        do throws(TLSError) {
            return try Identity(pem: bytes)
        } catch {
            throw .identity(path: path + "/" + name, error)
        }
    }

    /// The charter of the present table, as it lies there.
    fileprivate func inspectedCharter(seal: any Seal) throws(DaemonError) -> Charter {
        guard try order() == nil else { throw .switching(home: path) }
        let name = TableSwitch.charterFile
        guard let bytes = try read(name, bytesMax: Limits.charterBytesMax) else {
            throw .missing(path: path + "/" + name)
        }
        do throws(Malformed) {
            return try Charter(bytes: bytes, seal: seal)
        } catch {
            throw .charter(path: path + "/" + name, error)
        }
    }
}
