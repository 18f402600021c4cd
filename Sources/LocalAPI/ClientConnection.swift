/// The asking side of one connection: requests in, bytes out; bytes in, responses and events out.
/// It knows no socket. Requests may be sent before earlier ones are answered; the responses come in
/// their order.
///
/// Each turn: write `takeOutput`; `receive` what was read (or `endOfInput`); then `next` until nil.
package struct ClientConnection: Sendable {
    /// What came for the request of this number.
    package enum Arrival: Equatable, Sendable {
        /// The whole response.
        case response(Response, to: Int)
        /// The response is an event stream; events follow, and nothing else on this connection.
        case streamOpened(Int)
        /// The next event of the stream.
        case event(ServerSentEvent, of: Int)
        /// The daemon ended the stream, or the connection broke: ask again on a new connection.
        case streamEnded(Int)
    }

    private let host: String
    private var output = ByteQueue()
    private var parser = ResponseParser()
    private var events = EventStreamParser()
    private var arrivals: [Arrival] = []
    private var lastNumber = 0

    /// A connection to `host`, which is only named in the requests.
    package init(host: String = "localhost") {
        self.host = host
    }

    /// Encodes a request; its response comes under the number that is returned, from 1.
    package mutating func send(_ request: Request) -> Int {
        lastNumber += 1
        output.append(request.encode(host: host))
        parser.expect(request.method)
        return lastNumber
    }

    /// Removes and returns up to `limit` bytes to be written.
    package mutating func takeOutput(upTo limit: Int = .max) -> [UInt8] {
        output.removeFirst(limit)
    }

    /// True if there is something for `takeOutput`.
    package var hasOutput: Bool { !output.isEmpty }

    /// False once the daemon said that it closes this connection: send further requests on another.
    package var keepsAlive: Bool { parser.keepsAlive }

    /// Requests that were sent and have no complete response yet.
    package var unansweredCount: Int { parser.unansweredCount }

    /// The last `id` of the stream, empty if none: for `Last-Event-ID` on the next connection.
    package var lastEventID: String { events.lastEventID }

    /// How long the stream asked to wait before the next connection, if it did.
    package var retry: Duration? { events.retry }

    /// Takes bytes that were read.
    package mutating func receive(_ bytes: [UInt8]) {
        parser.receive(bytes)
    }

    /// The daemon closed the connection.
    package mutating func endOfInput() {
        parser.endOfInput()
    }

    /// What has come, in order; nil until more bytes are there. After an error nothing more comes.
    package mutating func next() throws(LocalAPIError) -> Arrival? {
        while arrivals.isEmpty {
            let number = lastNumber - parser.unansweredCount + 1
            switch try parser.next() {
            case .more:
                return nil
            case .response(let response):
                return .response(response, to: number)
            case .streamOpened:
                return .streamOpened(number)
            case .streamEnded:
                return .streamEnded(number)
            case .streamBytes(let bytes):
                // Reversed, so that the next one is at the cheap end.
                let received = try events.receive(bytes)
                arrivals = received.reversed().map { .event($0, of: number) }
            }
        }
        return arrivals.removeLast()
    }
}
