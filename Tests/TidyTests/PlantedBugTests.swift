import Foundation
import Testing

/// The bugs that the checks must catch stand in patches, and every patch still applies.
@Suite struct PlantedBugTests {
    private static let folder = "Tests/Canaries"

    /// Complains about a bug without its patch, and about a patch without its bug.
    static func checkPatches(_ bugs: [String], _ patches: [String]) -> [Complaint] {
        let lacking = Set(bugs).subtracting(patches).sorted().map {
            Complaint(path: "\(folder)/\($0).patch", line: 0, message: "the bug has no patch")
        }
        let unknown = Set(patches).subtracting(bugs).sorted().map {
            Complaint(path: "\(folder)/\($0).patch", line: 0, message: "no such planted bug")
        }
        return lacking + unknown
    }

    static func checkSource(path: String, text: String) -> [Complaint] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().filter { $0.element.contains("PlantedBug") }.map {
            Complaint(path: path, line: $0.offset + 1, message: "planted bugs stand in patches")
        }
    }

    @Test func sourcesAreSound() {
        for source in SourceTree.real.swift(in: "Sources") {
            let text = SourceTree.real.text(of: source.path) ?? ""
            report(Self.checkSource(path: source.path, text: text))
        }
    }

    @Test func everyBugHasItsPatch() throws {
        let bugs = try Self.bugs
        #expect(bugs.count >= 14)
        #expect(Set(bugs).count == bugs.count)
        report(Self.checkPatches(bugs, Self.patches))
    }

    @Test func everyPatchApplies() throws {
        let copy = FileManager.default.temporaryDirectory.appending(
            path: "canaries-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: copy) }
        let outcome = try Self.apply(of: SourceTree.real.root, to: copy)
        #expect(outcome.status == 0, "\(outcome.words)")
        let planted = try Self.planted(in: copy.appending(path: "Sources"))
        #expect(try planted == Set(Self.bugs))
    }

    @Test func plantedGapsAreFound() {
        #expect(Self.checkPatches(["a", "b"], ["b", "a"]).isEmpty)
        #expect(Self.checkPatches(["a", "b"], ["b", "c"]).count == 2)
        let text = "let a = 1\nif PlantedBug.isActive(.b) { return }\n// PlantedBug"
        #expect(Self.checkSource(path: "Sources/A/B.swift", text: text).map(\.line) == [2, 3])
        #expect(Self.checkSource(path: "Sources/A/B.swift", text: "let a = 1").isEmpty)
    }
}

extension PlantedBugTests {
    /// The cases of the list, in its order.
    private static var bugs: [String] {
        get throws {
            let list = try #require(
                SourceTree.real.swift(in: folder).first { $0.fileName == "PlantedBug" })
            return list.tokens.indices.filter { list[$0] == "case" }.map { list[$0 + 1] }
        }
    }

    private static var patches: [String] {
        SourceTree.real.paths.filter { $0.hasPrefix(folder + "/") && $0.hasSuffix(".patch") }
            .map { String($0.dropFirst(folder.count + 1).dropLast(".patch".count)) }
    }

    /// The bugs that the files of a folder ask about.
    private static func planted(in folder: URL) throws -> Set<String> {
        let walk = FileManager.default.enumerator(atPath: folder.path)
        var found: Set<String> = []
        while let path = walk?.nextObject() as? String {
            guard path.hasSuffix(".swift") else { continue }
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            for part in text.split(separator: "PlantedBug.isActive(.").dropFirst() {
                found.insert(String(part.prefix { $0.isLetter || $0.isNumber }))
            }
        }
        return found
    }

    /// Runs a package's own script. It bounds its own time.
    private static func apply(
        of package: URL, to copy: URL
    ) throws -> (status: Int32, words: String) {
        let process = Process()
        let words = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", package.appending(path: "\(folder)/apply.py").path, copy.path,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardError = words
        try process.run()
        let bytes = try words.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
