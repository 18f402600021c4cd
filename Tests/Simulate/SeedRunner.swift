import Foundation
import Simulator

/// Runs simulated tables from the command line, and what else proves things in bulk.
@main
enum SeedRunner {
    private static let usage = """
        usage: simulate --seeds N [--from S] [--minutes M] [OPTION]...
               simulate [GAME] SEED [LAST-SEED] [OPTION]...
               simulate --canaries [BUG]... [--seeds N] [--jobs J]   (built with planted bugs)
               simulate crash-states | bit-flips [--bytes N]
        GAME is the beginning of names in Tests/Fixtures/games, `games` means all of them; without it
        keepers enter what comes to their minds.
          --jobs J          runs at a time; as many as there are cores unless said
          --twice           each run twice: both must do the same
          --trace           every happening of one run
          --slips           keepers of real games err, and correct it
          --hostile         somebody is hostile at every table
          --without A,B     leaves trouble out: \(Trouble.optional.map { "\($0)" }.joined(separator: ", "))
          --devices N       no more devices than that
          --until SECONDS   no trouble after that
          --unshrunk        failures as they are
          --planted BUG     with that bug (built with planted bugs)
        """

    /// Other programs that run in the same binary, by their first word. Each says whether all is
    /// well.
    private static let programs: [String: @Sendable ([String]) throws -> Bool] = [
        "--worker": { _ in try Worker.serve() },
        "--canaries": canaries,
        "crash-states": CrashStateProgram.run,
        "bit-flips": BitFlipProgram.run,
    ]

    /// `Tests/Canaries` has the program, and makes the build that has it.
    private static func canaries(_ words: [String]) throws -> Bool {
        #if PlantedBugs
            return try CanaryProgram.run(words)
        #else
            say("this build has no planted bugs: Scripts/simulate --canaries makes one that has")
            return false
        #endif
    }

    static func main() {
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())) ? 0 : 1)
        } catch let error as Arguments.Unusable {
            say("\(error)\n\(usage)")
            exit(2)
        } catch {
            say("\(error)")
            exit(1)
        }
    }

    private static func run(_ words: [String]) throws -> Bool {
        if let word = words.first, let program = programs[word] {
            return try program(Array(words.dropFirst()))
        }
        let arguments = try Arguments(words)
        if arguments.isTraced {
            var isSound = true
            var number = 0
            while let spec = arguments.spec(number) {
                let verdict = try spec.run { say($0) }
                say(verdict.words)
                isSound = isSound && verdict.findings.isEmpty
                number += 1
            }
            return isSound
        }
        return try Campaign(arguments).run()
    }
}

/// Prints a line at once, so that it is there even if the process traps behind it.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
