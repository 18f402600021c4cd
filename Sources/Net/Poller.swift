import Foundation

/// `poll(2)` over many descriptors in one flat array: about 0.1 µs a descriptor and call, so thousands
/// need nothing faster.
package struct Poller {
    /// The events to wait for. A hang-up or an error is reported in any case.
    package struct Interest: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Data, a connection or the end of input is there.
        package static let readable = Interest(rawValue: 1)
        /// At least one byte can be written, or a connect has ended.
        package static let writable = Interest(rawValue: 2)
    }

    /// The state of a descriptor. A hang-up or an error also sets `isReadable` and `isWritable`, as far as
    /// they were asked for: the next read or write then fails with the reason.
    package struct Readiness: Hashable, Sendable {
        /// The token of the registration.
        package let token: Int
        /// A read does not block.
        package let isReadable: Bool
        /// A write does not block.
        package let isWritable: Bool
        /// The peer hung up, or the descriptor failed.
        package let isBroken: Bool
    }

    private var entries: [pollfd] = []
    private var tokens: [Int] = []
    /// The slot in both arrays by descriptor number, or -1; numbers are small and dense.
    private var slots: [Int] = []

    /// Watches nothing yet.
    package init() {}

    /// The number of registered descriptors.
    package var count: Int { entries.count }

    /// Watches a descriptor until `remove`, which must come before it is closed. Returns false, and
    /// watches nothing, when `NetLimits.sourcesMax` is reached.
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

    /// Changes the events to wait for on a registered descriptor.
    package mutating func update(_ number: Int32, _ interest: Interest) {
        guard let slot = slot(of: number) else {
            preconditionFailure("update of an unregistered descriptor")
        }
        entries[slot].events = Self.events(interest)
    }

    /// Ends the watch; does nothing if the descriptor is not registered.
    package mutating func remove(_ number: Int32) {
        guard let slot = slot(of: number) else { return }
        slots[Int(number)] = -1
        entries.swapAt(slot, entries.count - 1)
        tokens.swapAt(slot, tokens.count - 1)
        entries.removeLast()
        tokens.removeLast()
        if slot < entries.count { slots[Int(entries[slot].fd)] = slot }
    }

    /// Waits until a descriptor is ready, the time-out passes (nil: none; zero: do not wait) or a signal
    /// arrives; returns every descriptor that is ready, possibly none. Rounds up to milliseconds.
    package mutating func wait(timeout: Duration?) throws(NetError) -> [Readiness] {
        var count = pollOnce(Self.milliseconds(timeout))
        // The handler of the signal has written to the signal pipe by now: poll again without waiting.
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
