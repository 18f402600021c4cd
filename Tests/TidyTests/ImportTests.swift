import Testing

/// Imports go down the graph: a need to go up means that a type is in the wrong room.
@Suite struct ImportTests {
    private static let kinds: Set<String> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]

    static func check(_ source: SwiftSource) -> [Complaint] {
        // Tests see every module: the compiler compares their imports with the manifest.
        let rooms =
            source.path.hasPrefix("Sources/")
            ? Fences.rooms[source.module]
            : Set(Fences.rooms.keys).subtracting(["COpenSSL", "scored"])
        guard let rooms else {
            return [source.complaint(at: 0, "\(source.module) has no row in the map")]
        }
        let allowed = rooms.union(Fences.system(of: source.module))
        return source.tokens.indices.compactMap { index in
            guard source[index] == "import" else { return nil }
            let name = kinds.contains(source[index + 1]) ? source[index + 2] : source[index + 1]
            guard !allowed.contains(name) else { return nil }
            return source.complaint(
                at: source.tokens[index].line,
                "\(source.module) may not import \(name), only \(allowed.sorted())")
        }
    }

    @Test func everyImportIsInTheTable() {
        report(SourceTree.real.swift(in: "Sources", "Tests").flatMap(Self.check))
    }

    @Test(arguments: [
        ("Sources/MoveLog/A.swift", "import Foundation"),
        ("Sources/Scorebook/A.swift", "package import Documents"),
        ("Sources/Storage/A.swift", "#if os(Linux)\n    import Glibc\n#endif"),
        ("Sources/Daemon/A.swift", "@preconcurrency import COpenSSL"),
        ("Sources/Net/A.swift", "import struct Dispatch.DispatchTime"),
        ("Sources/Cloud/A.swift", "let a = 1"),
        ("Tests/NetTests/A.swift", "import XCTest"),
        ("Tests/Simulator/A.swift", "import Testing"),
    ])
    func plantedImportIsFound(path: String, text: String) {
        #expect(Self.check(SwiftSource(path: path, text: text)).count == 1)
    }

    @Test(arguments: [
        ("Sources/TLS/A.swift", "import COpenSSL\npackage import MoveLog"),
        ("Sources/MoveLog/A.swift", "// import Foundation\nlet a = \"import Glibc\""),
        ("Tests/NetTests/A.swift", "import Foundation\n@testable import Net\nimport Testing"),
    ])
    func allowedImportPasses(path: String, text: String) {
        #expect(Self.check(SwiftSource(path: path, text: text)).isEmpty)
    }

    @Test func nobodyImportsUpwards() {
        // The table itself: no room may reach itself by any way, and pure rooms see no system.
        #expect(Fences.rooms.count > 18)
        for (name, rooms) in Fences.rooms {
            var seen: Set<String> = []
            var next = Array(rooms)
            while let room = next.popLast() {
                if seen.insert(room).inserted {
                    next.append(contentsOf: Fences.rooms[room] ?? [])
                }
            }
            #expect(!seen.contains(name), "\(name) reaches itself")
            #expect(!Fences.pure.contains(name) || Fences.system(of: name).isEmpty)
        }
    }
}
