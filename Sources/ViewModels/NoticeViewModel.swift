/// One line to the keeper: what became of the last key, or of the connection.
final class NoticeViewModel {
    private var isLost = false

    // Input

    /// Says something in place of what was said before.
    func say(_ text: String, _ tone: Tone) {
        // The tone first: whoever hears the text draws both.
        self.tone.update(tone)
        self.text.update(text)
    }

    /// Says that the daemon went away, and that it is back.
    func receive(_ connection: LibraryConnection) {
        switch connection {
        case .connecting: return
        case .connected: if isLost { say("connected again", .good) }
        case .lost(let reason): say("not connected: \(reason)", .bad)
        }
        isLost = !connection.isConnected
    }

    // Output

    /// A sentence; empty before the first.
    let text = Dynamic("")
    /// How it is meant.
    let tone = Dynamic(Tone.plain)
}
