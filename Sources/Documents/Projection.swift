package import MoveLog
package import Scorebook

/// Makes documents of the boards of a book. Pure: links, the running clock and the disk are
/// arguments.
package struct Projection: Sendable {
    let table: TableBoard
    let device: PublicKey
    let peers: [PeerDocument]
    let isLinked: Bool
    private let zoneOffset: @Sendable (Int64) -> Int

    /// `device` answers; `isLinked` is false if the state of the peers is not known. `zoneOffset`
    /// returns the seconds by which local time is ahead of UTC at an instant.
    package init(
        table: TableBoard, device: PublicKey, peers: [PeerDocument] = [], isLinked: Bool = true,
        zoneOffset: @escaping @Sendable (Int64) -> Int = { _ in 0 }
    ) {
        self.table = table
        self.device = device
        self.peers = peers
        self.isLinked = isLinked
        self.zoneOffset = zoneOffset
    }

    /// The day of an instant where the device is, as the list of games shows it: `2026-11-21`.
    func day(of wall: WallTime) -> String {
        String(WallText.local(wall, ahead: zoneOffset(wall.milliseconds)).prefix(10))
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
    /// Questions that wait for an answer, in order of the moves.
    package func heldMoves(_ board: Scoreboard) -> [HeldMove] {
        board.openQuestions.compactMap { heldMove($0, board) }
    }

    /// Questions about moves that were just withdrawn, one for each event: what another keeper
    /// recorded may have happened all the same.
    package func questions(voiding voided: Set<EntryID>, in board: Scoreboard) -> [QuestionDocument]
    {
        var asked: Set<EntryID> = []
        return board.openQuestions.compactMap { question in
            guard question.kind == .withdrawn, voided.contains(question.other),
                asked.insert(question.other).inserted, let held = heldMove(question, board)
            else { return nil }
            let place = held.clock.map { ", \($0)" } ?? ""
            return QuestionDocument(
                code: "countHeld",
                text: "\(held.name) by \(held.keeper) (\(held.text)\(place)) is withdrawn with it: "
                    + "did it happen all the same?",
                entries: [held.name])
        }
    }

    /// The question about a held move; nil if there is none.
    package func heldMove(of id: EntryID, in board: Scoreboard) -> HeldMove? {
        board.openQuestions.first { $0.entry == id }.flatMap { heldMove($0, board) }
    }

    private func heldMove(_ question: OpenQuestion, _ board: Scoreboard) -> HeldMove? {
        guard let entry = board.entry(question.entry), let other = board.entry(question.other),
            let move = value(of: entry), let otherMove = value(of: other)
        else { return nil }
        let phrase = phrase(of: entry, move, board)
        let otherPhrase = self.phrase(of: other, otherMove, board)
        var document = HeldMove(
            name: table.name(of: entry.recordedAs), keeper: keeper(of: entry.author),
            text: Catalogue.english(phrase, else: phrase.code), phrase: phrase,
            clock: clockLabel(move, board), of: table.name(of: other.recordedAs),
            ofKeeper: keeper(of: other.author),
            ofText: Catalogue.english(otherPhrase, else: otherPhrase.code), ofPhrase: otherPhrase,
            ofClock: clockLabel(otherMove, board),
            reason: HeldReason(question.kind),
            answers: board.settlements(of: question).map(\.rawValue))
        if case .line(let ref) = move.subject { document.player = board.player(ref)?.slotText }
        document.ofState = state(other)
        return document
    }

    /// The body of a move, or of a fix.
    private func value(of entry: TimelineEntry) -> Move? {
        if case .fix(let fix) = entry.content { fix.move } else { entry.move }
    }

    private func phrase(of entry: TimelineEntry, _ move: Move, _ board: Scoreboard) -> Phrase {
        EntryWords(projection: self, board: board, entry: entry).phrase(of: move)
    }

    /// `Q1 04:31`; nil without a reading.
    func clockLabel(_ move: Move, _ board: Scoreboard) -> String? {
        move.elapsed.map { board.rules.clockLabel($0, period: move.period) }
    }
}

extension HeldReason {
    init(_ kind: EventQuestion.Kind) {
        self =
            switch kind {
            case .withdrawn: .withdrawn
            case .conflict: .conflict
            case .changed: .changed
            case .doubt: .doubt
            case .apart: .apart
            }
    }
}

extension SettleAnswer {
    package var settlement: Settlement {
        switch self {
        case .this: .this
        case .that: .that
        case .both: .both
        }
    }
}

/// The certainty of a result.
extension Projection {
    /// The reasons for which the result may change without a new move, in a few words each. The
    /// awaited devices are those whose signatures make it official.
    package func provisionalReasons(_ board: Scoreboard) -> [Phrase] {
        let malformed = board.malformed.count + board.otherCreations
        let counts: [(PhraseCode, Int)] = [
            (.laterEntries, board.later.count), (.unreadableEntries, malformed),
            (.unknownPlayers, board.danglingCount), (.missingMoves, board.danglingFixes.count),
            (.openQuestions, board.openQuestions.count),
        ]
        var reasons = counts.filter { $1 > 0 }.map { Phrase($0, .number($1)) }
        let missing = names(board.signersAhead)
        if !missing.isEmpty { reasons.append(Phrase(.missingSigned, .names(missing))) }
        guard board.official == nil else { return reasons }
        let away = names(board.keepers.filter(isBehind))
        if !away.isEmpty {
            reasons.append(Phrase(away.count == 1 ? .oneBehind : .severalBehind, .names(away)))
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
