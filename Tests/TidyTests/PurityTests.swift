import Testing

/// The core takes time, randomness and the world as arguments, so that one seed fixes a whole run.
@Suite struct PurityTests {
    private static let unsafeOrConcurrent: Set<String> = [
        "unsafe", "async", "await", "actor", "Task", "Unmanaged", "nonisolated",
    ]
    private static let clocksAndRandomness: Set<String> = [
        "ContinuousClock", "SuspendingClock", "SystemRandomNumberGenerator", "DispatchTime", "UUID",
        "CFAbsoluteTimeGetCurrent", "clock_gettime", "gettimeofday", "arc4random", "getrandom",
    ]
    private static let shuffles: Set<String> = ["random", "randomElement", "shuffle", "shuffled"]
    private static let world: Set<String> = ["print", "debugPrint", "readLine", "getenv"]

    static func check(_ source: SwiftSource) -> [Complaint] {
        checkConcurrency(source) + checkClocks(source)
    }

    /// Unsafe code, concurrency and input or output, none of which a pure room has.
    static func checkConcurrency(_ source: SwiftSource) -> [Complaint] {
        source.tokens.indices.compactMap { index in
            let text = source[index]
            let isCall = source[index + 1] == "(" && source[index - 1] != "."
            guard
                unsafeOrConcurrent.contains(text) || text.hasPrefix("Unsafe")
                    || text.hasPrefix("withUnsafe")
                    || (world.contains(text) && isCall && source[index - 1] != "func")
            else { return nil }
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

    @Test func simulatorHasNoClockAndNoDiceOfItsOwn() {
        report(SourceTree.real.swift(in: "Tests/Simulator").flatMap(Self.checkClocks))
    }

    @Test(arguments: [
        "let a = unsafe b", "func a() async {}", "await a()", "actor A {}", "Task { }",
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
