import Testing

/// What `SECURITY.md` promises is held by tests that exist.
@Suite struct PromiseTests {
    /// Words of a page that have the form `Suite.test`, in code.
    static func named(in text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
            .filter { word in
                let parts = word.split(separator: ".", omittingEmptySubsequences: false)
                return parts.count == 2 && parts[0].hasSuffix("Tests") && !parts[1].isEmpty
            }
    }

    /// Every `Suite.test` of the sources: a suite is a type whose name ends in Tests.
    static func tests(of sources: [SwiftSource]) -> Set<String> {
        var found: Set<String> = []
        for source in sources {
            var suite = ""
            for index in source.tokens.indices {
                let word = source[index]
                if ["struct", "class"].contains(word), source[index + 1].hasSuffix("Tests") {
                    suite = source[index + 1]
                }
                if word == "func", !suite.isEmpty { found.insert("\(suite).\(source[index + 1])") }
            }
        }
        return found
    }

    static func check(path: String, text: String, tests: Set<String>) -> [Complaint] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().flatMap { index, line in
            named(in: String(line)).filter { !tests.contains($0) }.map {
                Complaint(path: path, line: index + 1, message: "there is no test \($0)")
            }
        }
    }

    @Test func everyPromiseNamesATest() throws {
        let path = "SECURITY.md"
        let text = try #require(SourceTree.real.text(of: path))
        let tests = Self.tests(of: SourceTree.real.swift(in: "Tests"))
        report(Self.check(path: path, text: text, tests: tests))
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count > 10)
        for row in rows { #expect(!Self.named(in: String(row)).isEmpty, "\(row)") }
    }

    /// Only the listener of peers and that of the pages listen on a network.
    @Test func theLocalAPIHasNoPort() {
        let listening = SourceTree.real.swift(in: "Sources").filter { source in
            source.module != "Net"
                && source.tokens.indices.contains {
                    source[$0] == "listening" && source[$0 + 1] == "(" && source[$0 + 2] == "on"
                }
        }
        let paths = ["Sources/Client/WebProcess.swift", "Sources/Daemon/Peering.swift"]
        #expect(listening.map(\.path).sorted() == paths)
    }

    @Test func aMissingTestIsSeen() {
        let source = SwiftSource(path: "Tests/A.swift", text: "struct ATests { func one() {} }")
        let tests = Self.tests(of: [source])
        #expect(tests == ["ATests.one"])
        let text = "| a | `ATests.one` `ATests.two` |\nplain `x.y`"
        #expect(Self.check(path: "p", text: text, tests: tests).map(\.line) == [1])
    }
}
