import Foundation

/// The files of the repository, read once for all checks.
struct SourceTree: Sendable {
    static let real = SourceTree()

    let root: URL
    /// Paths relative to the root, sorted; of dot files only those under `.ci`.
    let paths: [String]
    /// Every Swift file of the repository but the manifest.
    let swift: [SwiftSource]

    private init() {
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().standardizedFileURL
        let paths = SourceTree.list(root)
        self.root = root
        self.paths = paths
        swift = paths.filter { $0.hasSuffix(".swift") && $0.contains("/") }.map {
            SwiftSource(path: $0, text: SourceTree.text(of: $0, under: root) ?? "")
        }
    }

    /// Swift files whose path begins with one of `folders`.
    func swift(in folders: String...) -> [SwiftSource] {
        swift.filter { source in folders.contains { source.path.hasPrefix($0 + "/") } }
    }

    /// Nil when the file is missing or is not text.
    func text(of path: String) -> String? {
        SourceTree.text(of: path, under: root)
    }

    /// Whether the file is data for tests, which says what its makers said.
    static func isData(_ path: String) -> Bool {
        path.contains("/Fixtures/") || path.contains("/vectors/")
    }

    /// The names at the top level that are not hidden.
    var topLevel: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.path)
        return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func text(of path: String, under root: URL) -> String? {
        guard let data = FileManager.default.contents(atPath: root.path + "/" + path) else {
            return nil
        }
        return String(data: data, encoding: .utf8)
    }

    private static func list(_ root: URL) -> [String] {
        let rooms = ["Sources", "Tests", "Protocol", "Scripts", ".ci"]
        let top = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        var paths = top.filter { !$0.hasPrefix(".") && !rooms.contains($0) }
        for room in rooms {
            let walk = FileManager.default.enumerator(atPath: root.path + "/" + room)
            while let path = walk?.nextObject() as? String {
                if walk?.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
                    paths.append(room + "/" + path)
                }
            }
        }
        return paths.sorted()
    }
}
