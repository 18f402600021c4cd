package import MoveLog

/// Why a game cannot be signed yet.
package enum SigningObstacle: Equatable, Sendable {
    /// It is neither decided nor ended, forfeited or abandoned.
    case notOver
    /// These moves are held: each has to be accepted, corrected or withdrawn.
    case held([EntryID])
    /// So many entries are of kinds that this version does not know.
    case unknown(Int)
    /// More authors than a cut has room for.
    case tooManyAuthors(Int)
}

/// The content of a signature made now. The daemon makes the digest of `bytes`: nothing here
/// holds cryptography.
package struct Signable: Equatable, Sendable {
    /// The bytes under the digest: the domain, then author, sequence as eight bytes and canonical bytes of
    /// every counted entry inside the cut, by author, sequence and entry digest.
    package var bytes: [UInt8]
    /// The score on the board.
    package var score: Sides<Int>
    /// The entries held of every author with an entry in the game.
    package var cut: Cut

    /// The body to record; `digest` is that of `bytes`.
    package func signOff(digest: Digest, name: String = "", protest: String? = nil) -> SignOff {
        SignOff(digest: digest, score: score, name: name, protest: protest, cut: cut)
    }
}

extension Scoreboard {
    /// The obstacles to signing, the gravest first; empty when there are none.
    package var signingObstacles: [SigningObstacle] {
        var obstacles: [SigningObstacle] = []
        if !state.isSettled { obstacles.append(.notOver) }
        let held = held
        if !held.isEmpty { obstacles.append(.held(held.map(\.id))) }
        if unknownCount > 0 { obstacles.append(.unknown(unknownCount)) }
        let authors = heldCut.last.count
        if authors > Limits.cutAuthorsMax { obstacles.append(.tooManyAuthors(authors)) }
        return obstacles
    }

    /// The content to sign: the official result where there is one, so that one more signature agrees with
    /// it; else everything that is held. `entries` looks in the table's logs, as `TableLog.entries`
    /// does. Cost: one look at each counted entry.
    package func signable(_ entries: (EntryID) -> [Placed]) -> Signable {
        let cut = official?.cut ?? heldCut
        return Signable(bytes: signedBytes(inside: cut, entries), score: score, cut: cut)
    }

    /// The bytes that a sign-off with this cut has the digest of, if its device holds what is held here;
    /// a digest of other bytes means that it does not.
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

    /// The official score is not the one that is folded from what is held inside the signed cut: entries
    /// are missing here, or the log of an author inside it turned out to be forked.
    package var differsFromSigned: Bool { official.map { $0.score != score } ?? false }

    /// Keepers who are waited for and have not signed, in order of their keys.
    package var unsigned: [PublicKey] {
        let signed = Set(signatures.map(\.device))
        return keepers.filter { !signed.contains($0) }
    }

    /// Devices that signed with entries of the game that are not here. One that nobody waits for holds
    /// up nobody: what a lost device saw may be lost with it.
    package var signersAhead: [PublicKey] {
        guard !signatures.isEmpty else { return [] }
        var last: [AuthorID: UInt64] = [:]
        for entry in timeline {
            for id in [entry.recordedAs] + (standIns[entry.id] ?? []) {
                last[id.author] = max(last[id.author] ?? 0, id.sequence)
            }
        }
        return signatures.filter { signature in
            signature.isAwaited
                && signature.signOff.cut.last.contains { $0.value > last[$0.key] ?? 0 }
        }.map(\.device)
    }

    /// True if those who signed and must sign disagree: until one side signs
    /// again, there is no official result.
    package var isDisputed: Bool {
        let awaited = signatures.filter(\.isAwaited).map(\.signOff)
        return awaited.contains { $0.digest != awaited[0].digest || $0.score != awaited[0].score }
    }

    /// As what an entry was signed: as it stands in the logs, or as the copy that stood in for it then.
    private func name(_ entry: TimelineEntry, inside cut: Cut) -> EntryID {
        if cut.contains(entry.recordedAs) { return entry.recordedAs }
        return standIns[entry.id]?.first(where: cut.contains) ?? entry.recordedAs
    }

    /// The end of each author's part in the game.
    private var heldCut: Cut {
        var last: [AuthorID: UInt64] = [:]
        for entry in timeline {
            let id = entry.recordedAs
            last[id.author] = max(last[id.author] ?? 0, id.sequence)
        }
        return Cut(last)
    }

    /// The other branch of a forked log may have spent the same sequence on another game.
    private func isOfThisGame(_ placed: Placed) -> Bool {
        switch placed.entry.kind {
        case .copied, .gameCreated: true
        default: placed.entry.scope == .game(id)
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
