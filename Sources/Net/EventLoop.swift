import Foundation

/// The events to wait for. A hang-up or an error is reported in any case.
package struct Interest: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Data, a connection or the end of input is there.
    package static let readable = Interest(rawValue: 1)
    /// At least one byte can be written, or a connect has ended.
    package static let writable = Interest(rawValue: 2)

    fileprivate var events: Int16 {
        Int16((contains(.readable) ? POLLIN : 0) | (contains(.writable) ? POLLOUT : 0))
    }
}

/// The state of a descriptor. A hang-up or an error also sets `isReadable` and `isWritable`, as far
/// as they were asked for: the next read or write then fails with the reason.
package struct Readiness: Hashable, Sendable {
    /// A read does not block.
    package let isReadable: Bool
    /// A write does not block.
    package let isWritable: Bool
    /// The peer hung up, or the descriptor failed.
    package let isBroken: Bool

    fileprivate init(_ entry: pollfd) {
        let (asked, told) = (Int32(entry.events), Int32(entry.revents))
        isBroken = told & Int32(POLLHUP | POLLERR | POLLNVAL) != 0
        let ready = isBroken ? told | asked : told
        isReadable = ready & Int32(POLLIN) != 0
        isWritable = ready & Int32(POLLOUT) != 0
    }
}

/// The wait of a program: one `poll(2)` over all its descriptors in one flat array, about 0.1 µs a
/// descriptor and call, so thousands need nothing faster. `Source` names who handles a ready
/// descriptor: an enum in the daemon, a closure in the client.
package final class EventLoop<Source> {
    private var entries: [pollfd] = []
    private var sources: [Source] = []
    /// The slot in both arrays by descriptor number, or -1; numbers are small and dense.
    private var slots: [Int] = []

    /// Watches nothing yet.
    package init() {}

    /// The number of watched descriptors.
    var count: Int { entries.count }

    /// Watches a descriptor until `forget`, which must come before it is closed. Returns false, and
    /// watches nothing, when `NetLimits.sourcesMax` is reached.
    @discardableResult
    package func watch(
        _ number: Int32, _ interest: Interest, as source: Source
    ) -> Bool {
        let index = Int(number)
        precondition(index >= 0 && slot(of: number) == nil, "registered once, while open")
        guard entries.count < NetLimits.sourcesMax else { return false }
        if index >= slots.count {
            slots.append(contentsOf: repeatElement(-1, count: index + 1 - slots.count))
        }
        slots[index] = entries.count
        entries.append(pollfd(fd: number, events: interest.events, revents: 0))
        sources.append(source)
        return true
    }

    /// Changes what a descriptor is watched for; does nothing if it is not watched.
    package func update(_ number: Int32, _ interest: Interest) {
        guard let slot = slot(of: number) else { return }
        entries[slot].events = interest.events
    }

    /// Ends the watch; does nothing if there is none.
    package func forget(_ number: Int32) {
        guard let slot = slot(of: number) else { return }
        slots[Int(number)] = -1
        entries.swapAt(slot, entries.count - 1)
        sources.swapAt(slot, sources.count - 1)
        entries.removeLast()
        let forgotten = sources.removeLast()
        if slot < entries.count { slots[Int(entries[slot].fd)] = slot }
        // Releasing a source may forget another one; the arrays are consistent by then.
        withExtendedLifetime(forgotten) {}
    }

    /// Waits until a descriptor is ready, the time-out passes (nil: none; zero: do not wait) or a
    /// signal arrives; returns every source that is ready, possibly none. Rounds up to
    /// milliseconds. Acting on one may `forget` another of them: the caller must then skip it.
    package func wait(
        timeout: Duration?
    ) throws(NetError) -> [(source: Source, state: Readiness)] {
        var count = pollOnce(Self.milliseconds(timeout))
        // The signal's handler has written to the signal pipe by now: poll again without waiting.
        if case .failure(let number) = count, number.rawValue == EINTR { count = pollOnce(0) }
        if case .failure(let number) = count {
            if number.rawValue == EINTR { return [] }
            // poll(2): no memory for now. A program that ended would lose its links, too.
            if [ENOMEM, EAGAIN].contains(number.rawValue) {
                _ = usleep(NetLimits.memoryWait)
                return []
            }
        }
        guard try count.orThrow("wait for", "\(entries.count) descriptors") > 0 else { return [] }
        var ready: [(source: Source, state: Readiness)] = []
        for slot in entries.indices where entries[slot].revents != 0 {
            ready.append((sources[slot], Readiness(entries[slot])))
        }
        return ready
    }

    private func pollOnce(_ milliseconds: Int32) -> Result<Int32, ErrorNumber> {
        let (count, number) = unsafe (poll(&entries, nfds_t(entries.count), milliseconds), errno)
        return count >= 0 ? .success(count) : .failure(ErrorNumber(number))
    }

    private func slot(of number: Int32) -> Int? {
        let index = Int(number)
        guard index >= 0, index < slots.count, slots[index] >= 0 else { return nil }
        return slots[index]
    }

    static func milliseconds(_ timeout: Duration?) -> Int32 {
        guard let timeout else { return -1 }
        guard timeout > .zero else { return 0 }
        // A day is long enough, and keeps the sum below within its type.
        guard timeout < .seconds(86_400) else { return 86_400_000 }
        let (seconds, attoseconds) = timeout.components
        let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(seconds * 1000 + rest)
    }
}
