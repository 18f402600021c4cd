import Testing

/// The core takes time, randomness and the world as arguments, so that one seed fixes a whole run.
@Suite struct PurityTests {
    /// The rooms at the edge of the world, where C is called.
    private static let edges: Set<String> = ["Net", "TLS", "Daemon"]
    private static let concurrency: Set<String> = [
        "async", "await", "actor", "Task", "nonisolated",
    ]
    private static let clocksAndRandomness: Set<String> = [
        "ContinuousClock", "SuspendingClock", "SystemRandomNumberGenerator", "DispatchTime", "UUID",
        "CFAbsoluteTimeGetCurrent", "clock_gettime", "gettimeofday", "arc4random", "getrandom",
    ]
    private static let shuffles: Set<String> = ["random", "randomElement", "shuffle", "shuffled"]
    private static let world: Set<String> = ["print", "debugPrint", "readLine", "getenv"]

    static func check(_ source: SwiftSource) -> [Complaint] {
        checkUnsafe(source) + checkConcurrency(source) + checkClocks(source)
    }

    static func checkUnsafe(_ source: SwiftSource) -> [Complaint] {
        source.tokens.filter {
            $0.text == "unsafe" || $0.text == "Unmanaged" || $0.text.hasPrefix("Unsafe")
                || $0.text.hasPrefix("withUnsafe")
        }.map {
            source.complaint(
                at: $0.line, "`\($0.text)` belongs into \(edges.sorted().joined(separator: ", "))")
        }
    }

    /// Concurrency, and input or output.
    static func checkConcurrency(_ source: SwiftSource) -> [Complaint] {
        source.tokens.indices.compactMap { index in
            let text = source[index]
            let isCall =
                source[index + 1] == "(" && ![".", "func"].contains(source[index - 1])
            guard concurrency.contains(text) || (world.contains(text) && isCall) else { return nil }
            let line = source.tokens[index].line
            return source.complaint(at: line, "\(source.module) is pure: no `\(text)`")
        }
    }

    /// Clocks, and randomness that no seed reaches.
    static func checkClocks(_ source: SwiftSource) -> [Complaint] {
        source.tokens.indices.compactMap { index in
            let text = source[index]
            let readsDate =
                text == "Date"
                && ((source[index + 1] == "(" && source[index + 2] == ")")
                    || (source[index + 1] == "." && source[index + 2] == "now"))
            let isUnseeded =
                shuffles.contains(text) && source[index - 1] == "." && source[index + 1] == "("
                && !arguments(of: source, from: index + 1).contains("using")
            guard readsDate || isUnseeded || clocksAndRandomness.contains(text) else { return nil }
            return source.complaint(
                at: source.tokens[index].line,
                "\(source.module) takes time and randomness as arguments: no `\(text)`")
        }
    }

    private static func arguments(of source: SwiftSource, from open: Int) -> [String] {
        var depth = 0
        var found: [String] = []
        for index in open..<source.tokens.count {
            depth += source[index] == "(" ? 1 : source[index] == ")" ? -1 : 0
            if depth == 0 { break }
            found.append(source[index])
        }
        return found
    }

    @Test func pureRoomsArePure() {
        let rooms = SourceTree.real.swift(in: "Sources").filter {
            Fences.pure.contains($0.module)
        }
        report(rooms.flatMap(Self.check))
    }

    @Test func unsafeCodeIsAtTheEdges() {
        let inner = SourceTree.real.swift(in: "Sources", "Tests").filter {
            // `Fuzz` is what libFuzzer, which is C, calls, and its targets read the processor time of
            // a thread; `Simulate` and `Rehearsal` end the processes that they started.
            !Self.edges.union(["Fuzz", "FuzzTargets", "Rehearsal", "Simulate"]).contains($0.module)
                && !$0.module.hasSuffix("Tests")
        }
        report(inner.flatMap(Self.checkUnsafe))
    }

    @Test func simulatorHasNoClockAndNoDiceOfItsOwn() {
        report(SourceTree.real.swift(in: "Tests/Simulator").flatMap(Self.checkClocks))
    }

    @Test(arguments: [
        "let a = unsafe b", "let a: Unmanaged<B>", "func a() async {}", "await a()", "actor A {}",
        "Task { }",
        "let a: UnsafeRawPointer", "a.withUnsafeBytes { }", "let a = Date()", "let a = Date.now",
        "let a = ContinuousClock()",
        "var a = SystemRandomNumberGenerator()", "let a = Int.random(in: 1...2)",
        "a.shuffle()", "print(a)", "let a = \"\\(UUID())\"",
    ])
    func plantedImpurityIsFound(text: String) {
        #expect(Self.check(SwiftSource(path: "Sources/MoveLog/A.swift", text: text)).count == 1)
    }

    @Test(arguments: [
        "let a = Int.random(in: 1...f(2), using: &dice)", "a.shuffled(using: &dice)",
        "// unsafe, await, Date()", "let a = Date(seconds: 3)", "func print(_ a: Int) {}",
        "a.print(b)",
    ])
    func seededAndNamedThingsPass(text: String) {
        #expect(Self.check(SwiftSource(path: "Sources/MoveLog/A.swift", text: text)).isEmpty)
    }
}
