import Documents
import Foundation
import Net
import Testing

/// A state of a device, the command in which it is told what to do, and what holds once somebody
/// has typed that, word by word.
struct AdvisedState: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Brings the state about, at a device without a daemon.
    let prepare: @Sendable (Keeper) throws -> Void
    /// The command that prints the advice.
    let command: [String]
    /// The words after which the advice begins.
    let marker: String
    /// The commands of the advice that are followed: a choice is followed once.
    let first: Int
    /// The words that a person puts in the place of those in capitals.
    let values: [String: String]
    let isMended: @Sendable (Keeper) throws -> Bool

    init(
        _ name: String, _ command: String, after marker: String = "", first: Int = 1,
        values: [String: String] = [:],
        prepare: @escaping @Sendable (Keeper) throws -> Void,
        isMended: @escaping @Sendable (Keeper) throws -> Bool
    ) {
        testDescription = name
        self.command = command.split(separator: " ").map(String.init)
        self.marker = marker
        self.first = first
        self.values = values
        self.prepare = prepare
        self.isMended = isMended
    }
}

extension Keeper {
    fileprivate func beginGame(_ more: String...) throws {
        try up(name: "Mia")
        try run(
            [
                "new", "HAWKS", "OWLS", "--home", "4 Ana, 7 Bo", "--away", "5 Cy", "--rules",
                "fiba",
            ] + more)
    }

    /// Runs commands that succeed; each is words with spaces between.
    fileprivate func each(_ lines: String...) throws {
        for line in lines {
            let outcome = try run(line.split(separator: " ").map(String.init))
            try #require(outcome.code == 0, "\(line): \(outcome.talk)")
        }
    }

    fileprivate func doctor() throws -> String { try run(["doctor"]).output }

    fileprivate func board() throws -> GameDocument { try #require(try status().game) }
}

/// What `doctor`, `status` and errors advise is typed as it stands, in the state in which it was
/// printed.
///
/// These cannot be brought about here: a full or failing disk, a read-only file system and the home
/// of another account (root; `Scripts/disk-trouble` and `ForeignHomeTests` follow those); a fork,
/// and copies of a home (`HomeCopyTests`, `--acknowledge` there); a device of another version, of
/// the protocol or of the program (two programs); a deleted home (its daemon ends within a second);
/// a taken discovery port, a path that drops packets and a firewall (network namespaces); keys of a
/// screen (`ScreenTests`).
@Suite(.timeLimit(.minutes(5))) struct FollowedAdviceTests {
    @Test(arguments: states) func adviceIsFollowedLiterally(state: AdvisedState) throws {
        let keeper = try Keeper()
        try state.prepare(keeper)
        let outcome = try keeper.run(state.command)
        let text = outcome.output + outcome.talk
        let parts = text.components(separatedBy: state.marker)
        let advice = state.marker.isEmpty ? text : try #require(parts.dropFirst().first, "\(text)")
        let commands = AdvisedCommands.commands(in: advice).prefix(state.first)
        try #require(commands.count == state.first, "\(text)")
        for words in commands {
            let typed = words.map { state.values[$0] ?? $0 }
            var done = try keeper.run(typed)
            // Where a question needs a terminal, that is an advice as well.
            if done.talk.contains("add --yes") { done = try keeper.run(typed + ["--yes"]) }
            #expect(done.code == 0, "\(words): \(done.talk)")
        }
        #expect(try state.isMended(keeper), "\(text)")
    }

    static let states = daemons + games + scores + tables

    private static let daemons = [
        AdvisedState("a fresh home", "", values: ["YOUR-NAME": "Mia"]) { _ in
        } isMended: {
            try $0.status().device.keeper == "Mia"
        },
        AdvisedState("status without a daemon", "status", after: "no daemon is running") {
            try $0.beginGame()
            try $0.each("down --now")
        } isMended: {
            try $0.status().isOfflineView == nil
        },
        AdvisedState("doctor without a daemon", "doctor", after: "no daemon is running") {
            try $0.beginGame()
            try $0.each("down --now")
        } isMended: {
            try !$0.doctor().contains("no daemon is running")
        },
        AdvisedState("a look without a daemon", "box", after: "offline view") {
            try $0.beginGame()
            try $0.each("down --now")
        } isMended: {
            try $0.run(["box"]).talk.isEmpty
        },
        AdvisedState("a second daemon", "daemon", after: "already runs in") {
            try $0.up(name: "Mia")
        } isMended: {
            $0.daemon == nil
        },
        AdvisedState("an option that comes too late", "up --listen 127.0.0.1:0", first: 2) {
            try $0.up(name: "Mia")
        } isMended: {
            $0.daemon != nil
        },
        AdvisedState("syncing switched off", "doctor", after: "switched off") {
            try $0.up(name: "Mia")
            try $0.each("offline")
        } isMended: {
            try !$0.doctor().contains("switched off")
        },
        AdvisedState("an invitation without syncing", "invite", after: "scored: ") {
            try $0.up(name: "Mia")
            try $0.each("offline")
        } isMended: {
            try $0.run(["invite"]).code == 0
        },
        AdvisedState("announcements switched off", "doctor", after: "as configured") {
            try $0.up(name: "Mia")
        } isMended: {
            try !$0.doctor().contains("as configured")
        },
        AdvisedState("no pages", "web status") {
            try $0.up(name: "Mia")
        } isMended: {
            try $0.run(["web", "status"]).output.contains("page")
        },
        AdvisedState("damaged settings of the pages", "web status", after: "pages again") {
            try $0.up(name: "Mia")
            try "{".write(toFile: $0.home + "/web.json", atomically: false, encoding: .utf8)
        } isMended: {
            try $0.run(["web", "status"]).code == 0
                && !$0.doctor().contains("the pages, cannot be read")
        },
        AdvisedState("damaged settings of the pages in doctor", "doctor", after: "pages again") {
            try $0.up(name: "Mia")
            try $0.each("down --now")
            try "{".write(toFile: $0.home + "/web.json", atomically: false, encoding: .utf8)
            try $0.up(name: "Mia")
        } isMended: {
            try $0.run(["web", "status"]).code == 0
                && !$0.doctor().contains("the pages, cannot be read")
        },
        AdvisedState("an unknown command", "mvoe") { _ in
        } isMended: { _ in
            true
        },
    ]

    private static let games = [
        AdvisedState("no game", "move h4 2") {
            try $0.up(name: "Mia")
        } isMended: {
            try $0.status().game != nil
        },
        AdvisedState("a newer game", "status", after: "to go there") {
            try $0.beginGame()
            try $0.each("move h4 2", "new BEARS WOLVES", "move home 2", "use hawks-owls")
        } isMended: {
            try $0.board().name == "bears-wolves"
        },
        AdvisedState("a tie", "status", after: "next: ") {
            try $0.beginGame()
            for period in 1...4 { try $0.each("clock period \(period)", "clock set 00:00") }
        } isMended: {
            try $0.board().clock?.period == 5
        },
        AdvisedState("a winner", "status", after: "next: ") {
            try $0.beginGame()
            for period in 1...4 { try $0.each("clock period \(period)", "clock set 00:00") }
            try $0.each("move h4 2")
        } isMended: {
            try $0.board().state == .closed
        },
        AdvisedState("a game to sign", "end --yes", after: "next: ") {
            try $0.beginGame()
            try $0.each("move h4 2")
        } isMended: {
            try $0.board().state == .signed
        },
        AdvisedState("a move in a signed game", "move h4 2", after: "to count it") {
            try $0.beginGame()
            try $0.each("move h4 2", "end --yes", "sign --yes")
        } isMended: {
            try $0.board().state != .signed
        },
        AdvisedState("the clock of a game that is over", "clock start", after: "to play on") {
            try $0.beginGame()
            try $0.each("move h4 2", "end --yes")
        } isMended: {
            try $0.board().state != .closed
        },
    ]

    private static let scores = [
        AdvisedState(
            "an unknown player", "move h99 2", after: "to add one",
            values: [
                "SIDE": "home"
            ]
        ) {
            try $0.beginGame()
        } isMended: {
            try $0.board().home.players.count == 3
        },
        AdvisedState("a player who sits out", "move h4 2", after: "bring the player back") {
            try $0.beginGame()
            try $0.each("roster inactive h4")
        } isMended: {
            try $0.run(["move", "h4", "2"]).code == 0
        },
        AdvisedState("a player without a tracker", "move h7 2", after: "nobody tracks") {
            try $0.beginGame()
            try $0.each("track h4")
        } isMended: {
            try $0.board().home.players.allSatisfy { !$0.trackedBy.isEmpty }
        },
        AdvisedState("a kind before its player", "move 2 h4", after: "comes first") {
            try $0.beginGame()
        } isMended: {
            try $0.homeScore() == 2
        },
        AdvisedState(
            "a note without words", "move h4 note", after: "scored: ",
            values: [
                "TEXT": "tired"
            ]
        ) {
            try $0.beginGame()
        } isMended: { _ in
            true
        },
        AdvisedState("a move of an overtime", "move h4 2 --period 7", after: "is played") {
            try $0.beginGame()
            for period in 1...4 { try $0.each("clock period \(period)", "clock set 00:00") }
        } isMended: {
            try $0.board().clock?.period == 5
        },
        AdvisedState(
            "a number that two have", "roster add home 4 Eve", after: "change a number",
            values: ["N": "8"]
        ) {
            try $0.beginGame()
        } isMended: {
            try $0.board().home.players.map(\.number) == ["4", "7", "8"]
        },
        AdvisedState("a period that cannot be fixed", "fix 4 --kind 2", after: "to undo it") {
            try $0.beginGame()
            try $0.each("clock period 1")
        } isMended: {
            try $0.board().clock == nil
        },
    ]

    private static let tables = [
        AdvisedState("a change of tables that was cut off", "box") {
            try $0.beginGame()
            try $0.each("down --now")
            try "{\"brings\":false}".write(
                toFile: $0.home + "/switch", atomically: false, encoding: .utf8)
        } isMended: {
            try $0.run(["box"]).code == 0
        },
        AdvisedState("a removed device", "status", after: "to a new table") {
            let founder = try Keeper(up: "Ana")
            let invite = try founder.scored("invite", "--json").document(InviteDocument.self)
            try $0.up(name: "Mia")
            let code = try #require(invite.codes.first?.code)
            try $0.scored("join", code, "--via", try #require(invite.addresses.first))
            try $0.scored("new", "HAWKS", "OWLS", "--home", "4 Ana")
            try $0.scored("move", "h4", "2")
            try founder.scored("devices", "remove", "mia", "--yes")
            let keeper = $0
            try keeper.wait { try keeper.run(["status"]).code == 4 }
        } isMended: {
            try $0.homeScore() == 2
        },
        AdvisedState(
            "a home without its key", "move h4 2", after: "with its games", first: 3, values: ofKey
        ) {
            try $0.beginGame()
            try $0.each("move h4 2", "down --now")
            try FileManager.default.removeItem(atPath: $0.home + "/identity.pem")
            _ = $0.shell("rm -rf '\(ofKey["FILE"] ?? "")' '\(ofKey["DIR"] ?? "")'")
        } isMended: {
            let other = ofKey["DIR"] ?? ""
            let points = try $0.run(["--state", other, "status", "--json"])
                .document(StatusDocument.self).game?.home.score
            try $0.scored("--state", other, "down", "--now")
            return points == 2
        },
        AdvisedState(
            "a deleted log", "status", after: "save the log now", first: 4, values: ofLog
        ) {
            try $0.beginGame()
            try $0.each("move h4 2")
            _ = $0.shell("rm -rf '\($0.home)/log' '\(ofLog["FILE"] ?? "")'")
            _ = try $0.run(["move", "h4", "2"])
        } isMended: {
            try $0.homeScore() == 2 && $0.run(["move", "h4", "2"]).code == 0
        },
    ]

    /// Paths of a state's own: the states are followed side by side.
    private static func values(_ name: String) -> [String: String] {
        let path = "/tmp/advice-\(name)-\(Clocks.wallMilliseconds)"
        return ["GAME": "hawks-owls", "FILE": path + ".log", "DIR": path + ".home"]
    }

    private static let (ofKey, ofLog) = (values("key"), values("log"))

    /// With `--state` every command that is printed names that home: a bare `scored down` would
    /// reach another.
    @Test func advisedCommandsReachTheHomeOfState() throws {
        let keeper = try Keeper()
        let home = keeper.home + "/an other"
        try keeper.scored("--state", home, "up", "--no-discovery", "--listen", "127.0.0.1:0")
        try keeper.scored("--state", home, "down", "--now")
        for command in ["status", "doctor", "box", "move", "up --listen"] {
            if command == "up --listen" { try keeper.scored("--state", home, "up") }
            let words = command == "move" ? ["move", "h4", "2"] : [command]
            let given = command == "up --listen" ? ["up", "--listen", "127.0.0.1:0"] : words
            let outcome = try keeper.run(["--state", home] + given)
            let commands = AdvisedCommands.commands(in: outcome.output + outcome.talk)
            #expect(!commands.isEmpty, "\(command): \(outcome)")
            for words in commands { #expect(words.starts(with: ["--state", home]), "\(words)") }
        }
        try keeper.scored("--state", home, "down", "--now")
    }
}
