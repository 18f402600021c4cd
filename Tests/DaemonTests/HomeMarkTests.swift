import Documents
import Foundation
import LocalAPI
import MoveLog
import Net
import Scorebook
import Seeds
import Storage
import TLS
import Testing

@testable import API
@testable import Daemon

/// A home that was copied, moved or put back from a backup is known as such before the first write,
/// and one that is only started again is not.
@Suite(.timeLimit(.minutes(2))) struct HomeMarkTests {
    private func record(_ text: String, _ world: DaemonWorld, at name: String = "a") throws {
        let count = try world.notes(at: name).count
        try world.note(text, at: name)
        #expect(try world.run { try world.notes(at: name).count == count + 1 })
    }

    private func author(_ world: DaemonWorld, _ name: String = "a") throws -> AuthorID {
        try world.daemon(name).ledger.replica.author
    }

    private func kinds(_ world: DaemonWorld, _ name: String = "a") throws -> [HomeIncident.Kind] {
        try world.daemon(name).home.incidents().map(\.kind)
    }

    @Test func startingAgainChangesNothing() throws {
        let world = try DaemonWorld(table: "a")
        let first = try author(world)
        for round in 0..<6 {
            try record("\(round)", world)
            if round.isMultiple(of: 2) { world.kill("a") } else { try world.stop("a") }
            try world.start("a")
            #expect(try author(world) == first)
        }
        #expect(try kinds(world).isEmpty)
        let marks = try FileManager.default.contentsOfDirectory(atPath: world.home("a"))
            .filter { $0.hasPrefix("opened-") }
        #expect(marks.count == 1)
    }

    /// A daemon without a name records nothing until there is something to record.
    @Test func aDeviceThatRecordedNothingYetStaysItself() throws {
        let world = try DaemonWorld()
        try world.start("a", isNamed: false)
        let first = try author(world)
        for isKilled in [false, true, false] {
            if isKilled { world.kill("a") } else { try world.stop("a") }
            try world.start("a", isNamed: false)
            #expect(try author(world) == first)
        }
        try record("one", world)
        #expect(try author(world) == first)
        #expect(try kinds(world).isEmpty)
        // From then on a log without entries has lost them, also when nothing ended in order.
        world.kill("a")
        try shell("rm '\(world.home("a"))'/log/*")
        #expect(try !Verification.document(ofHome: world.home("a")).isSound)
        try world.start("a", isNamed: false)
        #expect(try author(world) != first)
        #expect(try kinds(world) == [.emptied])
    }

    /// A first commit that met a full disk leaves a segment with nothing in it.
    @Test func aSegmentWithoutEntriesIsNoLoss() throws {
        let world = try DaemonWorld()
        try world.start("a", isNamed: false)
        let first = try author(world)
        world.kill("a")
        try shell(": > '\(world.home("a"))'/log/00000001.seg")
        for _ in 0..<3 {
            try world.start("a", isNamed: false)
            #expect(try author(world) == first)
            #expect(try kinds(world).isEmpty)
            try world.stop("a")
        }
    }

    /// What a home remembers of its first entry is durable before the entry is, also at another table
    /// than the one that it was opened at.
    @Test(arguments: [false, true])
    func aFirstEntryThatIsLostIsALossToo(hasLeft: Bool) throws {
        let world = try DaemonWorld()
        try world.start("a", isNamed: false)
        if hasLeft {
            let table = try world.daemon("a").ledger.log.charter.table
            try world.leave("a")
            #expect(try world.daemon("a").ledger.log.charter.table != table)
            _ = try world.run(seconds: 0.1) { false }
        }
        let first = try author(world)
        // Nothing behind the commit is done: neither is the home marked nor anybody told.
        _ = try world.daemon("a").ledger.record([(Note(text: "one") as any TableBody).draft])
        #expect(try world.daemon("a").ledger.turn().failure == nil)
        world.kill("a")
        try shell("rm '\(world.home("a"))'/log/*")
        try world.start("a", isNamed: false)
        #expect(try author(world) != first)
        #expect(try kinds(world) == [.emptied])
    }

    /// The newest segment alone is lost, minutes after the home was marked for the first time.
    @Test func aNewestSegmentThatIsGoneIsSeen() throws {
        let world = try DaemonWorld(table: "a")
        let first = try author(world)
        try record("one", world)
        let drafts = (0..<10).map { (number) -> Draft in
            (Note(text: "\(number) " + String(repeating: "x", count: 400)) as any TableBody).draft
        }
        let second = world.home("a") + "/log/00000002.seg"
        while !FileManager.default.fileExists(atPath: second) {
            _ = try world.daemon("a").ledger.record(drafts)
            try world.daemon("a").step(timeout: .zero)
        }
        world.kill("a")
        try shell("rm '\(second)'")
        try world.start("a")
        #expect(try author(world) != first)
        #expect(try kinds(world) == [.entriesLost])
    }

    /// Two daemons in one home would write over each other's moves.
    @Test func aHomeWhoseLockAndSocketWereDeletedLetsNoSecondDaemonIn() throws {
        let world = try DaemonWorld(table: "a")
        for name in ["lock", "scored.sock"] {
            try FileManager.default.removeItem(atPath: world.home("a") + "/" + name)
        }
        #expect(throws: DaemonError.self) { try Home(world.home("a")) }
        try record("one", world)
        try world.stop("a")
        _ = try Home(world.home("a"))
    }

    @Test func anotherNameOfTheFolderIsNoCopy() throws {
        let world = try DaemonWorld(table: "a")
        let first = try author(world)
        try record("one", world)
        try world.stop("a")
        try shell("mv '\(world.home("a"))' '\(world.home("b"))'")
        try world.start("b")
        #expect(try author(world, "b") == first)
    }

    @Test func aCopyGoesOnUnderItsOwnName() throws {
        let world = try DaemonWorld(table: "a")
        let first = try author(world)
        try record("one", world)
        try world.stop("a")
        try shell("cp -a '\(world.home("a"))' '\(world.home("b"))'")
        try world.start("b")
        #expect(try author(world, "b") != first)
        #expect(try kinds(world, "b") == [.otherFolder])
        // It stays told, and happens once.
        let second = try author(world, "b")
        try world.stop("b")
        try world.start("b")
        #expect(try author(world, "b") == second)
        #expect(try kinds(world, "b") == [.otherFolder])
        // The original is what it was.
        try world.start("a")
        #expect(try author(world) == first)
    }

    /// Whatever the tool, into the same folder: `{b}` is the backup, `{h}` the home.
    @Test(
        arguments: [
            "cp -a {b}/. {h}/",
            "rm -rf {h} && cp -a {b} {h}",
            "find {h} -mindepth 1 -delete && cp -a {b}/. {h}/",
            "tar -C {b} -cf {b}.tar . && tar -C {h} -xf {b}.tar",
            "tar -C {b} -cf {b}.tar . && find {h} -mindepth 1 -delete && tar -C {h} -xf {b}.tar",
            "cp {b}/log/* {h}/log/ && rm {h}/opened-* && cp {b}/opened-* {b}/settings.json {h}/",
        ], [false, true])
    func aBackupThatIsPutBackIsSeen(tool: String, isTakenRunning: Bool) throws {
        let world = try DaemonWorld(table: "a")
        let first = try author(world)
        try record("one", world)
        let (home, backup) = (world.home("a"), world.home("backup"))
        if !isTakenRunning { try world.stop("a") }
        try shell("cp -a '\(home)' '\(backup)'")
        if !isTakenRunning { try world.start("a") }
        try record("two", world)
        world.kill("a")
        try shell(tool.replacing("{b}", with: "'\(backup)'").replacing("{h}", with: "'\(home)'"))
        try world.start("a")
        #expect(try author(world) != first)
        #expect(try world.notes(at: "a") == ["one"])
        let told = try #require(try kinds(world).first)
        #expect([.restored, .otherFolder].contains(told), "\(told)")
    }

    /// As rsync does it: files of equal size and time are left alone, others are made again.
    @Test func aLogThatAloneIsPutBackIsSeen() throws {
        let world = try DaemonWorld(table: "a")
        let first = try author(world)
        try record("one", world)
        let segment = world.home("a") + "/log/00000001.seg"
        try shell("cp -a '\(segment)' '\(world.home("old"))'")
        try record("two", world)
        world.kill("a")
        try shell("cp -a '\(world.home("old"))' '\(segment).x' && mv '\(segment).x' '\(segment)'")
        try world.start("a")
        #expect(try author(world) != first)
        #expect(try kinds(world) == [.restored])
    }

    @Test func aLogThatEndsTooEarlyIsSeen() throws {
        let world = try DaemonWorld(table: "a")
        let first = try author(world)
        try record("one", world)
        let segment = world.home("a") + "/log/00000001.seg"
        try shell("cp -a '\(segment)' '\(world.home("old"))'")
        try record("two", world)
        try world.stop("a")
        // The same file with its former content, as `rsync --inplace` leaves it.
        #expect(try Verification.document(ofHome: world.home("a")).isSound)
        try shell("cat '\(world.home("old"))' > '\(segment)'")
        #expect(try !Verification.document(ofHome: world.home("a")).isSound)
        try world.start("a")
        #expect(try author(world) != first)
        #expect(try kinds(world) == [.entriesLost])
        // From then on the device records as another author.
        #expect(try Verification.document(ofHome: world.home("a")).isSound)
    }

    /// A damaged record stays on the disk for good; what it held comes back from a peer.
    @Test func aDamagedRecordWhoseEntriesAreHeldAgainIsSound() throws {
        let world = try DaemonWorld()
        for name in ["a", "b"] { try world.start(name) }
        _ = try world.pair("b", with: "a")
        for text in ["one", "two", "three"] {
            try record(text, world, at: "b")
            #expect(try world.run { world.areEqual() })
        }
        try world.stop("a")
        let path = URL(filePath: world.home("a") + "/log/00000001.seg")
        let place = try #require(Data(contentsOf: path).firstRange(of: Data("two".utf8)))
        let file = try FileHandle(forUpdating: path)
        try file.seek(toOffset: UInt64(place.lowerBound))
        try file.write(contentsOf: Data("tvo".utf8))
        try file.close()
        #expect(try !Verification.document(ofHome: world.home("a")).isSound)
        try world.start("a")
        #expect(try world.daemon("a").ledger.damage.count == 1)
        #expect(try world.run { try world.notes(at: "a").count == 3 && world.areEqual() })
        try world.stop("a")
        let document = try Verification.document(ofHome: world.home("a"))
        #expect(document.isSound && document.problems.count == 1)
        #expect(document.problems.allSatisfy { $0.hasSuffix("all of it was recovered") })
        try world.start("a")
        #expect(try world.daemon("a").ledger.damage.isEmpty)
    }

    /// Bytes behind the last record of the log, as a power cut leaves them.
    private func tear(_ world: DaemonWorld) throws {
        let path = URL(filePath: world.home("a") + "/log/00000001.seg")
        let used = try #require(try Data(contentsOf: path).lastIndex { $0 != 0 })
        let file = try FileHandle(forUpdating: path)
        try file.seek(toOffset: UInt64(used) + 2)
        try file.write(contentsOf: Data([7, 7, 7]))
        try file.close()
    }

    /// It names no damage, and many are one line.
    @Test func aWriteThatWasCutOffIsToldApartFromDamage() throws {
        let world = try DaemonWorld(table: "a")
        for round in 0..<3 {
            try record("\(round)", world)
            try world.stop("a")
            try tear(world)
            try world.start("a")
        }
        #expect(try kinds(world) == [.cutOff, .cutOff, .cutOff])
        let wall = try world.daemon("a").clock.now.wall.milliseconds
        let told = try world.daemon("a").home.incidents().warned(at: wall)
        #expect(told.map(\.earlier) == [2])
        #expect(told.allSatisfy { $0.last.advice.hasPrefix("nothing is left to do") })
        let status = Router(try world.daemon("a"), version: "0").api.status
        #expect(status.warnings.count { $0.code == "newIncarnation" } == 1)
        // A record of the present author that is damaged is damage, whatever was torn before.
        try record("now", world)
        try record("then", world)
        try world.stop("a")
        let path = URL(filePath: world.home("a") + "/log/00000001.seg")
        var bytes = try Data(contentsOf: path)
        let place = try #require(bytes.firstRange(of: Data("now".utf8)))
        bytes[place.lowerBound] ^= 0xff
        try bytes.write(to: path)
        try world.start("a")
        #expect(try kinds(world).last == .damaged)
    }

    @Test func aCrashBetweenSeeingItAndTheFirstWriteIsSeenAgain() throws {
        let world = try DaemonWorld(table: "a")
        try record("one", world)
        try world.stop("a")
        try shell("cp -a '\(world.home("a"))' '\(world.home("b"))'")
        let home = try Home(world.home("b"))
        let charter = try #require(try home.charter(seal: home.identity()))
        let change = try home.change(of: charter.table)
        #expect(change == .otherFolder)
        // Nothing was remembered, because nothing was durable.
        withExtendedLifetime(home) {}
        let again = try Home(inspecting: world.home("b"))
        #expect(try again.change(of: charter.table) == .otherFolder)
        #expect(again.settings.place == home.settings.place)
    }
}

/// What no file shows: the memory of the home fits the log, and both are old, as after a snapshot of a
/// whole machine. Peers prove it.
@Suite(.timeLimit(.minutes(2))) struct HomeSnapshotTests {
    /// Ana and Bo in sync; then Bo goes back to where he was before "two" was recorded. He recorded
    /// so many long notes before that.
    private func rolledBack(longNotes: Int = 0) throws -> DaemonWorld {
        let world = try DaemonWorld(table: "ana", "bo")
        try world.note("one", at: "bo")
        #expect(try world.run { try world.notes(at: "ana") == ["one"] && world.areEqual() })
        for number in 0..<longNotes {
            try world.note("\(number) " + String(repeating: "x", count: 480), at: "bo")
            if number % 50 == 0 { try world.daemon("bo").step(timeout: .zero) }
        }
        #expect(
            try world.run(seconds: 40) {
                try world.notes(at: "ana").count == 1 + longNotes && world.areEqual()
            })
        try world.stop("bo")
        let home = world.home("bo")
        try shell("cp -a '\(home)' '\(home).old'")
        try world.start("bo")
        try world.note("two", at: "bo")
        #expect(
            try world.run {
                try world.notes(at: "ana").count == 2 + longNotes && world.areEqual()
            })
        world.kill("bo")
        _ = try world.run(seconds: 0.2) { false }
        try shell("rm -rf '\(home)' && mv '\(home).old' '\(home)'")
        // The snapshot's own memory: nothing of it shows that time has passed.
        let path = home + "/settings.json"
        var settings = try JSON.decode(
            Settings.self, from: [UInt8](Data(contentsOf: URL(filePath: path))))
        settings.place = nil
        settings.mark = nil
        try Data(JSON.encode(settings)).write(to: URL(filePath: path))
        return world
    }

    @Test func whatPeersHoldMoreEndsTheIncarnation() throws {
        let world = try rolledBack()
        let bo = try world.start("bo")
        let before = bo.ledger.replica.author
        #expect(try world.run { try world.notes(at: "bo").count == 2 && world.areEqual() })
        #expect(bo.ledger.replica.author != before)
        #expect(bo.home.incidents().map(\.kind) == [.behind])
        #expect(bo.ledger.log.forkedAuthors.isEmpty)
    }

    /// More than one run can carry, recorded here and on the disk without a signature, behind which a
    /// peer gives the end back with one: others can have all of it from this device, also once it was
    /// started again.
    @Test(arguments: [false, true])
    func aLongLogThatWasPutBackCanBeHandedOn(isStartedAgain: Bool) throws {
        let count = 1_200
        let world = try rolledBack(longNotes: count)
        try world.start("bo")
        #expect(
            try world.run(seconds: 40) {
                try world.notes(at: "bo").count == 2 + count && world.areEqual()
            })
        try world.stop("ana")
        if isStartedAgain {
            try world.stop("bo")
            try world.start("bo")
        }
        try world.start("cy")
        _ = try world.pair("cy", with: "bo")
        #expect(
            try world.run(seconds: 40) {
                try world.notes(at: "cy").count == 2 + count && world.areEqual()
            })
    }

    @Test func aForkIsKeptCountedAndToldEverywhere() throws {
        let world = try rolledBack()
        let bo = try world.start("bo")
        bo.peering.setOnline(false)
        let before = bo.ledger.replica.author
        try world.note("three", at: "bo")
        #expect(try world.run { try world.notes(at: "bo").count == 2 })
        bo.peering.setOnline(true)
        #expect(
            try world.run {
                try world.areEqual() && Set(world.notes(at: "bo")) == ["one", "two", "three"]
            })
        #expect(try Set(world.notes(at: "ana")) == ["one", "two", "three"])
        #expect(bo.ledger.replica.author != before)
        #expect(bo.home.incidents().map(\.kind) == [.forked])
        let ana = try world.daemon("ana")
        #expect(ana.home.incidents().map(\.kind) == [.forked])
        #expect(ana.ledger.log.forkedAuthors == [before])
        // A person takes it as read, also for later.
        let api = Router(ana, version: "test").api
        #expect(api.newForks == [before] && api.incidentWarnings.count == 1)
        api.acknowledgeIncidents()
        #expect(api.newForks.isEmpty && api.incidentWarnings.isEmpty)
        #expect(ana.home.settings.acknowledgedForks == [before.description: 2])
        // Bo is never seen again, and a device that comes later has both branches.
        try world.stop("bo")
        try world.start("cy")
        _ = try world.pair("cy", with: "ana")
        #expect(try world.run { try world.notes(at: "cy").count == 3 && world.areEqual() })
        #expect(try world.daemon("cy").ledger.log.forkedAuthors == [before])
    }
}

private func shell(_ line: String) throws {
    let pipe = unsafe try #require(popen(line + " 2>&1", "r"))
    #expect(unsafe pclose(pipe) == 0, "\(line)")
}

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

    /// The order is there, and nobody can read it: the change was decided, and nothing is deleted.
    @Test(arguments: ["", "{\"arch", "\u{0}\u{0}\u{0}\u{0}"], 0...3)
    func aDamagedOrderIsCompletedAndTold(text: String, steps: Int) throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let seal = try Identity.generate()
        let (old, new) = (try charter(seal, 1), try charter(seal, 2))
        let order = TableSwitch(archive: "old-1", brings: false)
        do {
            let home = try prepared(root, old)
            try home.subfolder("next/log").replace("00000001.seg", with: [9, 9])
            try home.decide(new, order)
            for step in TableSwitch.Step.allCases.prefix(steps) {
                try home.perform(step, of: order)
            }
            try home.folder.replace("switch", with: Array(text.utf8))
        }
        #expect(throws: DaemonError.self) { _ = try InspectedHome(root, clock: .system) }
        let home = try Home(root)
        #expect(try home.charter(seal: seal) == new)
        #expect(try home.subfolder("log").read("00000001.seg", bytesMax: 10) == [9, 9])
        #expect(try !home.holdsSwitch() && !home.folder.folderNames().contains("next"))
        let kept = try home.subfolder("archive/\(steps == 0 ? "former-table" : "old-1")")
        #expect(try kept.read("charter", bytesMax: 1000) == old.bytes)
        let segments = try home.subfolder("\(kept.path.replacing(root + "/", with: ""))/log")
        #expect(try segments.read("00000001.seg", bytesMax: 10) == [1, 2, 3])
        #expect(home.warnings.count == 1)
        #expect(home.warnings.first?.contains("switch, the order of a change") == true)
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
