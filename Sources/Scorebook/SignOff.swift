package import MoveLog

/// Kind 37: a keeper signs the result as the device holds it.
package struct SignOff: GameBody {
    package static var kind: Kind { .signOff }
    /// Of the canonical bytes of the game's counted entries inside the cut.
    package var digest: Digest
    /// The score that is signed.
    package var score: Sides<Int>
    /// The signer: a referee, a captain; empty for the keeper of the device.
    package var name: String
    /// The words of a protest that goes with the signature; nil without one.
    package var protest: String?
    /// The entries of the game that the device held, by author.
    package var cut: Cut

    /// Joins the parts; texts are cleaned and bounded.
    package init(
        digest: Digest, score: Sides<Int>, name: String = "", protest: String? = nil, cut: Cut
    ) {
        self.digest = digest
        self.score = score
        self.name = PlainText.clean(name, max: Limits.nameScalarsMax)
        self.protest = protest.map { PlainText.clean($0, max: Limits.noteScalarsMax) }
        self.cut = cut
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        digest = try reader.identifier(Digest.self)
        let home = try reader.count("home", max: Limits.scoreMax)
        score = Sides(home: home, away: try reader.count("away", max: Limits.scoreMax))
        name = try reader.text("name", max: Limits.nameBytesMax)
        switch try reader.byte() {
        case 0: protest = nil
        case 1: protest = try reader.text("protest", max: Limits.noteBytesMax)
        default: throw .invalid("protest")
        }
        cut = try reader.cut()
    }

    package func write(to writer: inout ByteWriter) {
        writer.raw(digest.bytes)
        writer.count(max(0, score.home))
        writer.count(max(0, score.away))
        writer.text(name)
        writer.byte(protest == nil ? 0 : 1)
        if let protest { writer.text(protest) }
        writer.cut(cut)
    }
}
