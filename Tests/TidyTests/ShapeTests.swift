import Testing

/// Small files, short scripts, a clear top level.
@Suite struct ShapeTests {
    private static let linesMax = 600
    private static let scriptLinesMax = 40
    private static let topLevel: Set<String> = [
        "Package.swift", "Sources", "Tests", "Protocol", "Scripts", "README.md", "CHANGELOG.md",
        "LICENSE", "SECURITY.md", "CONTRIBUTING.md",
    ]

    static func checkLength(_ source: SwiftSource) -> [Complaint] {
        // Generated files are read on the page that they come from.
        guard source.lineCount > linesMax, !source.path.contains("/Generated/") else { return [] }
        return [source.complaint(at: linesMax + 1, "\(source.lineCount) lines, past \(linesMax)")]
    }

    /// Comments and blank lines do not count; another language than shell is free.
    static func checkScript(path: String, text: String) -> [Complaint] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, first.hasPrefix("#!") || !first.hasPrefix("import"),
            !first.contains("swift"), !first.contains("python")
        else { return [] }
        let code = lines.filter { line in
            let start = line.first { $0 != " " && $0 != "\t" }
            return start != nil && start != "#"
        }
        guard code.count > scriptLinesMax else { return [] }
        let message = "\(code.count) lines of shell, past \(scriptLinesMax): write it in Swift"
        return [Complaint(path: path, line: 0, message: message)]
    }

    static func checkTopLevel(_ names: [String]) -> [Complaint] {
        names.filter { !topLevel.contains($0) }.map {
            Complaint(path: $0, line: 0, message: "does not belong at the top level")
        }
    }

    @Test func noFileIsTooLong() {
        report(SourceTree.real.swift.flatMap(Self.checkLength))
    }

    @Test func scriptsAreShort() {
        let tree = SourceTree.real
        let scripts = tree.paths.filter { $0.hasPrefix("Scripts/") || $0.hasPrefix(".ci/") }
        report(scripts.flatMap { Self.checkScript(path: $0, text: tree.text(of: $0) ?? "") })
    }

    @Test func topLevelIsKnown() {
        report(Self.checkTopLevel(SourceTree.real.topLevel))
    }

    @Test func plantedLengthsAreFound() {
        let long = String(repeating: "\n", count: 601)
        #expect(Self.checkLength(SwiftSource(path: "Sources/A/B.swift", text: long)).count == 1)
        let fits = String(repeating: "\n", count: 600)
        #expect(Self.checkLength(SwiftSource(path: "Sources/A/B.swift", text: fits)).isEmpty)
    }

    @Test func plantedScriptIsFound() {
        let shell = "#!/usr/bin/env bash\n" + String(repeating: "a\n# b\n\n", count: 40)
        #expect(Self.checkScript(path: "Scripts/a", text: shell).isEmpty)
        #expect(Self.checkScript(path: "Scripts/a", text: shell + "a\n").count == 1)
        let python = "#!/usr/bin/env python3\n" + String(repeating: "a\n", count: 50)
        #expect(Self.checkScript(path: "Scripts/a", text: python).isEmpty)
    }

    @Test func plantedFileAtTheTopIsFound() {
        #expect(
            Self.checkTopLevel(["LICENSE", "Sources", "notes.txt"]).map(\.path) == ["notes.txt"])
    }
}
