/// What the last answers on each path cost, which is what the next one is taken to cost: who asks for
/// little is not to wait behind those who ask for much.
struct AnswerCosts {
    /// Time and room that an answer takes.
    struct Cost: Hashable {
        var time = Duration.zero
        var bytes = 0

        /// Nobody knows: it has the rest of a turn's time, and then it is known.
        static let unknown = Cost(time: Limits.answersTime, bytes: 0)

        /// Whether so little, or not known to be more, that it is made before all that is not.
        var isSmall: Bool {
            time < Limits.smallAnswerTime && bytes < Limits.smallAnswerBytes || self == .unknown
        }
    }

    private var known: [String: (last: Cost, before: Cost?)] = [:]

    /// What an answer on this path is taken to cost; nil where not two were made yet.
    func expected(on path: String) -> Cost? {
        // A moment in which the machine did something else says nothing of the path.
        guard let (last, before) = known[path], let before else { return nil }
        return Cost(time: min(last.time, before.time), bytes: last.bytes)
    }

    /// An answer was made.
    mutating func note(_ cost: Cost, on path: String) {
        if known.count >= Limits.answerPathsMax, known[path] == nil { known = [:] }
        known[path] = (cost, known[path]?.last)
    }
}

/// What a turn of the loop may still do for those who ask.
struct AnswerBudget {
    private var time = Limits.answersTime
    private var bytes: Int
    private var isUntouched = true

    /// For a turn that begins with so many bytes of answers unsent.
    init(unsent: Int) { bytes = Limits.unsentBytesMax - unsent }

    /// Whether a small answer may be made.
    var hasTime: Bool { time > .zero }

    /// Whether an answer may be made that is not small: the first of a turn as long as there is room, and
    /// further ones as long as there is time for all of it.
    func fits(_ cost: AnswerCosts.Cost) -> Bool {
        bytes > 0 && (isUntouched || cost.time <= time && cost.bytes <= bytes)
    }

    /// Takes an answer's cost off; `isSmall` is one of those that leave the first of the others its place.
    mutating func spend(_ cost: AnswerCosts.Cost, isSmall: Bool) {
        time -= cost.time
        bytes -= cost.bytes
        if !isSmall { isUntouched = false }
    }
}
