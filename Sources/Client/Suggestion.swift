/// What somebody may have meant by a word that is not known.
enum Suggestion {
    /// Words of other programs, with the command that does it here.
    private static let synonyms = ["start": "up", "stop": "down", "quit": "down", "exit": "down"]

    /// The known words that are near, nearest first: a beginning, or few letters apart.
    static func near(_ word: String, among known: [String]) -> [String] {
        // A longer word is near to none; comparing would cost the square of its marks.
        guard word.utf8.count <= ClientLimits.suggestedBytesMax else { return [] }
        if let usual = synonyms[word], known.contains(usual) { return [usual] }
        let ranked = known.map { candidate in
            let isStart = word.count > 1 && candidate.hasPrefix(word)
            return (candidate, isStart ? 0 : distance(word, candidate))
        }
        let bound = max(1, word.filter { $0 != "-" }.count / 3)
        return ranked.filter { $0.1 <= bound }.sorted { $0.1 < $1.1 }
            .prefix(ClientLimits.suggestionsMax).map(\.0)
    }

    /// ``; did you mean `a` or `b`?``, or nothing.
    static func question(_ words: [String]) -> String {
        words.isEmpty
            ? ""
            : "; did you mean \(words.map { "`\($0)`" }.joined(separator: " or "))?"
    }

    /// Letters to insert, remove, change or swap with their neighbour.
    private static func distance(_ first: String, _ second: String) -> Int {
        let a = Array(first.unicodeScalars)
        let b = Array(second.unicodeScalars)
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var before: [Int] = []
        var last = Array(0...b.count)
        for row in 1...a.count {
            var next = [row]
            for column in 1...b.count {
                let change = last[column - 1] + (a[row - 1] == b[column - 1] ? 0 : 1)
                var best = min(change, last[column] + 1, next[column - 1] + 1)
                let isSwapped =
                    row > 1 && column > 1 && a[row - 1] == b[column - 2]
                    && a[row - 2] == b[column - 1]
                if isSwapped { best = min(best, before[column - 2] + 1) }
                next.append(best)
            }
            before = last
            last = next
        }
        return last[b.count]
    }
}
