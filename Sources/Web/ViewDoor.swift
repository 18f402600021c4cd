import LocalAPI
package import ViewModels

/// The door for spectators: pages that only show, over HTTP. It answers GET and HEAD of paths that
/// begin with a token, keeps nothing of a reader, and has no way to write. Confined to one thread.
package final class ViewDoor {
    package struct Options: Sendable {
        /// The paths of the pages are `/v/TOKEN/PAGE`.
        package var token: String
        /// Accepted names and address literals of `Host`, without port, in lower case.
        package var hosts: Set<String>
        /// False for jersey numbers in place of the names of players.
        package var showsNames: Bool
        /// The beginning of links for other devices: `http://192.168.1.4:7422`; nil if none is known.
        package var base: String?

        package init(
            token: String, hosts: Set<String>, showsNames: Bool, base: String? = nil
        ) {
            self.token = token
            self.hosts = hosts
            self.showsNames = showsNames
            self.base = base
        }
    }

    /// Another token ends all streams, and so does another choice of names.
    package var options: Options {
        didSet {
            guard
                options.token != oldValue.token || options.showsNames != oldValue.showsNames
            else { return }
            livePages = [:]
            models = nil
            for connection in connections { connection.reader?.close() }
        }
    }

    private struct Place {
        weak var reader: ViewConnection?
    }

    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private var connections: [Place] = []
    /// Made when the first page is asked for.
    private var models: PageModels?
    private var livePages: [PageName: LivePage] = [:]
    /// The last index: its codes cost more than a page.
    private var lastIndex: (root: String, address: String, html: String)?

    package init(library: any GameLibrary, timekeeper: any Timekeeper, options: Options) {
        self.library = library
        self.timekeeper = timekeeper
        self.options = options
    }

    /// A connection that was accepted. If there are `WebLimits.connectionsMax`, the one that was
    /// quiet longest goes; nil if none is.
    package func accept(at now: Duration) -> ViewConnection? {
        connections.removeAll { $0.reader?.wantsClose ?? true }
        if connections.count >= WebLimits.connectionsMax {
            let quiet = connections.compactMap(\.reader).filter(\.isQuiet)
            guard let oldest = quiet.min(by: { $0.lastActivity < $1.lastActivity }) else {
                return nil
            }
            oldest.close()
            connections.removeAll { $0.reader === oldest }
        }
        let reader = ViewConnection(at: now, self)
        connections.append(Place(reader: reader))
        return reader
    }

    /// Open streams: one for each page that is in front.
    package var viewerCount: Int {
        connections.count { $0.reader.map { $0.hasStream && !$0.wantsClose } ?? false }
    }

    /// In the order of the index, with words for people.
    package static let pages: [(name: String, purpose: String)] =
        PageName.allCases.map { ($0.rawValue, $0.purpose) }

    /// 128 random bits in base64url (RFC 4648, 5): 22 characters.
    package static func newToken(using generator: inout some RandomNumberGenerator) -> String {
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var bits = UInt128(generator.next()) << 64 | UInt128(generator.next())
        var characters: [UInt8] = []
        for _ in 0..<22 {
            characters.append(alphabet[Int(truncatingIfNeeded: bits & 63)])
            bits >>= 6
        }
        return String(decoding: characters, as: UTF8.self)
    }

    // MARK: Answers

    enum Answer {
        case response(Response)
        case stream(LivePage)
    }

    func answer(_ request: Request, at now: Duration) -> Answer {
        if let refusal = refusal(of: request) { return .response(refusal) }
        let path = request.target.path
        // All bytes are compared, so that the time of an answer says nothing about the token.
        let token = path.count > 1 ? path[1] : ""
        let isKnown = Self.isEqual(token, options.token)
        guard path.first == "v", isKnown, path.count <= 4 else { return .response(Self.notFound) }
        let rest = Array(path.dropFirst(2))
        let root = "/v/\(PercentEncoding.encode(token))"
        switch rest {
        case [], [""]:
            return .response(.html(index(root: root, address: address(request))))
        case ["view.js"]:
            return .response(.text(ViewScript.text, type: "text/javascript; charset=utf-8"))
        case ["view.css"]:
            return .response(.text(ViewStyle.text, type: "text/css; charset=utf-8"))
        case ["chart.svg"]:
            var response = Response.content(
                ChartSVG(pageModels.chart.model).bytes, type: "image/svg+xml")
            // A picture has its own style sheet in it, and nothing else.
            response.headers["content-security-policy"] =
                "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
            return .response(response)
        default:
            return answer(page: rest, root, request, at: now)
        }
    }

    private func answer(
        page rest: [String], _ root: String, _ request: Request, at now: Duration
    ) -> Answer {
        guard let name = rest.first.flatMap(PageName.init(rawValue:)) else {
            return .response(Self.notFound)
        }
        let page = live(name)
        if rest.count == 1 {
            let text = page.name.document(page, root: root, query: request.target, at: now)
            var response = Response.html(text)
            if name == .overlay {
                // A stream's program may frame it, from a file too.
                response.headers["content-security-policy"] = Self.policy
            }
            return .response(response)
        }
        guard rest == [name.rawValue, "stream"] else { return .response(Self.notFound) }
        if request.method == .head {
            return .response(.content([], type: "text/event-stream"))
        }
        guard viewerCount < WebLimits.streamsMax else {
            var full = Response.text(
                "\(WebLimits.streamsMax) pages are open, and no more fit; close one of them.\n",
                status: .unavailable)
            full.headers["retry-after"] = "5"
            return .response(full)
        }
        return .stream(page)
    }

    private var pageModels: PageModels {
        if let models { return models }
        let shown: any GameLibrary = options.showsNames ? library : NamelessLibrary(library)
        let made = PageModels(library: shown, timekeeper: timekeeper)
        models = made
        return made
    }

    private func live(_ name: PageName) -> LivePage {
        if let page = livePages[name] { return page }
        let page = LivePage(name, pageModels)
        livePages[name] = page
        return page
    }

    // MARK: Refusals

    private func refusal(of request: Request) -> Response? {
        guard options.hosts.contains(Self.host(request)) else {
            return .text(
                "This device does not answer under that name; use a link of 'scored web links'.\n",
                status: .misdirected)
        }
        guard request.method == .get || request.method == .head else {
            var response = Response.text("These pages only show: GET and HEAD alone.\n")
            response.status = .methodNotAllowed
            response.headers["allow"] = "GET, HEAD"
            return response
        }
        // A person may follow a link from another site; its scripts and pictures get nothing.
        if request.headers["sec-fetch-site"] == "cross-site",
            request.headers["sec-fetch-mode"] != "navigate"
        {
            return .text("Other sites may not read these pages.\n", status: .forbidden)
        }
        return nil
    }

    private static let notFound = Response.text(
        "There is no such page here, or its link was replaced.\n", status: .notFound)

    private static func isEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        var difference = one.count ^ other.count
        for (index, byte) in other.enumerated() {
            difference |= Int(byte ^ (index < one.count ? one[index] : 0))
        }
        return difference == 0
    }

    /// `Host` without port and brackets, in lower case.
    private static func host(_ request: Request) -> String {
        let host = (request.headers["host"] ?? "").lowercased()
        if host.hasPrefix("[") {
            let inner = host.dropFirst().prefix { $0 != "]" }
            return isPort(host.dropFirst(inner.count + 2)) ? String(inner) : ""
        }
        let name = host.prefix { $0 != ":" }
        return isPort(host.dropFirst(name.count)) ? String(name) : ""
    }

    /// True for nothing and for `:7422`.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty
            || text.first == ":" && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private func index(root: String, address: String) -> String {
        if let last = lastIndex, last.root == root, last.address == address { return last.html }
        let html = PageName.index(root: root, address: address)
        lastIndex = (root, address, html)
        return html
    }

    /// The beginning of links: as the browser asked, on this machine as others reach it.
    private func address(_ request: Request) -> String {
        let isOwn = ["localhost", "127.0.0.1", "::1"].contains(Self.host(request))
        let asked = "http://" + (request.headers["host"] ?? "").lowercased()
        return isOwn ? options.base ?? asked : asked
    }

    // MARK: Headers

    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
        connect-src 'self'; base-uri 'none'; form-action 'none'; \
        require-trusted-types-for 'script'
        """

    /// The lines of every answer.
    static let headers: Headers = {
        var headers = Headers()
        headers["content-security-policy"] = policy + "; frame-ancestors 'none'"
        headers["x-content-type-options"] = "nosniff"
        headers["referrer-policy"] = "no-referrer"
        headers["cross-origin-resource-policy"] = "same-origin"
        headers["cache-control"] = "no-store"
        return headers
    }()
}

extension Response {
    fileprivate static func html(_ text: String) -> Response {
        .text(text, type: "text/html; charset=utf-8")
    }
}
