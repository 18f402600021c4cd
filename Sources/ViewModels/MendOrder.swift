import Documents

/// The typed orders that mend mistakes at the start of a game.
package enum MendOrder {
    /// The forms, for a line of help.
    package static let forms = [
        "team home NAME", "swap", "unite GAME", "move mia.4..mia.9 to GAME",
        "move mia.4 period 2",
    ]

    /// Nil for a text of another form.
    static func read(_ text: String, in game: String) -> LibraryRequest<RecordedDocument>? {
        let words = text.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("swap", 1): return .swap(SwapRequest(game: game))
        case ("team", 3...):
            let name = words.dropFirst(2).joined(separator: " ")
            return .nameTeam(TeamNameRequest(game: game, team: words[1], name: name))
        case ("unite", 2): return .unite(UniteRequest(game: words[1], into: game))
        case ("move", 4...), ("transfer", 4...): return transfer(Array(words.dropFirst()), in: game)
        default: return nil
        }
    }

    private static func transfer(
        _ words: [String], in game: String
    ) -> LibraryRequest<RecordedDocument>? {
        var request = TransferRequest(game: game)
        var entries: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "to":
                guard let name = rest.popFirst() else { return nil }
                request.into = name
            case "period":
                guard let number = rest.popFirst().flatMap({ Int($0) }) else { return nil }
                request.period = number
            case "keeper":
                guard let name = rest.popFirst() else { return nil }
                request.keeper = name
            case "adding": request.addPlayers = true
            default: entries.append(word)
            }
        }
        if entries.count == 1, let range = range(entries[0]) {
            (request.first, request.last) = range
        } else if !entries.isEmpty {
            request.entries = entries
        }
        return request.into == nil && request.period == nil ? nil : .transfer(request)
    }

    /// Of `mia.40..mia.60`; without an end of `mia.40..`.
    private static func range(_ word: String) -> (first: String, last: String?)? {
        let bytes = Array(word.utf8)
        let dot = UInt8(ascii: ".")
        guard
            let place = bytes.indices.dropLast().first(where: {
                $0 > 0 && bytes[$0] == dot && bytes[$0 + 1] == dot
            })
        else { return nil }
        let last = String(decoding: bytes[(place + 2)...], as: UTF8.self)
        return (String(decoding: bytes[..<place], as: UTF8.self), last.isEmpty ? nil : last)
    }
}
