import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Taking over the players of a keeper who is away.
extension Desk {
    /// A take-over that is about to be recorded.
    struct TakeOver {
        let device: PublicKey
        let subjects: [Subject]
    }

    /// What `track --from` means: all players of the device, or the named ones.
    func takeOver(
        from name: String, _ order: TrackRequest, _ board: Scoreboard
    ) throws(Denial) -> TakeOver {
        let keeper = try peer(named: name)
        let slug = self.name(of: keeper)
        let tracked = board.players.filter { !$0.isWithdrawn && $0.trackers.contains(keeper) }
        guard !order.players.isEmpty else {
            guard !tracked.isEmpty else {
                throw Denial(
                    .conflict, .conflict,
                    "\(slug) tracks nobody in \(table.game(board.id)?.slug ?? "this game")",
                    advice: "scored track PLAYER... claims players that nobody has")
            }
            return TakeOver(device: keeper, subjects: shortest(tracked, board))
        }
        let subjects = try subjects(order, board)
        let foreign = board.players.filter { line in
            subjects.contains(.line(line.ref)) && !line.trackers.contains(keeper)
        }
        guard foreign.isEmpty else {
            throw Denial(
                .unprocessable, .malformed,
                "\(slug) does not track \(Phrases.names(foreign.map(\.title)))",
                advice: "scored track " + foreign.map(board.shortName(of:)).joined(separator: " "))
        }
        guard tracked.contains(where: { $0.isNamed(by: subjects) }) else {
            throw Denial(
                .conflict, .conflict, "\(slug) tracks nobody of these",
                advice: "scored status shows who tracks whom")
        }
        let lines = tracked.filter { $0.isNamed(by: subjects) }
        return TakeOver(device: keeper, subjects: shortest(lines, board))
    }

    /// The take-overs that a plain claim comes to: of players whose every keeper is away.
    func takeOvers(claiming subjects: [Subject], _ board: Scoreboard) -> [TakeOver] {
        let projection = projection
        let left = board.players.filter { line in
            !line.isWithdrawn && !line.trackers.isEmpty && line.isNamed(by: subjects)
                && line.trackers.allSatisfy(projection.isAway)
        }
        return Set(left.flatMap(\.trackers)).sorted().map { keeper in
            TakeOver(
                device: keeper,
                subjects: shortest(left.filter { $0.trackers.contains(keeper) }, board))
        }
    }

    /// What to record: what is held of the keeper's authors tells later which moves both saw.
    func draft(_ takeOver: TakeOver, _ board: Scoreboard) -> Draft {
        var last: [AuthorID: UInt64] = [:]
        for author in ledger.log.authorIDs where ledger.log.key(of: author) == takeOver.device {
            last[author] = ledger.log.last(of: author)
        }
        return TakenOver(takeOver.subjects, from: takeOver.device, cut: Cut(last))
            .draft(in: board.id)
    }

    /// What a keeper should know who takes over.
    func warnings(_ takeOver: TakeOver, _ board: Scoreboard) -> [WarningDocument] {
        let slug = name(of: takeOver.device)
        let lines = board.players.filter { $0.isNamed(by: takeOver.subjects) && !$0.isWithdrawn }
        let names = Phrases.names(lines.map(\.title))
        guard projection.isAway(takeOver.device) else {
            return [
                WarningDocument(
                    code: "takenFromPresent",
                    text: "\(slug) is not away: tell its keeper that you track \(names) now",
                    advice: "if that was wrong, there: scored track --from \(name(of: device))")
            ]
        }
        return [
            WarningDocument(
                code: "takenOver",
                text: "\(slug) is away: you took over \(names)",
                advice: "what you both recorded meanwhile will be held: scored held")
        ]
    }

    /// Whether the device keeps the player in the place of a keeper who is not in sync with it.
    func isCovering(_ subject: Subject, _ board: Scoreboard) -> Bool {
        guard case .line(let ref) = subject, let line = board.player(ref),
            line.trackers.contains(device)
        else { return false }
        let place = board.timeline.indices.last { index in
            guard case .takenOver(let taken) = board.timeline[index].content,
                board.timeline[index].isLive,
                table.deviceOfAuthor[board.timeline[index].author] == device
            else { return false }
            return line.isNamed(by: taken.subjects)
        }
        guard let place, case .takenOver(let taken) = board.timeline[place].content else {
            return false
        }
        return ledger.replica.peers.first { $0.key == taken.device }?.state != .inSync
    }

    /// Whole teams where the lines are all that they have, else the lines.
    private func shortest(_ lines: [PlayerLine], _ board: Scoreboard) -> [Subject] {
        Side.allCases.flatMap { side -> [Subject] in
            let own = lines.filter { $0.side == side }
            let all = board.teams[side].players.filter { !$0.isWithdrawn }
            return !own.isEmpty && own.count == all.count
                ? [.team(side)] : own.map { .line($0.ref) }
        }
    }

    /// Another device of the table, by its name or its keeper's.
    private func peer(named name: String) throws(Denial) -> PublicKey {
        let sought = PlainText.name(name)
        let exact = table.device(named: name).map { [$0] }
        let fits = exact ?? table.devices.filter { PlainText.name($0.keeper) == sought }
        let others = table.devices.filter { $0.key != device }.map(\.slug)
        guard fits.count <= 1 else {
            throw Denial(
                .unprocessable, .ambiguousName,
                "'\(shown(name))' matches \(fits.count) devices",
                advice: "name one of \(Phrases.names(fits.map(\.slug)))",
                candidates: fits.map(\.slug))
        }
        guard let line = fits.first else {
            throw Denial(
                .notFound, .unknownDevice, "no device is called '\(shown(name))'",
                advice: others.isEmpty
                    ? "there is no other device at this table"
                    : Phrases.existing(others),
                candidates: others)
        }
        guard line.key != device else {
            throw Denial(
                .unprocessable, .unknownDevice, "\(line.slug) is this device",
                advice: others.isEmpty ? nil : Phrases.existing(others),
                candidates: others)
        }
        return line.key
    }
}
