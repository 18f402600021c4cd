/// One file of a simulated disk: what reads show, what is durable, and what is on its way.
struct SimulatedFile: Hashable, Sendable {
    /// What may be pending.
    enum Change: Hashable, Sendable {
        case write([UInt8], offset: Int)
        case resize(Int)

        func hash(into hasher: inout Hasher) {
            switch self {
            case .write(let bytes, let offset):
                hasher.combine(offset)
                hasher.combine(fingerprint(bytes))
            case .resize(let length): hasher.combine(~length)
            }
        }
    }

    static let sectorBytes = 512

    /// What reads show.
    private(set) var view: [UInt8] = []
    private(set) var durable: [UInt8] = []
    private(set) var isEntryDurable = false
    private(set) var pending: [Change] = []

    /// A file that is not yet durable.
    init() {}

    init(durable bytes: [UInt8]) {
        view = bytes
        durable = bytes
        isEntryDurable = true
    }

    mutating func change(_ change: Change) {
        Self.perform(change, on: &view)
        pending.append(change)
    }

    /// What is pending reaches the medium, the directory entry too.
    mutating func makeDurable() {
        for change in pending { Self.perform(change, on: &durable) }
        pending = []
        isEntryDurable = true
    }

    /// A sync failed: any part of what was pending reached the medium, the rest never will, and
    /// reads go on showing it.
    mutating func giveUp(with chance: inout DiskChance) {
        durable = survivor(with: &chance)
        pending = []
    }

    /// A sync failed and left this on the medium; reads go on showing what was written.
    mutating func giveUp(leaving bytes: [UInt8]) {
        durable = bytes
        pending = []
    }

    /// The power failed; returns whether the directory entry survived.
    mutating func settle(with chance: inout DiskChance, harshPercent: Int = 0) -> Bool {
        let survives = isEntryDurable || chance.below(2) == 0
        durable = survivor(with: &chance, harshPercent: harshPercent)
        view = durable
        pending = []
        isEntryDurable = survives
        return survives
    }

    /// The durable content mixed with what was pending: the length and every sector as of some
    /// moment since the last sync, each for itself; now and then all old or all new.
    private func survivor(
        with chance: inout DiskChance, harshPercent: Int = 0
    ) -> [UInt8] {
        var moments = [durable]
        for change in pending {
            var next = moments[moments.count - 1]
            Self.perform(change, on: &next)
            moments.append(next)
        }
        guard moments.count > 1 else { return durable }
        // Harsh disks lose nearly all of it, sector by sector.
        switch harshPercent > 0 ? 2 : chance.below(8) {
        case 0: return durable
        case 1: return moments[moments.count - 1]
        default: break
        }
        func isLost(_ chance: inout DiskChance) -> Bool {
            harshPercent > 0 && chance.below(100) < harshPercent
        }
        var mixed = isLost(&chance) ? durable : moments[chance.below(moments.count)]
        for start in stride(from: 0, to: mixed.count, by: Self.sectorBytes) {
            let source = isLost(&chance) ? durable : moments[chance.below(moments.count)]
            for index in start..<min(start + Self.sectorBytes, mixed.count) {
                mixed[index] = index < source.count ? source[index] : 0
            }
        }
        return mixed
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(fingerprint(view))
        hasher.combine(fingerprint(durable))
        hasher.combine(isEntryDurable)
        hasher.combine(pending)
    }

    private static func perform(_ change: Change, on bytes: inout [UInt8]) {
        switch change {
        case .write(let new, let offset):
            guard !new.isEmpty else { return }
            let end = offset + new.count
            if bytes.count < end {
                bytes += [UInt8](repeating: 0, count: end - bytes.count)
            }
            bytes.replaceSubrange(offset..<end, with: new)
        case .resize(let length):
            if length < bytes.count {
                bytes.removeLast(bytes.count - length)
            } else {
                bytes += [UInt8](repeating: 0, count: length - bytes.count)
            }
        }
    }
}

/// The disk's own chance (SplitMix64), so that its faults depend on its seed and calls alone.
struct DiskChance {
    var state: UInt64

    /// A number from 0 to below `count`.
    mutating func below(_ count: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ mixed >> 31) % UInt64(max(1, count)))
    }
}

/// A number that stands for the bytes (FNV-1a): many times cheaper than hashing them one by one.
func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return hash
}
