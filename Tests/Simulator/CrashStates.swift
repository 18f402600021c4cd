import MoveLog
import Storage

/// Every way in which a crash can leave the log of a workload: at every call of the disk, before it,
/// in it and after it; with the power failing or only the process; with writes dropped, torn and
/// reordered; again while the log is opened and repaired; and again when it is written on.
///
/// A *state* is a directory with what had been promised of it. Each is opened; what was acknowledged
/// must be there, nothing else but the start of what was handed in, and it must be there again at
/// every later opening.
package struct CrashStates: Sendable {
    /// What came of trying them.
    package struct Report: Sendable {
        /// How many states were opened, by the number of crashes behind them.
        package fileprivate(set) var states: [Int] = [0, 0, 0, 0]
        /// What went wrong, with the way to it; a few of them.
        package fileprivate(set) var failures: [String] = []

        package init() {}

        /// How many states in all.
        package var count: Int { states.reduce(0, +) }

        package mutating func add(_ other: Report) {
            for index in states.indices { states[index] += other.states[index] }
            failures = Array((failures + other.failures).prefix(Self.failuresMax))
        }

        fileprivate static let failuresMax = 5
    }

    /// The first life, which nothing interrupts.
    private let boundaries: [CrashBoundary]
    /// What was wrong even so.
    private let complaint: String?
    private let workload: CrashWorkload
    private let lie: DiskLie?
    private let source: [UInt32: Commit]

    /// The states of a workload, on a disk that lies if it is told to.
    package init(_ workload: CrashWorkload, lie: DiskLie? = nil) {
        self.workload = workload
        self.lie = lie
        var source: [UInt32: Commit] = [:]
        for life in 0...UInt32(workload.crashes) {
            for number in 0..<UInt32(160) {
                source[life * 1000 + number] = workload.commit(life * 1000 + number)
            }
        }
        self.source = source
        let first = CrashLife(
            CrashSituation(image: DiskImage()), of: workload, number: 0, lie: lie, source: source)
        complaint = first.live(groups: workload.groups)
        boundaries = first.boundaries
    }

    /// Calls of the first life: each is a part that can be tried by itself.
    package var parts: Int { boundaries.count }

    /// Tries the states that a crash at one call of the first life can lead to, each once. They and
    /// their number depend on the workload alone.
    package func report(part index: Int) -> Report {
        var report = Report()
        if let complaint {
            report.failures.append("\(workload.name), without any crash: \(complaint)")
            return report
        }
        let seen = SeenStates()
        boundaries[index].crashes(isEveryByte: true) { step, situation in
            let way = [CrashWay(index: index, call: boundaries[index].call, step: step)]
            explore(situation, crashes: 1, by: way, seen, &report)
        }
        return report
    }

    /// Tries all of them, one part after the other, until one goes wrong.
    package func report() -> Report {
        var report = Report()
        for part in 0..<parts where report.failures.isEmpty { report.add(self.report(part: part)) }
        return report
    }

    private func explore(
        _ situation: CrashSituation, crashes: Int, by way: [CrashWay], _ seen: SeenStates,
        _ report: inout Report
    ) {
        guard report.failures.isEmpty, seen.insert(situation, crashes) else { return }
        report.states[crashes] += 1
        let life = life(situation, number: crashes)
        let isLeaf = situation.isLeaf || crashes == workload.crashes
        if let complaint = life.live(groups: isLeaf ? 1 : 2) {
            let path = way.map(\.description).joined(separator: "; then ")
            report.failures.append("\(workload.name): \(path): \(complaint)")
            return
        }
        if isLeaf { return again(life, crashes: crashes, by: way, &report) }
        for (index, boundary) in life.boundaries.enumerated() {
            boundary.crashes(isEveryByte: false) { step, situation in
                let step = CrashWay(index: index, call: boundary.call, step: step)
                explore(situation, crashes: crashes + 1, by: way + [step], seen, &report)
            }
        }
    }

    /// The power fails at the end of a life, and the log is opened once more.
    private func again(
        _ life: CrashLife, crashes: Int, by way: [CrashWay], _ report: inout Report
    ) {
        guard let end = life.boundaries.last else { return }
        for image in end.situation.image.survivors {
            var situation = end.situation
            situation.image = image
            let last = self.life(situation, number: crashes + 1)
            guard let complaint = last.live(groups: 0) else { continue }
            let path = way.map(\.description).joined(separator: "; then ")
            report.failures.append(
                "\(workload.name): \(path); at the opening after it: \(complaint)")
        }
    }

    private func life(_ situation: CrashSituation, number: Int) -> CrashLife {
        CrashLife(situation, of: workload, number: number, lie: lie, source: source)
    }
}

/// How a crash came, for the report of a failure.
struct CrashWay: CustomStringConvertible {
    enum Step {
        case powerLoss(survivor: Int)
        case killed
        case shortWrite(Int, isPowerLost: Bool, survivor: Int)
        case failedSync(survivor: Int)
    }

    var index: Int
    var call: DiskCall?
    var step: Step

    var description: String {
        let place = "call \(index) (\(call.map(\.description) ?? "the end"))"
        return switch step {
        case .powerLoss(let survivor): "power lost before \(place), survivor \(survivor)"
        case .killed: "killed before \(place)"
        case .shortWrite(let count, let isPowerLost, let survivor):
            "\(isPowerLost ? "power lost" : "killed") after \(count) bytes of \(place), "
                + "survivor \(survivor)"
        case .failedSync(let survivor): "sync failed at \(place), survivor \(survivor)"
        }
    }
}

extension CrashBoundary {
    /// Everything that a crash here may leave. With `isEveryByte` writes are cut at every byte, and
    /// what only that finds is marked a leaf.
    func crashes(isEveryByte: Bool, _ body: (CrashWay.Step, CrashSituation) -> Void) {
        for (index, image) in situation.image.survivors.enumerated() {
            body(.powerLoss(survivor: index), situation.leaving(image))
        }
        if !situation.image.isSettled { body(.killed, situation.leaving(situation.image)) }
        switch call {
        case .write(let bytes, _, let offset)?:
            let coarse = Self.lengths(of: bytes.count, at: offset)
            for count in isEveryByte ? Array(0...bytes.count) : coarse {
                var image = situation.image
                guard let call else { return }
                image.perform(call, writing: count)
                let isLeaf = !coarse.contains(count)
                for (index, left) in (isLeaf ? [image.wholeSurvivor] : image.survivors).enumerated()
                {
                    body(
                        .shortWrite(count, isPowerLost: true, survivor: index),
                        situation.leaving(left, isLeaf: isLeaf))
                }
                body(
                    .shortWrite(count, isPowerLost: false, survivor: 0),
                    situation.leaving(image, isLeaf: isLeaf))
            }
        case .makeDurable(let file)?:
            for (index, image) in situation.image.givenUp(file).enumerated() {
                body(.failedSync(survivor: index), situation.leaving(image))
            }
        case .resize?, nil: return
        }
    }

    /// Ends that matter: none, one byte, all but one, and around every sector of the file; of long
    /// writes around every page.
    private static func lengths(of count: Int, at offset: Int) -> [Int] {
        var lengths: Set = [0, 1, count / 2, count - 1, count]
        let isLong = count > SimulatedFile.atomsMax * SimulatedFile.sectorBytes
        let step = isLong ? SimulatedFile.pageBytes : SimulatedFile.sectorBytes
        var edge = (offset / step + 1) * step - offset
        while edge < count {
            lengths.formUnion([edge - 1, edge, edge + 1])
            edge += step
        }
        return lengths.filter { (0...count).contains($0) }.sorted()
    }
}

extension CrashSituation {
    fileprivate func leaving(_ left: DiskImage, isLeaf: Bool = false) -> CrashSituation {
        var situation = self
        situation.isClean = isClean && left == image
        situation.image = left
        situation.isLeaf = isLeaf
        return situation
    }
}

/// The states that were tried already, each once for a number of crashes.
private final class SeenStates {
    private var hashes: Set<Int> = []

    func insert(_ situation: CrashSituation, _ crashes: Int) -> Bool {
        var hasher = Hasher()
        hasher.combine(situation)
        hasher.combine(crashes)
        return hashes.insert(hasher.finalize()).inserted
    }
}
