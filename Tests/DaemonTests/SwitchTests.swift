import Foundation
import MoveLog
import Net
import Seeds
import Storage
import TLS
import Testing

@testable import API
@testable import Daemon

/// Going from one table to another, cut off after every step.
@Suite struct SwitchTests {
    private let root = NSTemporaryDirectory() + "scored-switch-\(UUID().uuidString.prefix(8))"

    private func charter(_ seal: Identity, _ seed: UInt64) throws -> Charter {
        var random = SeededGenerator(seed: seed)
        return try Charter(
            founding: try #require(Octets16(random.bytes(16))),
            at: WallTime(milliseconds: 1), seal: seal)
    }

    /// A home with a table and a segment of its log.
    private func prepared(_ path: String, _ old: Charter) throws -> Home {
        let home = try Home(path)
        try home.found(old)
        try home.subfolder("log").replace("00000001.seg", with: [1, 2, 3])
        return home
    }

    /// Also where a log was laid beside the new charter, which then comes with it.
    @Test(arguments: [(nil, false), (nil, true), ("old-1", false), ("old-1", true)], 0...4)
    func eitherTableIsWholeAfterACrash(
        _ form: (archive: String?, hasLaidLog: Bool), steps: Int
    ) throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let seal = try Identity.generate()
        let (old, new) = (try charter(seal, 1), try charter(seal, 2))
        let order = TableSwitch(
            archive: form.archive, brings: form.archive != nil && !form.hasLaidLog)
        do {
            let home = try prepared(root, old)
            if form.hasLaidLog {
                try home.subfolder("next/log").replace("00000001.seg", with: [9, 9])
            }
            try home.decide(new, order)
            for step in TableSwitch.Step.allCases.prefix(steps) {
                try home.perform(step, of: order)
                // Done twice, as by a crash right behind it.
                try home.perform(step, of: order)
            }
        }
        let home = try Home(root)
        #expect(try home.charter(seal: seal) == new)
        #expect(try home.pendingSwitch() == nil)
        #expect(try !home.folder.folderNames().contains("next"))
        let log = try home.subfolder("log")
        #expect(try log.names() == (form.hasLaidLog ? ["00000001.seg"] : []))
        if form.hasLaidLog { #expect(try log.read("00000001.seg", bytesMax: 10) == [9, 9]) }
        guard let archive = form.archive else {
            #expect(try !home.folder.folderNames().contains("archive"))
            return
        }
        let kept = try home.subfolder("archive/\(archive)")
        #expect(try kept.read("charter", bytesMax: 1000) == old.bytes)
        let segment = try home.subfolder("archive/\(archive)/log")
            .read("00000001.seg", bytesMax: 10)
        #expect(segment == [1, 2, 3])
        let bringing = try home.read("bringing", bytesMax: 100)
        #expect(bringing == (order.brings ? Array(archive.utf8) : nil))
    }

    /// Cut off in the middle of a step: the charter has its place, the log beside it has not.
    @Test func aLaidLogIsTakenAfterTheCharterWas() throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let seal = try Identity.generate()
        let (old, new) = (try charter(seal, 1), try charter(seal, 2))
        let order = TableSwitch(archive: nil, brings: false)
        do {
            let home = try prepared(root, old)
            try home.subfolder("next/log").replace("00000001.seg", with: [9, 9])
            try home.decide(new, order)
            try home.perform(.archiveOld, of: order)
            let next = try home.subfolder("next")
            try next.rename("charter", to: "charter", in: home.folder)
        }
        let home = try Home(root)
        #expect(try home.charter(seal: seal) == new)
        #expect(try home.subfolder("log").read("00000001.seg", bytesMax: 10) == [9, 9])
    }

    @Test func whatWasPreparedAndNotDecidedIsForgotten() throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let seal = try Identity.generate()
        let (old, new) = (try charter(seal, 1), try charter(seal, 2))
        do {
            let home = try prepared(root, old)
            let next = try home.subfolder("next")
            try next.replace("charter", with: new.bytes)
            try next.write([1], to: ".charter.new", at: 0)
            try home.subfolder("next/log").replace("00000001.seg", with: [9, 9])
        }
        let home = try Home(root)
        #expect(try home.charter(seal: seal) == old)
        #expect(try home.subfolder("log").names() == ["00000001.seg"])
        #expect(try !home.folder.folderNames().contains("next"))
    }

    @Test func oneHomeHasOneDaemon() throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let home = try Home(root)
        #expect(throws: DaemonError.self) { _ = try Home(root) }
        #expect(home.warnings.isEmpty)
    }

    @Test func aKeyThatOthersCanReadIsClosed() throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let home = try Home(root)
        let key = try home.identity().publicKey
        #expect(try home.folder.mode(of: "identity.pem") == 0o600)
        try home.folder.setMode(of: "identity.pem", to: 0o644)
        #expect(try home.identity().publicKey == key)
        #expect(try home.folder.mode(of: "identity.pem") == 0o600)
        #expect(home.warnings.count == 1)
    }
}
