import Foundation

/// Waits on many descriptors at once with `poll(2)`, in one flat array. Costs about 0.1 µs a
/// descriptor and call, so thousands are fine and nothing cleverer is needed.
package struct Poller {
    /// What a source is watched for. With none of them a hang-up or an error is still told.
    package struct Interest: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Something can be read or accepted, or the end is there.
        package static let readable = Interest(rawValue: 1)
        /// A write would take at least one byte, or a connect has ended.
        package static let writable = Interest(rawValue: 2)
    }

    /// What a source is ready for. A hang-up or an error also sets `isReadable` and `isWritable`,
    /// as far as they were asked for, so that the next read or write brings it to light.
    package struct Readiness: Hashable, Sendable {
        /// The token given at registration.
        package let token: Int
        /// A read would not wait.
        package let isReadable: Bool
        /// A write would not wait.
        package let isWritable: Bool
        /// The other side is gone, or the descriptor has failed.
        package let isBroken: Bool
    }

    private var entries: [pollfd] = []
    private var tokens: [Int] = []
    /// By descriptor number, its slot in the two arrays, or -1: numbers are small and dense.
    private var slots: [Int] = []

    /// Watches nothing yet.
    package init() {}

    /// Sources that are watched now.
    package var count: Int { entries.count }

    /// Watches a descriptor until `remove`, which must come before it is closed. Returns false, and
    /// watches nothing, when the limit of sources is reached.
    @discardableResult
    package mutating func register(_ number: Int32, _ interest: Interest, token: Int) -> Bool {
        let index = Int(number)
        precondition(index >= 0 && slot(of: number) == nil, "registered once, while open")
        guard entries.count < NetLimits.sourcesMax else { return false }
        if index >= slots.count {
            slots.append(contentsOf: repeatElement(-1, count: index + 1 - slots.count))
        }
        slots[index] = entries.count
        entries.append(pollfd(fd: number, events: Self.events(interest), revents: 0))
        tokens.append(token)
        return true
    }

    /// Changes what a registered descriptor is watched for.
    package mutating func update(_ number: Int32, _ interest: Interest) {
        guard let slot = slot(of: number) else { preconditionFailure("update of no source") }
        entries[slot].events = Self.events(interest)
    }

    /// Ends the watch; of an unknown descriptor it does nothing.
    package mutating func remove(_ number: Int32) {
        guard let slot = slot(of: number) else { return }
        slots[Int(number)] = -1
        entries.swapAt(slot, entries.count - 1)
        tokens.swapAt(slot, tokens.count - 1)
        entries.removeLast()
        tokens.removeLast()
        if slot < entries.count { slots[Int(entries[slot].fd)] = slot }
    }

    /// Waits until a source is ready, the time-out passes (nil: for ever; zero: not at all), or a
    /// signal arrives, and returns all that is ready, possibly nothing. Rounds up to milliseconds.
    package mutating func wait(timeout: Duration?) throws(NetError) -> [Readiness] {
        var count = pollOnce(Self.milliseconds(timeout))
        // A signal's handler has written to the signal pipe by now: look without waiting.
        if case .failure(let number) = count, number.rawValue == EINTR { count = pollOnce(0) }
        if case .failure(let number) = count, number.rawValue == EINTR { return [] }
        guard try count.orThrow("wait for", "\(entries.count) descriptors") > 0 else { return [] }
        return ready()
    }

    private mutating func pollOnce(_ milliseconds: Int32) -> Result<Int32, ErrorNumber> {
        let (count, number) = unsafe (poll(&entries, nfds_t(entries.count), milliseconds), errno)
        return count >= 0 ? .success(count) : .failure(ErrorNumber(number))
    }

    private func ready() -> [Readiness] {
        var ready: [Readiness] = []
        for slot in entries.indices where entries[slot].revents != 0 {
            let asked = Int32(entries[slot].events)
            let told = Int32(entries[slot].revents)
            let isBroken = told & Int32(POLLHUP | POLLERR | POLLNVAL) != 0
            ready.append(
                Readiness(
                    token: tokens[slot],
                    isReadable: told & Int32(POLLIN) != 0 || isBroken && asked & Int32(POLLIN) != 0,
                    isWritable: told & Int32(POLLOUT) != 0
                        || isBroken && asked & Int32(POLLOUT) != 0,
                    isBroken: isBroken))
        }
        return ready
    }

    private func slot(of number: Int32) -> Int? {
        let index = Int(number)
        guard index >= 0, index < slots.count, slots[index] >= 0 else { return nil }
        return slots[index]
    }

    private static func events(_ interest: Interest) -> Int16 {
        var events: Int32 = 0
        if interest.contains(.readable) { events |= Int32(POLLIN) }
        if interest.contains(.writable) { events |= Int32(POLLOUT) }
        return Int16(events)
    }

    private static func milliseconds(_ timeout: Duration?) -> Int32 {
        guard let timeout else { return -1 }
        guard timeout > .zero else { return 0 }
        // A day is long enough, and keeps the sum below within its type.
        guard timeout < .seconds(86_400) else { return 86_400_000 }
        let (seconds, attoseconds) = timeout.components
        let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(seconds * 1000 + rest)
    }
}
