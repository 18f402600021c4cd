package import Storage

/// The in-memory twin of a directory: what was written and what is durable are kept apart, and a
/// seed decides what a power failure leaves. The same seed and the same calls give the same bytes.
///
/// What is pending survives a power failure in no order: of every 512-byte sector any of the
/// contents since the last sync may be found, of the length likewise. A failed sync keeps what the
/// reads show and gives up writing it, as kernels do.
package final class SimulatedDisk: Disk {
    package enum Fault: Hashable, Sendable {
        /// The power fails during the call; every later call fails until `restorePower`.
        case powerLoss
        /// The call fails with EIO. A write may have happened in part; a failed sync gives up what
        /// was pending.
        case inputOutput
        /// The call fails with ENOSPC.
        case full
    }

    /// How many calls there were so far, reads and lists aside: the boundaries for faults.
    package private(set) var changes = 0
    /// Faults by the number of the changing call that they hit, counted from 0.
    package var faults: [Int: Fault] = [:]
    /// Faults that hit every call of a verb until they are taken away.
    package var standingFaults: [DiskError.Operation: Fault] = [:]
    /// Bytes that all files together may take; a write beyond it is cut short with ENOSPC.
    package var capacity = Int.max
    /// Files whose reads fail with EIO.
    package var unreadable: Set<String> = []
    /// Of a hundred pending sectors, how many a power failure loses for certain.
    package var harshPercent = 0
    package private(set) var isPowered = true

    private var contents: [String: SimulatedFile] = [:]
    private var chance: DiskChance

    /// An empty directory.
    package init(seed: UInt64) { chance = DiskChance(state: seed) }

    /// Bytes of all files as reads show them, for capacity.
    package var usedBytes: Int { contents.values.reduce(0) { $0 + $1.view.count } }

    /// What reads would show of all files; changes nothing.
    package var snapshot: [String: [UInt8]] { contents.mapValues(\.view) }

    /// Whether it has less room than it could need.
    package var isCramped: Bool { capacity != .max }

    /// Whatever was to go wrong does not.
    package func heal() {
        faults = [:]
        standingFaults = [:]
        capacity = .max
        unreadable = []
    }

    /// The power fails now: what is pending survives as the seed decides.
    package func losePower() {
        isPowered = false
        for name in contents.keys.sorted() {
            guard var file = contents[name] else { continue }
            let survives = file.settle(with: &chance, harshPercent: harshPercent)
            contents[name] = survives ? file : nil
        }
    }

    /// The power is back, with what the failure left.
    package func restorePower() { isPowered = true }

    /// Puts a file on the disk from outside, durable at once.
    package func place(_ bytes: [UInt8], as file: String) {
        contents[file] = SimulatedFile(durable: bytes)
    }

    /// Puts another disk's content in the place of all that is there, durable at once.
    package func replace(with files: [String: [UInt8]]) {
        contents = files.mapValues { SimulatedFile(durable: $0) }
    }

    package func remove(_ file: String) { contents[file] = nil }

    /// Flips one bit of a file, as a decaying medium does; bit 0 is the lowest of the first byte.
    package func flip(bit: Int, of file: String) {
        guard var bytes = contents[file]?.view, bit / 8 < bytes.count else { return }
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        place(bytes, as: file)
    }

    package func files() throws(DiskError) -> [String] {
        try demandPower(.list, "log")
        try perform(standingFaults[.list], .list, "log")
        return contents.keys.sorted()
    }

    package func read(_ file: String, max: Int) throws(DiskError) -> [UInt8] {
        try demandPower(.read, file)
        try perform(standingFaults[.read], .read, file)
        guard let bytes = contents[file]?.view else { throw error(.read, file, .missing) }
        guard !unreadable.contains(file) else { throw error(.read, file, .inputOutput) }
        guard bytes.count <= max else { throw error(.read, file, .tooLong) }
        return bytes
    }

    package func write(
        _ bytes: [UInt8], to file: String, at offset: Int
    ) throws(DiskError) {
        let fault = try nextFault(.write, file)
        let before = contents[file] ?? SimulatedFile()
        let growth = max(0, offset + bytes.count - before.view.count)
        let room = max(0, capacity - usedBytes)
        let isCut = growth > room
        let kept =
            fault != nil
            ? Array(bytes.prefix(chance.below(bytes.count + 1)))
            : isCut ? Array(bytes.dropLast(min(bytes.count, growth - room))) : bytes
        var after = before
        after.change(.write(kept, offset: offset))
        contents[file] = after
        try perform(fault ?? (isCut ? .full : nil), .write, file)
    }

    package func makeDurable(_ file: String) throws(DiskError) {
        let fault = try nextFault(.makeDurable, file)
        guard var content = contents[file] else { throw error(.makeDurable, file, .missing) }
        if fault == nil {
            content.makeDurable()
        } else if fault != .powerLoss {
            content.giveUp(with: &chance)
        }
        contents[file] = content
        try perform(fault, .makeDurable, file)
    }

    package func resize(_ file: String, to length: Int) throws(DiskError) {
        let fault = try nextFault(.resize, file)
        guard var content = contents[file] else { throw error(.resize, file, .missing) }
        let isFull = length - content.view.count > max(0, capacity - usedBytes)
        if !isFull && (fault == nil || fault == .powerLoss) {
            content.change(.resize(length))
            contents[file] = content
        }
        try perform(fault ?? (isFull ? .full : nil), .resize, file)
    }

    private func nextFault(
        _ operation: DiskError.Operation, _ file: String
    ) throws(DiskError) -> Fault? {
        try demandPower(operation, file)
        defer { changes += 1 }
        return faults[changes] ?? standingFaults[operation]
    }

    private func perform(
        _ fault: Fault?, _ operation: DiskError.Operation, _ file: String
    ) throws(DiskError) {
        switch fault {
        case nil: return
        case .powerLoss?:
            losePower()
            throw error(operation, file, .powerLoss)
        case .inputOutput?: throw error(operation, file, .inputOutput)
        case .full?: throw error(operation, file, .full)
        }
    }

    private func demandPower(
        _ operation: DiskError.Operation, _ file: String
    ) throws(DiskError) {
        guard isPowered else { throw error(operation, file, .powerLoss) }
    }

    private enum Reason: Int32 {
        case missing = 2
        case inputOutput = 5
        case full = 28
        case tooLong = 27
        case powerLoss = 0

        var words: String {
            switch self {
            case .missing: "No such file or directory"
            case .inputOutput: "Input/output error"
            case .full: "No space left on device"
            case .tooLong: "File too large"
            case .powerLoss: "the power failed"
            }
        }
    }

    private func error(
        _ operation: DiskError.Operation, _ file: String, _ reason: Reason
    ) -> DiskError {
        DiskError(
            operation: operation, file: file, number: reason.rawValue, words: reason.words,
            isFull: reason == .full)
    }
}
