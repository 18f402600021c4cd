package import MoveLog

package enum SigningObstacle: Equatable, Sendable {
    /// Neither decided nor ended, forfeited or abandoned.
    case notOver
    /// Questions that keepers have to answer first.
    case questions([EventQuestion])
    /// Live entries with values that this version does not know; the creation among them can only
    /// be read by a newer version, all others can be withdrawn.
    case later([EntryID])
    /// Live entries that cannot be read.
    case malformed([EntryID])
    /// More authors than a cut holds.
    case tooManyAuthors(Int)
}

/// The content of a signature made now. The caller computes the digest: this module has no
/// cryptography.
package struct Signable: Equatable, Sendable {
    /// The input of the digest: the domain, then the author, the sequence in eight bytes and the
    /// canonical bytes of every counted entry inside the cut, by author, sequence and entry digest.
    package var bytes: [UInt8]
    package var score: Sides<Int>
    /// The last entry held of every author in the game.
    package var cut: Cut

    /// `digest` is that of `bytes`.
    package func signOff(digest: Digest, name: String = "", protest: String? = nil) -> SignOff {
        SignOff(digest: digest, score: score, name: name, protest: protest, cut: cut)
    }
}

extension Scoreboard {
    /// The gravest first; empty if the game can be signed.
    package var signingObstacles: [SigningObstacle] {
        var obstacles: [SigningObstacle] = []
        if !state.isSettled { obstacles.append(.notOver) }
        if !questions.isEmpty { obstacles.append(.questions(questions)) }
        if !later.isEmpty { obstacles.append(.later(later)) }
        if !malformed.isEmpty { obstacles.append(.malformed(malformed)) }
        let authors = heldCut.last.count
        if authors > ScorebookLimits.cutAuthorsMax { obstacles.append(.tooManyAuthors(authors)) }
        return obstacles
    }

    /// The official result if there is one, so that a further signature agrees with it; else
    /// everything held. `entries` looks up the table's logs, as `TableLog.entries` does. Cost: one
    /// look-up per counted entry.
    package func signable(_ entries: (EntryID) -> [Placed]) -> Signable {
        let cut = official?.cut ?? heldCut
        return Signable(bytes: signedBytes(inside: cut, entries), score: score, cut: cut)
    }

    /// The input of the digest for a sign-off with this cut, from the entries held here. If the
    /// signed digest is another, the signer's device held other entries.
    package func signedBytes(inside cut: Cut, _ entries: (EntryID) -> [Placed]) -> [UInt8] {
        let flags = CountedEntries.flags(timeline.entries, from: 0, inside: cut, standIns)
        let covered = zip(timeline, flags).filter(\.1).map(\.0)
        let names = Set(covered.map { name($0, inside: cut) }).sorted()
        var writer = ByteWriter(capacity: 64 + names.count * 64)
        writer.raw(Domain.game)
        for placed in names.flatMap({ entries($0).filter(isOfThisGame).sorted(by: isBefore) }) {
            writer.raw(placed.entry.id.author.bytes)
            writer.fixed64(placed.entry.id.sequence)
            writer.raw(placed.entry.canonicalBytes)
        }
        return writer.bytes
    }

    /// True if the fold of the entries held inside the signed cut gives another score: entries are
    /// missing here, or a log inside the cut is forked.
    package var differsFromSigned: Bool { official.map { $0.score != score } ?? false }

    /// Keepers who are waited for and have not signed, in order of their keys.
    package var unsigned: [PublicKey] {
        let signed = Set(signatures.map(\.device))
        return keepers.filter { !signed.contains($0) }
    }

    /// Devices that signed entries of the game which have not arrived. Only devices that are waited
    /// for: entries of a lost one may be lost for good.
    package var signersAhead: [PublicKey] {
        guard !signatures.isEmpty else { return [] }
        let last = lastSequences { [$0.recordedAs] + (standIns[$0.id] ?? []).map(\.id) }
        return signatures.filter { signature in
            signature.isAwaited
                && signature.signOff.cut.last.contains { $0.value > last[$0.key] ?? 0 }
        }.map(\.device)
    }

    /// The ID under which the cut includes the entry: its own, or that of a copy that was signed in
    /// its place.
    private func name(_ entry: TimelineEntry, inside cut: Cut) -> EntryID {
        if cut.contains(entry.recordedAs) { return entry.recordedAs }
        let standIn = standIns[entry.id]?.first {
            cut.contains($0.id) && timeline.entries.isOne(entry.recordedAs, with: $0)
        }
        return standIn?.id ?? entry.recordedAs
    }

    private var heldCut: Cut { Cut(lastSequences { [$0.recordedAs] }) }

    /// Of each author in the game, among these names of its entries.
    private func lastSequences(_ names: (TimelineEntry) -> [EntryID]) -> [AuthorID: UInt64] {
        var last: [AuthorID: UInt64] = [:]
        for id in timeline.lazy.flatMap(names) {
            last[id.author] = max(last[id.author] ?? 0, id.sequence)
        }
        return last
    }

    /// On another branch of a fork the same sequence may belong to another game.
    private func isOfThisGame(_ placed: Placed) -> Bool {
        switch placed.entry.kind {
        case .copied, .gameCreated: true
        default:
            placed.entry.scope == .game(id)
                || links?.united.contains { placed.entry.scope == .game($0) } == true
        }
    }

    private func isBefore(_ left: Placed, _ right: Placed) -> Bool {
        switch (left.place.digest, right.place.digest) {
        case (let left?, let right?): left < right
        case (nil, _?): true
        case (_, nil): false
        }
    }
}
