import Documents
import Foundation
import LocalAPI
import Net
import ViewModels
import Web

/// The process of `scored web`: serves the pages of the view door over TCP, and answers the commands on
/// a socket of its own.
///
/// It learns the score as a screen does, on the daemon's socket for requests that read. It holds no
/// key and opens no file of the table. It runs as the same account, so it is no fence against code
/// that takes it over.
package final class WebProcess {
    private let home: StateHome
    private let folder: Folder
    private let isInBackground: Bool
    private let lock: LockFile
    private let loop: ClientLoop
    private let listener: Listener
    private let commands: Listener
    private let door: ViewDoor
    /// Takes a line of its diagnostics.
    private let note: (String) -> Void
    private var settings: WebSettings
    private var places: WebPlaces
    private var placesAt: Duration
    private var connections: [WebConnection] = []
    /// The listeners that have connections to be accepted.
    private var isCalled = false
    private var isCommanded = false
    /// When connections are accepted again, after the process had no descriptor for one.
    private var acceptsAt: Duration?
    private var isEnding = false

    /// Listens as the settings of the home say, and writes down where. Throws where another process
    /// serves the pages of the home, and in the background if they are no longer wanted: `down` came
    /// between the order to start and this.
    package init(
        home: StateHome, isInBackground: Bool, note: @escaping (String) -> Void
    ) throws(ClientError) {
        self.home = home
        self.isInBackground = isInBackground
        self.note = note
        guard let lock = try WebSettings.lock(home) else {
            throw .unusable("another process serves the pages of \(home.path) already")
        }
        self.lock = lock
        var settings = try WebSettings(in: home)
        guard settings.isWanted || !isInBackground else {
            throw .unusable("no page of \(home.path) is wanted any more; see scored web down")
        }
        folder = try ClientError.rethrowing(ClientError.file) { () throws(NetError) in
            try Folder(home.path, creating: false)
        }
        listener = try ClientError.rethrowing(settings.refusal) { () throws(NetError) in
            try Self.listener(settings)
        }
        commands = try ClientError.rethrowing(ClientError.file) { () throws(NetError) in
            try Listener.listening(onPath: home.on(.web).socketPath)
        }
        let listen = listener.address ?? Address(.any, port: 0)
        settings.port = listen.port
        let token = settings.token ?? WebSettings.newToken()
        settings.token = token
        try settings.save(in: home)
        self.settings = settings
        // A daemon that died is started again, as by a screen; one that was ended is not.
        loop = ClientLoop(home: home.on(.view), starting: try DaemonStarter(home: home))
        places = Self.places(of: listen)
        placesAt = loop.timekeeper.now
        door = ViewDoor(
            library: loop.library, timekeeper: loop.timekeeper,
            options: ViewDoor.Options(
                token: token, hosts: places.hosts, showsNames: settings.showsNames,
                base: places.best))
        loop.sources.watch(listener.number, .readable) { [weak self] in self?.isCalled = true }
        loop.sources.watch(commands.number, .readable) { [weak self] in self?.isCommanded = true }
    }

    deinit {
        loop.sources.forget(listener.number)
        loop.sources.forget(commands.number)
    }

    /// Listens on the first address that is free.
    private static func listener(_ settings: WebSettings) throws(NetError) -> Listener {
        var failure: NetError?
        for address in settings.addresses {
            do throws(NetError) {
                return try Listener.listening(on: address)
            } catch {
                failure = failure ?? error
                guard error.number?.rawValue == EADDRINUSE else { break }
            }
        }
        throw failure ?? .malformedAddress(text: settings.listen ?? "")
    }

    private static func places(of listen: Address) -> WebPlaces {
        WebPlaces(
            listen: listen, interfaces: (try? Interface.all()) ?? [], name: hostName())
    }

    // MARK: The loop

    /// Serves until a signal or a command ends it, or its home is deleted.
    package func run() throws(ClientError) {
        let signals = try loop.caught([.interrupt, .terminate, .hangUp])
        defer { loop.sources.forget(signals.number) }
        note("serves pages on \(places.listen)")
        while !isEnding {
            for connection in connections { connection.watch(in: loop.sources) }
            try loop.turn(until: nextDeadline) {
                for signal in signals.drain() {
                    if signal == .hangUp && isInBackground { continue }
                    isEnding = true
                }
                serve(at: loop.timekeeper.now)
            }
            if folder.isRemoved {
                throw .unusable("\(home.path) was deleted; no page is served any more")
            }
        }
        for connection in connections { connection.end(in: loop.sources) }
        note("ended")
    }

    private var nextDeadline: Duration? {
        (connections.map(\.nextDeadline) + [acceptsAt]).compactMap(\.self).min()
    }

    /// Reads all that is ready, and writes once.
    private func serve(at now: Duration) {
        if let acceptsAt, now >= acceptsAt { pause(until: nil) }
        if isCalled { acceptViewers(at: now) }
        if isCommanded { acceptCommands(at: now) }
        (isCalled, isCommanded) = (false, false)
        for connection in connections { connection.read(at: now) }
        connections.removeAll { connection in
            guard !connection.write(at: now) else { return false }
            connection.end(in: loop.sources)
            return true
        }
    }

    // MARK: Connections

    private func acceptViewers(at now: Duration) {
        lookAround(at: now)
        for _ in 0..<ClientLimits.webAcceptancesMax {
            guard let socket = accepted(from: listener, at: now) else { return }
            // One machine cannot take all connections; others on this one may be a proxy's.
            let host = socket.peerAddress.flatMap { $0.isLoopback ? nil : $0.host.network }
            let count = connections.count { $0.host == host && host != nil }
            guard count < ClientLimits.webConnectionsOfAHostMax,
                let view = door.accept(at: now)
            else { continue }
            add(WebConnection(socket, view, of: host, at: now))
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
        for number in [listener.number, commands.number] {
            loop.sources.update(number, deadline == nil ? .readable : [])
        }
    }

    private func add(_ connection: WebConnection) {
        // Without room the socket is closed.
        if connection.begin(in: loop.sources) { connections.append(connection) }
    }

    /// Learns the addresses of this machine again, which a browser may name.
    private func lookAround(at now: Duration) {
        guard now >= placesAt + ClientLimits.webPlacesTime else { return }
        placesAt = now
        places = Self.places(of: places.listen)
        if door.options.hosts != places.hosts { door.options.hosts = places.hosts }
        door.options.base = places.best
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

    /// Writes the changed settings down before they hold: a link that was taken back stays so.
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
        return .json(document)
    }

    private var document: WebDocument {
        lookAround(at: loop.timekeeper.now)
        let problem: String? =
            switch loop.library.connection.value {
            case .connected, .connecting: nil
            case .lost(let reason): reason
            }
        return WebDocument(
            processID: Int(ProcessInfo.processInfo.processIdentifier), places: places,
            settings: settings, viewers: door.viewerCount, problem: problem, pages: ViewDoor.pages)
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

/// One end of a conversation in bytes: a viewer's, or a command's.
private protocol WebTalk: AnyObject {
    func receive(_ bytes: [UInt8], at now: Duration)
    func endOfInput(at now: Duration)
    func tick(at now: Duration)
    func takeOutput(upTo limit: Int, at now: Duration) -> [UInt8]
    var wantsInput: Bool { get }
    var wantsClose: Bool { get }
    var hasOutput: Bool { get }
    /// True if what was not written is dropped.
    var isClosed: Bool { get }
    var nextDeadline: Duration? { get }
    func close()
}

extension ViewConnection: WebTalk {}

/// A command's requests, each answered at once.
private final class CommandTalk: WebTalk {
    private var http: ServerConnection
    private let answer: (Request) -> Response

    init(at now: Duration, answer: @escaping (Request) -> Response) {
        http = ServerConnection(at: now)
        self.answer = answer
    }

    var wantsInput: Bool { http.wantsInput }
    var wantsClose: Bool { http.wantsClose }
    var hasOutput: Bool { http.hasOutput }
    var isClosed: Bool { false }
    var nextDeadline: Duration? { http.nextDeadline }

    func receive(_ bytes: [UInt8], at now: Duration) { http.receive(bytes, at: now) }
    func endOfInput(at now: Duration) { http.endOfInput(at: now) }
    func close() {}

    func tick(at now: Duration) {
        http.tick(at: now)
        for exchange in http.takeRequests() {
            http.respond(answer(exchange.request), to: exchange.number, at: now)
        }
    }

    func takeOutput(upTo limit: Int, at now: Duration) -> [UInt8] {
        http.takeOutput(upTo: limit, at: now)
    }
}

/// A connection among the sources of the loop, and the output not yet written.
private final class WebConnection {
    let talk: any WebTalk
    /// The machine at the other end; nil for this one.
    let host: Address.Host?
    private let socket: StreamSocket
    private var output: [UInt8] = []
    private var offset = 0
    private var isReady = false
    private var isBroken = false
    /// The time at which bytes were last written, or none waited.
    private var writtenAt: Duration

    init(_ socket: StreamSocket, _ talk: any WebTalk, of host: Address.Host?, at now: Duration) {
        self.socket = socket
        writtenAt = now
        self.talk = talk
        self.host = host
    }

    private var hasOutput: Bool { offset < output.count || talk.hasOutput }

    var nextDeadline: Duration? {
        let stuck = offset < output.count ? writtenAt + ClientLimits.webStuckTime : nil
        return [talk.nextDeadline, stuck].compactMap(\.self).min()
    }

    /// False if the loop has no room.
    func begin(in sources: ClientSources) -> Bool {
        sources.watch(socket.number, .readable) { [weak self] in self?.isReady = true }
    }

    func end(in sources: ClientSources) {
        sources.forget(socket.number)
        talk.close()
    }

    /// Sets what the next wait is for. The library may have given a page something to write since.
    func watch(in sources: ClientSources) {
        var interest: Interest = talk.wantsInput ? .readable : []
        if hasOutput { interest.insert(.writable) }
        sources.update(socket.number, interest)
    }

    func read(at now: Duration) {
        if isReady {
            isReady = false
            do throws(NetError) {
                try readOnce(at: now)
            } catch {
                isBroken = true
            }
        }
        talk.tick(at: now)
    }

    private func readOnce(at now: Duration) throws(NetError) {
        guard talk.wantsInput else {
            // Nothing was waited for, so the poller reports that the other side is gone.
            isBroken = !hasOutput
            return
        }
        switch try socket.read() {
        case .bytes(let bytes): talk.receive(bytes, at: now)
        case .end: talk.endOfInput(at: now)
        case .wouldBlock: break
        }
    }

    /// Writes once; false once the connection has ended.
    func write(at now: Duration) -> Bool {
        if offset == output.count {
            output = talk.takeOutput(upTo: HTTPLimits.outputBytes, at: now)
            offset = 0
            writtenAt = now
        }
        do throws(NetError) {
            if case .wrote(let count) = try socket.write(output, from: offset), count > 0 {
                offset += count
                writtenAt = now
            }
        } catch {
            isBroken = true
        }
        let isStuck = offset < output.count && now >= writtenAt + ClientLimits.webStuckTime
        return !isBroken && !isStuck && !talk.isClosed && !(talk.wantsClose && !hasOutput)
    }
}
