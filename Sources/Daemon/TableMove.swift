package import Documents
package import MoveLog
import Net
import Scorebook
import Storage

extension Peering {
    /// Performs the orders; called when no entry waits for a commit.
    func performOrders() {
        let orders = self.orders
        self.orders = []
        isWelcomed = false
        for order in orders { order(self) }
    }

    func join(_ welcome: Joiner.Welcome, at target: JoinTarget) {
        guard let (search, progress) = join else { return }
        join = nil
        do throws(DaemonError) {
            let archive = try enter(welcome.charter, brings: search.brings)
            let device = deviceID(welcome.inviter)
            for address in welcome.addresses.compactMap({ Address($0) }) + [target.address] {
                dialer.add(device, at: address, as: .vouched, now: clock.uptime)
            }
            // Before any link: after a crash now the device would be a member without an address to
            // dial.
            remember(target.address, of: device)
            keepWords(welcome.words, of: welcome.inviter)
            home.write()
            diagnostics.say(
                .note, "joined the table of \(welcome.inviterName); words: \(welcome.words)")
            try transfer(ending: progress) { brought in
                Joined(
                    words: welcome.words, table: welcome.charter.table, inviter: welcome.inviter,
                    inviterName: welcome.inviterName, brought: brought, archive: archive)
            }
        } catch {
            progress.outcome = .failed(.diskFailed, "\(error)")
        }
    }

    /// `TableSwitch` writes its decision first and finishes it at the next start. Games to bring
    /// are recorded again under the new author.
    func leave(_ progress: TableMoveProgress<(archive: String?, brought: Int)>, brings: Bool) {
        do throws(DaemonError) {
            let charter = try Charter(ofNew: home, seal: ledger.seal, at: clock.now)
            let archive = try move(to: charter, brings: brings, startsNewIncarnation: false)
            try transfer(ending: progress) { (archive, $0) }
        } catch {
            progress.outcome = .failed(.diskFailed, "\(error)")
        }
    }

    func takeOver(_ log: TableLog, _ progress: TableMoveProgress<Bool>) {
        // Entries recorded since the file was read would be lost.
        guard !holdsRecords, let charter = log.charter(for: ledger.seal.publicKey) else {
            progress.outcome = .failed(
                .conflict, "this device has recorded entries in the meantime; nothing was changed")
            return
        }
        do throws(DaemonError) {
            try home.stage(log, under: charter, seal: ledger.seal, at: clock.now)
            _ = try move(to: charter, brings: false, startsNewIncarnation: false)
            progress.outcome = .succeeded(ledger.replica.isMember)
        } catch {
            progress.outcome = .failed(.diskFailed, "\(error)")
        }
    }

    /// Changes to the inviter's table: from another table, or from the archive of its log to
    /// membership. Returns the path of the archived log, if there is one.
    private func enter(_ charter: Charter, brings: Bool) throws(DaemonError) -> String? {
        guard charter.table == ledger.log.charter.table else {
            // The table's founder returns without its log, which other devices hold. Its first
            // author needs no entry on the disk, and must not be continued either.
            return try move(to: charter, brings: brings, startsNewIncarnation: true)
        }
        try reopen { () throws(DaemonError) in
            try home.replace(TableSwitch.charterFile, with: charter.bytes)
            // Entries under this key in the log must not be continued.
            return try LogConfig(charter, in: home, startsNewIncarnation: true)
        }
        return nil
    }

    /// Changes to another table; returns the path of the old log if it was worth keeping.
    ///
    /// - Parameter startsNewIncarnation: true unless the staged log began one already: other
    ///   devices may hold entries that this device recorded at that table before.
    private func move(
        to charter: Charter, brings: Bool, startsNewIncarnation: Bool
    ) throws(DaemonError) -> String? {
        var archive: String?
        if holdsRecords {
            let table = ledger.log.charter.table.description.prefix(8)
            archive = try home.freeArchiveName("\(table)-\(clock.now.wall.milliseconds / 1000)")
        }
        let order = TableSwitch(archive: archive, brings: brings && archive != nil)
        try reopen { () throws(DaemonError) in
            try home.decide(charter, order)
            try home.finishSwitch()
            return try LogConfig(charter, in: home, startsNewIncarnation: startsNewIncarnation)
        }
        home.update { $0.gameID = nil }
        return archive.map { home.path + "/" + TableSwitch.archiveFolder + "/" + $0 }
    }

    /// Opens the log under another charter, which `prepare` puts in place, and drops all state of
    /// the former table but what the ledger keeps.
    private func reopen(
        after prepare: () throws(DaemonError) -> LogConfig
    ) throws(DaemonError) {
        let wasMember = ledger.replica.isMember
        ledger.replica.disconnectAll(.left, at: clock.now)
        links.perform(ledger.replica.takeEffects(), at: clock.uptime)
        links.writeAll(at: clock.uptime)
        links.closeOthers(at: clock.uptime)
        do throws(DaemonError) {
            try ledger.move(prepare: prepare)
        } catch {
            // The change was decided and not completed: only a restart can tell the state.
            if (try? home.holdsSwitch()) == true { fault = error }
            throw error
        }
        // An archive does not listen; the next tick starts again as what the device is now.
        if isUp, wasMember != ledger.replica.isMember { goDown(at: clock.uptime) }
        invitations = Invitations()
        ends = [:]
        welcomes = []
        dialer.forgetAll(at: clock.uptime)
        proofs = AnnouncementProofs(at: clock.uptime)
        discovery?.announceNow(at: clock.uptime)
        home.update {
            $0.remembered = [:]
            $0.joiningWords = [:]
            $0.isDeputyHintTold = false
        }
        try ledger.recordKeeper(home.settings.keeper)
        ledger.markStateChanged()
    }

    // MARK: Transferring games

    /// `progress` ends when the transferred entries are durable, with what `outcome` makes of their
    /// number.
    private func transfer<Success>(
        ending progress: TableMoveProgress<Success>, as outcome: @escaping (Int) -> Success
    ) throws(DaemonError) {
        try beginTransfer { result in
            switch result {
            case .success(let brought): progress.outcome = .succeeded(outcome(brought))
            case .failure(let failure):
                progress.outcome = .failed(
                    .diskFailed,
                    "this device belongs to the new table, but \(failure); the old log is complete "
                        + "in the archive, and its games are brought along at the next start")
            }
        }
    }

    /// Records the entries to be transferred from the old table in this turn, also after a crash
    /// interrupted that. `end` receives the number of entries once they are durable, or the
    /// failure.
    func beginTransfer(
        end: @escaping (Result<Int, DaemonError>) -> Void
    ) throws(DaemonError) {
        var count = 0
        for batch in try home.transferBatches(seal: ledger.seal) {
            count += try ledger.record(batch.drafts, request: batch.request).count
        }
        transfer = (count, end)
    }

    /// Called when the transferred entries are durable, or with the failure: the next start
    /// transfers them again.
    func endTransfer(_ failure: DaemonError? = nil) {
        guard let transfer else { return }
        self.transfer = nil
        if let failure { return transfer.end(.failure(failure)) }
        do throws(DaemonError) {
            try home.wrapping { () throws(NetError) in
                try home.folder.remove(TableSwitch.transferFile)
            }
        } catch {
            home.warn("\(error)")
        }
        transfer.end(.success(transfer.count))
    }
}

extension Home {
    /// The entries to be recorded again at the present table, in batches: those of the archived
    /// log, in order, with their origins. Empty if there is no transfer. After a crash the batches
    /// have the same request IDs, so nothing is recorded twice.
    func transferBatches(
        seal: any Seal
    ) throws(DaemonError) -> [(request: RequestID, drafts: [Draft])] {
        let name = try read(TableSwitch.transferFile, bytesMax: DaemonLimits.settingsBytesMax)
        guard let name else { return [] }
        let archive = String(decoding: name, as: UTF8.self)
        let drafts = try archived(archive, seal: seal)
        return drafts.batches.enumerated().map { index, batch in
            (request(archive, index, seal: seal), batch)
        }
    }

    private func archived(_ name: String, seal: any Seal) throws(DaemonError) -> [Draft] {
        let folder = try subfolder(TableSwitch.archiveFolder + "/" + name)
        let bytes = try wrapping { () throws(NetError) in
            try folder.read(TableSwitch.charterFile, bytesMax: DaemonLimits.charterBytesMax)
        }
        guard let bytes, let charter = try? Charter(bytes: bytes, seal: seal) else { return [] }
        let disk = FileDisk(
            try subfolder("\(TableSwitch.archiveFolder)/\(name)/\(TableSwitch.logFolder)"))
        let commits = try failing(as: DaemonError.log) { () throws(StoreError) in
            try MoveStore.inspect(disk, table: charter.table).commits
        }
        let moment = Moment(uptime: .zero, wall: WallTime(milliseconds: 0))
        var replica = Replica(
            charter: charter, commits: commits, startsNewIncarnation: false, seal: seal,
            random: SystemRandomNumberGenerator(), at: moment)
        // No peer returns to an archive the entries that its disk lost; this changes memory only.
        _ = replica.recordAgain(at: moment)
        let log = replica.log
        let placed = log.allPlaced()
        let carried = CarriedEntries(of: Book(rebuilding: placed, removed: Set(log.removals.keys)))
        let counted = placed.filter(carried.includes).sorted { $0.place < $1.place }.map(\.entry)
        // Entries of a removed device counted nowhere there, and refer to no later entry.
        let uncounted = log.uncounted(of: seal.publicKey).filter(carried.includes(uncounted:))
            .sorted { ($0.lamport, $0.id) < ($1.lamport, $1.id) }
        let copies = (counted + uncounted).compactMap { entry in
            CopiedEntry(of: entry, digest: log.digest(of: entry))?.draft
        }
        return copies + carried.amends
    }

    private func request(_ archive: String, _ index: Int, seal: any Seal) -> RequestID {
        let digest = seal.digest(Array("scored bring 1\0\(archive) \(index)".utf8))
        return RequestID(octets: digest.octets.high)
    }
}

/// A change of tables, under way or ended; read it after every turn.
package final class TableMoveProgress<Success> {
    package enum Outcome {
        case pending
        /// All of it is durable.
        case succeeded(Success)
        /// The code is for programs, the message for people.
        case failed(ErrorCode, String)
    }

    package internal(set) var outcome = Outcome.pending
}

/// The device belongs to the new table.
package struct Joined: Sendable {
    /// The four words that the inviter's screen shows too.
    package var words: String
    package var table: TableID
    package var inviter: PublicKey
    /// The name that the inviter sent; not cleaned for display.
    package var inviterName: String
    /// The number of entries recorded again at the new table.
    package var brought: Int
    /// The path of the former table's log; nil if there was nothing to keep.
    package var archive: String?
}
