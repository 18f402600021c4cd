// swift-tools-version: 6.2
import PackageDescription

/// What every target of this package is compiled with: the strictest settings of the toolchain, so
/// that a warning, an unsafe construct or an import that leaks is an error on the day it is written.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A module of the house; its dependencies are its row in `Sources/README.md`. Where `isFast`, tests
/// run optimised code as well, with every assertion.
func room(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
    isFast: Bool = false
) -> Target {
    let optimised: [SwiftSetting] = [
        .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
    ]
    return .target(
        name: name, dependencies: dependencies, exclude: exclude,
        swiftSettings: settings + (isFast ? optimised : []))
}

/// The tests of one module.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil,
    exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources,
        swiftSettings: settings)
}

let package = Package(
    name: "scored",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "scored", targets: ["scored"])],
    targets: [
        // From the bottom up: nothing below knows what is above.
        // Every page of every table in the tests goes through its few loops over bytes.
        room("Columns", isFast: true),
        room("MoveLog", ["Columns"]),
        room("Scorebook", ["MoveLog"]),
        room("Documents", ["Scorebook", "MoveLog"]),
        room("Storage", ["MoveLog"]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "openssl",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        room("TLS", ["COpenSSL", "MoveLog"]),
        room("Net"),
        room("LocalAPI", ["Documents"]),
        room(
            "Daemon",
            ["MoveLog", "Scorebook", "Documents", "Storage", "TLS", "Net", "LocalAPI"]),
        room(
            "API",
            ["Daemon", "MoveLog", "Scorebook", "Documents", "Net", "LocalAPI"]),
        room("ViewModels", ["Documents"], exclude: ["README.md"]),
        room("Observing", ["ViewModels"]),
        room("Terminal", ["ViewModels"]),
        room("Web", ["ViewModels", "LocalAPI", "Documents", "TLS", "MoveLog"]),
        room("Client", ["Net", "LocalAPI", "Documents", "ViewModels", "Terminal", "Web", "TLS"]),
        .executableTarget(
            name: "scored",
            dependencies: [
                "Client", "Web", "API", "Daemon", "Terminal", "ViewModels", "LocalAPI",
                "Documents", "Scorebook", "MoveLog", "Storage", "TLS", "Net",
            ],
            swiftSettings: settings),

        // What every seeded test draws from.
        .target(name: "Seeds", path: "Tests/Seeds", swiftSettings: settings),
        // The pseudo-language, and the search for words that are not from the catalogue.
        .target(
            name: "Languages", dependencies: ["Documents"], path: "Tests/Languages",
            swiftSettings: settings),
        // The seeded world in which whole tables of devices run; the tests and `Scripts/simulate`
        // use it.
        .target(
            name: "Simulator", dependencies: ["MoveLog", "Scorebook", "Storage", "Seeds"],
            path: "Tests/Simulator", swiftSettings: settings),
        // The real games of `Tests/Fixtures`, what is official about them, and whole tables that
        // record them in the seeded world.
        .target(
            name: "Official",
            dependencies: [
                "Simulator", "Client", "LocalAPI", "Net", "Documents", "Scorebook", "MoveLog",
                "Seeds",
            ],
            path: "Tests/Official", swiftSettings: settings),
        // What is thrown at every reader of outside bytes: the seeds, and what must hold afterwards.
        // Ordinary tests run it over the vectors, `Scripts/fuzz` under the toolchain's libFuzzer.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Client", "API", "Daemon", "Terminal", "ViewModels", "LocalAPI", "Documents",
                "Scorebook", "MoveLog", "Storage", "TLS", "Net", "Simulator", "Seeds",
            ],
            path: "Tests/FuzzTargets", swiftSettings: settings),
        tests("MoveLogTests", ["MoveLog", "Columns", "Simulator", "Seeds"]),
        tests(
            "ScorebookTests", ["Scorebook", "MoveLog", "Documents", "TLS", "Official", "Seeds"]),
        tests("DocumentsTests", ["Documents", "Scorebook", "MoveLog", "Languages", "Seeds"]),
        tests("StorageTests", ["Storage", "MoveLog", "Simulator"]),
        tests("TLSTests", ["TLS", "MoveLog", "Seeds"]),
        tests("NetTests", ["Net", "Seeds"]),
        tests("LocalAPITests", ["LocalAPI", "Documents", "Seeds"]),
        tests(
            "DaemonTests",
            [
                "API", "Daemon", "MoveLog", "Scorebook", "Documents", "Storage", "TLS", "Net",
                "LocalAPI", "Client", "Terminal", "ViewModels", "Seeds",
            ]),
        tests(
            "ScreenTests",
            ["ViewModels", "Observing", "Terminal", "Documents", "Languages", "Seeds"]),
        tests(
            "WebTests",
            ["Web", "ViewModels", "LocalAPI", "Documents", "TLS", "MoveLog", "Languages", "Seeds"]),
        tests(
            "SimulatorTests", ["Simulator", "Official", "MoveLog", "Scorebook", "Storage", "Seeds"]),
        tests(
            "ProtocolTests",
            [
                "MoveLog", "Columns", "Storage", "TLS", "Net", "API", "Daemon", "Documents",
                "LocalAPI", "Simulator", "Seeds",
            ]),
        tests("FuzzTests", ["FuzzTargets", "Seeds"]),
        tests("TidyTests", []),
        tests(
            "CommandTests",
            [
                "Client", "Web", "TLS", "Net", "LocalAPI", "Documents", "ViewModels", "Terminal",
                "Official", "Seeds",
            ]),
    ]
)

// Programs for the developers alone, built only when asked for, so that one product remains.
if Context.environment["SCORED_SIMULATE"] != nil {
    package.targets.append(
        .executableTarget(
            name: "simulate",
            dependencies: ["Simulator", "Official", "MoveLog", "Storage", "Seeds"],
            path: "Tests/Simulate",
            swiftSettings: settings))
}
if Context.environment["SCORED_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz",
            exclude: ["Dictionaries", "Findings", "run.py"], swiftSettings: settings))
}
if Context.environment["SCORED_REHEARSAL"] != nil {
    package.targets.append(
        .executableTarget(
            name: "rehearsal",
            dependencies: ["Net", "LocalAPI", "Documents", "Client", "Official", "Seeds"],
            path: "Tests/Rehearsal", swiftSettings: settings))
}
if Context.environment["SCORED_BENCH"] != nil {
    package.targets.append(
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Daemon", "Scorebook", "MoveLog", "Storage", "TLS", "Net", "Simulator", "Seeds",
            ],
            path: "Tests/Benchmarks",
            swiftSettings: settings))
}

// `SCORED_TESTS=MoveLogTests swift test` builds one room, its tests and what both need, and nothing
// else: two minutes from nothing instead of five. Commas separate several names; `rooms` stands for
// all tests that need no daemon and no program.
if let names = Context.environment["SCORED_TESTS"] {
    let heavy = ["SimulatorTests", "DaemonTests", "ProtocolTests", "FuzzTests", "CommandTests"]
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    let rooms = targets.values.filter { $0.type == .test && !heavy.contains($0.name) }.map(\.name)
    var needed: Set<String> = []
    var found = names.split(separator: ",").flatMap { $0 == "rooms" ? rooms : [String($0)] }
    while let name = found.popLast() {
        guard needed.insert(name).inserted else { continue }
        guard let target = targets[name] else { fatalError("SCORED_TESTS: no target \(name)") }
        for case .byNameItem(let other, _) in target.dependencies { found.append(other) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    if !needed.contains("scored") { package.products = [] }
}
