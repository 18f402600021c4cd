import Foundation
import Testing

/// The manifest, the map and the table of fences say the same.
@Suite struct GraphTests {
    /// What `swift package describe --type json` says, as far as it is asked.
    private struct Description: Decodable {
        struct Target: Decodable {
            let name: String
            let type: String
            let dependencies: [String]?

            private enum CodingKeys: String, CodingKey {
                case name
                case type
                case dependencies = "target_dependencies"
            }
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
        let description = try JSONDecoder().decode(Description.self, from: Data(json.utf8))
        var messages: [String] = []
        for target in description.targets where target.type != "test" {
            let rooms = Set(target.dependencies ?? [])
            guard let fence = Fences.sources[target.name] else {
                messages.append("\(target.name) is not in the table of fences")
                continue
            }
            for extra in rooms.subtracting(fence.rooms).sorted() {
                messages.append("\(target.name) may not depend on \(extra)")
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

    /// The table with a column of imports has a row for every room, and the rows are the fences.
    static func checkMap(path: String, text: String) -> [Complaint] {
        var complaints: [Complaint] = []
        var column: Int?
        var missing = Set(Fences.sources.keys).subtracting([
            "COpenSSL", "Seeds", "Simulator", "Official", "FuzzTargets",
        ])
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let cells = line.split(separator: "|").map {
                $0.split { !$0.isLetter }.map(String.init)
            }
            guard line.hasPrefix("|") else {
                column = nil
                continue
            }
            column = column ?? cells.firstIndex { $0.contains("import") }
            guard let column, column < cells.count, let name = cells[0].first,
                let fence = Fences.sources[name]
            else { continue }
            missing.remove(name)
            let said = Set(cells[column]).intersection(Fences.sources.keys)
            guard said != fence.rooms, !cells[column].contains("all") else { continue }
            let rooms = fence.rooms.sorted().joined(separator: ", ")
            let message = "the fence of \(name) says: \(rooms.isEmpty ? "nothing" : rooms)"
            complaints.append(Complaint(path: path, line: index + 1, message: message))
        }
        for name in missing.sorted() {
            let message = "no row for \(name) in the table with the column \"may import\""
            complaints.append(Complaint(path: path, line: 0, message: message))
        }
        return complaints
    }

    @Test func manifestNamesNoPackages() throws {
        let text = try #require(SourceTree.real.text(of: Self.manifest))
        report(Self.checkManifest(SwiftSource(path: Self.manifest, text: text)))
    }

    /// `Scripts/check` writes the description, since `swift test` holds the lock of the build.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["SCORED_GRAPH"] != nil))
    func graphIsTheTable() throws {
        let path = try #require(ProcessInfo.processInfo.environment["SCORED_GRAPH"])
        let data = try #require(FileManager.default.contents(atPath: path))
        report(try Self.checkGraph(String(decoding: data, as: UTF8.self)))
    }

    @Test func mapIsTheTable() {
        let path = "Sources/README.md"
        guard let text = SourceTree.real.text(of: path) else { return }
        report(Self.checkMap(path: path, text: text))
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
        #expect(messages(["Web": 1]).count == 1)
    }

    @Test func plantedGraphIsFound() throws {
        let good = #"""
            {"dependencies": [], "products": [{"name": "scored"}], "targets": [
            {"name": "MoveLog", "type": "library"},
            {"name": "Storage", "type": "library", "target_dependencies": ["MoveLog"]}]}
            """#
        #expect(try Self.checkGraph(good).isEmpty)
        let bad = #"""
            {"dependencies": [{}], "products": [{"name": "scored"}, {"name": "Net"}], "targets": [
            {"name": "Web", "type": "library"}, {"name": "MoveLog", "type": "library",
            "target_dependencies": ["Scorebook"]}]}
            """#
        #expect(try Self.checkGraph(bad).count == 4)
    }

    @Test func plantedPackageIsFound() {
        let text = "let a = [.package(url: \"b\", from: \"1.0.0\")] // .package("
        #expect(Self.checkManifest(SwiftSource(path: Self.manifest, text: text)).count == 1)
    }

    @Test func plantedMapIsFound() {
        let rows = Fences.sources.map { name, fence in
            "| `\(name)` | a line | \(fence.rooms.sorted().joined(separator: ", ")) | a fence |"
        }
        let table = "| target | one line | may import | fence |\n|---|---|---|---|\n"
        let good = table + rows.joined(separator: "\n")
        #expect(Self.checkMap(path: "a", text: good).isEmpty)
        let files = "\n\n| room | file |\n|---|---|\n| Terminal | Keys, Documents |"
        #expect(Self.checkMap(path: "a", text: good + files).isEmpty)
        let wrong = good + "\n| `Terminal` | views | ViewModels, Documents | bytes |"
        #expect(Self.checkMap(path: "a", text: wrong).map(\.line) == [rows.count + 3])
        let short = table + rows.filter { !$0.contains("`Daemon`") }.joined(separator: "\n")
        #expect(Self.checkMap(path: "a", text: short).count == 1)
    }
}
