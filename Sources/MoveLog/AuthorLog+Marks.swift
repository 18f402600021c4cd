/// The marks by which places are told apart without digesting them: what D starts with at each place of
/// the side branches, of which there may be many, and of large strides, of which a digest costs much.
extension AuthorLog {
    /// The first bytes of D at each place that is new behind an attachment. Cost: a digest of the entries of
    /// the strides that they are in.
    func marks(
        at attachment: Attachment, _ content: RunContent, _ digests: Digests
    ) -> [PlaceMark] {
        parts(at: attachment, content, digests).flatMap(marks)
    }

    /// The strides of the first branch that become, or are, larger than what may be digested to look a
    /// place up: each by the multiple of the stride before it, with the marks of all its places. Where
    /// there are none it costs nothing by the entry.
    func largeStrides(
        at attachment: Attachment, _ content: RunContent, _ digests: Digests
    ) -> [(base: UInt64, marks: [PlaceMark])] {
        guard growsLarge(attachment, content) else { return [] }
        return parts(at: attachment, content, digests).compactMap { part in
            guard part.held.count + part.new.count > Limits.unmarkedStrideBytes else { return nil }
            return (part.base, marksOfHeld(part) + marks(of: part))
        }
    }

    /// New entries of one stride, behind those of it that are held.
    private struct StridePart {
        /// The multiple of the stride before it, and D there.
        let base: UInt64
        let digest: Digest
        /// Canonical bytes of the entries of the stride that stand before the new ones.
        let held: [UInt8]
        let new: ArraySlice<UInt8>
        /// Where each new entry ends, from the start of these.
        let ends: [Int]
    }

    /// The new entries of a run, stride by stride.
    private func parts(
        at attachment: Attachment, _ content: RunContent, _ digests: Digests
    ) -> [StridePart] {
        var base = attachment.after / Limits.chainStride * Limits.chainStride
        var digest = digest(at: base, on: attachment.branch)
        var held = path(after: base, upTo: attachment.after, on: attachment.branch)
        var parts: [StridePart] = []
        for (entries, end) in zip(
            strides(attachment, content), digests.checkpoints + [digests.end])
        {
            let bytes = content.bytes(of: entries)
            parts.append(
                StridePart(
                    base: base, digest: digest, held: held, new: bytes,
                    ends: content.ends[entries].map { $0 - bytes.startIndex }))
            (base, digest, held) = (base + Limits.chainStride, end, [])
        }
        return parts
    }

    /// Which of the new entries of a run, counted from 0, stand in each stride.
    private func strides(_ attachment: Attachment, _ content: RunContent) -> [Range<Int>] {
        let stride = Int(Limits.chainStride)
        var room = stride - Int(attachment.after % Limits.chainStride)
        var index = attachment.held
        var strides: [Range<Int>] = []
        while index < content.count {
            let end = min(index + room, content.count)
            strides.append(index..<end)
            (index, room) = (end, stride)
        }
        return strides
    }

    private func growsLarge(_ attachment: Attachment, _ content: RunContent) -> Bool {
        let base = attachment.after / Limits.chainStride * Limits.chainStride
        var held = branches[attachment.branch].byteCount(after: base, upTo: attachment.after)
        for entries in strides(attachment, content) {
            if held + content.bytes(of: entries).count > Limits.unmarkedStrideBytes { return true }
            held = 0
        }
        return false
    }

    private func marks(of part: StridePart) -> [PlaceMark] {
        marks(part.digest, part.held + part.new, part.ends.map { part.held.count + $0 })
    }

    /// Those of the places before the new ones: at hand where the stride was large before.
    private func marksOfHeld(_ part: StridePart) -> [PlaceMark] {
        let known = branches[0].marks(ofLarge: part.base)
        guard known.isEmpty else { return known }
        let ends = readAgain(author) { () throws(Malformed) in
            var reader = ByteReader(part.held)
            var ends: [Int] = []
            while reader.remaining > 0 {
                _ = try Envelope(from: &reader)
                ends.append(reader.offset)
            }
            return ends
        }
        return marks(part.digest, part.held, ends)
    }

    private func marks(_ base: Digest, _ bytes: [UInt8], _ ends: [Int]) -> [PlaceMark] {
        seal.digests(ofStartsOf: base.bytes + bytes, upTo: ends.map { base.bytes.count + $0 })
            .map { PlaceMark($0.octets.high) }
    }
}
