package import Documents
import LocalAPI
package import ViewModels

/// The door for spectators: pages that only show, over HTTP. It answers GET and HEAD of paths that
/// begin with a token and, if that is wanted, of `/metrics`; it keeps nothing of a reader, and has no
/// way to write. Confined to one thread.
package final class ViewDoor: Door {
    package struct Options: Sendable {
        /// The paths of the pages are `/v/TOKEN/PAGE`.
        package var token: String
        /// Accepted names and address literals of `Host`, without port, in lower case.
        package var hosts: Set<String>
        /// False for jersey numbers in place of the names of players.
        package var showsNames: Bool
        /// True if `/metrics` has the figures of the daemon, without a token.
        package var servesMetrics: Bool
        /// The beginning of links for other devices, as `http://192.168.1.4:7422`; nil if unknown.
        package var base: String?

        package init(
            token: String, hosts: Set<String>, showsNames: Bool, servesMetrics: Bool = false,
            base: String? = nil
        ) {
            self.servesMetrics = servesMetrics
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
            watchPage = nil
            models = nil
            for connection in connections.open { connection.close() }
        }
    }

    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private let words: Catalogue
    private var connections = DoorConnections()
    /// Made when the first page is asked for.
    private var models: PageModels?
    private var livePages: [PageName: LivePage] = [:]
    private var watchPage: WatchPage?
    /// The last index: its codes cost more than a page.
    private var lastIndex: (root: String, address: String, html: String)?

    /// `words` are those of the pages; refusals are in English.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, options: Options,
        words: Catalogue = .english
    ) {
        self.words = words
        self.library = library
        self.timekeeper = timekeeper
        self.options = options
    }

    /// A connection that was accepted; nil if there is no room for it.
    package func accept(at now: Duration) -> ViewConnection? {
        connections.accept(at: now, self, bodyBytesMax: WebLimits.bodyBytesMax)
    }

    /// Open streams: one for each page that is in front.
    package var viewerCount: Int { connections.streams().count }

    /// In the order of the index, with words for people.
    package static let pages: [(name: String, purpose: String)] =
        PageName.allCases.map { ($0.rawValue, Catalogue.english($0.purpose)) }

    // MARK: Answers

    func answer(_ request: Request, at now: Duration) -> DoorAnswer {
        if let refusal = refusal(of: request) { return .response(refusal) }
        let path = request.target.path
        if path == ["metrics"], options.servesMetrics { return metrics(at: now) }
        // All bytes are compared, so that the time of an answer says nothing about the token.
        let token = path.count > 1 ? path[1] : ""
        let isKnown = DoorRules.isEqual(token, options.token)
        guard path.first == "v", isKnown, path.count <= 4 else { return .response(Self.notFound) }
        let rest = Array(path.dropFirst(2))
        let root = "/v/\(PercentEncoding.encode(token))"
        switch rest {
        case [], [""]:
            return .response(.html(index(root: root, address: address(request))))
        case ["view.js"]:
            return .response(.script(ViewScript.text))
        case ["chart.svg"]:
            var response = Response.content(
                ChartSVG(pageModels.chart.model).bytes, type: "image/svg+xml")
            // A picture has its own style sheet in it, and nothing else.
            response.headers["content-security-policy"] =
                "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
            return .response(response)
        case ["watch"]:
            let page =
                watchPage
                ?? WatchPage(pageModels.library, timekeeper, showsNames: options.showsNames)
            watchPage = page
            return stream(page, request)
        default:
            return answer(page: rest, root, request, at: now)
        }
    }

    private func answer(
        page rest: [String], _ root: String, _ request: Request, at now: Duration
    ) -> DoorAnswer {
        guard let name = rest.first.flatMap(PageName.init(rawValue:)) else {
            return .response(Self.notFound)
        }
        let isFirst = livePages[name] == nil
        let page = live(name)
        if rest.count == 1 {
            let respond = { [words] in
                let text = name.document(
                    page, root: root, query: request.target, in: words, at: page.now)
                var response = Response.html(text)
                if name == .overlay {
                    // Streaming software may frame it, from a file too.
                    response.headers["content-security-policy"] = DoorRules.policy
                }
                return response
            }
            guard isFirst, library.connection.value.isConnected else { return .response(respond()) }
            return .later(
                LateAnswer(
                    when: pageModels.timeline.loading.map { !$0.isLoading }, of: library,
                    until: now + WebLimits.firstPaintTime, respond))
        }
        guard rest == [name.rawValue, "stream"] else { return .response(Self.notFound) }
        return stream(page, request)
    }

    private func stream(_ page: any StreamedPage, _ request: Request) -> DoorAnswer {
        if request.method == .head { return .streamHead }
        guard viewerCount < WebLimits.streamsMax else {
            var full = Response.text(
                "\(WebLimits.streamsMax) pages are open, and no more fit; close one of them.\n",
                status: .unavailable)
            full.headers["retry-after"] = "5"
            return .response(full)
        }
        return .stream(page)
    }

    private func metrics(at now: Duration) -> DoorAnswer {
        func absent(_ reason: String) -> Response {
            .text("There are no figures: \(reason).\n", status: .unavailable)
        }
        return .later(
            LateAnswer(to: .metrics, of: library, until: now + WebLimits.metricsTime, or: absent) {
                switch $0 {
                case .success(let page): .metrics(page.text)
                case .failure(.unavailable(let reason)): absent(reason)
                case .failure(.refused(let error)): absent(error.message)
                }
            })
    }

    private var pageModels: PageModels {
        if let models { return models }
        let shown: any GameLibrary =
            options.showsNames ? library : NamelessLibrary(library, words: words)
        let made = PageModels(library: shown, timekeeper: timekeeper, words: words)
        models = made
        return made
    }

    private func live(_ name: PageName) -> LivePage {
        if let page = livePages[name] { return page }
        let page = LivePage(on: timekeeper)
        name.bind(page, pageModels)
        livePages[name] = page
        return page
    }

    // MARK: Refusals

    private func refusal(of request: Request) -> Response? {
        guard options.hosts.contains(DoorRules.host(request)) else {
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
        if DoorRules.isFromElsewhere(request) {
            return .text("Other sites may not read these pages.\n", status: .forbidden)
        }
        return nil
    }

    private static let notFound = Response.text(
        "There is no such page here, or its link was replaced.\n", status: .notFound)

    private func index(root: String, address: String) -> String {
        if let last = lastIndex, last.root == root, last.address == address { return last.html }
        let html = PageName.index(root: root, address: address, in: words)
        lastIndex = (root, address, html)
        return html
    }

    /// The beginning of links: as the browser asked; on this machine, as other devices reach it.
    private func address(_ request: Request) -> String {
        let isOwn = ["localhost", "127.0.0.1", "::1"].contains(DoorRules.host(request))
        let asked = "http://" + DoorRules.authority(request)
        return isOwn ? options.base ?? asked : asked
    }
}
