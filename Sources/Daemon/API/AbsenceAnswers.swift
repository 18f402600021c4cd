import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Devices for which nobody waits any longer.
extension Desk {
    var absenceRoutes: [Route: Router.Responder] {
        [
            .lost: { asked throws(Denial) in try declareLost(asked.body(AbsenceRequest.self)) },
            .found: { asked throws(Denial) in try declareFound(asked.body(AbsenceRequest.self)) },
        ]
    }

    private func declareLost(_ order: AbsenceRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        try demandMembership()
        let board = try readableBoard(named: order.game)
        let line = try deviceLine(order.device)
        guard !ledger.log.isRemoved(line.key) else {
            return unchanged("\(line.slug) was removed: nobody waits for it", board)
        }
        guard line.key != device else {
            throw .unfit("this device is not lost: it is the one that asks")
        }
        if let lost = board.lost.first(where: { $0.key == line.key }) {
            return unchanged("\(line.slug) is lost already: \(words(lost.cut, line))", board)
        }
        let state = ledger.replica.peers.first { $0.key == line.key }?.state
        if order.force != true, state == .inSync || state == .syncing {
            throw Denial(
                .conflict, .conflict, "\(line.slug) is not lost: it is linked to this device",
                advice: "to wait for it no longer all the same: --force")
        }
        var last: [AuthorID: UInt64] = [:]
        for author in line.authors.prefix(Scorebook.Limits.cutAuthorsMax) {
            let sequence = ledger.log.last(of: author)
            if sequence > 0 { last[author] = sequence }
        }
        let cut = Cut(last)
        let isWaitedFor = board.keepers.contains(line.key)
        let draft = DeviceLost(device: line.key, cut: cut).draft(in: board.id)
        return remarked(try record([draft], request: request)) { [self] board in
            var remarks = Remarks(
                echo: "nobody waits for \(line.slug) any longer: \(words(cut, line)); later moves "
                    + "count too, and are listed")
            if !isWaitedFor {
                remarks.warnings.append(
                    WarningDocument(
                        code: "notWaitedFor",
                        text: "\(line.slug) kept nobody in \(table.game(board.id)?.slug ?? "it"), "
                            + "so nothing waited for it"))
            }
            return remarks
        }
    }

    private func declareFound(_ order: AbsenceRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        try demandMembership()
        let board = try readableBoard(named: order.game)
        let line = try deviceLine(order.device)
        guard board.lost.contains(where: { $0.key == line.key }) else {
            return unchanged("\(line.slug) is not lost", board)
        }
        let draft = DeviceFound(device: line.key).draft(in: board.id)
        return remarked(try record([draft], request: request)) { _ in
            Remarks(echo: "\(line.slug) is waited for again")
        }
    }

    /// `counted to bo.41`.
    private func words(_ cut: Cut, _ line: DeviceLine) -> String {
        let ends = line.authors.compactMap { author in
            cut.last[author].map { table.name(of: EntryID(author: author, sequence: $0)) }
        }
        return ends.isEmpty ? "nothing of it is here" : "counted to \(Phrases.names(ends))"
    }

    /// The device that a keeper means: its name, or its keeper's where only one has that.
    func deviceLine(_ text: String) throws(Denial) -> DeviceLine {
        if let exact = table.device(named: text) { return exact }
        let sought = PlainText.name(text)
        let fits = table.devices.filter { PlainText.name($0.keeper) == sought }
        if let only = fits.first, fits.count == 1 { return only }
        let names = (fits.isEmpty ? table.devices : fits).map(\.slug)
        throw Denial(
            .unprocessable, .ambiguousName,
            fits.isEmpty
                ? "no device is called '\(shown(text))'"
                : "'\(shown(text))' keeps at \(fits.count) devices",
            advice: Phrases.existing(names), candidates: names)
    }
}
