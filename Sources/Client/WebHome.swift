package import Documents
import Foundation
import LocalAPI
package import Net
import Web

/// The settings of the process that serves pages, the file `web.json` of the home. Its only secret
/// is that of the links.
package struct WebSettings: Codable, Equatable, Sendable {
    package static let fileName = "web.json"
    package static let lockName = "web.lock"
    package static let logName = "web.log"
    package static let olderLogName = "web.old.log"

    /// Fields may be added in the same version; 1 for this form.
    package var schema = 1
    /// True from `up` to `down`: the pages are served whenever a daemon starts.
    package var isWanted = false
    /// The address that was last given, as `host:port`; nil for every address at the usual port.
    package var listen: String?
    /// The port of the last listener, to be used again: links stay valid over restarts.
    package var port: UInt16?
    /// True if the pages name the players.
    package var showsNames = false
    /// True if the figures of the daemon are served too.
    package var servesMetrics = false
    /// The part of every link that cannot be guessed; nil before the first start.
    package var token: String?
    /// The port at which phones were last served, to be used again.
    package var keepPort: UInt16?

    package init() {}

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        schema = try values.decodeIfPresent(Int.self, forKey: .schema) ?? 1
        isWanted = try values.decodeIfPresent(Bool.self, forKey: .isWanted) ?? false
        listen = try values.decodeIfPresent(String.self, forKey: .listen)
        port = try values.decodeIfPresent(UInt16.self, forKey: .port)
        showsNames = try values.decodeIfPresent(Bool.self, forKey: .showsNames) ?? false
        servesMetrics = try values.decodeIfPresent(Bool.self, forKey: .servesMetrics) ?? false
        token = try values.decodeIfPresent(String.self, forKey: .token)
        keepPort = try values.decodeIfPresent(UInt16.self, forKey: .keepPort)
    }

    /// The settings in a home; the default ones if there is no file, and in the place of a damaged
    /// one: it holds nothing but links and ports.
    package init(in home: StateHome) throws(ClientError) {
        (self, _) = try Self.read(in: home)
    }

    /// The words about the damage of the file, with what to do; nil for one that can be read.
    package static func damage(in home: StateHome) -> (text: String, advice: String)? {
        guard let reason = try? read(in: home).damage else { return nil }
        return (
            "\(home.path)/\(fileName), the settings of the pages, cannot be read: \(reason); "
                + "scoring is not affected; no page is served unless it is already",
            "to serve pages again, under new links: scored web up"
        )
    }

    private static func read(
        in home: StateHome
    ) throws(ClientError) -> (settings: WebSettings, damage: String?) {
        do throws(NetError) {
            let bytes = try Folder(home.path, creating: false)
                .inspect(fileName, bytesMax: ClientLimits.webSettingsBytesMax)
            guard let bytes else { return (WebSettings(), nil) }
            do throws(LocalAPIError) {
                return (try JSON.decode(WebSettings.self, from: bytes), nil)
            } catch {
                return (WebSettings(), "\(error)")
            }
        } catch {
            if error.isAbsence { return (WebSettings(), nil) }
            guard error.isDamage else { throw .file(error) }
            return (WebSettings(), error.message)
        }
    }

    /// Replaces the file, durably. Only the process that holds the lock may.
    package func save(in home: StateHome) throws(ClientError) {
        try Self.setAside(in: home)
        try home.replace(Self.fileName, with: self)
    }

    /// Renames a damaged file, so that another can take its place.
    private static func setAside(in home: StateHome) throws(ClientError) {
        guard try read(in: home).damage != nil else { return }
        try ClientError.rethrowing(
            ClientError.file,
            Folder(home.path, creating: false).rename(fileName, to: fileName + ".damaged"))
    }

    /// 128 bits of the system's random source, as every link has them.
    package static func newToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.random(using: &generator)
    }

    /// Takes the lock for changing the settings and serving pages; nil if another process has it.
    static func lock(_ home: StateHome) throws(ClientError) -> LockFile? {
        try home.demandOwn()
        do throws(NetError) {
            return try LockFile(home.path + "/" + lockName)
        } catch {
            guard case .locked = error else { throw .file(error) }
            return nil
        }
    }

    /// The addresses to listen on, in the order to try. Only a default address has alternatives:
    /// one that a person chose is part of their links.
    package var addresses: [Address] {
        if let address = listen.flatMap({ Address($0) }) {
            // Port 0 lets the system choose, once.
            let chosen = address.port == 0 ? port.map { [Address(address.host, port: $0)] } : nil
            return (chosen ?? []) + [address]
        }
        return Self.ports(from: Address.webPort, after: port).map { Address(.any, port: $0) }
    }

    /// The addresses to listen on for phones, in the order to try: on the same interfaces.
    var keepAddresses: [Address] {
        let given = listen.flatMap { Address($0) }
        let ports =
            given?.port == 0
            ? [keepPort, 0].compactMap(\.self)
            : Self.ports(from: Address.keepPort, after: keepPort)
        return ports.map { Address(given?.host ?? .any, port: $0) }
    }

    /// The known port, then the usual one and those after it.
    private static func ports(from first: UInt16, after known: UInt16?) -> [UInt16] {
        let usual = (0...ClientLimits.webPortsMore).map { first + UInt16($0) }
        return (known.map { [$0] } ?? []) + usual.filter { $0 != known }
    }

    /// The error for a person when none of `keepAddresses` can be listened on.
    func keepRefusal(_ error: NetError) -> ClientError {
        .unusable(
            "\(error.message); no phone is served; the pages for spectators are; end what listens "
                + "there, then: scored web down, then scored web up")
    }

    /// The error for a person when none of `addresses` can be listened on.
    package func refusal(_ error: NetError) -> ClientError {
        let advice =
            switch error.number?.rawValue {
            case EADDRINUSE where listen == nil:
                "all ports from \(Address.webPort) to "
                    + "\(Address.webPort + UInt16(ClientLimits.webPortsMore)) are taken; choose another: "
                    + "scored web up --listen :PORT"
            case EADDRINUSE: "choose another port: scored web up --listen :PORT"
            case EACCES:
                "ports below 1024 are for administrators; choose another: scored web up --listen "
                    + ":\(Address.webPort)"
            default:
                "to listen on every address of this machine: scored web up --listen "
                    + ":\(Address.webPort)"
            }
        let isTaken = error.number?.rawValue == EADDRINUSE
        let holder =
            isTaken ? addresses.first.flatMap { BackgroundProcess.holder(ofPort: $0.port) } : nil
        let by = holder.map { " by \($0.name) (process \($0.processID))" } ?? ""
        return .unusable("\(error.message)\(by); no page is served; \(advice)")
    }
}

extension Address {
    /// The port of the pages, beside those of peers (7420) and announcements (7421).
    package static let webPort: UInt16 = 7422
    /// The port of the keep door, for phones.
    package static let keepPort: UInt16 = 7423
}

/// The answer of the process that serves pages to the commands, on its socket `web.sock`.
package struct WebDocument: Codable, Equatable, Sendable {
    /// A page and where it is.
    package struct Link: Codable, Equatable, Sendable {
        /// The last part of its address.
        package var page: String
        /// In words for people.
        package var purpose: String
        /// For a browser in the same network.
        package var url: String
    }

    /// Grows by fields only; 1 for this form.
    package var schema = 1
    package var processID: Int
    /// `:7422`, or the address that was given.
    package var listen: String
    /// True if the pages name the players.
    package var showsNames: Bool
    /// Pages that are open.
    package var viewers: Int
    /// The reason why the pages are out of date; nil while they are current.
    package var problem: String?
    /// The index of the pages, for a browser in the same network.
    package var index: String
    /// The same for a browser on this machine; nil if the address that was given is not its own.
    package var local: String?
    /// The same by the name of this machine, for networks that know it.
    package var named: String?
    package var links: [Link]
    /// Where a program collects the figures of the daemon; nil if they are not served.
    package var metrics: String?
    /// Nil from older processes.
    package var keep: Keep?

    /// The keep door, where phones record.
    package struct Keep: Codable, Equatable, Sendable {
        /// For a browser in the same network: `https://192.168.1.4:7423`; nil while the door is
        /// closed, as before the first phone.
        package var url: String?
        /// The same by the name of this machine.
        package var named: String?
        /// The reasons why phones are not served, one sentence each.
        package var problems: [String]
        /// Phones that a person has approved.
        package var phones: Int
        /// Their pages that are open.
        package var pages: Int
    }

    /// Describes the pages under one token.
    package init(
        processID: Int, places: WebPlaces, settings: WebSettings, viewers: Int, problem: String?,
        pages: [(name: String, purpose: String)], keep: Keep? = nil
    ) {
        func url(_ base: String, _ page: String = "") -> String {
            "\(base)/v/\(settings.token ?? "")/\(page)"
        }
        self.processID = processID
        self.keep = keep
        listen = places.listen.description
        showsNames = settings.showsNames
        self.viewers = viewers
        self.problem = problem
        index = url(places.best)
        local = places.local.map { url($0) }
        named = places.named.map { url($0) }
        metrics = settings.servesMetrics ? places.best + "/metrics" : nil
        links = pages.map {
            Link(page: $0.name, purpose: $0.purpose, url: url(places.best, $0.name))
        }
    }

    /// The link of the overlay: for a program on this machine, without the network, or for any.
    package func overlay(onThisMachine isHere: Bool) -> String {
        (isHere ? local ?? index : index) + "overlay"
    }

    package static let overlayFileName = "overlay.html"

    /// Writes the overlay's file for a program on this machine into the home.
    package func saveOverlayFile(in home: StateHome) throws(ClientError) {
        let bytes = Array(OverlayFile.text(overlay(onThisMachine: true)).utf8)
        try ClientError.rethrowing(
            ClientError.file,
            Folder(home.path, creating: false).replace(Self.overlayFileName, with: bytes))
    }

    package static let get = Route("GET", "/v1/web")
    package static let rotate = Route("POST", "/v1/web/rotate")
    package static let down = Route("POST", "/v1/web/down")
}

/// The addresses under which browsers find a listener on this machine, as the beginnings of URLs.
package struct WebPlaces: Equatable, Sendable {
    /// The listener's address, with its port.
    package let listen: Address
    /// For other devices in the network.
    package let best: String
    let local: String?
    let named: String?
    /// Every host that a request to this listener may name, in lower case, without port and
    /// brackets. A request for any other name was led here by a foreign site (DNS rebinding).
    package let hosts: Set<String>

    /// The places of a listener on this machine as it is now.
    init(listeningOn listener: Listener, scheme: String = "http") {
        let interfaces = (try? Interface.all()) ?? []
        self.init(
            listen: listener.address ?? Address(.any, port: 0),
            addresses: interfaces.map { ($0.name, $0.isLoopback, $0.addresses) }, name: hostName(),
            scheme: scheme)
    }

    /// The interfaces as name, loopback or not, and addresses; `name` is the name of this machine
    /// in the network, nil if it has none.
    init(
        listen: Address,
        addresses interfaces: [(name: String, isLoopback: Bool, addresses: [Address])],
        name: String?, scheme: String = "http"
    ) {
        self.listen = listen
        func base(_ host: String) -> String { "\(scheme)://\(host):\(listen.port)" }
        let label = name?.split(separator: ".").first.map(String.init)
        let named = label == "localhost" ? nil : label.map { "\($0).local" }
        var hosts: Set<String> = ["localhost"]
        guard case .any = listen.host else {
            let own = listen.sharedHost ?? "[\(listen.hostText)]"
            best = base(own)
            local = listen.isLoopback ? base("localhost") : nil
            self.named = nil
            self.hosts = hosts.union([listen.hostText])
            return
        }
        best = base(Interface.shared(interfaces).first?.sharedHost ?? "localhost")
        local = base("localhost")
        self.named = named.map(base)
        // Browsers do not accept addresses with a scope.
        hosts.formUnion(
            interfaces.flatMap(\.addresses).filter { $0.sharedHost != nil }.map(\.hostText))
        hosts.formUnion([name, label, named].compactMap(\.self))
        self.hosts = hosts
    }
}
