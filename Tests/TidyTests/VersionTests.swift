import Testing

/// The version of the program is stated once, where scripts and tests can ask for it.
@Suite struct VersionTests {
    private static let place = "Sources/scored/HelpCommands.swift"

    /// The text of `ProgramVersion`; nil if the file states none.
    static func stated(in text: String) -> String? {
        guard let start = text.firstRange(of: "enum ProgramVersion {"),
            let quote = text[start.upperBound...].firstIndex(of: "\""),
            let end = text[text.index(after: quote)...].firstIndex(of: "\"")
        else { return nil }
        return String(text[text.index(after: quote)..<end])
    }

    /// Lines that name the version as a word: neither `10.9.0` nor `0.9.0.1` names 0.9.0.
    static func check(path: String, text: String, version: String) -> [Complaint] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            let words = line.split { !($0.isNumber || $0 == ".") }
            guard words.contains(where: { $0 == version || $0 == version + "." }) else {
                return nil
            }
            return Complaint(
                path: path, line: index + 1,
                message: "`\(version)` is said by ProgramVersion alone: ask `scored version`")
        }
    }

    /// The first version that a heading of the changelog names.
    static func newest(inChangelog text: String) -> String? {
        text.split(separator: "\n").lazy.filter { $0.hasPrefix("## ") }.compactMap { line in
            line.split { " :,".contains($0) }.map(String.init).first { word in
                let parts = word.split(separator: ".", omittingEmptySubsequences: false)
                return parts.count == 3 && parts.allSatisfy { Int($0) != nil }
            }
        }.first
    }

    @Test func noOtherFileRepeatsTheVersion() throws {
        let tree = SourceTree.real
        let version = try #require(Self.stated(in: tree.text(of: Self.place) ?? ""))
        let parts = version.split(separator: ".", omittingEmptySubsequences: false)
        #expect(parts.count == 3 && parts.allSatisfy { Int($0) != nil })
        for path in tree.paths
        where !SourceTree.isData(path) && path != "CHANGELOG.md"
            && path != "Tests/TidyTests/VersionTests.swift"
            // Names every released version, of which the present one is the last.
            && path != "Tests/DaemonTests/HomeFixtureTests.swift"
        {
            let found = Self.check(path: path, text: tree.text(of: path) ?? "", version: version)
            if path == Self.place {
                #expect(found.count == 1, "\(path) says it once")
            } else {
                report(found)
            }
        }
    }

    @Test func theChangelogBeginsWithTheVersion() throws {
        let tree = SourceTree.real
        let version = try #require(Self.stated(in: tree.text(of: Self.place) ?? ""))
        #expect(Self.newest(inChangelog: tree.text(of: "CHANGELOG.md") ?? "") == version)
    }

    @Test(arguments: [
        "VERSION=0.9.0", "scored_0.9.0_amd64.deb", "This is 0.9.0.", "\"0.9.0\"",
    ])
    func plantedVersionIsFound(text: String) {
        let found = Self.check(path: "Scripts/package", text: "\n" + text, version: "0.9.0")
        #expect(found.map(\.line) == [2])
    }

    @Test(arguments: ["10.9.0", "0.9.01", "0.9.0.1", "127.0.9.0", "0.9"])
    func otherNumbersPass(text: String) {
        #expect(Self.check(path: "README.md", text: text, version: "0.9.0").isEmpty)
    }

    @Test(arguments: [
        ("## Unreleased: 0.9.0\n## 0.8.0", "0.9.0"), ("## Unreleased\n\n## 1.0.2, May", "1.0.2"),
        ("## Unreleased: version 1\n0.9.0", nil),
    ])
    func aHeadingNamesTheVersion(text: String, version: String?) {
        #expect(Self.newest(inChangelog: text) == version)
    }
}
