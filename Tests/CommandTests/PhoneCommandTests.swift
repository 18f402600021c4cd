import Client
import Documents
import Foundation
import LocalAPI
import Net
import Testing

/// The program of a phone that is no browser.
private enum PhoneProgram {
    /// True where there are tmux, Python and openssl.
    static let isFound =
        TmuxTerminal.isFound
        && shell("python3 -c 'import ssl, hmac' 2>/dev/null && openssl version >/dev/null 2>&1")
            .code == 0

    /// Runs a line of shell, and gives its code and what it printed.
    static func shell(_ line: String) -> (code: Int32, text: String) {
        guard let output = unsafe popen(line, "r") else { return (-1, "") }
        var text = ""
        var bytes = [CChar](repeating: 0, count: 4096)
        while unsafe fgets(&bytes, Int32(bytes.count), output) != nil {
            text += String(
                decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return (unsafe pclose(output) >> 8 & 0xff, text)
    }
}

/// A phone that keeps through a laptop: real daemons, a real terminal, and TLS with a client that is
/// not ours.
@Suite(.enabled(if: PhoneProgram.isFound), .serialized, .timeLimit(.minutes(5)))
struct PhoneCommandTests {
    private let mia: Keeper

    init() throws {
        mia = try Keeper(up: "Mia")
        try mia.scored("new", "Hawks", "Owls", "--home", "4 Ana, 7 Bo", "--rules", "fiba")
        // Where phones are served is asked of the settings of the pages.
        try mia.scored("web", "up", "--listen", "127.0.0.1:0")
    }

    /// Runs a command of the phone and gives what it printed.
    private func phone(_ words: String..., of name: String = "phone") throws -> String {
        let folder = try mia.outside(name)
        _ = try Folder(folder)
        // The certificate is made again if it lacks an address.
        let certificate = try String(contentsOfFile: mia.home + "/web.cert.pem", encoding: .utf8)
        try certificate.write(toFile: folder + "/cert.pem", atomically: true, encoding: .utf8)
        let quoted = ([folder] + words).map { "'\($0)'" }.joined(separator: " ")
        let done = PhoneProgram.shell(
            "timeout 50 python3 '\(Built.root)Tests/Phones/phone.py' \(quoted)")
        #expect(done.code == 0, "\(words)")
        return done.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Begins `scored phone NAME` at a terminal, and gives it with the address that it shows.
    private func begin(_ name: String) throws -> (terminal: TmuxTerminal, address: String) {
        let terminal = try TmuxTerminal(mia, ["phone", name], columns: 120, rows: 70)
        let screen = try terminal.wait(for: "/k#")
        return (terminal, try #require(screen.first { $0.hasPrefix("https://") }))
    }

    /// Lets a phone in, by a person who says yes.
    private func pair(_ name: String, as phone: String = "phone") throws {
        let (terminal, address) = try begin(name)
        let words = try self.phone("pair", address, of: phone)
        try terminal.wait(for: words)
        try terminal.press("y", "Enter")
        #expect(try self.phone("wait", of: phone) == "approved")
        try terminal.wait(for: "ended with 0")
    }

    private func order(_ text: String, of phone: String = "phone") throws -> String {
        try self.phone("order", text, of: phone)
    }

    private func list() throws -> [PhoneDocument] {
        try mia.scored("phones", "--json").document(PhonesDocument.self).phones
    }

    /// Ends all processes in order and starts them again.
    private func restart() throws {
        try mia.scored("web", "down")
        #expect(mia.phones.allSatisfy { mia.daemon(ofPhone: $0) == nil })
        try mia.scored("down", "--now")
        try mia.up(name: "Mia")
        try mia.scored("web", "up")
    }

    @Test func aPhoneKeepsAsADeviceOfItsOwnAndComesBack() throws {
        try pair("Ana")
        #expect(try order(#"{"do":"move","player":"h4","kind":"twoPoints"}"#).hasPrefix("200 "))
        try mia.wait { try mia.homeScore() == 2 }
        #expect(try phone("stream", #""homeScore":"2""#) == "seen")
        try mia.wait { try list().map(\.state) == [.inSync] }
        let ana = try #require(try list().first)
        #expect(ana.name == "Ana" && ana.device == "ana" && ana.unsynced == 0 && ana.isPaired)
        // Nobody compares the joining words of a device on the same machine.
        let devices = try mia.scored("devices", "--json").document(DevicesDocument.self).devices
        #expect(devices.count == 2 && devices.allSatisfy { $0.words == nil })
        #expect(try mia.scored("log").output.contains("ana."))
        // The same key and address after a restart, with the moves of before.
        try restart()
        #expect(try order(#"{"do":"move","player":"h7","kind":"threePoints"}"#).hasPrefix("200 "))
        try mia.wait { try mia.homeScore() == 5 }
        // Its daemon is started again when it dies, and finds the laptop by itself.
        let process = try #require(mia.daemon(ofPhone: ana.id))
        kill(process, SIGKILL)
        try mia.wait { !BackgroundProcess.isAlive(process) }
        #expect(try order(#"{"do":"undo"}"#).hasPrefix("200 "))
        try mia.wait { try mia.homeScore() == 2 }
        let status = try mia.scored("web", "status")
        #expect(status.talk.contains("1 phone"), "\(status.talk)")
    }

    /// A newer game is played at another court, and nobody chose a game at the phone.
    @Test func aPhoneBeginsInTheGameOfTheLaptop() throws {
        try mia.scored("move", "h4", "2")
        try mia.scored("new", "Rams", "Bulls", "--home", "4 Cy")
        try mia.scored("move", "h4", "2")
        try mia.scored("use", "hawks-owls")
        try pair("Ana")
        #expect(try phone("stream", #""game":"hawks-owls""#) == "seen")
        #expect(try order(#"{"do":"move","player":"h7","kind":"threePoints"}"#).hasPrefix("200 "))
        try mia.wait { try mia.homeScore() == 5 }
    }

    /// The laptop's daemon may come back at another port, of which nobody tells the phone's.
    @Test func aLaptopThatListensElsewhereIsFound() throws {
        try pair("Ana")
        let before = try #require(mia.phones.first.flatMap { mia.daemon(ofPhone: $0) })
        try mia.scored("down", "--now")
        let free = try Listener.listening(on: .loopback(port: 0))
        let place = try #require(free.address).description
        _ = consume free
        try mia.scored("up", "--no-discovery", "--listen", place)
        #expect(try order(#"{"do":"move","player":"h4","kind":"twoPoints"}"#).hasPrefix("200 "))
        try mia.wait { try mia.homeScore() == 2 }
        #expect(!BackgroundProcess.isAlive(before))
    }

    /// The founder removes, and so does a deputy; another laptop says so, and its phone keeps on.
    @Test func aLaptopThatMayNotRemoveSaysWhoCan() throws {
        let bo = try Keeper(up: "Bo")
        let invite = try bo.scored("invite", "--json").document(InviteDocument.self)
        let code = try #require(invite.codes.first).code
        try mia.scored("join", code, "--via", #require(invite.addresses.first), "--bring")
        try pair("Ana")
        try mia.wait { try list().map(\.unsynced) == [0] }
        let refused = try mia.run(["phone", "Ana", "--remove", "--yes"])
        #expect(refused.code == 1 && refused.talk.contains("bo"), "\(refused.talk)")
        #expect(try list().map(\.isPaired) == [true])
        #expect(try order(#"{"do":"note","text":"still here"}"#).hasPrefix("200 "))
        try bo.scored("devices", "deputy", "mia")
        try mia.wait { try mia.run(["phone", "Ana", "--remove", "--yes"]).code == 0 }
        #expect(mia.phones.isEmpty)
        try bo.wait { try bo.scored("devices").output.contains("removed") }
    }

    /// A request under the same name is recorded once, whatever is between.
    @Test func anOrderThatIsSentAgainCountsOnce() throws {
        try pair("Ana")
        let request = String(repeating: "5e", count: 16)
        let move = #"{"request":"\#(request)","do":"move","player":"h4","kind":"twoPoints"}"#
        let first = try order(move)
        try restart()
        let second = try order(move)
        #expect(first.hasPrefix("200 ") && second.hasPrefix("200 "), "\(first) \(second)")
        try mia.wait { try mia.homeScore() == 2 }
        let lines = try mia.scored("log").output.split(separator: "\n")
        #expect(lines.count { $0.contains("ana.") && $0.contains("two points") } == 1)
    }

    @Test func aCodeIsForOnePhoneAndNobodyElseGetsIn() throws {
        let (terminal, address) = try begin("Ana")
        let words = try phone("pair", address)
        try terminal.wait(for: words)
        #expect(try phone("pair", address, of: "other") == "403 code-used")
        let wrong = try #require(address.split(separator: "#").first) + "#AAAAAAAAAAAAAAAAAAAAAA"
        #expect(try phone("pair", String(wrong), of: "third") == "403 code-unknown")
        // Before a person says yes nothing can be recorded.
        #expect(try order(#"{"do":"note","text":"hello"}"#).hasPrefix("401 "))
        try terminal.press("n", "Enter")
        #expect(try phone("wait") == "refused")
        try terminal.wait(for: "ended with 1")
        #expect(try list().map(\.isPaired) == [false])
        #expect(try mia.scored("devices").output.contains("ana") == false)
        // Without a terminal there is nobody to ask.
        #expect(try mia.run(["phone", "Bo"]).code == 1)
        #expect(mia.phones.count == 1)
    }

    /// A phone that lost its key keeps on as the same device; the old key is worth nothing then.
    @Test func aLostKeyIsReplacedAndARemovedPhoneIsOut() throws {
        try pair("Ana")
        #expect(try order(#"{"do":"move","player":"h4","kind":"twoPoints"}"#).hasPrefix("200 "))
        try pair("ana", as: "second")
        #expect(try list().count == 1)
        #expect(try order(#"{"do":"move","player":"h4","kind":"twoPoints"}"#).hasPrefix("401 "))
        #expect(
            try order(#"{"do":"move","player":"h7","kind":"twoPoints"}"#, of: "second")
                .hasPrefix("200 "))
        try mia.wait { try mia.homeScore() == 4 }
        try mia.scored("phone", "Ana", "--rename", "Anna")
        try mia.wait { try list().map(\.device) == ["anna"] }
        // Nobody is there to be asked.
        #expect(try mia.run(["phone", "Anna", "--remove"]).code == 1)
        try mia.wait { try list().map(\.unsynced) == [0] }
        let id = try #require(mia.phones.first)
        let removed = try mia.scored("phone", "Anna", "--remove", "--yes")
        #expect(removed.output.contains("archive/phone-\(id)"), "\(removed.output)")
        #expect(mia.phones.isEmpty)
        #expect(mia.daemon(ofPhone: id) == nil)
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: "\(mia.home)/archive/phone-\(id)"
            ).contains("identity.pem"))
        #expect(try mia.scored("devices").output.contains("removed"))
        #expect(try mia.homeScore() == 4)
        // Without a phone the door is closed.
        #expect(
            try mia.scored("web", "status", "--json").document(WebDocument.self).keep?.url == nil)
    }
}
