import LocalAPI
import Net

/// One connection to a Unix socket: its requests, and the output not yet written.
final class ServedConnection {
    /// A request with its method and path, by which costs and turns name it.
    struct Call {
        let exchange: ServerConnection.Exchange
        let path: String

        init(_ exchange: ServerConnection.Exchange) {
            self.exchange = exchange
            let target = exchange.request.target.path.joined(separator: "/")
            path = "\(exchange.request.method.name) /\(target)"
        }
    }

    struct Waiting {
        enum Reply {
            /// After the turn's commit.
            case afterCommit(() -> Response)
            /// When it returns a response.
            case later(() -> Response?)
            /// `LocalServer.step` takes steps after each turn's commit, within
            /// `DaemonLimits.stepsTime`, as far ahead as the client reads. `Search`, `EntryExport`,
            /// `LogFile`, `LogMerge` and `Book.foldSome` are such work; they keep the book or log
            /// as it was at their first step.
            case inSteps(() -> AnswerStep)
        }

        let call: Call
        /// The time spent on the answer so far; for one in steps, on the longest step.
        var time: Duration
        let reply: Reply
        /// The longest time in which a later answer was asked for and not ready.
        var longestPoll = Duration.zero
        /// True once a step was taken.
        var isBegun = false
    }

    let id: Int
    let socket: StreamSocket
    /// True on the socket that answers only requests that read.
    let isReadOnly: Bool
    var http: ServerConnection
    /// Complete requests without an answer.
    var calls: [Call] = []
    /// Taken from `http` and not yet written.
    private var output: [UInt8] = []
    private var offset = 0
    /// At most one request waits for its answer: they are answered in order, each after the commit
    /// of the one before, so that each sees the effects of all before it and of none after it
    /// (RFC 9112, 9.3.2).
    var waiting: Waiting?
    /// The request answered with an event stream, and its events; later requests are not answered.
    var stream: (number: Int, source: any EventSource)?
    /// The last time a byte moved in either direction.
    private var activeAt: Duration
    /// The last time the client read a byte.
    private(set) var tookAt: Duration

    init(_ id: Int, _ socket: StreamSocket, isReadOnly: Bool, at now: Duration) {
        self.id = id
        self.socket = socket
        self.isReadOnly = isReadOnly
        http = ServerConnection(at: now)
        activeAt = now
        tookAt = now
    }

    var isStreaming: Bool { stream != nil }

    /// How long the next event of the stream waits after the last; nil if it has nothing to tell, or its client has not
    /// taken what was told.
    var eventPause: Duration? {
        guard let source = stream?.source, source.isDue, unsentBytes == 0 else { return nil }
        return source.isUrgent ? .zero : DaemonLimits.peerEventInterval
    }
    var isAwaitingLater: Bool {
        if case .later? = waiting?.reply { true } else { false }
    }

    /// The steps of the answer that is being made; nil if it is none in steps.
    var steps: (() -> AnswerStep)? {
        if case .inSteps(let step)? = waiting?.reply { step } else { nil }
    }

    /// True if the client takes what is made for it.
    var hasRoom: Bool { unsentBytes < DaemonLimits.answersAheadBytes }

    // MARK: In

    /// Throws if the connection is broken.
    func read(at now: Duration) throws(NetError) {
        switch try socket.read() {
        case .bytes(let bytes):
            activeAt = now
            http.receive(bytes, at: now)
        case .end: http.endOfInput(at: now)
        case .wouldBlock: return
        }
    }

    /// Advances time, and collects complete requests.
    func collect(at now: Duration) {
        http.tick(at: now)
        calls += http.takeRequests().map(Call.init)
    }

    /// The request to answer next; nil while an earlier one waits for its answer, and while the
    /// client has not read the answers it has.
    var next: Call? {
        waiting == nil && !isStreaming && hasRoom ? calls.first : nil
    }

    // MARK: Out

    /// Bytes produced for the client that the system has not accepted.
    var unsentBytes: Int { output.count - offset + http.unsentBytes }

    var hasOutput: Bool { offset < output.count || http.hasOutput }

    /// True once the connection has ended and all output is written.
    var isOver: Bool { http.wantsClose && !hasOutput }

    /// Writes once. Throws if the client is gone, which is no error.
    func write(at now: Duration) throws(NetError) {
        if offset >= output.count {
            output = http.takeOutput(at: now)
            offset = 0
        }
        guard offset < output.count,
            case .wrote(let count) = try socket.write(output, from: offset)
        else { return }
        offset += count
        activeAt = now
        tookAt = now
        if offset == output.count {
            output = []
            offset = 0
        }
    }

    // MARK: Making room

    /// The connection of least worth is ended when a new one has no room: idle ones first, those
    /// that wait for an answer last, and of equal rank the one quiet for longest.
    var worth: (rank: Int, activeAt: Duration) {
        if http.isIdle, calls.isEmpty { return (0, activeAt) }
        let isWaiting = !isStreaming && (!calls.isEmpty || waiting != nil)
        return (isWaiting ? 2 : 1, activeAt)
    }
}

/// Estimates the cost of an answer from the last answers on its path, so that cheap requests need
/// not wait for costly ones.
struct AnswerCosts {
    struct Cost: Hashable {
        var time = Duration.zero
        var bytes = 0

        /// The answer gets the rest of a turn's time, and is measured.
        static let unknown = Cost(time: DaemonLimits.answersTime, bytes: 0)

        /// True if the cost is low or unknown: such answers are made first.
        var isSmall: Bool {
            time < DaemonLimits.smallAnswerTime && bytes < DaemonLimits.smallAnswerBytes
                || self == .unknown
        }
    }

    private var known: [String: (last: Cost, before: Cost?)] = [:]

    /// The estimate for a path; unknown until two answers were measured.
    func expected(on path: String) -> Cost {
        // The smaller of two: a busy machine may have slowed one down.
        guard let (last, before) = known[path], let before else { return .unknown }
        return Cost(time: min(last.time, before.time), bytes: last.bytes)
    }

    mutating func add(_ cost: Cost, on path: String) {
        if known.count >= DaemonLimits.answerPathsMax, known[path] == nil { known = [:] }
        known[path] = (cost, known[path]?.last)
    }
}

/// The time and bytes for answers that remain in a turn of the loop.
struct AnswerBudget {
    private var time = DaemonLimits.answersTime
    private var bytes: Int
    private var isUntouched = true

    /// `unsent` is the bytes of answers that clients have not read when the turn begins.
    init(unsent: Int) { bytes = DaemonLimits.unsentBytesMax - unsent }

    /// True while small answers may be made.
    var hasTime: Bool { time > .zero }

    /// True if a costly answer may be made: the first of a turn needs only some room, each further
    /// one time and room for its whole cost.
    func fits(_ cost: AnswerCosts.Cost) -> Bool {
        bytes > 0 && (isUntouched || cost.time <= time && cost.bytes <= bytes)
    }

    /// A small answer does not count as the first costly one of the turn.
    mutating func spend(_ cost: AnswerCosts.Cost, isSmall: Bool) {
        time -= cost.time
        bytes -= cost.bytes
        if !isSmall { isUntouched = false }
    }
}
