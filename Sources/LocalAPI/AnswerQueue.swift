/// The answers of one connection in the order of their requests, ready or not.
struct AnswerQueue {
    /// What becomes of the connection behind an answer.
    enum After {
        case next, stream, close, linger
    }

    struct Answer {
        let bytes: [UInt8]
        let after: After
    }

    /// What the encoding of a response depends on.
    struct Asked {
        let number: Int
        let method: Method
        let version: Version
        let keepsAlive: Bool
        /// How long the request was.
        let bytes: Int
    }

    private enum Slot {
        case waiting(Asked)
        case ready(Answer)
    }

    /// `100 Continue` goes out in turn: a client that sends it behind other requests has to wait
    /// for their responses as for any other.
    static let goOn = Answer(bytes: Response.head(Status(100), Headers()), after: .next)

    private var slots: [Slot] = []
    /// Bytes of the requests that wait for their answers.
    private(set) var waitingBytes = 0
    /// Bytes of the answers that wait for one before them.
    private(set) var readyBytes = 0

    var count: Int { slots.count }
    var isEmpty: Bool { slots.isEmpty }

    mutating func append(_ answer: Answer) {
        readyBytes += answer.bytes.count
        slots.append(.ready(answer))
    }

    mutating func append(waiting exchange: ServerConnection.Exchange, bytes: Int) {
        let request = exchange.request
        waitingBytes += bytes
        slots.append(
            .waiting(
                Asked(
                    number: exchange.number, method: request.method, version: request.version,
                    keepsAlive: request.keepsAlive, bytes: bytes)))
    }

    func isWaiting(_ number: Int) -> Bool { position(number) != nil }

    /// Makes the answer to a waiting request; without effect if it is not waiting.
    mutating func answer(_ number: Int, _ make: (Asked) -> Answer) {
        guard let position = position(number), case .waiting(let asked) = slots[position] else {
            return
        }
        let answer = make(asked)
        waitingBytes -= asked.bytes
        readyBytes += answer.bytes.count
        slots[position] = .ready(answer)
    }

    /// The first answer, if it is ready.
    mutating func takeReady() -> Answer? {
        guard case .ready(let answer)? = slots.first else { return nil }
        slots.removeFirst()
        readyBytes -= answer.bytes.count
        return answer
    }

    private func position(_ number: Int) -> Int? {
        slots.firstIndex {
            if case .waiting(let asked) = $0 { asked.number == number } else { false }
        }
    }
}
