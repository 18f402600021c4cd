package import Documents
import LocalAPI
package import Net

/// The daemon's event stream, read one event at a time.
package final class EventFeed {
    /// What the stream brought.
    package enum News {
        /// This device and its table, as they are now.
        case status(StatusDocument, bytes: [UInt8])
        /// An entry became durable here.
        case entry(EntryDocument, bytes: [UInt8])
    }

    private let connection: LocalConnection

    /// Opens the stream.
    package init(connecting connect: () throws(ClientError) -> StreamSocket) throws(ClientError) {
        connection = LocalConnection(try connect())
        _ = connection.send(Self.request)
        let deadline = Clocks.uptime + ClientLimits.answerTime
        switch try connection.next(until: deadline) {
        case .streamOpened: return
        case .response(let response, _): throw .refused(APIError(of: response))
        case .event, .streamEnded: throw .notUnderstood("the daemon opened no event stream")
        case nil: throw .late(ClientLimits.answerTime)
        }
    }

    /// The next event that this version knows; nil when the deadline, an uptime, passes first.
    package func next(until deadline: Duration? = nil) throws(ClientError) -> News? {
        while let arrival = try connection.next(until: deadline) {
            switch arrival {
            case .event(let event, _):
                if let news = try Self.news(event) { return news }
            case .streamEnded: throw .lost("the daemon ended the event stream")
            case .response, .streamOpened:
                throw .notUnderstood("a response came in the middle of the event stream")
            }
        }
        return nil
    }

    /// Asks for the stream.
    static var request: Request {
        var request = Request(.events)
        request.headers["accept"] = "text/event-stream"
        return request
    }

    /// What an event says; nil for one of a newer version.
    static func news(_ event: ServerSentEvent) throws(ClientError) -> News? {
        let bytes = Array(event.data.utf8)
        do throws(LocalAPIError) {
            switch EventName(rawValue: event.event) {
            case .status:
                return .status(try JSON.decode(StatusDocument.self, from: bytes), bytes: bytes)
            case .entry:
                return .entry(try JSON.decode(EntryDocument.self, from: bytes), bytes: bytes)
            case nil: return nil
            }
        } catch {
            throw .notUnderstood("an event is not understood: \(error)")
        }
    }
}
