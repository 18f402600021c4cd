import Foundation
import Testing

@testable import Client

/// Where a device keeps what is its own.
@Suite struct StateHomeTests {
    @Test(arguments: [
        (["HOME": "/h"], "/h/.local/state/scored"),
        (["HOME": "/h", "XDG_STATE_HOME": "/x"], "/x/scored"),
        (["HOME": "/h", "XDG_STATE_HOME": "x"], "/h/.local/state/scored"),
        (["HOME": "/h", "XDG_STATE_HOME": "/x", "SCORED_HOME": "/s"], "/s"),
        (["HOME": "/h", "SCORED_HOME": ""], "/h/.local/state/scored"),
    ])
    func variablesComeInOrder(environment: [String: String], path: String) throws {
        #expect(try StateHome(option: nil, environment: { environment[$0] }).path == path)
        #expect(try StateHome(option: "/o", environment: { environment[$0] }).path == "/o")
    }

    /// A repaired name would be that of another folder, in which a new device would begin.
    @Test(arguments: ["SCORED_HOME", "XDG_STATE_HOME", "HOME"])
    func aHomeThatIsNotUTF8IsRefused(name: String) {
        let value = String(decoding: [0x2F, 0x68, 0xE9], as: UTF8.self)
        #expect {
            try StateHome(option: nil, environment: { $0 == name ? value : nil })
        } throws: { error in
            (error as? ClientError)?.lines.first?.hasPrefix("\(name) has bytes that are not")
                == true
        }
    }

    @Test func noHomeIsSaid() {
        #expect(throws: ClientError.self) { try StateHome(option: nil, environment: { _ in nil }) }
        #expect(throws: ClientError.usage("--state needs a folder", command: "")) {
            try StateHome(option: "", environment: { ["HOME": "/h"][$0] })
        }
    }

    @Test func nobodyAnswersInAFreshHome() {
        let home = StateHome("/nowhere/at/all")
        #expect(home.isFresh)
        #expect(throws: ClientError.notRunning(home: "/nowhere/at/all")) { try home.connect() }
    }

    /// What cannot be opened is not taken for a place where nothing is.
    @Test func whatCannotBeLookedIntoIsNotFresh() throws {
        let file = NSTemporaryDirectory() + "scored-\(UUID().uuidString.prefix(8))"
        try "no folder".write(toFile: file, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(!StateHome(file).isFresh)
        #expect(!StateHome(file + "/scored").isFresh)
    }

    @Test func aPathTooLongIsSaid() throws {
        let home = StateHome("/tmp/" + String(repeating: "a", count: 200))
        let error = try #require(throws: ClientError.self) { try home.connect() }
        #expect(error.exitCode == .failed)
        #expect(error.lines.first?.contains("shorter") == true)
    }
}
