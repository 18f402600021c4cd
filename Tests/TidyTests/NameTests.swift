import Testing

/// Names say what a thing is; words of record have no synonyms.
@Suite struct NameTests {
    private static let emptySuffixes = [
        "Manager", "Handler", "Helper", "Helpers", "Util", "Utils", "Info", "Base", "Impl",
    ]
    private static let emptyFiles: Set<String> = [
        "Utilities", "Utils", "Helpers", "Common", "Extensions", "Misc", "main",
    ]
    /// The word that is not used, and the one that is.
    private static let synonyms: [String: String] = [
        "cluster": "table", "clusters": "table", "node": "device", "nodes": "device",
        "timestamp": "wall time", "timestamps": "wall time", "logger": "diagnostics",
        "username": "keeper", "scorekeepers": "keepers",
    ]
    private static let typeKeywords: Set<String> = [
        "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
    ]

    static func check(_ source: SwiftSource) -> [Complaint] {
        checkFile(source) + checkTypes(source)
    }

    private static func checkFile(_ source: SwiftSource) -> [Complaint] {
        let name = source.fileName
        guard emptyFiles.contains(name) || emptySuffixes.contains(where: name.hasSuffix) else {
            return []
        }
        return [source.complaint(at: 0, "the file name says nothing: name it after its idea")]
    }

    private static func checkTypes(_ source: SwiftSource) -> [Complaint] {
        source.tokens.indices.flatMap { index -> [Complaint] in
            guard typeKeywords.contains(source[index - 1]), source[index].first?.isUppercase == true
            else { return [] }
            let name = source[index]
            var messages: [String] = []
            if emptySuffixes.contains(where: name.hasSuffix) {
                messages.append("`\(name)` ends with a word that says nothing")
            }
            if name == source.module {
                messages.append("`\(name)` bears its module's name and hides it")
            }
            messages += words(ofCamelCase: name).compactMap { word in
                synonyms[word].map { "`\(name)`: the word of record is \($0), not \(word)" }
            }
            return messages.map { source.complaint(at: source.tokens[index].line, $0) }
        }
    }

    /// Types at the top of files that two modules, or two files of one, give the same name.
    static func checkTwins(_ sources: [SwiftSource]) -> [Complaint] {
        var homes: [String: [SwiftSource]] = [:]
        for source in sources {
            var depth = 0
            for index in source.tokens.indices {
                if source[index] == "{" { depth += 1 }
                if source[index] == "}" { depth -= 1 }
                let isHidden = ["private", "fileprivate"].contains {
                    source[index - 2] == $0 || source[index - 3] == $0
                }
                guard depth == 0, typeKeywords.contains(source[index - 1]), !isHidden,
                    source[index].first?.isUppercase == true
                else { continue }
                homes[source[index], default: []].append(source)
            }
        }
        return homes.sorted { $0.key < $1.key }.filter { $0.value.count > 1 }.map { name, sources in
            let others = sources.dropFirst().map(\.path).joined(separator: ", ")
            return sources[0].complaint(at: 0, "`\(name)` is the name of another type: \(others)")
        }
    }

    static func checkLiterals(_ source: SwiftSource) -> [Complaint] {
        source.literals.flatMap { literal in
            literal.text.lowercased().split { !$0.isLetter }.compactMap { word in
                synonyms[String(word)].map {
                    source.complaint(at: literal.line, "the word of record is \($0), not \(word)")
                }
            }
        }
    }

    static func checkAccess(_ source: SwiftSource) -> [Complaint] {
        source.tokens.filter { $0.text == "public" || $0.text == "open" }.filter { piece in
            let index = source.tokens.firstIndex { $0.offset == piece.offset } ?? 0
            // A module is handed on to those who import this one by a public import alone.
            guard piece.text == "open" else { return source[index + 1] != "import" }
            // `open` is a verb too: only the modifier stands before a declaration.
            return ["class", "func", "var"].contains(source[index + 1])
        }.map {
            source.complaint(at: $0.line, "no `\($0.text)`: between modules it is `package`")
        }
    }

    private static func words(ofCamelCase name: String) -> [String] {
        name.reduce(into: []) { words, character in
            if character.isUppercase || words.isEmpty {
                words.append(character.lowercased())
            } else {
                words[words.count - 1].append(character)
            }
        }
    }

    @Test func namesSaySomething() {
        report(SourceTree.real.swift.flatMap(Self.check))
    }

    @Test func oneNameIsOneType() {
        report(Self.checkTwins(SourceTree.real.swift(in: "Sources")))
    }

    @Test func plantedTwinIsFound() {
        func source(_ room: String, _ text: String) -> SwiftSource {
            SwiftSource(path: "Sources/\(room)/A.swift", text: text)
        }
        let first = source("Net", "package struct Limits {}\nprivate struct Row {}")
        let second = source("TLS", "enum Limits {}\nenum B { struct Limits {} }\nstruct Row {}")
        #expect(Self.checkTwins([first, second]).map(\.path) == ["Sources/Net/A.swift"])
    }

    @Test func literalsUseWordsOfRecord() {
        report(SourceTree.real.swift(in: "Sources").flatMap(Self.checkLiterals))
    }

    @Test func nothingIsPublic() {
        report(SourceTree.real.swift(in: "Sources", "Tests/Simulator").flatMap(Self.checkAccess))
    }

    @Test(arguments: [
        ("Sources/Net/A.swift", "final class LinkManager {}"),
        ("Sources/Net/A.swift", "enum Net {}"),
        ("Sources/Net/A.swift", "struct NodeList {}"),
        ("Sources/Net/A.swift", "typealias PeerInfo = Int"),
        ("Sources/Net/Helpers.swift", "let a = 1"),
        ("Tests/NetTests/SocketUtil.swift", "let a = 1"),
    ])
    func plantedNameIsFound(path: String, text: String) {
        #expect(Self.check(SwiftSource(path: path, text: text)).count == 1)
    }

    @Test func plantedWordsAreFound() {
        let bad = SwiftSource(
            path: "Sources/Net/A.swift", text: "let a = \"no such node\"\nlet b = \"Cluster \\(c)\""
        )
        #expect(Self.checkLiterals(bad).map(\.line) == [1, 2])
        let good = SwiftSource(
            path: "Sources/Net/A.swift", text: "// a node\nlet a = \"nodejs anode\"; let node = 1")
        #expect(Self.checkLiterals(good).isEmpty)
    }

    @Test func plantedAccessIsFound() {
        let text = "public struct A {}\nopen class B {}\nlet c = open(d)\n\"public\""
        let source = SwiftSource(path: "Sources/Net/A.swift", text: text)
        #expect(Self.checkAccess(source).map(\.line) == [1, 2])
    }

    @Test func goodNamesPass() {
        let text = "enum FileDisk {}\nstruct Database {}\nclass func b() {}\nfunc manager() {}"
        #expect(Self.check(SwiftSource(path: "Sources/Net/Poller.swift", text: text)).isEmpty)
    }
}
