/// All entries held of one author: one branch, or a tree of branches if the author's log is forked.
package struct AuthorLog: Sendable {
    let author: AuthorID
    /// The device whose key signs this log.
    let key: PublicKey
    let device: DeviceID
    package private(set) var branches: [Branch]
    let seal: any Seal

    init(author: AuthorID, key: PublicKey, table: TableID, seal: any Seal) {
        self.author = author
        self.key = key
        self.seal = seal
        device = seal.deviceID(of: key)
        start = Self.start(of: author, table: table, seal: seal)
        branches = [Branch(author: author, parent: nil, after: 0, digest: start)]
    }

    /// D(0).
    private let start: Digest

    /// D(0) of an author's log; needs no entries.
    static func start(of author: AuthorID, table: TableID, seal: any Seal) -> Digest {
        seal.digest(Domain.chain + table.bytes + author.bytes)
    }

    var isForked: Bool { branches.count > 1 }

    /// The lowest sequence at which there may be two entries; nil if the log is not forked.
    var forkedFrom: UInt64? { branches.dropFirst().map { $0.after + 1 }.min() }

    /// The end of every branch. A branch forks off only before the end of another branch, so each
    /// end is a leaf.
    var leaves: [Leaf] {
        return branches.filter { $0.last > 0 }.map {
            Leaf(author: author, sequence: $0.last, mark: $0.end.octets.high)
        }
    }

    /// The branch that holds the entry with this sequence: the given branch or one of its
    /// ancestors.
    func owner(of sequence: UInt64, on branch: Int) -> Int {
        var index = branch
        while sequence <= branches[index].after, let parent = branches[index].parent {
            index = parent
        }
        return index
    }

    /// The canonical bytes of the entries after `lower` up to `upper` on the path to a branch.
    func path(after lower: UInt64, upTo upper: UInt64, on branch: Int) -> [UInt8] {
        guard lower < upper else { return [] }
        let owner = owner(of: upper, on: branch)
        let start = max(lower, branches[owner].after)
        let tail = branches[owner].bytes(after: start, upTo: upper)
        guard start > lower else { return tail }
        return path(after: lower, upTo: start, on: owner) + tail
    }

    /// D(sequence) on a branch that reaches it. Cost: digests at most one stride of entries.
    func digest(at sequence: UInt64, on branch: Int) -> Digest {
        guard sequence > 0 else { return start }
        let owner = owner(of: sequence, on: branch)
        if sequence == branches[owner].last { return branches[owner].end }
        if let checkpoint = branches[owner].checkpoint(sequence) { return checkpoint }
        let base = (sequence - 1) / MoveLogLimits.chainStride * MoveLogLimits.chainStride
        return seal.digest(
            digest(at: base, on: owner).bytes + path(after: base, upTo: sequence, on: owner))
    }

    /// A branch on which D(sequence) starts with `mark`; nil if there is none or no branch reaches
    /// the sequence. Cost: one digest, and hardly ever a second one, however many branches there
    /// are. `besidesFirst` skips the places before the end of the first branch, which are the ones
    /// that cost a digest.
    func branch(at sequence: UInt64, mark: Octets16, besidesFirst: Bool = false) -> Int? {
        let end = branches.firstIndex { $0.last == sequence && $0.end.octets.high == mark }
        if let end { return end }
        let place = PlaceMark(mark)
        return branches.indices.dropFirst(besidesFirst ? 1 : 0).first { index in
            branches[index].mayHave(place, at: sequence)
                && digest(at: sequence, on: index).octets.high == mark
        }
    }

    /// The branch with this digest at this sequence; nil if there is none.
    func branch(at sequence: UInt64, digest: Digest) -> Int? {
        guard let branch = branch(at: sequence, mark: digest.octets.high),
            self.digest(at: sequence, on: branch) == digest
        else { return nil }
        return branch
    }

    func entry(_ sequence: UInt64, on branch: Int) throws(Malformed) -> Entry {
        var reader = ByteReader(path(after: sequence - 1, upTo: sequence, on: branch))
        return try Entry(id: EntryID(author: author, sequence: sequence), canonical: &reader)
    }

    /// Keeps an author's signature over the end of a branch or an earlier place.
    mutating func keep(_ head: SignedHead, on branch: Int) {
        let owner = owner(of: head.sequence, on: branch)
        branches[owner].keep(head)
    }

    /// Keeps an author's signatures over places of a branch before its last head.
    mutating func fill(_ heads: [SignedHead], on branch: Int) { branches[branch].fill(heads) }

    // MARK: Growing

    /// The place where a run attaches: the branch, the sequence before the first new entry, and the
    /// number of entries of the run that are already held.
    struct Attachment {
        var branch: Int
        var after: UInt64
        var held: Int
        /// True if the new entries begin another branch.
        var forks: Bool
    }

    /// Finds the place where a run attaches; nil if its base is not held.
    ///
    /// Two branches of one author are a fork: both are kept and counted. `TableLog.hasRoom` bounds
    /// the leaves of a device, and `newForks` in `StatusEndpoints` warns.
    func attachment(of run: Run, _ content: RunContent) -> Attachment? {
        branch(at: run.after, mark: run.base).map { attachment(on: $0, content) }
    }

    /// Finds the place where the entries of a run attach; the base of the run is on branch `base`.
    func attachment(on base: Int, _ content: RunContent) -> Attachment {
        var index = base
        var place = content.after
        var held = HeldEntries()
        for count in 0..<content.count {
            let bytes = content.bytes(of: count)
            let branch = branches[index]
            if place < branch.last, held.starts(with: bytes, at: place, of: branch) {
                place += 1
                continue
            }
            if let child = child(of: index, at: place, startingWith: bytes) {
                index = child
                place += 1
                held = HeldEntries()
                continue
            }
            let forks = place < branches[index].last
            return Attachment(branch: index, after: place, held: count, forks: forks)
        }
        return Attachment(branch: index, after: place, held: content.count, forks: false)
    }

    private func child(
        of parent: Int, at place: UInt64, startingWith bytes: ArraySlice<UInt8>
    ) -> Int? {
        let children = branches.indices.filter {
            branches[$0].parent == parent && branches[$0].after == place
        }
        guard !children.isEmpty else { return nil }
        let first = seal.digest(Array(bytes))
        return children.first { branches[$0].first == first }
    }

    /// The branch that holds the last entry of a run; nil if the run is not held completely. Cost:
    /// decodes the run if the log is forked.
    func branch(holding run: Run) -> Int? {
        guard isForked else { return run.last <= branches[0].last ? 0 : nil }
        guard let content = try? run.content(), let place = attachment(of: run, content),
            place.held == content.count
        else { return nil }
        return place.branch
    }

    /// The digests after an extension of a branch.
    struct Digests {
        /// D at each multiple of the stride.
        var checkpoints: [Digest] = []
        /// D at the end.
        var end: Digest
        /// D at the place that was asked for; nil if the extension does not pass it.
        var passed: Digest?
    }

    /// Computes the digests after an extension. Changes nothing, so that a head can be checked
    /// first.
    func extend(
        branch: Int, after place: UInt64, _ content: RunContent, from first: Int,
        passing waypoint: UInt64? = nil
    ) -> Digests {
        let stride = MoveLogLimits.chainStride
        var base = place / stride * stride
        var pending = digest(at: base, on: branch).bytes
        pending += path(after: base, upTo: place, on: branch)
        var checkpoints: [Digest] = []
        var passed: Digest?
        var sequence = place
        var index = first
        while index < content.count {
            var next = min(index + Int(base + stride - sequence), content.count)
            if let waypoint, waypoint > sequence {
                next = min(next, index + Int(waypoint - sequence))
            }
            pending += content.bytes(of: index..<next)
            sequence += UInt64(next - index)
            index = next
            if sequence == waypoint { passed = seal.digest(pending) }
            guard sequence == base + stride else { continue }
            let digest = seal.digest(pending)
            checkpoints.append(digest)
            base = sequence
            pending.removeAll(keepingCapacity: true)
            pending += digest.bytes
        }
        let isAtCheckpoint = sequence == base && !checkpoints.isEmpty
        let end = isAtCheckpoint ? checkpoints[checkpoints.count - 1] : seal.digest(pending)
        return Digests(checkpoints: checkpoints, end: end, passed: passed)
    }

    /// Appends the new entries of a run at an attachment, and forks if the attachment says so.
    /// Returns the branch that now ends with the run.
    mutating func append(
        at attachment: Attachment, _ content: RunContent, pages: [Page],
        digests: Digests
    ) -> Int {
        var index = attachment.branch
        let isFirst = !attachment.forks && branches[index].parent == nil
        let marks = isFirst ? [] : marks(at: attachment, content, digests)
        if isFirst {
            for large in largeStrides(at: attachment, content, digests) {
                branches[0].keep(large.marks, ofLarge: large.base)
            }
        }
        if attachment.forks {
            let first = seal.digest(Array(content.bytes(of: attachment.held)))
            branches.append(
                Branch(
                    author: author, parent: attachment.branch, after: attachment.after,
                    digest: digest(at: attachment.after, on: attachment.branch), first: first))
            index = branches.count - 1
        }
        branches[index].append(
            content, from: attachment.held, pages: pages, digests: digests, marks: marks)
        return index
    }
}

/// The entries of a branch from a place on, read one stride at a time.
private struct HeldEntries {
    private var bytes: [UInt8] = []
    private var offset = 0

    /// True if `entry` is the entry after `place`. The next call then asks for the entry after this
    /// one.
    mutating func starts(
        with entry: ArraySlice<UInt8>, at place: UInt64, of branch: Branch
    ) -> Bool {
        if offset == bytes.count {
            let end = min(
                branch.last, (place / MoveLogLimits.chainStride + 1) * MoveLogLimits.chainStride)
            bytes = branch.bytes(after: max(place, branch.after), upTo: end)
            offset = 0
        }
        // Canonical bytes are self-delimiting, so no entry is a prefix of another.
        let end = offset + entry.count
        guard end <= bytes.count, bytes[offset..<end] == entry else { return false }
        offset = end
        return true
    }
}

/// Marks tell places apart without digesting the entries again. They are kept for every place of
/// the side branches, which may be many, and of large strides, whose digests are expensive.
extension AuthorLog {
    /// The mark of each new place after an attachment. Cost: digests the entries of the strides
    /// that contain the places.
    private func marks(
        at attachment: Attachment, _ content: RunContent, _ digests: Digests
    ) -> [PlaceMark] {
        parts(at: attachment, content, digests).flatMap(marks)
    }

    /// The strides of the first branch that are, or become, larger than
    /// `MoveLogLimits.unmarkedStrideBytes`: each with the multiple of the stride before it and the
    /// marks of all its places. Cost: none per entry if there is no such stride.
    private func largeStrides(
        at attachment: Attachment, _ content: RunContent, _ digests: Digests
    ) -> [(base: UInt64, marks: [PlaceMark])] {
        guard growsLarge(attachment, content) else { return [] }
        return parts(at: attachment, content, digests).compactMap { part in
            guard part.held.count + part.new.count > MoveLogLimits.unmarkedStrideBytes else {
                return nil
            }
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
        var base = attachment.after / MoveLogLimits.chainStride * MoveLogLimits.chainStride
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
            (base, digest, held) = (base + MoveLogLimits.chainStride, end, [])
        }
        return parts
    }

    /// The indices of the new entries of a run, stride by stride.
    private func strides(_ attachment: Attachment, _ content: RunContent) -> [Range<Int>] {
        let stride = Int(MoveLogLimits.chainStride)
        var room = stride - Int(attachment.after % MoveLogLimits.chainStride)
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
        let base = attachment.after / MoveLogLimits.chainStride * MoveLogLimits.chainStride
        var held = branches[attachment.branch].byteCount(after: base, upTo: attachment.after)
        for entries in strides(attachment, content) {
            if held + content.bytes(of: entries).count > MoveLogLimits.unmarkedStrideBytes {
                return true
            }
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
    func unsignedHeads(on index: Int, table: TableID) -> [SignedHead] {
        let branch = branches[index]
        var place = branch.heads.last?.sequence ?? branch.after
        var heads: [SignedHead] = []
        while place < branch.last {
            place = branch.spanEnd(after: place)
            heads.append(signedHead(at: place, on: index, table: table))
        }
        return heads
    }

    /// The heads that an own log lacks before its last kept head. A peer's head may cover much more
    /// than a span if the end of the log came back from that peer: the entries that this device
    /// recorded before are on its disk without a head.
    func missingHeads(on index: Int, table: TableID) -> [SignedHead] {
        let branch = branches[index]
        var place = branch.after
        var heads: [SignedHead] = []
        while let kept = branch.head(above: place) {
            let end = branch.spanEnd(after: place)
            if kept.sequence > end {
                heads.append(signedHead(at: end, on: index, table: table))
            }
            place = min(kept.sequence, end)
        }
        return heads
    }

    private func signedHead(at place: UInt64, on index: Int, table: TableID) -> SignedHead {
        let message = SignedHead.message(
            table: table, author: author, sequence: place, digest: digest(at: place, on: index))
        return SignedHead(sequence: place, signature: seal.sign(message))
    }
}
