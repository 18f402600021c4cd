package import MoveLog
package import Scorebook

/// Makes documents of the boards of a book. Pure: links, the running clock and the disk are
/// arguments.
package struct Projection: Sendable {
    let table: TableBoard
    let device: PublicKey
    let peers: [PeerDocument]
    let isLinked: Bool

    /// `device` answers; `isLinked` is false if the state of the peers is not known.
    package init(
        table: TableBoard, device: PublicKey, peers: [PeerDocument] = [], isLinked: Bool = true
    ) {
        self.table = table
        self.device = device
        self.peers = peers
        self.isLinked = isLinked
    }

    /// The name of a device; `?` and the start of the key for one without a name.
    package func name(_ key: PublicKey) -> String {
        table.slug(of: key) ?? "?\(key.description.prefix(8))"
    }

    /// The name of an entry in this log: for one brought from another table the name of its copy,
    /// since the original author has no name here.
    package func name(_ id: EntryID, in board: Scoreboard?) -> String {
        table.name(of: board?.entry(id)?.recordedAs ?? id)
    }

    /// Sorted.
    package func names(_ keys: some Sequence<PublicKey>) -> [String] { keys.map(name).sorted() }

    /// The keeper who recorded an entry; the device's name if it has none.
    func keeper(of author: AuthorID) -> String {
        guard let device = table.device(of: author) else { return table.name(of: author) }
        return device.keeper.isEmpty ? device.slug : device.keeper
    }

    /// True for another device that is not reached.
    package func isAway(_ key: PublicKey) -> Bool {
        key != device && peer(key)?.state.isReached != true
    }

    func hasLeft(_ key: PublicKey) -> Bool { peer(key)?.state == .left }

    private func peer(_ key: PublicKey) -> PeerDocument? {
        let name = name(key)
        return peers.first { $0.name == name }
    }
}

extension DeviceLine {
    /// True for the name of the device or of its keeper, in any case.
    package func isMeant(by text: String) -> Bool {
        slug == PlainText.word(text) || PlainText.name(keeper) == PlainText.name(text)
    }
}

extension SideName {
    package init(_ side: Side) { self = side == .home ? .home : .away }
    /// From `home` or `away` as typed; nil for anything else.
    package init?(typed text: String) {
        guard let side = Side(typed: text) else { return nil }
        self.init(side)
    }
    package var side: Side { self == .home ? .home : .away }
}

extension Projection {
    /// The held moves of a game, in order.
    package func heldMoves(_ board: Scoreboard) -> [HeldMove] {
        board.timeline.indices.filter { board.timeline[$0].isHeld }
            .compactMap { heldMove(at: $0, in: board) }
    }

    /// Questions about moves that were just withdrawn: the held copy of each may be what really
    /// happened.
    package func questions(voiding voided: Set<EntryID>, in board: Scoreboard) -> [QuestionDocument]
    {
        board.timeline.indices.compactMap { index in
            guard let other = board.timeline[index].heldOf,
                let original = board.entry(other), voided.contains(original.id),
                original.isVoid, let held = heldMove(at: index, in: board)
            else { return nil }
            let place = held.clock.map { ", \($0)" } ?? ""
            return QuestionDocument(
                code: "countHeld",
                text: "\(held.name) by \(held.keeper) (\(held.text)\(place)) is held as its copy: "
                    + "count it instead?",
                entries: [held.name])
        }
    }

    /// Nil for an entry that is not held.
    package func heldMove(at index: Int, in board: Scoreboard) -> HeldMove? {
        let entry = board.timeline[index]
        guard let other = entry.heldOf, let move = entry.move else { return nil }
        let words = EntryWords(projection: self, board: board, entry: entry)
        let original = board.entry(other)
        var document = HeldMove(
            name: table.name(of: entry.recordedAs), keeper: keeper(of: entry.author),
            text: words.text, clock: clockLabel(move, board), of: name(other, in: board),
            ofKeeper: keeper(of: original?.author ?? other.author),
            ofClock: original?.move.flatMap { clockLabel($0, board) })
        if case .line(let ref) = move.subject { document.player = board.player(ref)?.slotText }
        if let original { document.ofState = state(original) }
        return document
    }

    /// The moves whose corrections contradict each other, in order.
    package func conflicts(_ board: Scoreboard) -> [FixConflict] {
        board.conflicting.compactMap { entry in
            guard let fix = entry.fixes.last else { return nil }
            let others = entry.conflicts.compactMap(board.entry)
            return FixConflict(
                move: table.name(of: entry.recordedAs),
                text: EntryWords(projection: self, board: board, entry: entry).text,
                fix: name(fix, in: board), others: others.map { table.name(of: $0.recordedAs) },
                otherTexts: others.map { words(ofFix: $0, in: board) })
        }
    }

    private func words(ofFix entry: TimelineEntry, in board: Scoreboard) -> String {
        guard case .fix(let fix) = entry.content else { return "" }
        return EntryWords(projection: self, board: board, entry: entry).text(of: fix.move)
    }

    /// `Q1 04:31`; nil without a reading.
    func clockLabel(_ move: Move, _ board: Scoreboard) -> String? {
        move.elapsed.map { board.rules.clockLabel($0, period: move.period) }
    }
}

extension TimelineEntry {
    fileprivate var isVoid: Bool {
        if case .void = standing { true } else { false }
    }
}

/// The certainty of a result.
extension Projection {
    /// The reasons for which the result may change without a new move, in a few words each. The
    /// awaited devices are those whose signatures make it official.
    func provisionalReasons(_ board: Scoreboard) -> [String] {
        var reasons: [String] = []
        if board.unknownCount > 0 {
            reasons.append("\(Phrases.entries(board.unknownCount)) of a newer version")
        }
        if board.malformedCount > 0 {
            reasons.append("\(Phrases.entries(board.malformedCount)) unreadable")
        }
        if board.danglingCount > 0 {
            reasons.append("\(Phrases.count(board.danglingCount, "move")) of unknown players")
        }
        if !board.danglingFixes.isEmpty {
            let count = Phrases.count(board.danglingFixes.count, "correction")
            reasons.append("\(count) of moves that are not here")
        }
        let held = board.held.count
        if held > 0 {
            reasons.append(Phrases.count(held, "held move"))
        }
        let missing = names(board.signersAhead)
        if !missing.isEmpty {
            reasons.append("\(Phrases.names(missing)) signed entries that are not here yet")
        }
        guard board.official == nil else { return reasons }
        let away = names(board.keepers.filter(isBehind))
        if !away.isEmpty {
            let are = away.count == 1 ? "is" : "are"
            reasons.append("\(Phrases.names(away)) kept score and \(are) not in sync")
        }
        return reasons
    }

    /// True if a device may hold entries that are not here.
    private func isBehind(_ key: PublicKey) -> Bool {
        isAway(key) || (peer(key)?.behind ?? 0) > 0
    }

    func signature(_ signature: SignatureLine, _ board: Scoreboard) -> SignatureDocument {
        let signOff = signature.signOff
        let keeper = table.device(signature.device)?.keeper ?? ""
        return SignatureDocument(
            device: name(signature.device),
            name: !signOff.name.isEmpty ? signOff.name : keeper,
            entry: name(signature.entry, in: board), home: signOff.score.home,
            away: signOff.score.away, digest: signOff.digest.description,
            words: SpokenWords.four(of: signOff.digest), isAgreed: isAgreed(signature, board),
            protest: signOff.protest)
    }

    /// True if a signature is of the result that counts here. Signatures over the same entry
    /// numbers that differ come from logs that differ: then this device's own decides.
    private func isAgreed(_ signature: SignatureLine, _ board: Scoreboard) -> Bool {
        if let official = board.official {
            return signature.signOff.digest == official.digest
        }
        guard signature.isCurrent, signature.signOff.score == board.score else { return false }
        let own = board.signatures.first { $0.device == device && $0.isCurrent }
        return own == nil || own?.signOff.digest == signature.signOff.digest
    }

    func lost(_ lost: LostDevice, _ board: Scoreboard) -> LostDocument {
        LostDocument(
            device: name(lost.key),
            upTo: lost.cut.last.sorted { $0.key < $1.key }.map {
                table.name(of: EntryID(author: $0.key, sequence: $0.value))
            },
            later: lost.later.map { name($0, in: board) })
    }
}
