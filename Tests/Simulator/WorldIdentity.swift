import MoveLog
import Storage

/// What may cost a device its own entries or its identity: a medium that decays, a backup, a copy.
/// It hits the unlucky device alone, and only when others hold what was acknowledged of it; else
/// nothing could bring it back, and nothing would be wrong with that.
extension World {
    /// A bit of the log flips, in a segment that is being written or in an old one, while the device
    /// is on or off.
    func flipBit() {
        guard plan(.decay, scenario.decay, .bitFlips) else { return }
        let index = scenario.unlucky
        let disk = devices[index].disk
        let segments = disk.snapshot.filter { $0.key.hasSuffix(".seg") && !$0.value.isEmpty }
        guard let table = devices[index].charter?.table,
            let (file, bytes) = segments.sorted(by: { $0.key < $1.key })
                .randomElement(using: &dice[.decay]),
            let before = try? MoveStore.inspect(disk, table: table)
        else { return }
        let bit = bit(of: bytes)
        disk.flip(bit: bit, of: file)
        let after = try? MoveStore.inspect(disk, table: table)
        if let after, flipped.insert(FlippedBit(file: file, bit: bit)).inserted {
            check(after, against: before, of: index)
        }
        let left = Set(after?.commits ?? [])
        let lost = before.commits.filter { !left.contains($0) }
        guard after != nil, areHeld(lost.flatMap(entries), besides: index) else {
            disk.flip(bit: bit, of: file)
            return
        }
        happenings.note(.flip)
        devices[index].isTampered = true
        guard devices[index].isUp, dice.falls(.decay, percent: 30) else { return }
        // The damage shows at once, and where nobody gives back what is lost before more is recorded.
        if devices[index].isOnline {
            devices[index].isOnline = false
            self.after(dice.time(.decay, around: .seconds(8)), .deviceComesBack(index))
        }
        fail(index)
    }

    /// Any bit, and often one of the last that were written, where damage looks like a crash.
    private func bit(of bytes: [UInt8]) -> Int {
        let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
        let isLate = dice.falls(.decay, percent: 30)
        return dice.pick(
            .decay, (isLate ? max(0, end - 64) * 8 : 0)..<(isLate ? end : bytes.count) * 8)
    }

    struct FlippedBit: Hashable, Sendable {
        var file: String
        var bit: Int
    }

    /// Whatever bit flips, nothing is made up, and nothing is lost without a word.
    private func check(_ after: Recovery, against before: Recovery, of index: Int) {
        let (held, left) = (Set(before.commits), Set(after.commits))
        if !left.isSubset(of: held) {
            findings.append("device \(index) at \(now) reads what nobody wrote after a bit flipped")
        }
        if !held.isSubset(of: left), after.findings.allSatisfy(before.findings.contains) {
            findings.append("device \(index) at \(now) lost entries to a bit without a word")
        }
    }

    private func entries(of commit: Commit) -> [Entry] {
        (try? commit.run.entries().map(\.entry)) ?? []
    }

    /// Whether honest devices other than one hold these entries durably. Where devices are removed,
    /// what one of them held may be lost to the table: there the founder must hold them, whom nobody
    /// removes, and of the founder's own nobody may be left who does.
    func areHeld(_ entries: [Entry], besides index: Int) -> Bool {
        let key = devices[index].key
        let holders = scenario.removals == nil ? devices.filter(\.isCounted) : [devices[0]]
        let logs = holders.filter { $0.key != key }.compactMap { $0.replica?.log }
        return entries.allSatisfy { entry in
            logs.contains { log in log.entries(entry.id).contains { $0.entry == entry } }
        }
    }

    /// Whether everything that a device acknowledged is held elsewhere.
    private func isSafe(_ index: Int) -> Bool {
        guard let log = devices[index].replica?.log else { return false }
        let own = log.authorIDs.filter { log.key(of: $0) == devices[index].key }
        let entries = own.flatMap { author in
            (0..<log.last(of: author)).flatMap {
                log.entries(EntryID(author: author, sequence: $0 + 1)).map(\.entry)
            }
        }
        return areHeld(entries, besides: index)
    }

    /// Takes a backup of the unlucky device, or puts the last one back.
    func backUp() {
        guard plan(.backups, scenario.backups, .backupIsPutBack) else { return }
        let index = scenario.unlucky
        guard let backup else {
            if devices[index].isUp { self.backup = devices[index].disk.snapshot }
            return
        }
        guard isSafe(index) else { return }
        fail(index)
        happenings.note(.backup)
        devices[index].disk.replace(with: backup)
        devices[index].looksMoved = scenario.isBackupNoticed
        devices[index].isTampered = true
        self.backup = nil
    }

    /// The unlucky device's disk is copied into another machine, and both go on.
    func clone() {
        let index = scenario.unlucky
        guard !isHealed, devices[index].replica != nil else { return }
        happenings.note(.clone)
        let copy = devices.count
        devices.append(
            SimulatedDevice(cloning: devices[index], as: copy, scenario: scenario))
        start(copy)
        begin(copy)
    }
}
