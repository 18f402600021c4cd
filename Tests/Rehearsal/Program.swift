import Foundation
import Net
import Official

/// Rehearses with the real binary: whole games with three keepers, and hardship.
@main
enum Program {
    private static let usage = """
        usage: rehearsal BINARY                          three real games, 3 to 6 keepers each
               rehearsal BINARY [--live] GAME            one real game, three keepers
               rehearsal BINARY --hardship [--seed N] [NAME]...   crashes, strangers, bad input
        GAME is a gamelog/1 file, or the beginning of the name of one in Tests/Fixtures/games.
        """

    static func main() {
        var words = CommandLine.arguments.dropFirst()
        guard let program = words.popFirst(), !program.hasPrefix("-") else { fail(usage, code: 2) }
        do {
            if words.first == "--keeper" {
                return try KeeperOrder.perform(words.dropFirst(), with: program)
            }
            let stage = try Stage(program: program)
            do {
                if words.first == "--hardship" {
                    words.removeFirst()
                    try Hardship(Array(words), on: stage).run()
                } else {
                    try rehearse(words, stage)
                }
                stage.clear()
            } catch RehearsalError.interrupted {
                stage.clear()
                throw RehearsalError.interrupted
            } catch {
                let said = stage.lastDiagnostics
                stage.clear()
                throw said.isEmpty
                    ? error : RehearsalError.failed("\(error)\n\nthe daemons said last:\n\(said)")
            }
        } catch RehearsalError.interrupted {
            fail("interrupted; every process was stopped", code: 130)
        } catch {
            fail("\(error)", code: 1)
        }
    }

    private static func rehearse(_ words: ArraySlice<String>, _ stage: Stage) throws {
        let isLive = words.contains("--live")
        let rest = words.filter { $0 != "--live" }
        try demand(rest.count <= 1 && !rest.contains(where: { $0.hasPrefix("-") }), usage)
        let start = Clocks.uptime
        if let word = rest.first ?? (isLive ? program[0].name : nil) {
            let official = try OfficialGame(path: game(word))
            var shared = try SharedGame(
                official, keepers: 3, telling: isLive ? .live : .whole, on: stage)
            try shared.run()
        } else {
            for (index, act) in program.enumerated() {
                if index > 0 {
                    stage.reset()
                    Screen().say("")
                }
                var shared = try SharedGame(
                    OfficialGame(path: game(act.name)), keepers: act.keepers,
                    telling: index == 0 ? .whole : .brief, on: stage)
                try shared.run()
            }
        }
        let seconds = (Clocks.uptime - start).components.seconds
        stage.clear()
        Screen().say("(\(seconds) s; every process was stopped, the temporary homes are removed)")
    }

    /// Three against three to a target with a basket of the team's own, two overtimes, and the
    /// rules of the G League.
    private static let program = [
        (name: "unrivaled-2025-jcdgg9yavn4e", keepers: 3),
        (name: "euroleague-2024-107", keepers: 6),
        (name: "nba-2021900002", keepers: 4),
    ]

    private static func game(_ word: String) throws -> String {
        let folder = "Tests/Fixtures/games"
        if FileManager.default.fileExists(atPath: word) { return word }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let fitting = names.filter { $0.hasSuffix(".jsonl") && $0.hasPrefix(word) }
        try demand(
            fitting.count == 1,
            "'\(word)' fits \(fitting.count) games; there are: "
                + names.filter { $0.hasSuffix(".jsonl") }.joined(separator: " "))
        return folder + "/" + fitting[0]
    }

    private static func fail(_ text: String, code: Int32) -> Never {
        try? TerminalDevice.writeError(Array("rehearsal: \(text)\n".utf8))
        exit(code)
    }
}
