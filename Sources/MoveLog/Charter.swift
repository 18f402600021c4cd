/// The papers of a device at a table: the founder's first entry, whose digest is the table's
/// name, and the invitations that led from the founder to this device.
package struct Charter: Hashable, Sendable {
    /// The canonical bytes of the founder's first entry.
    package let founding: [UInt8]
    /// The invitations that led to the device that holds this charter.
    package let chain: InvitationChain
    /// The table's name.
    package let table: TableID
    /// The founder's author.
    package let founder: AuthorID
    /// The founder's key.
    package let founderKey: PublicKey

    /// Checks that the founding entry is the certified first entry of its author. The chain is not
    /// checked here but where a device uses it.
    package init(founding: [UInt8], chain: InvitationChain, seal: any Seal) throws(Malformed) {
        var reader = ByteReader(founding)
        // The author follows from the body, so any ID serves to read the rest.
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

    /// The charter of a new table, founded by this device.
    package init(founding nonce: Octets16, at wall: WallTime, seal: any Seal) throws(Malformed) {
        let start = AuthorStarted(key: seal.publicKey, nonce: nonce, chain: InvitationChain())
        let author = seal.authorID(of: seal.publicKey, nonce: nonce)
        let entry = Entry(
            id: EntryID(author: author, sequence: 1), lamport: 1, wall: wall, scope: .table,
            kind: .authorStarted, body: start.body)
        try self.init(founding: entry.canonicalBytes, chain: InvitationChain(), seal: seal)
    }

    /// Counted founding entry, counted chain: what a device keeps on its disk beside the log and
    /// what WELCOME carries.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.counted(founding)
        writer.counted(chain.bytes)
        return writer.bytes
    }

    /// Reads `bytes` of a charter, all of them.
    package init(bytes: [UInt8], seal: any Seal) throws(Malformed) {
        var reader = ByteReader(bytes)
        let founding = try reader.counted("founding", max: Limits.entryBytesMax)
        let chain = try InvitationChain(
            bytes: try reader.counted("chain", max: Limits.chainBytesMax))
        try reader.finish()
        try self.init(founding: founding, chain: chain, seal: seal)
    }
}
