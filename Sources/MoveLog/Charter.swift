/// The credentials of a device at a table: the first entry of the founder, whose digest is the
/// table ID, and the invitations that lead from the founder to the device.
package struct Charter: Hashable, Sendable {
    /// The canonical bytes of the first entry of the founder.
    package let founding: [UInt8]
    /// The invitations that lead to the holder of the charter.
    package let chain: InvitationChain
    package let table: TableID
    package let founder: AuthorID
    package let founderKey: PublicKey

    /// Checks that the founding entry is a first entry that certifies its author. The chain is not
    /// checked here but at its use.
    package init(founding: [UInt8], chain: InvitationChain, seal: any Seal) throws(Malformed) {
        var reader = ByteReader(founding)
        // The author is computed from the body; until then any ID will do.
        let entry = try Entry(
            id: EntryID(author: AuthorID(octets: .zero), sequence: 1), canonical: &reader)
        try reader.finish()
        guard entry.kind == .authorStarted else { throw .invalid("kind") }
        let start = try AuthorStarted(body: entry.body)
        guard start.chain.invitations.isEmpty else { throw .invalid("chain") }
        self.founding = founding
        self.chain = chain
        table = seal.tableID(ofFounding: founding)
        founderKey = start.key
        founder = seal.authorID(of: start.key, nonce: start.nonce)
    }

    /// Creates the charter of a new table; this device is the founder.
    package init(founding nonce: Octets16, at wall: WallTime, seal: any Seal) throws(Malformed) {
        let start = AuthorStarted(key: seal.publicKey, nonce: nonce, chain: InvitationChain())
        let author = seal.authorID(of: seal.publicKey, nonce: nonce)
        let entry = Entry(
            id: EntryID(author: author, sequence: 1), lamport: 1, wall: wall, scope: .table,
            kind: .authorStarted, body: start.body)
        try self.init(founding: entry.canonicalBytes, chain: InvitationChain(), seal: seal)
    }

    /// Counted founding entry, counted chain: the form in the home of a device and in WELCOME.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.counted(founding)
        writer.counted(chain.bytes)
        return writer.bytes
    }

    /// Reads a charter; rejects trailing bytes.
    package init(bytes: [UInt8], seal: any Seal) throws(Malformed) {
        var reader = ByteReader(bytes)
        let founding = try reader.counted("founding", max: Limits.entryBytesMax)
        let chain = try InvitationChain(
            bytes: try reader.counted("chain", max: Limits.chainBytesMax))
        try reader.finish()
        try self.init(founding: founding, chain: chain, seal: seal)
    }
}
