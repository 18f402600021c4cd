/// What one module may import.
struct Fence: Sendable {
    /// Modules of this package.
    let rooms: Set<String>
    /// Modules of the toolchain and of the system.
    let system: Set<String>

    init(_ rooms: Set<String> = [], system: Set<String> = []) {
        self.rooms = rooms
        self.system = system
    }
}

/// The table of `Sources/README.md`, from the bottom up.
enum Fences {
    /// The rooms without clock, randomness, unsafe code, concurrency or the world.
    static let pure: Set<String> = [
        "Columns", "MoveLog", "Scorebook", "Storage", "Documents", "ViewModels", "Terminal",
    ]

    static let sources: [String: Fence] = [
        "Columns": Fence(),
        "MoveLog": Fence(["Columns"]),
        "Scorebook": Fence(["MoveLog"]),
        "Documents": Fence(["Scorebook", "MoveLog"]),
        "Storage": Fence(["MoveLog"]),
        "COpenSSL": Fence(),
        "TLS": Fence(["COpenSSL", "MoveLog"], system: ["Foundation"]),
        "Net": Fence(system: ["Foundation", "Synchronization"]),
        "LocalAPI": Fence(["Documents"], system: ["Foundation"]),
        "Daemon": Fence(
            ["MoveLog", "Scorebook", "Documents", "Storage", "TLS", "Net", "LocalAPI"],
            system: ["Foundation"]),
        "API": Fence(
            ["Daemon", "MoveLog", "Scorebook", "Documents", "Net", "LocalAPI"],
            system: ["Foundation"]),
        "ViewModels": Fence(["Documents"]),
        "Terminal": Fence(["ViewModels"]),
        "Client": Fence(
            ["Net", "LocalAPI", "Documents", "ViewModels", "Terminal"], system: ["Foundation"]),
        "scored": Fence(
            [
                "Client", "API", "Daemon", "Terminal", "ViewModels", "LocalAPI", "Documents",
                "Scorebook", "MoveLog", "Storage", "TLS", "Net",
            ], system: ["Foundation"]),
        "Seeds": Fence(system: ["Foundation"]),
        "Simulator": Fence(["MoveLog", "Scorebook", "Storage", "Seeds"]),
        "Official": Fence(
            ["Simulator", "Client", "LocalAPI", "Documents", "Scorebook", "MoveLog", "Seeds"],
            system: ["Foundation"]),
        "FuzzTargets": Fence(
            [
                "Client", "API", "Daemon", "Terminal", "ViewModels", "LocalAPI", "Documents",
                "Scorebook", "MoveLog", "Storage", "TLS", "Net", "Simulator", "Seeds",
            ], system: ["Foundation"]),
    ]

    /// The developers' programs, which are built only when asked for and have no row in the map.
    static let programs: [String: Fence] = [
        "Simulate": Fence(
            ["Simulator", "Official", "Storage", "MoveLog", "Seeds"],
            system: ["Foundation", "Synchronization"]),
        // No target: files for three others, in a copy of the package with planted bugs.
        "Canaries": Fence(
            ["Simulator", "MoveLog"], system: ["Testing", "Foundation", "Synchronization"]),
        "Fuzz": Fence(["FuzzTargets"], system: ["Foundation"]),
        "Rehearsal": Fence(
            ["Net", "LocalAPI", "Documents", "Client", "Official", "Seeds"],
            system: ["Foundation"]),
        "Benchmarks": Fence(
            ["Simulator", "Daemon", "Scorebook", "MoveLog", "Storage", "TLS", "Net", "Seeds"],
            system: ["Foundation"]),
    ]

    /// Tests see every Swift module; what each may link is in `Package.swift`.
    static let tests = Fence(
        Set(sources.keys).subtracting(["COpenSSL", "scored"]),
        system: ["Testing", "Foundation", "Synchronization"])

    /// Nil for a module that the table does not name.
    static func fence(of module: String) -> Fence? {
        sources[module] ?? programs[module] ?? (module.hasSuffix("Tests") ? tests : nil)
    }
}
