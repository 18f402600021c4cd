import Documents
import Foundation
import Testing

/// Commands and their output as people see them, in files that are read in review.
///
/// A file of `Tests/Transcripts/Commands` is a story: `mia$ scored …` is a command on the device `mia`, the
/// lines beneath are its output, and `# …` is a remark. `# in sync` waits until all devices hold the same.
/// `Scripts/transcripts` writes the output again.
@Suite struct TranscriptTests {
    private static let folder = Built.root + "Tests/Transcripts/Commands"
    private static let stories =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".txt") }.sorted()
    private static let isRenewing =
        ProcessInfo.processInfo.environment["SCORED_TRANSCRIPTS"] == "renew"

    @Test func thereAreStories() {
        #expect(Self.stories.count > 10)
    }

    @Test(.timeLimit(.minutes(5)), arguments: stories)
    func commandsSayWhatTheTranscriptShows(file: String) throws {
        let path = "\(Self.folder)/\(file)"
        var transcript = Transcript(try String(contentsOfFile: path, encoding: .utf8))
        let devices = Devices()
        for index in transcript.steps.indices {
            let output = try devices.perform(transcript.steps[index])
            if Self.isRenewing {
                transcript.steps[index].output = output
            } else {
                #expect(
                    output == transcript.steps[index].output,
                    "\(file): \(transcript.steps[index].line)\n\(output.joined(separator: "\n"))")
            }
        }
        if Self.isRenewing {
            try transcript.text.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }

    @Test func aTranscriptReadsBackAsItIsWritten() {
        let text =
            "# A story.\n\nmia$ scored up\nline 1\n\nline 3\n\n# in sync\n\nbo$ scored a \"b c\"\n"
        let transcript = Transcript(text)
        #expect(transcript.text == text)
        #expect(transcript.steps.map(\.words) == [[], ["up"], [], ["a", "b c"]])
        #expect(transcript.steps[1].output == ["line 1", "", "line 3"])
    }
}

/// A file of commands and their output.
private struct Transcript {
    /// One command or remark.
    struct Step {
        /// `mia$ scored move h7 2`, or `# a remark`.
        let line: String
        var output: [String] = []

        var isRemark: Bool { line.hasPrefix("#") }
        var device: String { String(line.prefix { $0 != "$" }) }

        /// The words behind `scored` as a shell reads them; quotation marks hold words together.
        var words: [String] {
            guard !isRemark else { return [] }
            var words: [String] = []
            var isQuoted = false
            var isOpen = false
            for character in line.drop(while: { $0 != "$" }).dropFirst() {
                if character == "\"" {
                    isQuoted.toggle()
                    if !isOpen { words.append("") }
                    isOpen = true
                } else if character == " ", !isQuoted {
                    isOpen = false
                } else {
                    if !isOpen { words.append("") }
                    isOpen = true
                    words[words.count - 1].append(character)
                }
            }
            return Array(words.dropFirst())
        }
    }

    var steps: [Step] = []

    init(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isCommand = line.firstMatch(of: #/^[a-z]+\$ /#) != nil
            if isCommand || line.hasPrefix("# ") {
                steps.append(Step(line: String(line)))
            } else if !steps.isEmpty {
                steps[steps.count - 1].output.append(String(line))
            }
        }
        for index in steps.indices {
            while steps[index].output.last == "" { steps[index].output.removeLast() }
        }
    }

    var text: String {
        steps.map { ([$0.line] + $0.output).map { $0 + "\n" }.joined() }.joined(separator: "\n")
    }
}

/// The devices of a story, each with a home of its own.
private final class Devices {
    private var keepers: [String: Keeper] = [:]
    /// The code and the address of the last invitation.
    private var code = ""
    private var address = ""

    /// The output of a step; of a command that fails its exit code too.
    func perform(_ step: Transcript.Step) throws -> [String] {
        if step.line == "# in sync" { try waitUntilInSync() }
        guard !step.isRemark else { return [] }
        let keeper = try keepers[step.device] ?? Keeper()
        keepers[step.device] = keeper
        var words = step.words.map { $0 == "CODE" ? code : $0 }
        // Out of reach of other devices of the network.
        if words.first == "up" { words += ["--no-discovery", "--listen", "127.0.0.1:0"] }
        if words.first == "join" { words += ["--via", address] }
        let outcome = try keeper.run(words)
        if words.first == "invite" {
            code = outcome.lines.first ?? ""
            address =
                outcome.talk.firstMatch(of: #/127\.0\.0\.1:[0-9]+/#).map { String($0.0) } ?? ""
        }
        var lines = (outcome.output + outcome.talk).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map { masked(String($0), of: keeper) }
        while lines.last == "" { lines.removeLast() }
        return lines + (outcome.code == 0 ? [] : ["[exit \(outcome.code)]"])
    }

    private func waitUntilInSync() throws {
        for keeper in keepers.values where keeper.daemon != nil {
            try keeper.wait {
                let status = try keeper.status()
                return status.peers.allSatisfy { $0.state == .inSync }
                    && !status.peers.isEmpty && status.sync.unsynced == 0
            }
        }
    }

    /// Without what differs from run to run.
    private func masked(_ line: String, of keeper: Keeper) -> String {
        line.replacing(keeper.home, with: "HOME")
            .replacing(#/[a-z]+-[a-z]+-[a-z]+-[a-z]+/#, with: "four-words-to-compare")
            .replacing(#/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/#, with: "CODE")
            .replacing(#/(127\.0\.0\.1|localhost):[0-9]+/#, with: "ADDRESS")
            .replacing(#/\/v\/[\w-]{22}/#, with: "/v/TOKEN")
            .replacing(#/process [0-9]+/#, with: "process N")
            .replacing(#/[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9:.]+Z?)?/#, with: "DATE")
            .replacing(#/[0-9]{2}:[0-9]{2}:[0-9]{2}/#, with: "TIME")
            .replacing(#/[0-9a-f]{16,}/#, with: "HEX")
            .replacing(#/[0-9,.]+ (bytes|kB|MB|ms|µs|us)\b/#) { "N \($0.output.1)" }
    }
}
