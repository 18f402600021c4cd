package import Documents
import LocalAPI
import MoveLog
import TLS
package import ViewModels

/// The phones of this device, as their files say.
package protocol PhoneHost: AnyObject {
    /// Every phone that has a home here; asked for at each request.
    var phones: [any HostedPhone] { get }

    /// Saves a key that asks to keep score as a phone, with the words that both screens show. The
    /// same key may ask again, with other words. False if another key was first, or the file could
    /// not be written.
    func ask(_ phone: String, key: [UInt8], words: [String]) -> Bool
}

/// A phone with a daemon of its own on this device.
package protocol HostedPhone: AnyObject {
    /// Eight hexadecimal digits.
    var id: String { get }
    /// The point of its P-256 key, 65 bytes; nil until a person has approved it.
    var key: [UInt8]? { get }
    /// The highest counter of its signed requests; a replayed request does not exceed it.
    var counter: UInt64 { get set }
    /// The same object as long as the daemon's home is the same; nil before there is one.
    var library: (any GameLibrary)? { get }
    /// Nil if no code is open for it.
    var pairing: OpenPairing? { get }
}

/// A code that is open for a phone.
package struct OpenPairing: Sendable {
    /// 16 bytes.
    package var secret: [UInt8]
    package var isExpired: Bool
    /// The first key that asked; nil if none has.
    package var asked: [UInt8]?
    /// True once a person has refused the phone.
    package var isRefused: Bool

    package init(
        secret: [UInt8], isExpired: Bool = false, asked: [UInt8]? = nil, isRefused: Bool = false
    ) {
        self.secret = secret
        self.isExpired = isExpired
        self.asked = asked
        self.isRefused = isRefused
    }
}

/// The door for phones that keep score: one page, and orders to the phone's daemon, over TLS. A
/// request that changes something is signed with the phone's key; one that reads carries the
/// session that a signed one began. No phone learns anything of another. Confined to one thread.
package final class KeepDoor: Door {
    /// Accepted names and address literals of `Host`, without port, in lower case.
    package var hosts: Set<String>
    private let host: any PhoneHost
    private let timekeeper: any Timekeeper
    private let words: Catalogue
    /// Made once: the same for everybody.
    private lazy var document = KeepPage.document(in: words)
    private lazy var script = KeepScript.text(in: words)
    private var generator: any RandomNumberGenerator
    private var connections = DoorConnections()
    /// By the ID of the phone.
    private var desks: [String: Desk] = [:]
    /// The times of wrong proofs within the last minute.
    private var wrongProofs: [Duration] = []

    /// The open page of a phone.
    private final class Desk {
        let key: [UInt8]
        let library: any GameLibrary
        let page: LivePage
        var session = ""
        private let desk: PhoneDeskViewModel

        init(
            key: [UInt8], library: any GameLibrary, timekeeper: any Timekeeper, words: Catalogue
        ) {
            self.key = key
            self.library = library
            page = LivePage(on: timekeeper)
            desk = PhoneDeskViewModel(
                library: library, timekeeper: timekeeper, entriesMax: WebLimits.entriesMax,
                ownMax: WebLimits.ownEntriesMax, words: words,
                names: { words(KeepPage.term(of: $0)) })
            KeepPage.bind(page, desk, in: words)
        }

        func isOf(_ phone: (any HostedPhone)?) -> Bool {
            phone?.key == key && phone?.library === library
        }
    }

    package init(
        host: any PhoneHost, timekeeper: any Timekeeper, hosts: Set<String>,
        drawing generator: any RandomNumberGenerator, words: Catalogue = .english
    ) {
        self.words = words
        self.host = host
        self.timekeeper = timekeeper
        self.hosts = hosts
        self.generator = generator
    }

    /// A connection that was accepted; nil if there is no room for it.
    package func accept(at now: Duration) -> ViewConnection? {
        connections.accept(at: now, self, bodyBytesMax: WebLimits.orderBytesMax)
    }

    /// Open streams: one for each page that is in front.
    package var streamCount: Int { connections.streams().count }

    /// Ends the sessions and streams of phones that are gone or have another key.
    package func review() {
        let phones = phones
        for (id, desk) in desks where !desk.isOf(phones.first { $0.id == id }) {
            desks[id] = nil
            for connection in connections.streams(of: desk.page) { connection.close() }
        }
    }

    private var phones: [any HostedPhone] { Array(host.phones.prefix(WebLimits.phonesMax)) }

    // MARK: Answers

    func answer(_ request: Request, at now: Duration) -> DoorAnswer {
        do throws(KeepRefusal) {
            return try answered(request, at: now)
        } catch {
            return .response(error.response)
        }
    }

    private func answered(
        _ request: Request, at now: Duration
    ) throws(KeepRefusal) -> DoorAnswer {
        try check(request)
        review()
        let path = request.target.path
        switch path.first == "k" ? path.dropFirst().joined(separator: "/") : "/" {
        case "": return .response(.html(document))
        case "keep.js": return .response(.script(script))
        case "keep.css": return .response(.style(KeepStyle.text))
        case "words": return .response(.text(Phrases.joined(SpokenWords.all, by: "\n") + "\n"))
        case "pair": return .response(try pair(request, at: now))
        case "wait": return .response(try wait(request))
        case "session": return .response(try session(request))
        case "order":
            let (phone, _) = try signer(of: request)
            return .later(try order(KeepOrder(request.body), of: phone, at: now))
        case "stream": return try stream(of: desk(for: request), request)
        case "timeline": return .later(try timeline(of: desk(for: request), request, at: now))
        case "search": return try search(desk(for: request), request, at: now)
        default: throw .unknownPath
        }
    }

    private static let orders: Set<String> = ["pair", "wait", "session", "order"]

    /// Checks host, method and site before anything else of the request is read.
    private func check(_ request: Request) throws(KeepRefusal) {
        guard hosts.contains(DoorRules.host(request)) else { throw .otherHost }
        let path = request.target.path
        let isOrder = path.count == 2 && Self.orders.contains(path[1])
        switch request.method {
        case .get, .head:
            if isOrder { throw .otherMethod("POST") }
            if DoorRules.isFromElsewhere(request) { throw .otherSite }
        case .post:
            if !isOrder { throw .otherMethod("GET, HEAD") }
            if !DoorRules.isFromHere(request) { throw .otherSite }
        case .other: throw .otherMethod(isOrder ? "POST" : "GET, HEAD")
        }
    }

    // MARK: Signatures and sessions

    /// The phone that signed the request, and true if its key is approved. Each counter is accepted
    /// once.
    ///
    /// `x-phone` in `openapi.yaml` marks all that a phone can order; the rules are those of its daemon.
    /// `KeepScript` keeps an order until it is answered, sends stored ones again after a reload
    /// with their request IDs. A refusal that is a question says so (`RefusalQuestion`). The page is
    /// not cached, so it needs the laptop.
    private func signer(
        of request: Request, mayAsk: Bool = false
    ) throws(KeepRefusal) -> (phone: any HostedPhone, isApproved: Bool) {
        let parts = (request.headers["scored-order"] ?? "").split(
            separator: " ", omittingEmptySubsequences: false
        ).map(String.init)
        guard parts.count == 3, let counter = UInt64(parts[1]), "\(counter)" == parts[1],
            counter <= WebLimits.counterMax, let signature = Base64URL.decode(parts[2], count: 64)
        else { throw .badSignature }
        guard let phone = phones.first(where: { $0.id == parts[0] }) else { throw .unknownPhone }
        let asked = mayAsk ? phone.pairing?.asked : nil
        let keys = [phone.key, asked].compactMap(\.self)
        guard !keys.isEmpty else { throw .unknownPhone }
        let path = "/" + Phrases.joined(request.target.path, by: "/")
        let text =
            "scored order 1\n\(request.method.name)\n\(path)\n\(phone.id)\n\(counter)\n"
            + SHA256.digest(request.body).description
        guard
            let key = keys.first(where: {
                P256.isValid(signature, of: Array(text.utf8), by: $0)
            })
        else { throw .badSignature }
        // Only the phone itself is told its counter.
        guard counter > phone.counter else { throw .counterUsed(last: phone.counter) }
        phone.counter = counter
        return (phone, key == phone.key)
    }

    private func session(_ request: Request) throws(KeepRefusal) -> Response {
        let (phone, _) = try signer(of: request)
        guard let key = phone.key, let library = phone.library else {
            throw .away("the daemon of this phone has not started")
        }
        let desk =
            desks[phone.id]
            ?? Desk(key: key, library: library, timekeeper: timekeeper, words: words)
        // Its streams stay open: else two pages of one phone would end each other's in turn.
        desk.session = Base64URL.random(using: &generator)
        desks[phone.id] = desk
        return .json(["session": desk.session])
    }

    private func desk(for request: Request) throws(KeepRefusal) -> Desk {
        let session = request.headers["scored-session"] ?? ""
        guard let desk = desks.values.first(where: { DoorRules.isEqual(session, $0.session) })
        else { throw .noSession }
        return desk
    }

    // MARK: Pairing

    private struct PairRequest: Decodable {
        let key: String
        let nonce: String
        let proof: String
    }

    private struct PairAnswer: Encodable {
        let phone: String
        let nonce: String
        let proof: String
    }

    /// `PhoneCommand` makes the code, shows it, and asks a person. The proof is checked here and
    /// the first key alone taken; `PhoneDaemon` joins the phone's daemon to the table; then
    /// `PhoneHomes` has the key, and `HostedPhones` reads its files for the door. `KeepPort` makes
    /// the certificate.
    private func pair(_ request: Request, at now: Duration) throws(KeepRefusal) -> Response {
        let body = try KeepOrder.decode(PairRequest.self, from: request.body)
        guard let key = Base64URL.decode(body.key, count: 65), key.first == 4,
            Base64URL.decode(body.nonce, count: 16) != nil
        else { throw .malformed("no key of P-256 and 16 bytes as base64url") }
        let asking = Array("scored phone 1\n\(body.key)\n\(body.nonce)".utf8)
        let open = phones.compactMap { phone in phone.pairing.map { (phone, pairing: $0) } }
        let proved = open.prefix(WebLimits.pairingsMax).first { _, pairing in
            DoorRules.isEqual(
                body.proof, Base64URL.encode(HMAC.sha256(key: pairing.secret, asking)))
        }
        guard let (phone, pairing) = proved else {
            wrongProofs.removeAll { $0 <= now - .seconds(60) }
            guard wrongProofs.count < WebLimits.wrongProofsMax else { throw .tooManyProofs }
            wrongProofs.append(now)
            throw .codeUnknown
        }
        guard !pairing.isExpired else { throw .codeExpired }
        guard pairing.asked == nil || pairing.asked == key else { throw .codeUsed }
        let nonce = Base64URL.random(using: &generator)
        let words = SHA256.digest(
            Array("scored words 1\n\(body.key)\n\(body.nonce)\n\(nonce)".utf8))
        guard
            host.ask(
                phone.id, key: key,
                words: words.bytes.prefix(4).map { SpokenWords.all[Int($0)] })
        else { throw .notWritten }
        let answer = "scored host 1\n\(body.key)\n\(body.nonce)\n\(nonce)\n\(phone.id)"
        return .json(
            PairAnswer(
                phone: phone.id, nonce: nonce,
                proof: Base64URL.encode(
                    HMAC.sha256(key: pairing.secret, Array(answer.utf8)))))
    }

    private func wait(_ request: Request) throws(KeepRefusal) -> Response {
        let (phone, isApproved) = try signer(of: request, mayAsk: true)
        let isOver = phone.pairing.map { $0.isRefused || $0.isExpired } ?? true
        return .json(["state": isApproved ? "approved" : isOver ? "refused" : "waiting"])
    }

    // MARK: Orders and questions

    /// Queues nothing for a daemon that is away: the phone keeps the order.
    private func order(
        _ order: KeepOrder, of phone: any HostedPhone, at now: Duration
    ) throws(KeepRefusal) -> LateAnswer {
        guard let library = phone.library else {
            throw .away("the daemon of this phone has not started")
        }
        return switch order.content {
        case .records(let order): try later(order, of: library, at: now) { .json(OrderAnswer($0)) }
        case .uses(let order): try later(order, of: library, at: now) { .json(OrderAnswer($0)) }
        }
    }

    private struct OrderAnswer: Encodable {
        let text: String
        let entries: [String]
        let warnings: [String]
        /// True if the order was recorded before, and nothing new was.
        let `repeat`: Bool

        init(_ recorded: RecordedDocument) {
            text = recorded.echo
            entries = recorded.entries
            warnings = recorded.warnings.map(\.text)
            `repeat` = recorded.isRepeat
        }

        init(_ done: DoneDocument) {
            (text, entries, `repeat`) = (done.text, [], false)
            warnings = done.warnings.map(\.text)
        }
    }

    private func later<Answer>(
        _ request: LibraryRequest<Answer>, of library: any GameLibrary, at now: Duration,
        _ response: @escaping (Answer) -> Response
    ) throws(KeepRefusal) -> LateAnswer {
        switch library.connection.value {
        case .connected: break
        case .connecting: throw .away("the daemon of this phone is starting")
        case .lost(let reason): throw .away(reason)
        }
        return LateAnswer(
            to: request, of: library, until: now + WebLimits.answerTime, or: Self.away
        ) { [words] result in
            switch result {
            case .success(let answer): return response(answer)
            case .failure(.refused(let error)):
                let asked = request.order.flatMap { RefusalQuestion(error, of: $0) }
                let told = asked.map { ($0.text(in: words), $0.choices(in: words)) }
                return KeepRefusal.daemon(error, told).response
            case .failure(.unavailable(let reason)): return Self.away(reason)
            }
        }
    }

    private static func away(_ reason: String) -> Response { KeepRefusal.away(reason).response }

    private func stream(of desk: Desk, _ request: Request) -> DoorAnswer {
        if request.method == .head { return .streamHead }
        let streams = connections.streams(of: desk.page)
        // A page that the phone put aside may leave its stream behind: the newest is in front.
        if streams.count >= WebLimits.streamsOfAPhoneMax { streams.first?.close() }
        return .stream(desk.page)
    }

    private func timeline(
        of desk: Desk, _ request: Request, at now: Duration
    ) throws(KeepRefusal) -> LateAnswer {
        let question = LibraryRequest.log(
            limit: WebLimits.timelineRowsMax, before: request.target["before"])
        return try later(question, of: desk.library, at: now) { [words] log in
            let game = desk.library.status.value?.game
            let rows = log.entries.reversed().map { entry in
                let row = TimelineRow(entry, words)
                let team = entry.side.flatMap { $0 == .home ? game?.home.name : game?.away.name }
                let cells = [
                    row.name, row.clock, team ?? "", row.text, row.score, row.outcome, row.keeper,
                ]
                return (cells, row.tone)
            }
            return Self.rows(rows, hasMore: log.hasOlder ?? false)
        }
    }

    private func search(
        _ desk: Desk, _ request: Request, at now: Duration
    ) throws(KeepRefusal) -> DoorAnswer {
        let query = String((request.target["q"] ?? "").prefix(SearchViewModel.queryMax))
        guard query.contains(where: { $0 != " " }) else {
            return .response(Self.rows([], hasMore: false))
        }
        let question: LibraryRequest<SearchDocument> = .search(query, limit: WebLimits.foundMax)
        return .later(try later(question, of: desk.library, at: now, Self.found))
    }

    private static func found(_ document: SearchDocument) -> Response {
        let found = SearchResultsViewModel()
        found.receive(document)
        let rows = zip(document.results, found.rows.value).map { result, row in
            let name = result.entry ?? result.slot ?? result.game
            return ([result.kind.rawValue, name, row.text, row.detail], row.tone)
        }
        return Self.rows(rows, hasMore: !document.isWhole)
    }

    /// `{"more":false,"rows":[…]}`, with rows as in an event.
    private static func rows(
        _ rows: [(cells: [String], tone: Tone)], hasMore: Bool
    ) -> Response {
        var bytes = Array("{\"more\":\(hasMore),\"rows\":".utf8)
        PageValue.rows(
            rows.enumerated().map { index, row in
                PageRow(
                    key: "r\(index)", cells: row.cells.map(PageText.clean), tone: row.tone)
            }
        ).append(to: &bytes)
        return .json(encoded: bytes + [UInt8(ascii: "}")])
    }
}

/// An order of a phone, as the request to its daemon.
struct KeepOrder {
    enum Content {
        case records(LibraryRequest<RecordedDocument>)
        case uses(LibraryRequest<DoneDocument>)
    }

    let content: Content

    private struct Head: Decodable {
        let request: String
        let `do`: String
    }

    init(_ body: [UInt8]) throws(KeepRefusal) {
        let head = try Self.decode(Head.self, from: body)
        let isDigit = { (byte: UInt8) in
            (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
        }
        guard head.request.utf8.count == 32, head.request.utf8.allSatisfy(isDigit) else {
            throw .malformed("'request' is not 32 lower-case hexadecimal digits")
        }
        guard var content = try Self.content(of: head.do, body) else {
            throw .malformed("this 'do' is no order of a phone")
        }
        if case .records(var request) = content {
            request.requestID = head.request
            content = .records(request)
        }
        self.content = content
    }

    static func decode<Body: Decodable>(
        _ type: Body.Type, from bytes: [UInt8]
    ) throws(KeepRefusal) -> Body {
        do throws(LocalAPIError) {
            return try JSON.decode(type, from: bytes)
        } catch {
            throw .malformed("\(error)")
        }
    }
}

/// A request of a phone that was refused: nothing was recorded, unless the daemon was away.
enum KeepRefusal: Error {
    case otherHost
    case otherMethod(_ allowed: String)
    case otherSite
    case unknownPath
    case malformed(_ reason: String)
    case badSignature
    case unknownPhone
    case counterUsed(last: UInt64)
    case noSession
    case codeUnknown
    case codeExpired
    case codeUsed
    case tooManyProofs
    case notWritten
    case away(_ reason: String)
    case daemon(APIError, (question: String, choices: [String]?)?)

    private struct Document: Encodable {
        let code: String
        let message: String
        /// For a person to answer: with yes or no, or with one of the choices.
        var question: String?
        var choices: [String]?
        var counter: UInt64?
    }

    var response: Response {
        let (status, code, message) = words
        var document = Document(code: code, message: message)
        if case .daemon(_, let asked?) = self {
            (document.question, document.choices) = (asked.question, asked.choices)
        }
        if case .counterUsed(let last) = self { document.counter = last }
        var response = Response.json(document, status: Status(status))
        if case .otherMethod(let allowed) = self { response.headers["allow"] = allowed }
        if case .tooManyProofs = self { response.headers["retry-after"] = "60" }
        return response
    }

    private var words: (status: Int, code: String, message: String) {
        switch self {
        case .otherHost:
            (421, "other-host", "this device does not answer under that name; scan a new code")
        case .otherMethod(let allowed):
            (405, "method-not-allowed", "allowed here: \(allowed)")
        case .otherSite: (403, "other-site", "only the page of this door may ask that")
        case .unknownPath: (404, "unknown-path", "there is no such page here")
        case .malformed(let reason):
            (400, "malformed", "the request is not understood: \(reason); nothing was recorded")
        case .badSignature:
            (401, "bad-signature", "the request is not signed by this phone; nothing was recorded")
        case .unknownPhone:
            (
                401, "unknown-phone",
                "this phone does not keep here any more; scan a new code from the laptop"
            )
        case .counterUsed:
            (409, "counter-used", "a newer request of this phone was here; nothing was recorded")
        case .noSession: (401, "no-session", "the session is over; begin another one")
        case .codeUnknown:
            (403, "code-unknown", "this code is not open; scan a new one from the laptop")
        case .codeExpired:
            (403, "code-unknown", "this code is older than ten minutes; scan a new one")
        case .codeUsed:
            (403, "code-used", "another phone used this code; scan a new one from the laptop")
        case .tooManyProofs:
            (429, "too-many-proofs", "too many wrong codes were tried; wait for a minute")
        case .notWritten:
            (
                503, "not-written",
                "the laptop could not write down that this phone asks; try again"
            )
        case .away(let reason):
            (503, "no-daemon", "\(reason); the order stays on this phone until it is answered")
        case .daemon(let error, _):
            ((400..<600).contains(error.status) ? error.status : 500, error.code, error.message)
        }
    }
}
