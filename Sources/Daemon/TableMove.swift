import Documents
import MoveLog
import Net

/// Going from one table to another, between two turns.
extension Peering {
    /// Carries out what was ordered; no entry waits to become durable now.
    func performOrders() {
        let orders = self.orders
        self.orders = []
        for order in orders {
            switch order {
            case .join(let welcome, let target): join(welcome, at: target)
            case .leave(let progress, let brings): leave(progress, brings: brings)
            case .takeOver(let log, let progress): takeOver(log, progress)
            }
        }
    }

    private func join(_ welcome: Joiner.Welcome, at target: JoinTarget) {
        guard let (search, progress) = join else { return }
        join = nil
        do throws(DaemonError) {
            let archive = try enter(welcome.charter, brings: search.brings)
            let device = deviceID(welcome.inviter)
            for text in welcome.addresses {
                if let address = Address(text) {
                    dialer.sight(device, at: address, as: .vouched, now: clock.uptime)
                }
            }
            dialer.sight(device, at: target.address, as: .vouched, now: clock.uptime)
            // Before any link: a crash now would leave a member that knows where nobody is.
            remember(target.address, of: device)
            keepWords(welcome.words, of: welcome.inviter)
            home.write()
            diagnostics.say(
                .note, "joined the table of \(welcome.inviterName); words: \(welcome.words)")
            let joined = JoinProgress.Joined(
                words: welcome.words, table: welcome.charter.table, inviter: welcome.inviter,
                inviterName: welcome.inviterName, brought: 0, archive: archive)
            try startBringing { outcome in
                switch outcome {
                case .success(let brought):
                    var joined = joined
                    joined.brought = brought
                    progress.outcome = .succeeded(joined)
                case .failure(let failure):
                    progress.outcome = .failed(.diskFailed, Bringing.words(of: failure))
                }
            }
        } catch {
            progress.outcome = .failed(.diskFailed, "\(error)")
        }
    }

    private func leave(_ progress: LeaveProgress, brings: Bool) {
        do throws(DaemonError) {
            let charter = try Charter(ofNew: home, seal: ledger.seal, at: clock.now)
            let archive = try move(to: charter, brings: brings, startsNewIncarnation: false)
            try startBringing { outcome in
                switch outcome {
                case .success(let brought):
                    progress.outcome = .succeeded(archive: archive, brought: brought)
                case .failure(let failure):
                    progress.outcome = .failed(Bringing.words(of: failure))
                }
            }
        } catch {
            progress.outcome = .failed("\(error)")
        }
    }

    private func takeOver(_ log: TableLog, _ progress: TakeOverProgress) {
        // What was recorded since the file came would be lost.
        guard !holdsRecords, let charter = log.charter(for: ledger.seal.publicKey) else {
            progress.outcome = .failed("this device has begun to keep score itself meanwhile")
            return
        }
        do throws(DaemonError) {
            try home.lay(log, under: charter, seal: ledger.seal, at: clock.now)
            _ = try move(to: charter, brings: false, startsNewIncarnation: false)
            progress.outcome = .succeeded(isMember: ledger.replica.isMember)
        } catch {
            progress.outcome = .failed("\(error)")
        }
    }

    /// Goes to the table that let this device in: to another one, or, from the archive of its log,
    /// to that log as a member. The path of the log that was put aside, if one was.
    private func enter(_ charter: Charter, brings: Bool) throws(DaemonError) -> String? {
        guard charter.table == ledger.log.charter.table else {
            // The table's founder comes back without its log, which the others hold: its first author
            // exists without any entry on the disk, and is not gone on with either.
            return try move(to: charter, brings: brings, startsNewIncarnation: true)
        }
        try reopen { () throws(DaemonError) in
            try home.replace(TableSwitch.charterFile, with: charter.bytes)
            // Whatever the log holds of this key, nothing of it is gone on with.
            return try Ledger.Source(charter, in: home, startsNewIncarnation: true)
        }
        return nil
    }

    /// Goes to another table; the path of the old log, if it was worth keeping.
    ///
    /// - Parameter startsNewIncarnation: that one is still to be begun: others may hold what this device
    ///   recorded at that table before, and nothing that was laid here began one.
    private func move(
        to charter: Charter, brings: Bool, startsNewIncarnation: Bool
    ) throws(DaemonError) -> String? {
        let archive = holdsRecords ? try archiveName() : nil
        let order = TableSwitch(archive: archive, brings: brings && archive != nil)
        try reopen { () throws(DaemonError) in
            try home.decide(charter, order)
            try home.finishSwitch()
            return try Ledger.Source(
                charter, in: home, startsNewIncarnation: startsNewIncarnation)
        }
        home.update { $0.game = nil }
        return archive.map { home.path + "/" + TableSwitch.archiveFolder + "/" + $0 }
    }

    /// Opens the log anew under another charter, which `prepare` puts in its place, and lets go of
    /// all that belonged to the former one but what the ledger keeps.
    private func reopen(
        after prepare: () throws(DaemonError) -> Ledger.Source
    ) throws(DaemonError) {
        let wasMember = ledger.replica.isMember
        ledger.replica.disconnectAll(.left, at: clock.now)
        links.perform(ledger.replica.takeEffects(), at: clock.uptime)
        links.writeAll(at: clock.uptime)
        links.closeOthers(at: clock.uptime)
        do throws(DaemonError) {
            try ledger.move(prepare: prepare)
        } catch {
            // Decided and not finished: only a fresh start can tell what there is.
            if (try? home.order()) != nil { fault = error }
            throw error
        }
        // An archive does not listen; the next tick goes up as what the device is now.
        if isUp, wasMember != ledger.replica.isMember { goDown(at: clock.uptime) }
        invitations.closeAll()
        ends = [:]
        welcomes = []
        dialer.forgetAll(at: clock.uptime)
        proofs = AnnouncementProofs(at: clock.uptime)
        discovery?.hurry(at: clock.uptime)
        home.update {
            $0.remembered = [:]
            $0.joiningWords = [:]
            $0.isDeputyHintTold = false
        }
        try ledger.recordKeeper(home.settings.keeper)
        ledger.markStateChanged()
    }

    /// Unlike any archive before it.
    private func archiveName() throws(DaemonError) -> String {
        let table = ledger.log.charter.table.description.prefix(8)
        return try home.freeArchiveName("\(table)-\(clock.now.wall.milliseconds / 1000)")
    }

    // MARK: Bringing

    /// Records again, in this turn, what is to be brought from the old table; also what a crash
    /// interrupted. `end` is told when it is durable how many entries that were, or why it is not.
    func startBringing(
        end: @escaping (Result<Int, DaemonError>) -> Void
    ) throws(DaemonError) {
        var count = 0
        for batch in try home.bringing(seal: ledger.seal) {
            count += try ledger.record(batch.drafts, request: batch.request).count
        }
        bringing = Bringing(count: count, end: end)
    }

    /// What was brought is durable.
    func finishBringing() {
        guard let bringing else { return }
        self.bringing = nil
        do throws(DaemonError) {
            try home.endBringing()
        } catch {
            home.warn("\(error)")
        }
        bringing.end(.success(bringing.count))
    }

    /// What was brought is not durable; the next start brings it again.
    func failBringing(_ failure: DaemonError) {
        guard let bringing else { return }
        self.bringing = nil
        bringing.end(.failure(failure))
    }
}

/// Entries of a former table that this turn records again.
struct Bringing {
    let count: Int
    let end: (Result<Int, DaemonError>) -> Void

    static func words(of failure: DaemonError) -> String {
        "this device belongs to the new table, but \(failure); its old log is whole in the "
            + "archive and is brought along at the next start"
    }
}
