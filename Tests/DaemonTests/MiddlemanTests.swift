import Foundation
import MoveLog
import Net
import Testing

@testable import API
@testable import Daemon

/// A man in the middle with a certificate of his own is refused by both ends.
@Suite(.timeLimit(.minutes(2))) struct MiddlemanTests {
    private static let secret = "the coach has a plan for the last minute"

    /// Takes from a home what it knows of addresses, so that only the middleman is left.
    private func forgetAddresses(_ world: DaemonWorld, _ name: String) throws {
        let file = URL(filePath: world.home(name) + "/settings.json")
        let text = try Data(contentsOf: file)
        var settings = try #require(
            try JSONSerialization.jsonObject(with: text) as? [String: Any])
        for key in ["remembered", "peers", "port"] { settings[key] = nil }
        try JSONSerialization.data(withJSONObject: settings).write(to: file)
    }

    @Test func neitherEndTakesHimForTheOther() throws {
        let world = try DaemonWorld(table: "ana", "bo")
        #expect(try world.run { try world.isLinked("ana") && world.areEqual() })
        for name in ["ana", "bo"] {
            try world.stop(name)
            try forgetAddresses(world, name)
        }
        try world.start("ana")
        try world.note(Self.secret, at: "ana")
        let target = try #require(try world.daemon("ana").peering.listening)
        let middleman = try Middleman(before: target)
        try world.start("bo", peers: [try middleman.address])
        try world.note(Self.secret, at: "bo")
        let isRefused = try world.run {
            try middleman.step()
            return middleman.endedCount >= 2
        }
        #expect(isRefused)
        #expect(!middleman.overheard.isEmpty)
        #expect(!middleman.overheard.contains(Array(Self.secret.utf8)))
        for name in ["ana", "bo"] {
            #expect(try !world.isLinked(name))
            #expect(try world.notes(at: name) == [Self.secret])
        }
        #expect(world.lines.contains { $0.contains(CloseReason.notMember.words) })
    }
}
