import Client
import Foundation
import LocalAPI
import Net
import Testing

/// A browser's side of one connection to a page.
private final class Browser {
    private let socket: StreamSocket
    private let loop = EventLoop<Int>()
    /// All that came.
    private(set) var text = ""
    private(set) var isEnded = false

    /// Connects on this machine to the port of a URL, whatever its host is.
    init(_ url: String) throws {
        let port = try #require(URL(string: url)?.port.flatMap { UInt16(exactly: $0) })
        socket = try StreamSocket.connecting(to: .loopback(port: port))
        loop.watch(socket.number, .writable, as: 0)
        _ = try loop.wait(timeout: .seconds(10))
        guard try socket.finishConnect() else { throw CancellationError() }
        loop.update(socket.number, .readable)
    }

    deinit { loop.forget(socket.number) }

    /// Asks for a URL; its host is named unless another one is given.
    func ask(_ url: String, method: String = "GET", host: String? = nil) throws {
        let url = try #require(URL(string: url))
        let name = try host ?? "\(#require(url.host())):\(#require(url.port))"
        let head = "\(method) \(url.path()) HTTP/1.1\r\nHost: \(name)\r\n\r\n"
        #expect(try socket.write(Array(head.utf8)) == .wrote(head.utf8.count))
    }

    /// Reads until it is so, or until the other side has ended; false after ten seconds.
    @discardableResult
    func read(until condition: (Browser) -> Bool) throws -> Bool {
        let deadline = Clocks.uptime + .seconds(10)
        while !condition(self), !isEnded, Clocks.uptime < deadline {
            _ = try loop.wait(timeout: .milliseconds(100))
            switch try? socket.read() {
            case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
            case .wouldBlock: continue
            case .end, nil: isEnded = true
            }
        }
        return condition(self)
    }

    /// The code of the answer to one request.
    static func code(_ url: String, host: String? = nil) throws -> Int? {
        let browser = try Browser(url)
        try browser.ask(url, host: host)
        try browser.read { $0.text.contains("\r\n\r\n") }
        return browser.text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}

/// The commands of `scored web`, and the process behind them.
@Suite(.serialized, .timeLimit(.minutes(5))) struct WebCommandTests {
    private let mia: Keeper

    init() throws {
        mia = try Keeper(up: "Mia")
        try mia.scored(
            "new", "Hawks", "Owls", "--home", "4 Ana, 7 Bo", "--away", "5 Cy", "--rules", "fiba")
    }

    @discardableResult
    private func serve(_ keeper: Keeper? = nil, _ more: String...) throws -> WebDocument {
        let words = ["web", "up", "--listen", "127.0.0.1:0", "--json"] + more
        let outcome = try (keeper ?? mia).run(words)
        try #require(outcome.code == 0, "\(outcome.talk)")
        return try outcome.document(WebDocument.self)
    }

    private func document() throws -> WebDocument {
        try mia.scored("web", "links", "--json").document(WebDocument.self)
    }

    private func isServed() throws -> Bool { try mia.run(["web", "status"]).code == 0 }

    private func wait(_ condition: (WebDocument) -> Bool) throws {
        try mia.wait { condition(try document()) }
    }

    private func link(_ page: String, in document: WebDocument) throws -> String {
        try #require(document.links.first { $0.page == page }).url
    }

    @Test func everyLinkLeadsToAPageAndNoOtherDoes() throws {
        let document = try serve()
        #expect(document.links.count >= 5)
        for url in document.links.map(\.url) + [document.index] {
            #expect(try Browser.code(url) == 200, "\(url)")
            #expect(try Browser.code(url, host: "evil.example") == 421, "\(url)")
        }
        let token = try #require(WebSettings(in: StateHome(mia.home)).token)
        #expect(token.utf8.count == 22)
        let other = document.index.replacing(token, with: String(token.reversed()) + "x")
        #expect(try Browser.code(other) == 404)
        #expect(try Folder(mia.home).mode(of: "web.json") == 0o600)
        #expect(try Folder(mia.home).mode(of: "web.sock") == 0o600)
        // The words for people: a link a line as data, and how to use them beside it.
        let links = try mia.scored("web", "links")
        for link in document.links { #expect(links.output.contains(link.url)) }
        #expect(links.talk.contains("--names"))
        #expect(!links.output.contains("▀"))
    }

    /// The state as it changes, for what is no browser: with the names that the pages have.
    @Test(arguments: [false, true]) func theStreamNamesWhoThePagesName(showsNames: Bool) throws {
        let document = try showsNames ? serve(nil, "--names") : serve()
        let url = try link("hall", in: document).replacing("/hall", with: "/watch")
        let reader = try Browser(url)
        try reader.ask(url)
        #expect(try reader.read { $0.text.contains(#""name":"Owls""#) })
        try mia.scored("note", "ana is late")
        try mia.scored("move", "h4", "2")
        #expect(try reader.read { $0.text.contains("two points") })
        for name in ["Ana", "Bo", "Cy"] { #expect(reader.text.contains(name) == showsNames) }
        #expect(reader.text.contains(#""h#1":{"counts":{"twoPoints":1},"points":2}"#))
        #expect(!reader.text.contains("mia.") || showsNames)
        #expect(try Browser.code(url, host: "evil.example") == 421)
    }

    /// The examples of `Protocol/watch.md`, as they stand there.
    @Test(arguments: [("python", "python3"), ("sh", "bash")])
    func theExamplesOfThePageShowTheScore(language: String, program: String) throws {
        let tools = language == "sh" ? "bash curl jq" : "python3"
        let seek = "for tool in \(tools); do command -v $tool || exit 1; done >/dev/null"
        guard Keeper.shell(seek) == 0 else { return }
        let page = try String(contentsOfFile: Built.root + "Protocol/watch.md", encoding: .utf8)
        let listings = page.components(separatedBy: "```\(language)\n").dropFirst()
        let listing = try #require(listings.first)
        let code = try #require(listing.components(separatedBy: "```").first)
        let (file, output) = (try mia.outside("board"), try mia.outside("shown"))
        try code.write(toFile: file, atomically: false, encoding: .utf8)
        let url = try link("hall", in: try serve()).replacing("/hall", with: "/watch")
        #expect(mia.shell("timeout 40 \(program) '\(file)' '\(url)' >'\(output)' 2>&1 &") == 0)
        func shows(_ line: String) throws {
            try mia.wait {
                let shown = try? String(contentsOfFile: output, encoding: .utf8)
                return shown?.contains(line) == true
            }
        }
        try shows("Hawks 0 : 0 Owls")
        try mia.scored("move", "h4", "2")
        try shows("Hawks 2 : 0 Owls")
        try mia.scored("undo")
        try mia.scored("move", "a5", "3")
        try shows("Hawks 0 : 3 Owls")
    }

    @Test func aSecondUpSaysSoAndChangesNothing() throws {
        let first = try serve()
        let again = try mia.run(["web", "up"])
        #expect(again.code == 0 && again.talk.contains("already"), "\(again.talk)")
        let named = try mia.run(["web", "up", "--names"])
        #expect(named.code == 1 && named.talk.contains("scored web down"), "\(named.talk)")
        #expect(try document().links == first.links)
        #expect(try !document().showsNames)
        // Names are for this time only.
        try mia.scored("web", "down")
        #expect(try serve(nil, "--names").showsNames)
        try mia.scored("web", "down")
        #expect(try !serve().showsNames)
    }

    /// One process serves, and both commands show its links.
    @Test func twoUpsAtOnceServeOnce() throws {
        try serve()
        try mia.scored("web", "down")
        let paths = try ["one", "two"].map { try mia.outside($0) }
        let lines = paths.map { mia.line(["web", "up", "--json"]) + " >\($0) 2>\($0).err" }
        #expect(mia.shell(lines.joined(separator: " & ")) == 0)
        // The document is printed at once.
        try mia.wait { try Folder(mia.home + ".outside").size(of: "one") ?? 0 > 0 }
        let links = try paths.map { path in
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let talk = try String(contentsOfFile: path + ".err", encoding: .utf8)
            try #require(!text.isEmpty, "\(talk)")
            return try JSON.decode(WebDocument.self, from: Array(text.utf8)).links
        }
        #expect(links[0] == links[1])
        #expect(try document().links == links[0])
    }

    /// `down` may come between the order to start and the start, as that of a daemon orders it.
    @Test func noPageIsServedThatIsNotWanted() throws {
        let outcome = try mia.run(["web", "serve", "--background"])
        #expect(outcome.code == ExitCode.notRunning.rawValue)
        #expect(outcome.talk.contains("wanted"), "\(outcome.talk)")
        #expect(try mia.run(["web", "status"]).code == 3)
    }

    @Test func aKilledProcessIsSaidAndStartedByTheNextUp() throws {
        let before = try serve()
        let process = try #require(mia.web)
        Foundation.kill(process, SIGKILL)
        try mia.wait { !BackgroundProcess.isAlive(process) }
        let status = try mia.run(["web", "status"])
        #expect(status.code == 3 && status.talk.contains("scored web up"), "\(status.talk)")
        let again = try mia.scored("web", "up", "--json").document(WebDocument.self)
        #expect(again.links == before.links)
    }

    /// A daemon that dies is started again, as by a screen; the open pages go on with it.
    @Test func pagesOutliveADaemonThatDies() throws {
        let hall = try link("hall", in: serve())
        let page = try Browser(hall)
        try page.ask(hall + "/stream")
        #expect(try page.read { $0.text.contains("Hawks") })
        try mia.kill()
        try wait { $0.problem != nil }
        #expect(try Browser.code(hall) == 200)
        try wait { $0.problem == nil }
        #expect(mia.daemon != nil)
        try mia.scored("move", "h4", "2")
        #expect(try page.read { $0.text.contains(#""homeScore":"2""#) }, "\(page.text)")
    }

    /// A daemon that a keeper ended stays ended; the pages say so and wait for it.
    @Test func pagesOutliveADaemonThatIsEnded() throws {
        let before = try serve()
        let down = try mia.scored("down", "--now")
        #expect(down.talk.contains("scored web down"))
        try wait { $0.problem?.contains("scored up") == true }
        #expect(mia.daemon == nil)
        #expect(try Browser.code(before.index) == 200)
        try mia.up(name: "Mia")
        try wait { $0.problem == nil }
        #expect(try document().links == before.links)
    }

    /// After a restart of the machine the first command that records starts both.
    @Test func pagesComeBackWithTheDaemonUntilTheyAreEnded() throws {
        let before = try serve()
        for process in [mia.web, mia.daemon] {
            Foundation.kill(try #require(process), SIGKILL)
            try mia.wait { !BackgroundProcess.isAlive(process ?? 0) }
        }
        #expect(try mia.run(["web", "status"]).code == 3)
        try mia.scored("move", "h4", "2")
        try mia.wait(isServed)
        #expect(try document().links == before.links)
        try mia.scored("web", "down")
        #expect(mia.web == nil)
        #expect(throws: (any Error).self) { try Browser(before.index) }
        try mia.scored("down", "--now")
        try mia.up(name: "Mia")
        #expect(try !WebSettings(in: StateHome(mia.home)).isWanted)
        #expect(try mia.run(["web", "links"]).code == 3)
        #expect(mia.web == nil)
    }

    @Test func newLinksEndTheOldOnes() throws {
        let old = try serve()
        let hall = try link("hall", in: old)
        let page = try Browser(hall)
        try page.ask(hall + "/stream")
        #expect(try page.read { $0.text.contains("Hawks") })
        #expect(try document().viewers == 1)
        let new = try mia.scored("web", "rotate", "--json").document(WebDocument.self)
        #expect(try page.read { $0.isEnded })
        #expect(new.index != old.index)
        #expect(try Browser.code(hall) == 404)
        #expect(try Browser.code(new.index) == 200)
        // Also while nothing is served, for the next time.
        try mia.scored("web", "down")
        try mia.scored("web", "rotate")
        let next = try serve()
        #expect(next.index.split(separator: "/").last != new.index.split(separator: "/").last)
    }

    /// One file follows the links, and one is as it was written; nobody else can read either.
    @Test func anOverlayIsAFile() throws {
        #expect(try mia.run(["web", "overlay-file"]).code == 3)
        let old = try serve()
        func text(_ path: String) throws -> String {
            try String(contentsOfFile: path, encoding: .utf8)
        }
        let own = mia.home + "/overlay.html"
        let made = try mia.scored("web", "overlay-file")
        #expect(made.lines == ["file://\(own)"])
        let local = try #require(old.local)
        #expect(try text(own).contains("data-src=\"\(local)overlay\""))
        #expect(try Folder(mia.home).mode(of: "overlay.html") == 0o600)
        let other = try mia.outside("overlay.html")
        try "old".write(toFile: other, atomically: true, encoding: .utf8)
        let refused = try mia.run(["web", "overlay-file", other])
        #expect(refused.code == 1 && refused.talk.contains("--force"), "\(refused.talk)")
        try mia.scored("web", "overlay-file", other, "--force")
        #expect(try text(other).contains("data-src=\"\(link("overlay", in: old))\""))
        #expect(try Folder(mia.home + ".outside").mode(of: "overlay.html") == 0o600)
        let inside = try mia.run(["web", "overlay-file", mia.home + "/other.html"])
        #expect(inside.code == 1, "\(inside.talk)")
        // New links, also those that nobody served when they were made.
        try mia.scored("web", "rotate")
        let token = try #require(WebSettings(in: StateHome(mia.home)).token)
        #expect(try text(own).contains(token) && !text(other).contains(token))
        try mia.scored("web", "down")
        try mia.scored("web", "rotate")
        let next = try #require(serve().local)
        #expect(try text(own).contains(next))
    }

    @Test func aPortThatIsTakenIsSaidAndNothingIsRemembered() throws {
        let taken = try Listener.listening(on: .loopback(port: 0))
        let place = try #require(taken.address).description
        let outcome = try mia.run(["web", "up", "--listen", place])
        #expect(outcome.code == 1)
        #expect(outcome.talk.contains("address in use"), "\(outcome.talk)")
        #expect(outcome.talk.contains("--listen"), "\(outcome.talk)")
        #expect(mia.web == nil)
        #expect(try !WebSettings(in: StateHome(mia.home)).isWanted)
        #expect(try mia.run(["web", "down"]).code == 3)
        // Another address of nobody is said too.
        let nobody = try mia.run(["web", "up", "--listen", "192.0.2.77:7422"])
        #expect(nobody.code == 1 && nobody.talk.contains("no interface"), "\(nobody.talk)")
    }

    @Test func twoHomesOfOneMachineServeOnTwoPorts() throws {
        let bo = try Keeper(up: "Bo")
        let ports = try [mia, bo].map { keeper in
            let document = try keeper.scored("web", "up", "--json").document(WebDocument.self)
            let local = try #require(document.local)
            #expect(try Browser.code(local) == 200)
            return try #require(URL(string: local)?.port)
        }
        #expect(ports[0] != ports[1])
        #expect(ports.allSatisfy { (7422...7432).contains($0) }, "\(ports)")
    }

    /// It could record nothing for a viewer who took it over: it holds no key and no file of the log.
    @Test func theProcessHoldsNoFileOfTheTable() throws {
        let hall = try link("hall", in: serve())
        let page = try Browser(hall)
        try page.ask(hall + "/stream")
        #expect(try page.read { $0.text.contains("Hawks") })
        #if os(Linux)
            let process = try #require(mia.web)
            let folder = "/proc/\(process)/fd"
            let own: Set<String> = ["web.lock", "web.log", "web.json"]
            var held: [String] = []
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let path = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "\(folder)/\(name)")
                if let path, path.hasPrefix(mia.home + "/") { held.append(path) }
            }
            let names = Set(held.map { String($0.dropFirst(mia.home.count + 1)) })
            #expect(names.contains("web.log"))
            #expect(names.subtracting(own) == [])
        #endif
    }

    /// Where that socket is in nobody's reach, the pages show nothing new, though commands work.
    @Test func theDaemonIsReachedOnTheViewSocketAlone() throws {
        try serve()
        try mia.scored("web", "down")
        let path = mia.home + "/view.sock"
        // In the place of the socket, which the daemon would make again.
        try "no socket".write(toFile: path, atomically: true, encoding: .utf8)
        try serve()
        try wait { $0.problem != nil }
        try mia.scored("move", "h4", "2")
        #expect(try document().problem != nil)
        // The daemon makes its socket again as soon as there is room for it.
        try FileManager.default.removeItem(atPath: path)
        try wait { $0.problem == nil }
    }

    /// A browser that opens connections without end costs bounded memory and keeps nobody out.
    @Test func connectionsWithoutEndKeepNobodyOut() throws {
        let index = try serve().index
        var crowd: [Browser] = []
        for _ in 0..<300 { crowd.append(try Browser(index)) }
        #expect(try Browser.code(index) == 200)
        #if os(Linux)
            let process = try #require(mia.web)
            let count = try FileManager.default.contentsOfDirectory(
                atPath: "/proc/\(process)/fd"
            ).count
            #expect(count < 200, "\(count) descriptors")
        #endif
        withExtendedLifetime(crowd) {}
    }

    @Test func itEndsWithItsHome() throws {
        try serve()
        let process = try #require(mia.web)
        try FileManager.default.removeItem(atPath: mia.home)
        try mia.wait { !BackgroundProcess.isAlive(process) }
        #expect(!FileManager.default.fileExists(atPath: mia.home))
    }
}
