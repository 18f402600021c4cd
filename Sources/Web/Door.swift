import Documents
import LocalAPI
import MoveLog
import TLS
import ViewModels

/// Requests in, answers out.
protocol Door: AnyObject {
    func answer(_ request: Request, at now: Duration) -> DoorAnswer
}

enum DoorAnswer {
    case response(Response)
    case stream(any StreamedPage)
    case later(LateAnswer)

    static var streamHead: Self { .response(.content([], type: "text/event-stream")) }
}

/// A page that streams tell of, shared by its readers.
protocol StreamedPage: AnyObject {
    /// Changes whenever a reader may have to be told.
    var version: Dynamic<Int> { get }
    /// On the clock of the view models.
    var now: Duration { get }
    /// The events of one reader: each call makes the next, from what the last one left; nil if nothing changed.
    func reading() -> (_ now: Duration) -> [UInt8]?
}

/// A response that waits for the answer of a library, up to a deadline.
final class LateAnswer {
    let deadline: Duration
    private let lost: (_ reason: String) -> Response
    private var response: Response?
    private var bindings: [Binding] = []

    /// `lost` makes the response if the library does not answer: the request may have taken effect.
    init<Answer>(
        to request: LibraryRequest<Answer>, of library: any GameLibrary, until deadline: Duration,
        or lost: @escaping (_ reason: String) -> Response,
        _ response: @escaping (Result<Answer, LibraryError>) -> Response
    ) {
        self.deadline = deadline
        self.lost = lost
        bindings = [
            library.ask(request) { [unowned self] in give(response($0)) },
            library.connection.bind { [unowned self] in
                if case .lost(let reason) = $0 { give(lost(reason)) }
            },
        ]
    }

    /// The response once the library has answered all that was asked before, and told so much.
    init(
        when isReady: Dynamic<Bool>, of library: any GameLibrary, until deadline: Duration,
        _ response: @escaping () -> Response
    ) {
        self.deadline = deadline
        lost = { _ in response() }
        // Answers come in order: it is the last.
        let isAnswered = Dynamic(false)
        let show = { [unowned self] in
            if isAnswered.value, isReady.value { give(response()) }
        }
        bindings = [
            library.ask(.log(limit: 1)) { _ in isAnswered.value = true },
            isAnswered.bind { _ in show() },
            isReady.bind { _ in show() },
            library.connection.bind { [unowned self] in
                if case .lost = $0 { give(response()) }
            },
        ]
    }

    /// Nil while neither an answer has arrived nor the deadline has passed.
    func response(at now: Duration) -> Response? {
        if response == nil, now >= deadline { give(lost("the daemon does not answer")) }
        return response
    }

    /// Keeps the first response only.
    private func give(_ response: Response) { self.response = self.response ?? response }
}

/// The connections of a door, held weakly: the loop that drives them owns them.
struct DoorConnections {
    private struct Place {
        weak var reader: ViewConnection?
    }

    private var places: [Place] = []

    /// The connections that are not to be closed.
    var open: [ViewConnection] { places.compactMap(\.reader).filter { !$0.wantsClose } }

    /// The connections with a stream of the page, or of any page if it is nil.
    func streams(of page: (any StreamedPage)? = nil) -> [ViewConnection] {
        open.filter { $0.page != nil && (page == nil || $0.page === page) }
    }

    /// At `WebLimits.connectionsMax` closes the connection that was quiet longest; nil if none is
    /// quiet.
    mutating func accept(
        at now: Duration, _ door: any Door, bodyBytesMax: Int
    ) -> ViewConnection? {
        places.removeAll { $0.reader?.wantsClose ?? true }
        if places.count >= WebLimits.connectionsMax {
            let quiet = open.filter(\.isQuiet)
            guard let oldest = quiet.min(by: { $0.lastActivity < $1.lastActivity }) else {
                return nil
            }
            oldest.close()
            places.removeAll { $0.reader === oldest }
        }
        let reader = ViewConnection(at: now, door, bodyBytesMax: bodyBytesMax)
        places.append(Place(reader: reader))
        return reader
    }
}

/// The checks that every door makes before it reads a request, and the headers of every answer.
enum DoorRules {
    /// `Host` without port and brackets, in lower case; empty if it is none.
    static func host(_ request: Request) -> String {
        let host = authority(request)
        if host.hasPrefix("[") {
            let inner = host.dropFirst().prefix { $0 != "]" }
            return isPort(host.dropFirst(inner.count + 2)) ? String(inner) : ""
        }
        let name = host.prefix { $0 != ":" }
        return isPort(host.dropFirst(name.count)) ? String(name) : ""
    }

    /// `Host` in lower case.
    static func authority(_ request: Request) -> String { word("host", of: request) ?? "" }

    /// True for nothing and for `:7422`.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty
            || text.first == ":" && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// True for a request by a page of another site, except to follow a link: its scripts and
    /// images get nothing. An unknown value of `Sec-Fetch-Site` counts as another site.
    static func isFromElsewhere(_ request: Request) -> Bool {
        guard let site = word("sec-fetch-site", of: request) else { return false }
        return !["same-origin", "same-site", "none"].contains(site)
            && word("sec-fetch-mode", of: request) != "navigate"
    }

    /// True for a request by a page of this door over TLS, as far as the browser says.
    static func isFromHere(_ request: Request) -> Bool {
        word("origin", of: request) == "https://" + authority(request)
            && [nil, "same-origin"].contains(word("sec-fetch-site", of: request))
    }

    /// The value of a header in lower case, without space around it.
    private static func word(_ name: String, of request: Request) -> String? {
        request.headers[name].map { value in
            let isSpace = { (character: Character) in character == " " || character == "\t" }
            let end = value.lastIndex { !isSpace($0) }
            return end.map { String(value[...$0].drop(while: isSpace)).lowercased() } ?? ""
        }
    }

    /// Compares all bytes, so that the time reveals nothing about a secret.
    static func isEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        var difference = one.count ^ other.count
        for (index, byte) in other.enumerated() {
            difference |= Int(byte ^ (index < one.count ? one[index] : 0))
        }
        return difference == 0
    }

    /// The hash source of the text (Content Security Policy 3, 2.3.1).
    static func source(_ text: String) -> String {
        let digest = Base64URL.encode(SHA256.digest(Array(text.utf8)).bytes)
        return "sha256-\(digest.replacing("-", with: "+").replacing("_", with: "/"))="
    }

    static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self' '\(source(ViewStyle.text))'; \
        img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
        require-trusted-types-for 'script'
        """

    /// The headers of every answer.
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
    static func html(_ text: String) -> Response {
        .text(text, type: "text/html; charset=utf-8")
    }

    static func script(_ text: String) -> Response {
        .text(text, type: "text/javascript; charset=utf-8")
    }

    static func style(_ text: String) -> Response {
        .text(text, type: "text/css; charset=utf-8")
    }
}

/// Bytes as text without padding (RFC 4648, 5).
package enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        var characters: [UInt8] = []
        var bits = 0
        var count = 0
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFFFF
            count += 8
            while count >= 6 {
                count -= 6
                characters.append(alphabet[bits >> count & 63])
            }
        }
        if count > 0 { characters.append(alphabet[bits << (6 - count) & 63]) }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Nil unless the text is what `encode` makes of that many bytes.
    package static func decode(_ text: String, count size: Int) -> [UInt8]? {
        guard text.utf8.count == (size * 8 + 5) / 6 else { return nil }
        var bytes: [UInt8] = []
        var bits = 0
        var count = 0
        for character in text.utf8 {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            bits = (bits << 6 | value) & 0xFFFF
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(bits >> count & 0xFF))
        }
        // Bits beyond the last byte would make a second text of the same bytes.
        return bits & ((1 << count) - 1) == 0 ? bytes : nil
    }

    /// 128 random bits: 22 characters.
    package static func random(using generator: inout some RandomNumberGenerator) -> String {
        encode((0..<16).map { _ in UInt8.random(in: 0...0xFF, using: &generator) })
    }
}
