extension GamePhase {
    /// As people read it: a game is ended first, and official once everyone has signed.
    package var word: String {
        switch self {
        case .scheduled: "not begun"
        case .closed: "ended"
        case .signed: "official"
        case .live, .decided, .abandoned, .forfeit: rawValue
        }
    }
}

extension RemovalDocument {
    /// `removed by ana · everything up to bo.41 counts · 3 entries kept, not counted`.
    package var words: String {
        Phrases.line(
            by.isEmpty ? "removed with the device that let it in" : "removed by \(by)",
            upTo.isEmpty
                ? "nothing of it counts" : "everything up to \(Phrases.names(upTo)) counts",
            uncounted == 0 ? nil : "\(Phrases.entries(uncounted)) kept, not counted")
    }
}

extension TurnReport {
    /// `812 ms (640 folding games, 120 making it durable); 24000 entries merged; 3 requests, longest GET
    /// /v1/export with 40 ms`.
    package var text: String {
        var text = "\(Self.whole(milliseconds)) ms"
        if !parts.isEmpty {
            let parts = parts.map { "\(Self.whole($0.milliseconds)) \($0.name)" }
            text += " (\(parts.joined(separator: ", ")))"
        }
        if entries > 0 { text += "; \(Phrases.entries(entries)) merged" }
        if let request {
            let count = Phrases.count(requests, "request")
            let time = Self.whole(request.milliseconds)
            text += "; \(count), longest \(request.name) with \(time) ms"
        }
        return text
    }

    private static func whole(_ milliseconds: Double) -> Int {
        Int(exactly: milliseconds.rounded()) ?? .max
    }
}
