/// Marks tell places apart without digesting the entries again. They are kept for every place of
/// the side branches, which may be many, and of large strides, whose digests are expensive.
extension AuthorLog {
    /// The mark of each new place after an attachment. Cost: digests the entries of the strides
    /// that contain the places.
    func marks(
        at attachment: Attachment, _ content: RunContent, _ digests: Digests
    ) -> [PlaceMark] {
        parts(at: attachment, content, digests).flatMap(marks)
    }

    /// The strides of the first branch that are, or become, larger than
    /// `Limits.unmarkedStrideBytes`: each with the multiple of the stride before it and the marks
    /// of all its places. Cost: none per entry if there is no such stride.
    func largeStrides(
        at attachment: Attachment, _ content: RunContent, _ digests: Digests
    ) -> [(base: UInt64, marks: [PlaceMark])] {
        guard growsLarge(attachment, content) else { return [] }
        return parts(at: attachment, content, digests).compactMap { part in
            guard part.held.count + part.new.count > Limits.unmarkedStrideBytes else { return nil }
            return (part.base, marksOfHeld(part) + marks(of: part))
        }
    }

    /// The new entries of one stride, after those already held.
    private struct StridePart {
        /// The multiple of the stride before the new entries, and D there.
        let base: UInt64
        let digest: Digest
        /// The canonical bytes of the held entries of the stride.
        let held: [UInt8]
        let new: ArraySlice<UInt8>
        /// The end of each new entry, as an offset in `new`.
        let ends: [Int]
    }

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

    /// The indices of the new entries of a run, stride by stride.
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

    /// The marks of the places before the new ones; at hand if the stride was large before.
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
