import Foundation

/// What this process has used so far.
enum Gauge {
    /// Seconds of processor time; what others do on the machine does not count.
    static var processor: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

    /// Bytes that are resident; 0 where the system does not say. What was freed and not given back
    /// counts, unless it is trimmed first.
    static func residentBytes(isTrimmed: Bool) -> Int {
        #if canImport(Glibc)
            if isTrimmed { _ = trim(0) }
        #endif
        return bytes(ofLine: "VmRSS:")
    }

    /// The most bytes that were resident at once; 0 where the system does not say.
    static var peakBytes: Int { bytes(ofLine: "VmHWM:") }

    private static func bytes(ofLine name: String) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
            let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst()
                .first
        else { return 0 }
        return (Int(kilobytes) ?? 0) * 1024
    }

    /// The value of some work, and the processor time it took.
    static func timing<Value>(_ work: () throws -> Value) rethrows -> (Value, seconds: Double) {
        let start = processor
        let value = try work()
        return (value, processor - start)
    }
}

#if canImport(Glibc)
    /// Gives what was freed back to the system; no module of the C library names it.
    @_silgen_name("malloc_trim")
    private func trim(_ pad: Int) -> Int32
#endif
