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
        let holdsLog = try home.holdsLog()
        let isEmptied = home.settings.place != nil && !holdsLog
        if isEmptied {
            home.warn(
                "the log was empty, though this home was used before; what other devices hold of "
                    + "it comes back from them")
        }
        let hasMoved = try home.hasMoved()
        let source = try Source(charter, in: home, startsNewIncarnation: isEmptied || hasMoved)
        try self.init(
            source, seal: seal, clock: clock, hasRoom: { [weak home] in home?.hasRoom() ?? true })
        try home.rememberPlace()
        if let name { home.update { $0.keeper = PlainText.clean(name, max: 64) } }
        try recordKeeper(home.settings.keeper)
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
