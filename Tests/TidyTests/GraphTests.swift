import Foundation
import Testing

/// The manifest and the map say the same.
@Suite struct GraphTests {
    /// What `swift package describe --type json` says, as far as it is asked.
    private struct Description: Decodable {
        struct Target: Decodable {
            let name: String
            let type: String
            let targetDependencies: [String]?
        }

        struct Product: Decodable {
            let name: String
        }

        struct Dependency: Decodable {}

        let targets: [Target]
        let products: [Product]
        let dependencies: [Dependency]
    }

    private static let manifest = "Package.swift"

    static func checkGraph(_ json: String) throws -> [Complaint] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let description = try decoder.decode(Description.self, from: Data(json.utf8))
        var messages: [String] = []
        for target in description.targets where target.type != "test" {
            guard let rooms = Fences.rooms[target.name] else {
                messages.append("\(target.name) has no row in the map")
                continue
            }
            for other in rooms.symmetricDifference(target.targetDependencies ?? []).sorted() {
                messages.append("\(target.name) and \(other): the map says something else")
            }
        }
        if description.products.map(\.name) != ["scored"] {
            messages.append("the one product is scored: \(description.products.map(\.name))")
        }
        if !description.dependencies.isEmpty {
            messages.append("no packages: \(description.dependencies.count) declared")
        }
        return messages.map { Complaint(path: manifest, line: 0, message: $0) }
    }

    static func checkManifest(_ source: SwiftSource) -> [Complaint] {
        source.tokens.indices.filter { source[$0] == "." && source[$0 + 1] == "package" }.map {
            source.complaint(at: source.tokens[$0].line, "no packages but this one")
        }
    }

    @Test func manifestNamesNoPackages() throws {
        let text = try #require(SourceTree.real.text(of: Self.manifest))
        report(Self.checkManifest(SwiftSource(path: Self.manifest, text: text)))
    }

    /// `Scripts/check` writes the description, since `swift test` holds the lock of the build.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["SCORED_GRAPH"] != nil))
    func graphIsTheMap() throws {
        let path = try #require(ProcessInfo.processInfo.environment["SCORED_GRAPH"])
        let data = try #require(FileManager.default.contents(atPath: path))
        report(try Self.checkGraph(String(decoding: data, as: UTF8.self)))
    }

    /// A room has at most as many lines written by hand as the table with a column "at most" says.
    static func checkBounds(path: String, text: String, lines: [String: Int]) -> [Complaint] {
        var complaints: [Complaint] = []
        var column: Int?
        var unbounded = lines
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            guard line.hasPrefix("|") else {
                column = nil
                continue
            }
            let cells = line.split(separator: "|").map { cell in
                cell.filter { $0.isLetter || $0.isNumber || $0 == " " }
                    .trimmingCharacters(in: .whitespaces)
            }
            column = column ?? cells.firstIndex { $0 == "at most" }
            guard let column, column < cells.count, let bound = Int(cells[column]),
                let count = unbounded.removeValue(forKey: cells[0]), count > bound
            else { continue }
            let message =
                "\(cells[0]) has \(count) lines, past \(bound): a room grows if it says what it gave up"
            complaints.append(Complaint(path: path, line: index + 1, message: message))
        }
        for room in unbounded.keys.sorted() {
            let message = "no row for \(room) in the table with the column \"at most\""
            complaints.append(Complaint(path: path, line: 0, message: message))
        }
        return complaints
    }

    @Test func roomsKeepToTheirBounds() {
        let path = "Sources/README.md"
        guard let text = SourceTree.real.text(of: path) else { return }
        var lines: [String: Int] = [:]
        for source in SourceTree.real.swift(in: "Sources")
        where !source.path.contains("/Generated/") {
            lines[source.module, default: 0] += source.lineCount
        }
        #expect(lines.count > 12)
        report(Self.checkBounds(path: path, text: text, lines: lines))
    }

    @Test func plantedGrowthIsFound() {
        let text = "| room | at most |\n|---|---:|\n| `Net` | 1,000 |\n| `TLS` | 1,000 |\n"
        func messages(_ lines: [String: Int]) -> [String] {
            Self.checkBounds(path: "A.md", text: text, lines: lines).map(\.message)
        }
        #expect(messages(["Net": 1000, "TLS": 3]).isEmpty)
        #expect(messages(["Net": 1001, "TLS": 3]).count == 1)
        #expect(messages(["Cloud": 1]).count == 1)
    }

    @Test func plantedGraphIsFound() throws {
        let good = #"""
            {"dependencies": [], "products": [{"name": "scored"}], "targets": [
            {"name": "MoveLog", "type": "library", "target_dependencies": ["Columns"]},
            {"name": "Storage", "type": "library", "target_dependencies": ["MoveLog"]}]}
            """#
        #expect(try Self.checkGraph(good).isEmpty)
        let bad = #"""
            {"dependencies": [{}], "products": [{"name": "scored"}, {"name": "Net"}], "targets": [
            {"name": "Cloud", "type": "library"}, {"name": "MoveLog", "type": "library",
            "target_dependencies": ["Columns", "Scorebook"]}]}
            """#
        #expect(try Self.checkGraph(bad).count == 4)
    }

    @Test func plantedPackageIsFound() {
        let text = "let a = [.package(url: \"b\", from: \"1.0.0\")] // .package("
        #expect(Self.checkManifest(SwiftSource(path: Self.manifest, text: text)).count == 1)
    }
}
