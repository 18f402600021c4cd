/// An author's signature over its log up to a sequence: with it, a run can be accepted from any
/// device.
package struct SignedHead: Hashable, Sendable {
    /// The last sequence that the signature covers.
    package var sequence: UInt64
    /// 64 bytes, over `message`.
    package var signature: [UInt8]

    package init(sequence: UInt64, signature: [UInt8]) {
        self.sequence = sequence
        self.signature = signature
    }

    /// The signed bytes: domain, table, author, sequence as eight bytes, D(sequence).
    package static func message(
        table: TableID, author: AuthorID, sequence: UInt64, digest: Digest
    ) -> [UInt8] {
        var writer = ByteWriter(capacity: 120)
        writer.raw(Domain.head)
        writer.raw(table.bytes)
        writer.raw(author.bytes)
        writer.fixed64(sequence)
        writer.raw(digest.bytes)
        return writer.bytes
    }
}

extension AuthorLog {
    /// The next run after a sequence that a kept head covers.
    func run(after sequence: UInt64, on index: Int) -> Run? {
        branches[index].head(above: sequence).map { run(after: sequence, upTo: $0, on: index) }
    }

    /// The entries after a sequence up to a head of the branch.
    func run(after sequence: UInt64, upTo head: SignedHead, on index: Int) -> Run {
        Run(
            author: author, after: sequence,
            base: digest(at: sequence, on: index).octets.high,
            pages: branches[index].pages(after: sequence, upTo: head.sequence).joined, head: head)
    }

    /// The heads that an own log lacks up to its end, one at the end of each span.
    func unsignedHeads(on index: Int, table: TableID, seal: any Seal) -> [SignedHead] {
        let branch = branches[index]
        var place = branch.heads.last?.sequence ?? branch.after
        var heads: [SignedHead] = []
        while place < branch.last {
            place = branch.spanEnd(after: place)
            heads.append(signedHead(at: place, on: index, table: table, seal: seal))
        }
        return heads
    }

    /// The heads that an own log lacks before its last kept head. A peer's head may cover much more
    /// than a span if the end of the log came back from that peer: the entries that this device
    /// recorded before are on its disk without a head.
    func missingHeads(on index: Int, table: TableID, seal: any Seal) -> [SignedHead] {
        let branch = branches[index]
        var place = branch.after
        var heads: [SignedHead] = []
        while let kept = branch.head(above: place) {
            let end = branch.spanEnd(after: place)
            if kept.sequence > end {
                heads.append(signedHead(at: end, on: index, table: table, seal: seal))
            }
            place = min(kept.sequence, end)
        }
        return heads
    }

    private func signedHead(
        at place: UInt64, on index: Int, table: TableID, seal: any Seal
    ) -> SignedHead {
        let message = SignedHead.message(
            table: table, author: author, sequence: place, digest: digest(at: place, on: index))
        return SignedHead(sequence: place, signature: seal.sign(message))
    }
}
