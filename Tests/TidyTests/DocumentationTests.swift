import Testing

/// Every `package` declaration says what its signature cannot.
@Suite struct DocumentationTests {
    /// Witnesses whose meaning is the protocol's, of the standard library only.
    private static let witnesses: Set<String> = [
        "func =", "func <", "func hash", "var description", "var debugDescription",
        "func encode", "var rawValue", "init(from", "init(rawValue",
    ]

    /// The documented requirements of the protocols of this package and of those that they refine, by the
    /// protocol's name; a witness of one needs no words of its own.
    static func requirements(in sources: [SwiftSource]) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        var parents: [String: String] = [:]
        for source in sources {
            for declaration in Declaration.all(in: source) {
                if let name = declaration.scope.packageProtocol {
                    found[name, default: []].insert(declaration.signature)
                }
                let kind = declaration.signature.split(separator: " ")
                let after = declaration.index + (declaration.isPackage ? 3 : 2)
                guard kind.first == "protocol", source[after] == ":" else { continue }
                parents[String(kind[1])] = source[after + 1]
            }
        }
        for (name, parent) in parents { found[name, default: []].formUnion(found[parent] ?? []) }
        return found
    }

    static func check(
        _ source: SwiftSource, requirements: [String: Set<String>] = [:]
    ) -> [Complaint] {
        let doc = DocLines(source)
        return Declaration.all(in: source).compactMap { declaration in
            let signature = declaration.signature
            let isWitness = declaration.scope.conformances.contains {
                requirements[$0]?.contains(signature) == true
            }
            guard declaration.isPackage || declaration.scope.packageProtocol != nil,
                !witnesses.contains(signature), !isWitness, !doc.cover(declaration.index)
            else { return nil }
            return source.complaint(
                at: source.tokens[declaration.index].line,
                "`\(signature)` needs a doc comment (`///`) above it")
        }
    }

    @Test func everyPackageDeclarationIsDocumented() {
        let sources = SourceTree.real.swift(in: "Sources", "Tests/Simulator")
        let requirements = Self.requirements(in: sources)
        report(sources.flatMap { Self.check($0, requirements: requirements) })
    }

    @Test(arguments: [
        "package let a = 1", "// not a doc\npackage struct A {}", "///\npackage func a() {}",
        "/// Far.\n\npackage var a: Int { 1 }", "extension A {\n    package static func b() {}\n}",
        "/// A.\npackage protocol A {\n    func b()\n}", "package init(a: Int) {}",
        "/// A.\n@available(*, noasync)\nlet b = 1\npackage final class C {}",
        "package private(set) var a = 1", "/// A.\npackage struct A { }\npackage typealias B = Int",
        "struct A: B {\n    package func c() {}\n}", "package class func a() {}",
        "let b = 1 /// B.\npackage let a = 1",
    ])
    func plantedSilenceIsFound(text: String) {
        #expect(Self.check(SwiftSource(path: "Sources/MoveLog/A.swift", text: text)).count == 1)
    }

    @Test(arguments: [
        "/// A.\npackage let a = 1", "package import MoveLog", "let a = 1",
        "/// A.\n@discardableResult\npackage func a() -> Int { 1 }",
        "/// A.\n@available(\n    *, noasync\n)\npackage func a() {}",
        "extension A {\n    package static func == (a: A, b: A) -> Bool { true }\n}",
        "package init(from decoder: any Decoder) {}", "package init?(rawValue: Int) {}",
        "/// A.\npackage protocol A {\n    /// B.\n    var b: Int { get set }\n}\nlet c = 1",
        "package var description: String { \"\" }", "/// A.\npackage enum B {\n    case c\n}",
        "package(set) var a = 1", "package init<D: Decoder>(from decoder: D) {}",
    ])
    func documentedAndExcusedPass(text: String) {
        #expect(Self.check(SwiftSource(path: "Sources/MoveLog/A.swift", text: text)).isEmpty)
    }

    @Test func witnessesAreExcusedInConformersOnly() {
        let text = """
            /// A.
            package protocol A {
                /// B.
                func b()
                /// C.
                init(c: Int)
            }
            struct D: A {
                package func b() {}
                package init(c: Int) {}
                package init(e: Int) {}
            }
            struct F {
                package func b() {}
            }
            """
        let source = SwiftSource(path: "Sources/MoveLog/A.swift", text: text)
        let requirements = Self.requirements(in: [source])
        #expect(requirements == ["A": ["func b", "init(c"]])
        #expect(Self.check(source, requirements: requirements).map(\.line) == [11, 14])
    }
}

/// The lines of a file that hold a doc comment and nothing else.
private struct DocLines {
    private let source: SwiftSource
    private let lines: Set<Int>
    /// The first token of each line that has one.
    private let firstTokens: [Int: Int]

    init(_ source: SwiftSource) {
        self.source = source
        var firstTokens: [Int: Int] = [:]
        for index in source.tokens.indices.reversed() {
            firstTokens[source.tokens[index].line] = index
        }
        let docs = source.comments.filter { $0.text.hasPrefix("///") && $0.text.utf8.count > 4 }
        lines = Set(docs.map(\.line)).filter { firstTokens[$0] == nil }
        self.firstTokens = firstTokens
    }

    /// Whether one stands directly above the token's line, attributes aside.
    func cover(_ index: Int) -> Bool {
        var line = source.tokens[index].line
        while line > 1 {
            line -= 1
            if lines.contains(line) { return true }
            guard let first = firstTokens[line] else { return false }
            if source[first] == ")", let opening = attribute(endingAt: first) {
                line = opening + 1
            } else if source[first] != "@" {
                return false
            }
        }
        return false
    }

    /// The line on which the attribute begins whose arguments end with the token at `close`.
    private func attribute(endingAt close: Int) -> Int? {
        var index = close
        while index > 0, source[index] != "(" { index -= 1 }
        return source[index - 2] == "@" ? source.tokens[index - 2].line : nil
    }
}
