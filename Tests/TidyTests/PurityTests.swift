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

    /// Words that only people at a keyboard, at a screen to touch or at a command line understand.
    private static let interfaceWords: Set<String> = [
        "key", "keys", "press", "presses", "pressed", "type", "types", "typed", "typing",
        "keyboard",
        "space", "arrow", "terminal", "cursor", "mouse", "click", "tap", "button", "menu",
    ]
    /// In lower case some of these are words of the game or of the table.
    private static let keyNames: Set<String> = [
        "Enter", "Return", "Escape", "Esc", "Tab", "Up", "Down", "Left", "Right", "Home", "End",
        "Space", "Backspace", "Delete", "Ctrl", "Shift", "←", "→", "↑", "↓",
    ]

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

    /// The texts of view models are true of every interface: no key, no device and no
    /// command. It names actions and remedies, and each view has its own words for these.
    static func checkInterface(_ source: SwiftSource) -> [Complaint] {
        source.literals.flatMap { literal in
            interfaceNames(in: literal.text).map {
                source.complaint(
                    at: literal.line, "`\($0)` belongs to one interface: name an action or a remedy"
                )
            }
        }
    }

    /// A file that draws, on a canvas or as lines of a style, and a function that is handed the
    /// `Reads` of a drawing, read outputs through these: what is read as `value` past them
    /// is drawn, but draws nothing anew when it changes.
    static func checkDrawing(_ source: SwiftSource) -> [Complaint] {
        let draws = source.tokens.contains { ["Canvas", "Style"].contains($0.text) }
        let bodies = source.tokens.indices.filter { index in
            source[index] == "Reads" && source[index - 1] == ":"
                && [")", ",", "="].contains(source[index + 1])
        }.map { body(of: source, after: $0) }
        return source.tokens.indices.compactMap { index in
            guard source[index] == "value", source[index - 1] == ".",
                source[index - 2] != "scalar", draws || bodies.contains(where: { $0 ~= index })
            else { return nil }
            return source.complaint(
                at: source.tokens[index].line,
                "a drawing reads outputs through its canvas, style or reads: no `.value`")
        }
    }

    /// The tokens of the next block in braces.
    private static func body(of source: SwiftSource, after index: Int) -> Range<Int> {
        let first = (index..<source.tokens.count).first { source[$0] == "{" } ?? index
        var depth = 0
        for place in first..<source.tokens.count {
            depth += source[place] == "{" ? 1 : source[place] == "}" ? -1 : 0
            if depth == 0 { return first..<place }
        }
        return first..<source.tokens.count
    }

    private static func interfaceNames(in text: String) -> [String] {
        let words = text.split { $0 == " " || $0.isNewline }
        return words.indices.flatMap { index in
            let parts = words[index].split {
                !($0.isLetter || $0.isNumber || $0 == "'" || isArrow($0))
            }
            // The name of the program begins a command; otherwise somebody has scored.
            let isCommand =
                parts.first == "scored"
                && (index == 0 || words[index - 1].last?.isLetter != true)
            // `a` is an article, and a last `s` the plural of an interpolated noun.
            let letters: Set<String> = words[(index + 1)...].isEmpty ? ["a", "s"] : ["a"]
            return parts.map(String.init).filter { part in
                interfaceWords.contains(part.lowercased()) || keyNames.contains(part)
                    || (part == "scored" && isCommand)
                    || (part.count == 1 && !letters.contains(part) && part.allSatisfy(\.isLetter))
            }
        }
    }

    private static func isArrow(_ character: Character) -> Bool {
        keyNames.contains(String(character))
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
            // a thread; `Simulate` and `Rehearsal` end the processes that they started; the seal of
            // the `Simulator` loads eight bytes as one.
            !Self.edges.union(["Fuzz", "FuzzTargets", "Rehearsal", "Simulate"]).contains($0.module)
                && !$0.module.hasSuffix("Tests") && !$0.path.hasSuffix("/ToySeal.swift")
        }
        report(inner.flatMap(Self.checkUnsafe))
    }

    @Test func simulatorHasNoClockAndNoDiceOfItsOwn() {
        report(SourceTree.real.swift(in: "Tests/Simulator").flatMap(Self.checkClocks))
    }

    @Test func viewModelsKnowNoInterface() {
        report(SourceTree.real.swift(in: "Sources/ViewModels").flatMap(Self.checkInterface))
    }

    @Test func drawingsReadOutputsThroughTheirReads() {
        report(SourceTree.real.swift(in: "Sources/Terminal").flatMap(Self.checkDrawing))
    }

    @Test(arguments: [
        "func draw(on canvas: inout Canvas) { canvas.write(model.title.value, row: 0) }",
        "func lines(_ style: Style) -> [String] { [model.rows.value[0]] }",
        "func f(a: Int, _ reads: Reads) -> Int { if a { b.value } }\nvar c: Int { d }",
    ])
    func plantedReadPastADrawingIsFound(text: String) {
        let source = SwiftSource(path: "Sources/Terminal/A.swift", text: text)
        #expect(Self.checkDrawing(source).map(\.line) == [1])
    }

    @Test(arguments: [
        "func draw(on canvas: inout Canvas) { canvas.write(canvas[model.title], row: 0) }",
        "init(_ scalar: Unicode.Scalar) { Canvas(scalar.value) }",
        "func f(_ reads: Reads) -> Int { reads[b] }\nfunc press() { b.value = 1 }",
    ])
    func otherReadsPass(text: String) {
        let source = SwiftSource(path: "Sources/Terminal/A.swift", text: text)
        #expect(Self.checkDrawing(source).isEmpty)
    }

    @Test(arguments: [
        "Enter claims \\(a)", "\\(a); n makes a new one", "newer game: \\(a) (n)", "T takes over",
        "press it", "two keys", "type a number", "Esc goes back", "↑ picks", "a space",
        "no game yet: scored new HAWKS OWLS", "scored accept \\(a)", "\\(a): `scored games`",
    ])
    func plantedInterfaceIsFound(text: String) {
        let source = SwiftSource(path: "Sources/ViewModels/A.swift", text: "\nlet a = \"\(text)\"")
        let complaints = Self.checkInterface(source)
        #expect(complaints.count == 1 && complaints.first?.line == 2, "\(complaints)")
    }

    @Test(arguments: [
        "nobody has scored yet", "a player's name", "\\(enter) tracks \\(a)", "left", "home", "1P",
        "the end of a game", "two \\(a)s",
    ])
    func wordsOfEveryInterfacePass(text: String) {
        let source = SwiftSource(
            path: "Sources/ViewModels/A.swift", text: "// Enter\nlet key = \"\(text)\"")
        #expect(Self.checkInterface(source).isEmpty)
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
