/// How long ago an entry was recorded, as a device tells it: an item of an AGES frame.
package struct Age: Hashable, Sendable {
    /// The entry.
    package var entry: EntryID
    /// How long ago it was recorded when the frame was sent; in whole milliseconds, at most
    /// `Limits.ageMax`.
    package var age: Duration
    /// By how much the age may be wrong at most, while it is not estimated; in whole milliseconds,
    /// at most `Limits.doubtMax`.
    package var doubt: Duration
    /// Links between the sender and the device that recorded the entry; below `Limits.hopsMax`.
    package var hops: UInt8
    /// Whether a wall clock carried it over a restart of a machine.
    package var isEstimated: Bool

    /// Joins the parts.
    package init(
        entry: EntryID, age: Duration, doubt: Duration, hops: UInt8, isEstimated: Bool
    ) {
        self.entry = entry
        self.age = age
        self.doubt = doubt
        self.hops = hops
        self.isEstimated = isEstimated
    }

    func write(to writer: inout ByteWriter) {
        writer.raw(entry.author.bytes)
        writer.varint(entry.sequence)
        writer.byte(isEstimated ? 1 : 0)
        writer.byte(hops)
        writer.varint(UInt64(max(0, age.milliseconds)))
        writer.varint(UInt64(max(0, doubt.milliseconds)))
    }

    init(from reader: inout ByteReader) throws(Malformed) {
        let author = try reader.identifier(AuthorID.self)
        let sequence = try reader.varint()
        guard sequence > 0, sequence < Limits.lamportMax else { throw .invalid("sequence") }
        entry = EntryID(author: author, sequence: sequence)
        let flags = try reader.byte()
        guard flags <= 1 else { throw .invalid("flags") }
        isEstimated = flags == 1
        hops = try reader.byte()
        guard hops < Limits.hopsMax else { throw .invalid("hops") }
        age = .milliseconds(
            try reader.count("age", max: Int(Limits.ageMax.components.seconds) * 1000))
        doubt = .milliseconds(
            try reader.count("doubt", max: Int(Limits.doubtMax.components.seconds) * 1000))
    }
}

/// When an entry was recorded, on the uptime of this device.
package struct Anchor: Hashable, Sendable {
    /// The instant, on this device's uptime; negative for one before it started.
    package var uptime: Duration
    /// By how much it may be off at most when it was measured, while it is not estimated.
    package var doubt: Duration
    /// When it was measured; from then on the doubt grows, as two clocks drift apart.
    package var measuredAt: Duration
    /// Links on the way from the device that recorded the entry: 0 when this one did.
    package var hops: UInt8
    /// Whether a wall clock carried it over a restart of a machine.
    package var isEstimated: Bool

    /// Joins the parts.
    package init(
        uptime: Duration, doubt: Duration = .zero, measuredAt: Duration, hops: UInt8 = 0,
        isEstimated: Bool = false
    ) {
        self.uptime = uptime
        self.doubt = doubt
        self.measuredAt = measuredAt
        self.hops = hops
        self.isEstimated = isEstimated
    }

    /// By how much it may be off at most now, drift of the clocks included; nothing can be said of
    /// one that is estimated.
    package func doubt(at now: Duration) -> Duration {
        hops == 0 ? doubt : doubt + max(.zero, now - measuredAt) / Limits.driftDivisor
    }

    /// The same anchor after the machine has started anew, by the difference of its wall clock: at
    /// `then`, any reading of both clocks of the earlier start, and at `now`. A wall clock that went
    /// back behind the entry leaves it no age.
    package func carried(from then: Moment, to now: Moment) -> Anchor {
        let (wall, isBeyond) = then.wall.milliseconds.addingReportingOverflow(
            (uptime - then.uptime).milliseconds)
        let (age, isBefore) = now.wall.milliseconds.subtractingReportingOverflow(wall)
        let known: Int64 = isBeyond || isBefore ? 0 : max(0, age)
        return Anchor(
            uptime: now.uptime - .milliseconds(known), measuredAt: now.uptime,
            // Whoever recorded the entry remains the first to be believed.
            hops: hops == 0 ? 0 : min(hops, Limits.hopsMax - 1) + 1, isEstimated: true)
    }

    /// Whether nothing better need be asked for.
    func isSettled(at now: Duration) -> Bool {
        !isEstimated && doubt(at: now) <= Intervals.doubtSettled
    }

    /// Uninterrupted before estimated; a doubt that nobody notices before a larger one; of small
    /// doubts the one with fewer hops, so that whoever recorded the entry is believed before others;
    /// else less doubt. Of what is estimated nothing but the hops is worth a comparison.
    func isBetter(than other: Anchor, at now: Duration) -> Bool {
        if isEstimated != other.isEstimated { return !isEstimated }
        if isEstimated { return hops < other.hops }
        let isSmall = isSettled(at: now)
        if isSmall != other.isSettled(at: now) { return isSmall }
        if isSmall, hops != other.hops { return hops < other.hops }
        return doubt(at: now) < other.doubt(at: now)
    }

    /// Whether people or peers would notice the difference.
    func isNotable(after other: Anchor, at now: Duration) -> Bool {
        if isEstimated != other.isEstimated || hops < other.hops { return true }
        let shift = uptime - other.uptime
        return shift > Intervals.ageShift || shift < .zero - Intervals.ageShift
            || isSettled(at: now) != other.isSettled(at: now)
    }

    /// What a peer is told; nil when it is too old, too doubtful or too far away to be told.
    func age(of entry: EntryID, at now: Duration) -> Age? {
        let age = max(.zero, now - uptime)
        let doubt = doubt(at: now)
        guard hops < Limits.hopsMax, age <= Limits.ageMax,
            doubt + .milliseconds(1) <= Limits.doubtMax
        else { return nil }
        return Age(
            entry: entry, age: .milliseconds(age.milliseconds),
            // Rounded up, that of the age being rounded down included.
            doubt: .milliseconds(hops == 0 ? 0 : doubt.milliseconds + 1),
            hops: hops, isEstimated: isEstimated)
    }
}

/// What a device knows of the ages of entries: a bounded number, of which those that its owner
/// follows are told to peers.
struct AgeMemory: Sendable {
    /// Entries of these kinds are anchored when they are recorded here.
    var timedKinds: Set<Kind> = []
    /// Sorted, at most `Limits.followedMax`.
    private(set) var followed: [EntryID] = []
    private(set) var anchors: [EntryID: Anchor] = [:]
    /// The same entries, oldest first.
    private var order: [EntryID] = []
    /// Whether peers have to be told something, and when they may.
    var isNews = false
    var tellAt = Duration.zero

    func isFollowed(_ entry: EntryID) -> Bool { followed.contains(entry) }

    /// Whether a better anchor of something that is followed may be had from a peer.
    func isWanting(at now: Duration) -> Bool {
        followed.contains { anchors[$0]?.isSettled(at: now) != true }
    }

    /// Replaces what is followed and gives what was not before; of too many the first ones stay.
    mutating func follow(_ entries: [EntryID]) -> [EntryID] {
        var known: Set<EntryID> = []
        let distinct = entries.filter { known.insert($0).inserted }
        let next = distinct.prefix(Limits.followedMax).sorted()
        defer { followed = next }
        return next.filter { !followed.contains($0) }
    }

    mutating func keep(_ anchor: Anchor, of entry: EntryID) {
        guard anchors.updateValue(anchor, forKey: entry) == nil else { return }
        order.append(entry)
        guard order.count > Limits.anchorsMax,
            let oldest = order.firstIndex(where: { !isFollowed($0) })
        else { return }
        anchors[order.remove(at: oldest)] = nil
    }
}

extension Duration {
    /// Whole milliseconds, cut towards zero; of a length that no clock counts, some or other.
    fileprivate var milliseconds: Int64 {
        components.seconds &* 1000 &+ components.attoseconds / 1_000_000_000_000_000
    }
}
