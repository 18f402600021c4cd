import Foundation

/// The first byte chooses who reads, the second how much of the input stands once in front; the rest is
/// repeated until the text is long, so that few bytes show a cost that grows faster than they do.
package enum CostTarget {
    /// Bytes of a text that is read: a cost of 0.1 ns for each pair of them is beyond the bound.
    /// Builds that check every addition read a quarter.
    static let textBytes = (_isDebugAssertConfiguration() ? 16 : 64) * 1024
    /// What a byte may cost, of processor time, beside what is spent once. The dearest reader costs 1.5 µs
    /// with the address sanitizer and counted edges; builds that check every addition are slower still.
    static let costOfAByte = Duration.microseconds(_isDebugAssertConfiguration() ? 10 : 4)
    static let costOnce = Duration.milliseconds(20)
    /// The least of so many measurements counts: other programs make some of them longer, for seconds.
    static let measurements = 16

    static func run(_ bytes: [UInt8]) throws {
        var script = ByteScript(bytes)
        let readers = TextReader.allCases
        let reader = readers[Int(script.byte()) % readers.count]
        let frontCount = Int(script.byte() % 16)
        let rest = script.rest()
        let unit = rest.dropFirst(frontCount)
        guard !unit.isEmpty else { return }
        var text = Array(rest.prefix(frontCount))
        while text.count < textBytes { text += unit }
        let read = String(decoding: text, as: UTF8.self)
        let bound = costOnce + costOfAByte * read.utf8.count
        var least = Duration.seconds(1000)
        for _ in 0..<measurements {
            least = min(least, cost { reader.read(read) })
            if least <= bound { return }
        }
        throw Broken(description: "\(reader) takes \(least) for \(read.utf8.count) bytes")
    }

    package static func cost(_ work: () -> Void) -> Duration {
        let start = threadTime
        work()
        return threadTime - start
    }

    /// The processor time of the calling thread; hardly affected by the load of the machine.
    private static var threadTime: Duration {
        var time = timespec()
        let status = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        precondition(status == 0, "this system has no such clock")
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
