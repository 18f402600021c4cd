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
            case .leave(let progress): leave(progress)
            }
        }
    }

    private func join(_ welcome: Joiner.Welcome, at target: JoinTarget) {
        guard let (search, progress) = join else { return }
        join = nil
        do throws(DaemonError) {
            let archive = try move(to: welcome.charter, brings: search.brings)
            let device = deviceID(welcome.inviter)
            for text in welcome.addresses {
                if let address = Address(text) {
                    dialer.sight(device, at: address, now: clock.uptime)
                }
            }
            dialer.sight(device, at: target.address, now: clock.uptime)
            diagnostics.say(
                .note, "joined the table of \(welcome.inviterName); words: \(welcome.words)")
            try startBringing(
                for: progress,
                joined: JoinProgress.Joined(
                    words: welcome.words, table: welcome.charter.table,
                    inviter: welcome.inviter, inviterName: welcome.inviterName, brought: 0,
                    archive: archive))
        } catch {
            progress.outcome = .failed(.diskFailed, "\(error)")
        }
    }

    private func leave(_ progress: LeaveProgress) {
        do throws(DaemonError) {
            let charter = try Charter(ofNew: home, seal: ledger.seal, at: clock.now)
            progress.outcome = .succeeded(archive: try move(to: charter, brings: false))
        } catch {
            progress.outcome = .failed("\(error)")
        }
    }

    /// Goes to another table; the path of the old log, if it was worth keeping.
    private func move(to charter: Charter, brings: Bool) throws(DaemonError) -> String? {
        let archive = holdsRecords ? try archiveName() : nil
        let order = TableSwitch(archive: archive, brings: brings && archive != nil)
        links.dropAll(at: clock.uptime)
        do throws(DaemonError) {
            try ledger.move { () throws(DaemonError) in
                try home.decide(charter, order)
                try home.finishSwitch()
                return try Ledger.Source(charter, in: home, startsNewIncarnation: false)
            }
        } catch {
            // Decided and not finished: only a fresh start can tell what there is.
            if (try? home.order()) != nil { fault = error }
            throw error
        }
        invitations.closeAll()
        pairings = []
        ends = [:]
        welcomes = []
        dialer.forgetAll(at: clock.uptime)
        discovery?.hurry(at: clock.uptime)
        home.update { settings in
            settings.game = nil
            settings.remembered = [:]
        }
        try ledger.recordKeeper(home.settings.keeper)
        ledger.noteStateChange()
        return archive.map { home.path + "/" + TableSwitch.archiveFolder + "/" + $0 }
    }

    /// Unlike any archive before it.
    private func archiveName() throws(DaemonError) -> String {
        let table = ledger.log.charter.table.description.prefix(8)
        return try home.freeArchiveName("\(table)-\(clock.now.wall.milliseconds / 1000)")
    }

    // MARK: Bringing

    /// Records again, in this turn, what is to be brought from the old table; also what a crash
    /// interrupted.
    func startBringing(
        for progress: JoinProgress?, joined: JoinProgress.Joined?
    ) throws(DaemonError) {
        var joined = joined
        let batches = try home.bringing(seal: ledger.seal)
        for batch in batches {
            let ids = try ledger.record(batch.drafts, request: batch.request)
            joined?.brought += ids.count
        }
        guard progress != nil || !batches.isEmpty else { return }
        bringing = (progress, joined)
    }

    /// What was brought is durable.
    func finishBringing() {
        guard let (progress, joined) = bringing else { return }
        bringing = nil
        do throws(DaemonError) {
            try home.endBringing()
        } catch {
            home.warn("\(error)")
        }
        if let joined { progress?.outcome = .succeeded(joined) }
    }

    /// What was brought is not durable; the next start brings it again.
    func failBringing(_ failure: DaemonError) {
        guard let (progress, _) = bringing else { return }
        bringing = nil
        progress?.outcome = .failed(
            .diskFailed,
            "this device belongs to the new table, but \(failure); its old log is whole in the "
                + "archive and is brought along at the next start")
    }
}
