/// A sign-off that counts: the last of its device since the game was last reopened.
package struct SignatureDocument: Codable, Hashable, Sendable {
    /// The device's name.
    package var device: String
    /// Who signed; the device's keeper where nobody else was named.
    package var name: String
    /// The entry's name.
    package var entry: String
    /// The home side's score that was signed.
    package var home: Int
    /// The away side's score that was signed.
    package var away: Int
    /// 64 hexadecimal digits: of the game's counted entries as the device held them.
    package var digest: String
    /// Four words of that digest, to be compared aloud.
    package var words: String
    /// Whether what was signed is what is counted here now.
    package var isAgreed: Bool
    /// The words of a protest that went with it.
    package var protest: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        device: String, name: String, entry: String, home: Int, away: Int, digest: String,
        words: String, isAgreed: Bool, protest: String? = nil
    ) {
        self.device = device
        self.name = name
        self.entry = entry
        self.home = home
        self.away = away
        self.digest = digest
        self.words = words
        self.isAgreed = isAgreed
        self.protest = protest
    }
}

/// A device for which nobody waits any longer in a game.
package struct LostDocument: Codable, Hashable, Sendable {
    /// The device's name.
    package var device: String
    /// The last entry of each of its incarnations that was held when it was declared lost.
    package var upTo: [String]
    /// Its moves beyond: they count as long as nobody signed, and people should look at them.
    package var later: [String]

    /// Joins the parts; what has a default may be left out.
    package init(device: String, upTo: [String], later: [String] = []) {
        self.device = device
        self.upTo = upTo
        self.later = later
    }
}
