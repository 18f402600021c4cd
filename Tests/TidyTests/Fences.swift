/// What modules may import: of this package what the table of `Sources/README.md` says, which the
/// manifest repeats and the compiler compares with every file; of the toolchain and the system what
/// is named here.
enum Fences {
    /// The rooms without clock, randomness, unsafe code, concurrency or the world.
    static let pure: Set<String> = [
        "Columns", "MoveLog", "Scorebook", "Storage", "Documents", "ViewModels", "Terminal",
        "Web",
    ]

    /// By module the modules of this package; the helpers of the tests have no row in the map.
    static let rooms: [String: Set<String>] = {
        let map = rooms(of: SourceTree.real.text(of: "Sources/README.md") ?? "")
        return map.merging([
            "Seeds": [],
            "Languages": ["Documents"],
            "Simulator": ["MoveLog", "Scorebook", "Storage", "Seeds"],
            "Official": [
                "Simulator", "Client", "LocalAPI", "Net", "Documents", "Scorebook", "MoveLog",
                "Seeds",
            ],
            "FuzzTargets": Set(map.keys)
                .subtracting(["Columns", "COpenSSL", "Observing", "Web", "scored"])
                .union(["Simulator", "Seeds"]),
        ]) { $1 }
    }()

    /// The rows of the table that has a column of imports.
    static func rooms(of map: String) -> [String: Set<String>] {
        var rows: [String: Set<String>] = [:]
        var column: Int?
        for line in map.split(separator: "\n", omittingEmptySubsequences: false) {
            let cells = line.split(separator: "|").map {
                $0.split { !$0.isLetter }.map(String.init)
            }
            if !line.hasPrefix("|") {
                column = nil
            } else if let column, column < cells.count, let name = cells[0].first {
                rows[name] = Set(cells[column])
            } else if column == nil {
                column = cells.firstIndex { $0.contains("import") }
            }
        }
        let names = Set(rows.keys)
        return rows.mapValues { $0.intersection(names) }
    }

    static func system(of module: String) -> Set<String> {
        switch module {
        case "TLS", "LocalAPI", "Daemon", "API", "Client", "scored", "Seeds", "Official",
            "FuzzTargets", "Fuzz", "Rehearsal", "Benchmarks":
            ["Foundation"]
        // Makes outputs of view models what SwiftUI tracks; no command links it.
        case "Observing": ["Observation"]
        case "Net", "Simulate": ["Foundation", "Synchronization"]
        // No target: files for three others, in a copy of the package with planted bugs.
        case "Canaries": ["Testing", "Foundation", "Synchronization"]
        default:
            module.hasSuffix("Tests")
                ? ["Testing", "Foundation", "Synchronization", "Observation"] : []
        }
    }
}
