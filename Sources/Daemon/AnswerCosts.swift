/// The cost of the last answers on each path, by which the cost of the next one is estimated: a
/// client that asks for little must not wait for those that ask for much.
struct AnswerCosts {
    /// Time and room that an answer takes.
    struct Cost: Hashable {
        var time = Duration.zero
        var bytes = 0

        /// Not known yet: the answer gets the rest of a turn's time, and is measured.
        static let unknown = Cost(time: Limits.answersTime, bytes: 0)

        /// True if the cost is low or unknown: such answers are made before the others.
        var isSmall: Bool {
            time < Limits.smallAnswerTime && bytes < Limits.smallAnswerBytes || self == .unknown
        }
    }

    private var known: [String: (last: Cost, before: Cost?)] = [:]

    /// The estimate for an answer on this path; nil before the second one was made.
    func expected(on path: String) -> Cost? {
        // The smaller of two: one may have been slow only because the machine was busy.
        guard let (last, before) = known[path], let before else { return nil }
        return Cost(time: min(last.time, before.time), bytes: last.bytes)
    }

    /// An answer was made.
    mutating func add(_ cost: Cost, on path: String) {
        if known.count >= Limits.answerPathsMax, known[path] == nil { known = [:] }
        known[path] = (cost, known[path]?.last)
    }
}

/// The time and room for answers that a turn of the loop has left.
struct AnswerBudget {
    private var time = Limits.answersTime
    private var bytes: Int
    private var isUntouched = true

    /// For a turn that begins with this many unsent bytes of answers.
    init(unsent: Int) { bytes = Limits.unsentBytesMax - unsent }

    /// True while small answers may be made.
    var hasTime: Bool { time > .zero }

    /// True if a costly answer may be made: the first of a turn needs room alone, each further one
    /// time and room for its whole cost.
    func fits(_ cost: AnswerCosts.Cost) -> Bool {
        bytes > 0 && (isUntouched || cost.time <= time && cost.bytes <= bytes)
    }

    /// Takes an answer's cost off. A small one does not count as the first costly one of the turn.
    mutating func spend(_ cost: AnswerCosts.Cost, isSmall: Bool) {
        time -= cost.time
        bytes -= cost.bytes
        if !isSmall { isUntouched = false }
    }
}
