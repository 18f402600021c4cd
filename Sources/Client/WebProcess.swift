import Documents
import Foundation
import LocalAPI
package import Net
import ViewModels
import Web

/// The process of `scored web`: serves the pages of the view door over TCP and those of the keep
/// door over TLS, and answers the commands on a socket of its own.
///
/// It learns the score as a screen does, on the daemon's socket for requests that read; for each
/// phone it is a client of that phone's daemon. It holds no key of a device and opens no file of
/// the table. It runs under the same account, so it does not contain code that takes it over.
///
/// `Router` answers only endpoints that read on `view.sock`. The bytes of browsers go to
/// `ViewDoor`; settings and addresses are in `WebHome`, the commands in `WebCommand`. The start of
/// a daemon starts the process again (`WebCommand.resume`).
package final class WebProcess {
    private let home: StateHome
    private let folder: Folder
    private let isInBackground: Bool
    private let supervisor: Supervisor?
    private let lock: LockFile
    private let loop: ClientLoop
    private let listener: Listener
    private let commands: Listener
    private let door: ViewDoor
    private let phones: HostedPhones
    /// Nil while no phone is expected, or none can be served.
    private var keep: KeepPort?
    /// The reason why phones cannot be served, and the time of the next attempt.
    private var keepFailure: (problem: String, until: Duration)?
    /// Takes a line of its diagnostics.
    private let note: (String) -> Void
    private var settings: WebSettings
    private var places: WebPlaces
    private var placesAt: Duration
    private var connections: [WebConnection] = []
    /// True for each listener that has connections to accept.
    private var isCalled = false
    private var isCommanded = false
    private var isKept = false
    /// The end of the pause after no descriptor was free; nil while connections are accepted.
    private var acceptsAt: Duration?
    private var isEnding = false

    /// Listens as the settings of the home say, and saves the address. Throws if another process
    /// serves the pages of the home and, in the background, if they are no longer wanted: `down`
    /// came after the order to start. `supervisor` is told of start, turns and end.
    package init(
        home: StateHome, isInBackground: Bool, supervisor: Supervisor? = nil,
        note: @escaping (String) -> Void
    ) throws(ClientError) {
        self.home = home
        self.isInBackground = isInBackground
        self.supervisor = supervisor
        self.note = note
        guard let lock = try WebSettings.lock(home) else {
            throw .unusable("another process serves the pages of \(home.path) already")
        }
        self.lock = lock
        var settings = try WebSettings(in: home)
        guard settings.isWanted || !isInBackground else {
            throw .unusable("no page of \(home.path) is wanted any more; see scored web down")
        }
        folder = try ClientError.rethrowing(
            ClientError.file, Folder(home.path, creating: false))
        listener = try ClientError.rethrowing(
            settings.refusal, Self.listener(settings.addresses))
        commands = try ClientError.rethrowing(
            ClientError.file, Listener.listening(onPath: home.on(.web).socketPath))
        places = WebPlaces(listeningOn: listener)
        settings.port = places.listen.port
        let token = settings.token ?? WebSettings.newToken()
        settings.token = token
        try settings.save(in: home)
        self.settings = settings
        // A daemon that died is started again, as by a screen; one that was ended is not.
        loop = ClientLoop(home: home.on(.view), starting: try DaemonStarter(home: home))
        placesAt = loop.timekeeper.now
        phones = HostedPhones(home: home, in: loop)
        door = ViewDoor(
            library: loop.library, timekeeper: loop.timekeeper,
            options: ViewDoor.Options(
                token: token, hosts: places.hosts, showsNames: settings.showsNames,
                servesMetrics: settings.servesMetrics, base: places.best))
        loop.sources.watch(listener.number, .readable) { [weak self] in self?.isCalled = true }
        loop.sources.watch(commands.number, .readable) { [weak self] in self?.isCommanded = true }
    }

    deinit {
        loop.sources.forget(listener.number)
        loop.sources.forget(commands.number)
        if let keep { loop.sources.forget(keep.listener.number) }
    }

    /// Listens on the first address that is free.
    static func listener(_ addresses: [Address]) throws(NetError) -> Listener {
        var failure: NetError?
        for address in addresses {
            do throws(NetError) {
                return try Listener.listening(on: address)
            } catch {
                failure = failure ?? error
                guard error.number?.rawValue == EADDRINUSE else { break }
            }
        }
        throw failure ?? .malformedAddress(text: "")
    }

    // MARK: The loop

    /// Serves until a signal or a command ends it, or its home is deleted.
    package func run() throws(ClientError) {
        let signals = try loop.caught([.interrupt, .terminate, .hangUp])
        defer { loop.sources.forget(signals.number) }
        note("serves pages on \(places.listen)")
        renewOverlayFile()
        supervisor?.isReady()
        while !isEnding {
            for connection in connections { connection.watch(in: loop.sources) }
            try loop.turn(until: nextDeadline) {
                for signal in signals.drain() {
                    if signal == .hangUp && isInBackground { continue }
                    isEnding = true
                }
                serve(at: loop.timekeeper.now)
            }
            if phones.turn(at: loop.timekeeper.now) { keep?.door.review() }
            openKeep(at: loop.timekeeper.now)
            supervisor?.turned(at: loop.timekeeper.now) { "serves pages on \(places.listen)" }
            if folder.isRemoved {
                throw .unusable("\(home.path) was deleted; no page is served any more")
            }
        }
        supervisor?.willEnd()
        for connection in connections { connection.end(in: loop.sources) }
        phones.end()
        note("ended")
    }

    private var nextDeadline: Duration? {
        let own = [acceptsAt, phones.nextDeadline, supervisor?.nextDeadline]
        return (connections.map(\.nextDeadline) + own).compactMap(\.self).min()
    }

    /// Reads all that is ready, and writes once.
    private func serve(at now: Duration) {
        if let acceptsAt, now >= acceptsAt { pause(until: nil) }
        if isCalled { acceptBrowsers(from: listener, at: now) { door.accept(at: now) } }
        if isKept, let keep {
            acceptBrowsers(from: keep.listener, at: now) { keep.accept(at: now) }
        }
        if isCommanded { acceptCommands(at: now) }
        (isCalled, isKept, isCommanded) = (false, false, false)
        for connection in connections { connection.read(at: now) }
        connections.removeAll { connection in
            guard !connection.write(at: now) else { return false }
            connection.end(in: loop.sources)
            return true
        }
    }

    // MARK: Connections

    private func acceptBrowsers(
        from listener: Listener, at now: Duration, _ talk: () -> (any WebTalk)?
    ) {
        lookAround(at: now)
        for _ in 0..<ClientLimits.webAcceptancesMax {
            guard let socket = accepted(from: listener, at: now) else { return }
            // One machine cannot take all connections; others on this one may be a proxy's.
            let host = socket.peerAddress.flatMap { $0.isLoopback ? nil : $0.host.network }
            let count = connections.count { $0.host == host && host != nil }
            guard count < ClientLimits.webConnectionsOfAHostMax,
                let talk = talk()
            else { continue }
            add(WebConnection(socket, talk, of: host, at: now))
        }
    }

    private func acceptCommands(at now: Duration) {
        for _ in 0..<ClientLimits.webCommandsMax {
            guard let socket = accepted(from: commands, at: now) else { return }
            let count = connections.count { $0.talk is CommandTalk }
            guard count < ClientLimits.webCommandsMax else { continue }
            let talk = CommandTalk(at: now) { [unowned self] in answer($0) }
            add(WebConnection(socket, talk, of: nil, at: now))
        }
    }

    /// The next connection that waits; nil if there is none, or no descriptor for it.
    private func accepted(from listener: Listener, at now: Duration) -> StreamSocket? {
        switch try? listener.accept() {
        case .accepted(let socket): return socket
        case .nothing: return nil
        case .exhausted, nil:
            pause(until: now + ClientLimits.webPauseTime)
            return nil
        }
    }

    /// The poller would report connections that cannot be accepted over and over.
    private func pause(until deadline: Duration?) {
        acceptsAt = deadline
        let listeners = [listener, commands] + (keep.map { [$0.listener] } ?? [])
        for listener in listeners {
            loop.sources.update(listener.number, deadline == nil ? .readable : [])
        }
    }

    private func add(_ connection: WebConnection) {
        // Without room the socket is closed.
        if connection.begin(in: loop.sources) { connections.append(connection) }
    }

    /// Reads the addresses of this machine again, which a browser may name.
    private func lookAround(at now: Duration) {
        guard now >= placesAt + ClientLimits.webPlacesTime else { return }
        placesAt = now
        places = WebPlaces(listeningOn: listener)
        if door.options.hosts != places.hosts { door.options.hosts = places.hosts }
        door.options.base = places.best
        do throws(ClientError) {
            try keep?.lookAround()
            if keep != nil { keepFailure = nil }
        } catch {
            // Keep serving the previous addresses.
            failKeep(error, at: now)
        }
    }

    // MARK: Phones

    /// Opens the keep door when a phone is expected, and closes it when none is any more.
    private func openKeep(at now: Duration) {
        guard phones.areExpected else { return closeKeep() }
        guard keep == nil, keepFailure.map({ now >= $0.until }) ?? true else { return }
        do throws(ClientError) {
            let keep = try KeepPort(
                home: home, settings: settings, phones: phones, timekeeper: loop.timekeeper)
            var settings = settings
            settings.keepPort = keep.places.listen.port
            if settings != self.settings { try settings.save(in: home) }
            self.settings = settings
            loop.sources.watch(keep.listener.number, acceptsAt == nil ? .readable : []) {
                [weak self] in self?.isKept = true
            }
            self.keep = keep
            keepFailure = nil
            note("serves phones on \(keep.places.listen)")
        } catch {
            failKeep(error, at: now)
        }
    }

    private func closeKeep() {
        keepFailure = nil
        guard let keep else { return }
        loop.sources.forget(keep.listener.number)
        keep.door.review()
        self.keep = nil
        note("serves no phone any more")
    }

    private func failKeep(_ error: ClientError, at now: Duration) {
        let problem = error.lines.joined(separator: " ")
        if keepFailure?.problem != problem { note(problem) }
        keepFailure = (problem, now + ClientLimits.keepRetryTime)
    }

    // MARK: Commands

    private func answer(_ request: Request) -> Response {
        let path = "/" + request.target.path.joined(separator: "/")
        switch Route(request.method.name, path) {
        case WebDocument.get: return .json(document)
        case WebDocument.rotate:
            return changed { settings in settings.token = WebSettings.newToken() }
        case WebDocument.down:
            let response = changed { settings in settings.isWanted = false }
            isEnding = response.status.isSuccess
            return response
        default:
            return .error(
                APIError(
                    status: Status.notFound.code, code: "unknown-path",
                    "the process that serves pages has no \(request.method.name) \(path)"))
        }
    }

    /// Saves changed settings before they take effect, so that a revoked link stays revoked.
    private func changed(_ change: (inout WebSettings) -> Void) -> Response {
        var changed = settings
        change(&changed)
        do throws(ClientError) {
            try changed.save(in: home)
        } catch {
            let reason = error.lines.joined(separator: " ")
            return .error(
                APIError(
                    status: Status.unavailable.code, code: ErrorCode.diskFailed.rawValue,
                    "\(reason); nothing was changed",
                    advice: "see that the disk has room and the home can be written, then try again"
                )
            )
        }
        settings = changed
        // A new token ends all streams.
        if let token = changed.token { door.options.token = token }
        renewOverlayFile()
        return .json(document)
    }

    /// Puts the present link into the overlay's file, if a person has asked for that file.
    private func renewOverlayFile() {
        guard (try? folder.size(of: WebDocument.overlayFileName)) ?? nil != nil else { return }
        do throws(ClientError) {
            try document.saveOverlayFile(in: home)
        } catch {
            note(error.lines.joined(separator: " "))
        }
    }

    private var document: WebDocument {
        let now = loop.timekeeper.now
        lookAround(at: now)
        phones.look(atLeastEvery: .zero)
        openKeep(at: now)
        let problem: String? =
            switch loop.library.connection.value {
            case .connected, .connecting: nil
            case .lost(let reason): reason
            }
        return WebDocument(
            processID: Int(ProcessInfo.processInfo.processIdentifier), places: places,
            settings: settings, viewers: door.viewerCount, problem: problem, pages: ViewDoor.pages,
            keep: WebDocument.Keep(
                url: keep?.places.best, named: keep?.places.named,
                problems: (keepFailure.map { [$0.problem] } ?? []) + phones.problems,
                phones: phones.pairedCount, pages: keep?.door.streamCount ?? 0))
    }
}

extension Address.Host {
    /// The network of one customer (RFC 6177): a machine can have any number of addresses in a /64.
    fileprivate var network: Self {
        if case .v6(let high, _, let scope) = self, scope == 0 {
            return .v6(high: high, low: 0, scope: 0)
        }
        return self
    }
}
