import Foundation
import FuzzTargets

// What libFuzzer's own `main` calls. The target's name comes in `SCORED_FUZZ_TARGET`, because the
// options of the command line are libFuzzer's.

private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["SCORED_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("there is no target '\(name)'; use Scripts/fuzz")
    }
    return target
}()

/// Writes the seeds into a folder and ends, where one is named.
@c(LLVMFuzzerInitialize)
public func prepare(
    _ count: UnsafeMutablePointer<CInt>?, _ words: UnsafeMutableRawPointer?
) -> CInt {
    let environment = ProcessInfo.processInfo.environment
    // What a process makes once at its first use is not the first input's doing.
    do {
        for seed in try SeedCorpus.seeds(of: target).prefix(50) { try? target.run(seed) }
    } catch {
        fatalError("no seeds: \(error)")
    }
    guard let folder = environment["SCORED_FUZZ_SEEDS"] else { return 0 }
    do {
        for (index, seed) in try SeedCorpus.seeds(of: target).enumerated() {
            try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(index)"))
        }
        exit(0)
    } catch {
        fatalError("cannot write seeds: \(error)")
    }
}

/// One input. What does not hold is a trap, as libFuzzer wants it.
@c(LLVMFuzzerTestOneInput)
public func tryOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    do {
        try target.run(bytes)
    } catch {
        fatalError("\(target.rawValue): \(error)")
    }
    return 0
}
