import Documents
import MoveLog
import Scorebook

extension Ledger {
    /// Opens the log of a home, after finishing what a crash interrupted; a fresh home founds a
    /// table of one. A name that the table does not know yet is recorded in the first turn.
    convenience init(
        home: Home, seal: any Seal, name: String?, clock: DeviceClock
    ) throws(DaemonError) {
        let charter: Charter
        if let known = try home.charter(seal: seal) {
            charter = known
        } else {
            charter = try Charter(ofNew: home, seal: seal, at: clock.now)
            try home.found(charter)
        }
        let hasBeenUsed = try home.hasBeenUsed(for: charter.table)
        let change = try home.change(of: charter.table)
        var source = try Source(charter, in: home, startsNewIncarnation: change != nil)
        source.wasUsed = home.hasRecorded(in: charter.table)
        source.cause = change
        source.knownEnd = home.knownEnd(of: charter.table)
        try self.init(
            source, seal: seal, clock: clock, hasRoom: { [weak home] in home?.hasRoom() ?? true })
        if hasBeenUsed, wasEmpty {
            home.warn(
                "the log was empty, though this home was used before; what other devices hold of "
                    + "it comes back from them")
        }
        // Of whatever table it is at then.
        willHoldEntries = { [weak self, weak home] in
            self.flatMap { home?.expectEntries(in: $0.log.charter.table) }
        }
        if let name { home.update { $0.keeper = PlainText.clean(name, max: 64) } }
        try recordKeeper(home.settings.keeper)
        begin(in: home, isUsed: hasBeenUsed)
    }

    /// The first turn. What opening recorded is durable before the home is remembered as it is now:
    /// a crash between the two must not let the next start go on under the former name.
    private func begin(in home: Home, isUsed: Bool) {
        let turn = turn()
        guard turn.failure == nil else { return }
        // A daemon that had nothing to record leaves an empty log, too.
        let incidents = turn.incidents.filter { $0.kind != .emptied || isUsed }
        home.keep(incidents)
        openingStory = incidents.first.map { incident in
            IncidentWords(
                kind: incident.kind, device: "", author: book.table.name(of: replica.author),
                time: WallText.utc(WallTime(milliseconds: incident.wall))
            ).text
        }
        home.remember(self)
    }

    /// Records the keeper's name, unless the table knows it.
    func recordKeeper(_ name: String?) throws(DaemonError) {
        guard replica.isMember, let name, !name.isEmpty,
            book.table.device(seal.publicKey)?.keeper != name
        else {
            return
        }
        _ = try record([KeeperNamed(name: name).draft])
    }
}

extension Home {
    /// Remembers the home and the end of its log as they are. A failure costs the next start its
    /// knowledge, and is told.
    func remember(_ ledger: Ledger) {
        do throws(DaemonError) {
            try remember(ledger.end)
        } catch {
            warn(
                "what this home is could not be kept, so that a copy of it may go unnoticed: \(error)"
            )
        }
    }

    /// Whether the log must hold something: it was begun, or what the home remembers was recorded in
    /// it. A daemon that had nothing to record leaves none.
    func hasBeenUsed(for table: TableID) throws(DaemonError) -> Bool {
        guard settings.place != nil else { return false }
        let isRemembered =
            settings.keeper != nil || settings.game != nil || !settings.remembered.isEmpty
            || settings.mark.map { $0.table == table.description && $0.showsEntries } == true
        guard !isRemembered else { return true }
        return try holdsLog()
    }
}

extension Charter {
    /// The charter of a table of one.
    init(ofNew home: Home, seal: any Seal, at moment: Moment) throws(DaemonError) {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        guard let nonce = Octets16(bytes) else { preconditionFailure("16 bytes are 16") }
        do throws(Malformed) {
            try self.init(founding: nonce, at: moment.wall, seal: seal)
        } catch {
            throw .charter(path: home.path + "/" + TableSwitch.charterFile, error)
        }
    }
}

extension Ledger.Source {
    /// The log folder of the home, for a table.
    init(_ charter: Charter, in home: Home, startsNewIncarnation: Bool) throws(DaemonError) {
        self.init(
            charter: charter, disk: FileDisk(try home.subfolder(TableSwitch.logFolder)),
            startsNewIncarnation: startsNewIncarnation)
    }
}
