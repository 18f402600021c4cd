import Documents
import Net
import Seeds

/// What keepers get wrong: each has its exit code and a message that names the thing, and nothing
/// is recorded.
enum InputTrial {
    private struct Mistake {
        let words: [String]
        let exitCode: Int32
        let names: [String]

        init(_ words: String..., exitCode: Int32 = 1, names: String...) {
            self.init(words, exitCode: exitCode, names: names)
        }

        init(_ words: [String], exitCode: Int32, names: [String]) {
            self.words = words
            self.exitCode = exitCode
            self.names = names
        }
    }

    static func run(_ stage: Stage, _ generator: inout SeededGenerator) throws -> String {
        let table = try Table(["mia", "bo"], on: stage) { [1 - $0] }
        let mia = table.devices[0]
        var recorder = Recorder(at: mia, game: table.game)
        for _ in 0..<8 { _ = try recorder.record(recorder.move()) }
        try table.waitForAgreement(stage, "both have the moves")
        let mistakes =
            scoring + (try files(stage)) + (try codes(table, stage)) + (try homes(mia, stage))
        let before = try mia.status().sync
        var faults: [String] = []
        for mistake in mistakes { faults += try self.faults(of: mistake, at: mia) }
        try demand(
            faults.isEmpty,
            "\(faults.count) of \(mistakes.count) mistakes:\n" + faults.joined(separator: "\n"))
        let after = try mia.status().sync
        try demand(
            after.entries == before.entries && after.digest == before.digest,
            "\(after.entries - before.entries) entries came of mistakes")
        try recorder.check()
        return "\(mistakes.count) mistakes, each with its exit code and a message that names it;"
            + " nothing recorded"
    }

    private static func faults(of mistake: Mistake, at mia: Device) throws -> [String] {
        // A mistake about a home brings its own; all others are made at mia's device.
        let home = mistake.words.contains("--state") ? [] : ["--state", mia.home]
        let outcome = try mia.type(mistake.words + home).outcome(within: .seconds(40))
        var faults: [String] = []
        if outcome.exitCode != mistake.exitCode {
            faults.append("exit \(outcome.exitCode), not \(mistake.exitCode)")
        }
        for name in mistake.names where !outcome.errors.contains(name) {
            faults.append("does not name '\(name)'")
        }
        guard !faults.isEmpty else { return [] }
        return [
            "  scored \(mistake.words.joined(separator: " ")): "
                + faults.joined(separator: ", ") + "; it says: \(outcome.errors)"
        ]
    }

    private static let scoring = [
        Mistake("move", "nobody", "twoPoints", names: "nobody"),
        Mistake("move", "h99", "twoPoints", names: "h99"),
        Mistake("move", "na", "twoPoints", names: "Ana", "Dana"),
        Mistake("move", "h4", "dunk", names: "dunk"),
        Mistake("move", "h4", "twoPoints", "--game", "nothing", names: "nothing"),
        Mistake("move", "h4", exitCode: 2, names: "KIND"),
        Mistake("move", "h4", "twoPoints", "--at", "soon", exitCode: 2, names: "soon"),
        Mistake("box", "nothing", names: "nothing"),
        Mistake("use", "nothing", names: "nothing"),
        Mistake("track", "nobody", names: "nobody"),
        Mistake("new", "Hawks", "Owls", "--rules", "chess", names: "chess"),
        Mistake("foo", exitCode: 2, names: "foo"),
        Mistake("status", "--loud", exitCode: 2, names: "--loud"),
    ]

    private static func files(_ stage: Stage) throws -> [Mistake] {
        func file(_ name: String, _ text: String) throws -> String {
            let path = stage.file(name)
            try GivenFile.write(Array(text.utf8), to: path, isReplacing: true)
            return path
        }
        let header = """
            {"format":"gamelog/1","id":"x","home":"A","away":"B",\
            "rules":{"periods":4,"periodSeconds":600,"overtimeSeconds":300},\
            "players":[{"id":"p","name":"Pia","team":"home"}]}
            """
        let made = #"{"t":1,"period":1,"team":"home","player":"p","kind":"twoPoints","points":2}"#
        let malformed = try file("malformed", "\(header)\n\(made)\n{\"t\":2,\n")
        let unknown = try file(
            "unknown", "\(header)\n\(made)\n\(made)\n" + made.replacing("\"p\"", with: "\"q\""))
        let other = try file("other", "{\"format\":\"gamelog/9\"}\n")
        return [
            Mistake("import", malformed, names: malformed, "line 3"),
            Mistake("import", unknown, names: unknown, "line 4", "q"),
            Mistake("import", other, names: other, "line 1"),
            Mistake("import", "/dev/null", names: "/dev/null", "empty"),
            Mistake("import", stage.folder + "/none", names: stage.folder + "/none"),
            Mistake("import", stage.folder, names: stage.folder),
        ]
    }

    private static func codes(_ table: Table, _ stage: Stage) throws -> [Mistake] {
        let mia = table.devices[0]
        let port = try stage.ports(1)
        let newcomer = Device("cy", port: port[0], options: ["--no-discovery"], on: stage)
        try newcomer.start()
        let used = try newcomer.join(mia).code
        try newcomer.stop()
        try table.waitForAgreement(stage, "both know the newcomer")
        let stranger = Device(
            "dan", port: try stage.ports(1)[0], options: ["--no-discovery"], on: stage)
        try stranger.start()
        func join(_ code: String, _ place: String, exitCode: Int32 = 1, names: String) -> Mistake {
            Mistake(
                "join", code, "--via", place, "--state", stranger.home, exitCode: exitCode,
                names: names)
        }
        return [
            join(used, mia.place, names: "code"),
            join("0000-0000-0000-0000", mia.place, names: "code"),
            join("ABC", mia.place, names: "code"),
            join(used, "127.0.0.1:1", names: "127.0.0.1:1"),
            join(used, "nowhere:port", exitCode: 2, names: "nowhere:port"),
        ]
    }

    private static func homes(_ mia: Device, _ stage: Stage) throws -> [Mistake] {
        let free = stage.folder + "/free"
        let long = stage.folder + "/" + String(repeating: "long", count: 30)
        // A place where nobody may make a folder, root included.
        #if os(Linux)
            let sealed = "/proc/scored"
        #else
            let sealed = "/System/scored"
        #endif
        func daemon(
            _ home: String, _ listen: String, exitCode: Int32 = 1, names: String...
        ) -> Mistake {
            let words = ["daemon", "--state", home, "--listen", listen, "--no-discovery"]
            return Mistake(words, exitCode: exitCode, names: names)
        }
        return [
            daemon(free, mia.place, names: mia.place, "address in use"),
            daemon(mia.home, "127.0.0.1:0", exitCode: 7, names: mia.home, "already runs"),
            daemon(sealed, "127.0.0.1:0", names: sealed),
            daemon(long, "127.0.0.1:0", names: long, "bytes"),
            Mistake("status", "--state", sealed, names: sealed),
            Mistake("status", "--state", long, names: "bytes"),
            Mistake("status", "--check", "--state", free, exitCode: 3, names: free),
            Mistake("down", "--state", free, exitCode: 3, names: free),
            Mistake("verify", "--state", free + "/none", names: free + "/none"),
            Mistake("daemon", "--state", free, "--listen", "here", exitCode: 2, names: "here"),
            Mistake(
                "daemon", "--state", free, "--peer", "here:port", exitCode: 2, names: "here:port"),
        ]
    }
}
