import Documents
import LocalAPI
import Net

/// The two connections of one stay with the daemon: one for what is asked, one for the event stream.
final class LibrarySession {
    /// What a turn brought.
    enum News {
        /// The present state; the first one makes the session good for requests.
        case status(StatusDocument)
        /// An entry became durable here.
        case entry(EntryDocument)
        /// The answer to the oldest request that was sent.
        case answer(Response)
        /// What was sent is to be sent again: the connection had been idle for too long.
        case restarted
    }

    private let home: StateHome
    private let sources: LoopSources
    private let stream: LoopConnection
    private var requests: LoopConnection
    /// Whether the present connection for requests has answered any.
    private var hasAnswered = false
    private var openedAt: Duration
    private var unansweredCount = 0
    /// When the oldest of the requests on their way was sent, or the one before it answered.
    private var waitingSince: Duration
    private(set) var isEstablished = false

    /// Connects both and asks for the stream.
    init(home: StateHome, in sources: LoopSources, at now: Duration) throws(ClientError) {
        self.home = home
        self.sources = sources
        stream = LoopConnection(try home.connect(), in: sources, at: now)
        requests = LoopConnection(try home.connect(), in: sources, at: now)
        openedAt = now
        waitingSince = now
        stream.send(EventFeed.request)
        stream.write()
    }

    /// Queues a request behind the others.
    func send(_ request: Request, at now: Duration) {
        if unansweredCount == 0 { waitingSince = now }
        unansweredCount += 1
        requests.send(request)
    }

    /// Writes what the sockets take.
    func write() {
        requests.write()
        stream.write()
    }

    /// What came this turn, in order, answers first: they were on their way before the events that
    /// tell of them. An error, behind what came before it, ends the session.
    func readNews(at now: Duration) -> (news: [News], failure: ClientError?) {
        requests.read(at: now)
        stream.read(at: now)
        var news: [News] = []
        do throws(ClientError) {
            try readAnswers(&news, at: now)
            try readEvents(&news)
            try check(at: now)
            return (news, nil)
        } catch {
            return (news, error)
        }
    }

    private func readAnswers(_ news: inout [News], at now: Duration) throws(ClientError) {
        var failure: ClientError?
        do throws(ClientError) {
            while let arrival = try requests.next() {
                guard case .response(let response, _) = arrival else {
                    throw ClientError.notUnderstood("the daemon answered with an event stream")
                }
                hasAnswered = true
                unansweredCount -= 1
                waitingSince = now
                news.append(.answer(response))
            }
        } catch {
            guard case .lost = error else { throw error }
            failure = error
        }
        guard !requests.keepsAlive || failure != nil else { return }
        // The daemon closes a connection on which nothing was asked for a while.
        let wasIdle = unansweredCount == 0 && now - openedAt >= ClientLimits.backOffMax
        guard hasAnswered || wasIdle else {
            throw failure ?? .lost("the daemon closes every connection")
        }
        requests = LoopConnection(try home.connect(), in: sources, at: now)
        openedAt = now
        hasAnswered = false
        unansweredCount = 0
        news.append(.restarted)
    }

    private func readEvents(_ news: inout [News]) throws(ClientError) {
        var statusAt: Int?
        while let arrival = try stream.next() {
            switch arrival {
            case .streamOpened: continue
            case .event(let event, _):
                switch try EventFeed.news(event) {
                case .entry(let entry, _): news.append(.entry(entry))
                case .status(let status, _):
                    isEstablished = true
                    // Of several statuses of one turn only the last is still true.
                    if let statusAt { news.remove(at: statusAt) }
                    statusAt = news.count
                    news.append(.status(status))
                case nil: continue
                }
            case .streamEnded: throw .lost("the daemon ended the event stream")
            case .response(let response, _): throw .refused(APIError(of: response))
            }
        }
    }

    /// When `take` must look although nothing came.
    var nextDeadline: Duration {
        let silence = isEstablished ? ClientLimits.streamSilenceMax : ClientLimits.answerTime
        let heard = stream.lastHeardAt + silence
        return unansweredCount == 0 ? heard : min(heard, waitingSince + ClientLimits.answerTime)
    }

    private func check(at now: Duration) throws(ClientError) {
        guard now >= nextDeadline else { return }
        throw .late(ClientLimits.answerTime)
    }
}
