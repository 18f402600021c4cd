import Client
import Documents
import Foundation
import Net
import Seeds
import Testing

/// A device saved as one file, and made of it again.
@Suite(.timeLimit(.minutes(1)))
struct HomeBackupTests {
    private func withGame(_ body: (Keeper) throws -> Void) throws {
        let keeper = try Keeper(up: "Mia")
        try keeper.scored(
            "new", "Hawks", "Owls", "--rules", "3x3", "--home", "4 Ana, 7 Bo", "--away", "5 Dee")
        try keeper.scored("move", "4", "2")
        try body(keeper)
    }

    private func bytes(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Restores bytes into a new home beside the keeper's.
    private func restore(
        _ bytes: [UInt8], to path: String
    ) throws(ClientError) -> (description: HomeBackup.Description, files: Int) {
        var offset = 0
        return try HomeBackup.restore(to: StateHome(path)) { count in
            let part = bytes[offset..<min(bytes.count, offset + count)]
            offset += part.count
            return Array(part)
        }
    }

    /// Made while the daemon runs; the new device is the same member, under a new name, and what was
    /// acknowledged before the backup is in it.
    @Test func aDeviceComesBackFromItsBackup() throws {
        try withGame { keeper in
            let (file, home) = (try keeper.outside("mia.backup"), try keeper.outside("home"))
            try keeper.scored("backup", file)
            #expect(try keeper.run(["backup", file]).code == ExitCode.failed.rawValue)
            let key = try bytes(of: "\(keeper.home)/identity.pem")
            try keeper.scored("down", "--now")
            let outcome = try keeper.run(["--state", home, "restore", file])
            #expect(outcome.code == 0, "\(outcome.talk)")
            #expect(outcome.talk.contains("instead of the old device, not beside it"))
            #expect(try bytes(of: "\(home)/identity.pem") == key)
            try keeper.scored(
                "--state", home, "up", "--no-discovery", "--listen", "127.0.0.1:0")
            defer { _ = try? keeper.run(["--state", home, "down", "--now"]) }
            let status = try keeper.scored("--state", home, "status", "--json")
                .document(StatusDocument.self)
            #expect(status.game?.home.score == 2)
            let talk = try keeper.scored("--state", home, "status").output
            #expect(talk.contains("files of this home were restored from a backup"))
            let recorded = try keeper.scored("--state", home, "move", "7", "1").output
            #expect(recorded.contains("(mia/2."), "\(recorded)")
            // A home with a device is never written over.
            #expect(
                try keeper.run(["--state", home, "restore", file]).talk
                    .contains("there is a device in"))
        }
    }

    /// `tar` unpacks it, `sha256sum` agrees, and only its owner can read it.
    @Test func otherProgramsReadIt() throws {
        try withGame { keeper in
            let file = try keeper.outside("mia.backup")
            try keeper.scored("backup", file)
            let folder = try keeper.outside("unpacked")
            #expect(
                keeper.shell(
                    "mkdir \(folder) && tar -xf \(file) -C \(folder) && cd \(folder)"
                        + " && sha256sum --check --quiet --strict SHA256SUMS"
                        + " && cmp home/charter \(keeper.home)/charter"
                        + " && test $(stat -c %a \(file)) = 600") == 0)
        }
    }

    /// Cut off anywhere, or with any bytes changed: all of it or nothing, and never outside.
    @Test(arguments: seeds(UInt64(40)))
    func aDamagedBackupIsRefusedWhole(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try Self.withWhole { whole, folder in
            var bytes = whole
            if seed % 4 == 0 {
                bytes.removeLast(.random(in: 1..<bytes.count, using: &random))
            } else {
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    // Headers and names more often than contents.
                    let block = Int.random(in: 0..<bytes.count / 512, using: &random) * 512
                    let place = block + .random(in: 0..<(seed % 2 == 0 ? 512 : 160), using: &random)
                    bytes[place] ^= .random(in: 1...255, using: &random)
                }
            }
            let home = "\(folder)/home"
            #expect(throws: ClientError.self) { try restore(bytes, to: home) }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.isEmpty, "\(left)")
            #expect(try restore(whole, to: home).files > 3)
        }
    }

    /// The files of a small home, which is none: nothing reads them.
    private static func withSource(_ body: (String) throws -> Void) throws {
        let home = "/tmp/saved-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        let folder = try Folder(home)
        defer { try? FileManager.default.removeItem(atPath: home) }
        for (name, count) in [("charter", 63), ("identity.pem", 119), ("settings.json", 900)] {
            try folder.replace(name, with: (0..<count).map { UInt8($0 % 251) })
        }
        try Folder(home + "/log").replace("000001.seg", with: Array(repeating: 7, count: 3000))
        try folder.replace("diagnostics.txt", with: [1])
        try body(home)
    }

    /// A backup of that home, and an empty folder.
    private static func withWhole(_ body: ([UInt8], String) throws -> Void) throws {
        let folder = "/tmp/restored-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        _ = try Folder(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var whole: [UInt8] = []
        try withSource { home in
            let count = try HomeBackup.make(of: StateHome(home), version: "1.2", seconds: 1) {
                whole += $0
            }
            #expect(count == 4)
        }
        try body(whole, folder)
    }

    /// A home that changes while it is read: `change` is called once the backup has begun a member
    /// whose name contains `name`.
    private func backup(
        of home: String, at name: String, _ change: () throws -> Void
    ) throws -> [UInt8] {
        var whole: [UInt8] = []
        var isChanged = false
        var failure: (any Error)?
        _ = try HomeBackup.make(of: StateHome(home), version: "1.2", seconds: 1) { bytes in
            whole += bytes
            guard !isChanged, String(decoding: bytes.prefix(100), as: UTF8.self).contains(name)
            else {
                return
            }
            isChanged = true
            do { try change() } catch { failure = error }
        }
        if let failure { throw failure }
        #expect(isChanged)
        return whole
    }

    private func names(in bytes: [UInt8]) -> Set<String> {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: "  ").dropFirst()
        return Set(words.compactMap { $0.split(separator: "\n").first.map(String.init) })
    }

    /// Its predecessor may lack its end.
    @Test func aSegmentThatIsBegunMeanwhileIsLeftOut() throws {
        try Self.withSource { home in
            let bytes = try backup(of: home, at: "home/log/000001.seg") {
                try Folder(home + "/log").replace("000002.seg", with: [1])
            }
            #expect(names(in: bytes).contains("home/log/000001.seg"))
            #expect(!names(in: bytes).contains("home/log/000002.seg"))
        }
    }

    /// At the home's own table and at a phone's.
    @Test(arguments: ["", "/phones/0123abcd"])
    func aHomeThatChangesItsTableIsNotSaved(place: String) throws {
        try Self.withSource { home in
            try Folder(home + "/phones/0123abcd").replace("charter", with: [1])
            #expect(throws: ClientError.self) {
                try backup(of: home, at: "home\(place)/charter") {
                    try Folder(home + place).replace("charter", with: [2])
                }
            }
            try Folder(home + place).replace("switch", with: [1])
            #expect(throws: ClientError.self) {
                try HomeBackup.make(of: StateHome(home), version: "", seconds: 1) { _ in }
            }
        }
    }

    /// Also what lies elsewhere by a link, as the daemon reads it.
    @Test func linksAreFollowed() throws {
        try Self.withSource { home in
            let other = home + ".elsewhere"
            defer { try? FileManager.default.removeItem(atPath: other) }
            try FileManager.default.moveItem(atPath: home + "/log", toPath: other)
            try FileManager.default.createSymbolicLink(
                atPath: home + "/log", withDestinationPath: other)
            try FileManager.default.createSymbolicLink(
                atPath: home + "/keys", withDestinationPath: home + "/settings.json")
            let bytes = try backup(of: home, at: "backup.json") {}
            #expect(names(in: bytes).isSuperset(of: ["home/log/000001.seg", "home/keys"]))
        }
    }

    @Test func aFileThatNoRestoreTakesIsNamedAtOnce() throws {
        try Self.withSource { home in
            try Folder(home + "/x/y/z/1/2/3/4/5/6/7").replace("f", with: [1])
            let error = #expect(throws: ClientError.self) {
                try HomeBackup.make(of: StateHome(home), version: "", seconds: 1) { _ in }
            }
            #expect(error?.lines.first?.contains("no backup was made") == true)
        }
    }

    /// However the home is written, and in an empty folder as in none.
    @Test(arguments: ["/new", "/new/", "/new/.", "/there", "/there/"])
    func aHomeIsRestoredWhereItIsMeant(place: String) throws {
        try Self.withWhole { whole, folder in
            try FileManager.default.createDirectory(
                atPath: folder + "/there", withIntermediateDirectories: true)
            _ = try restore(whole, to: folder + place)
            let home = folder + (place.hasPrefix("/new") ? "/new" : "/there")
            #expect(
                Set(try FileManager.default.contentsOfDirectory(atPath: home))
                    == ["charter", "identity.pem", "settings.json", "log", "lock", "restored"])
            let error = #expect(throws: ClientError.self) {
                _ = try restore(whole, to: folder + place)
            }
            #expect(error?.lines.first?.contains("there is a device in") == true)
        }
    }

    /// A kill leaves nothing in its place yet, which the next restore clears, or a part of it,
    /// which a person must.
    @Test func anInterruptedRestoreIsFoundOut() throws {
        try Self.withWhole { whole, folder in
            let home = try Folder(folder + "/home")
            try Folder(home.path + "/restoring/log").replace("000001.seg", with: [1])
            _ = try restore(whole, to: home.path)
            #expect(try home.folderNames() == ["log"])
            try Folder(folder + "/part/restoring").replace("charter", with: [1])
            try Folder(folder + "/part").replace("settings.json", with: [1])
            let error = #expect(throws: ClientError.self) {
                _ = try restore(whole, to: folder + "/part")
            }
            #expect(error?.lines.first?.contains("an earlier restore was interrupted") == true)
        }
    }

    /// Two restores, or a restore and a daemon, cannot meet in a home.
    @Test func aHomeInUseIsLeftAlone() throws {
        try Self.withWhole { whole, folder in
            let home = try Folder(folder + "/home")
            let lock = try LockFile("\(home.path)/lock")
            defer { withExtendedLifetime(lock) {} }
            #expect(throws: ClientError.self) { _ = try restore(whole, to: home.path) }
        }
    }

    /// The new author does not hang on what the backup remembers: without settings, too.
    @Test func aHomeWithoutSettingsBeginsANewAuthorToo() throws {
        try withGame { keeper in
            try keeper.scored("down", "--now")
            let (file, home) = (try keeper.outside("mia.backup"), try keeper.outside("home"))
            try FileManager.default.removeItem(atPath: "\(keeper.home)/settings.json")
            try keeper.scored("backup", file)
            try keeper.scored("--state", home, "restore", file)
            try keeper.scored("--state", home, "up", "--no-discovery", "--listen", "127.0.0.1:0")
            defer { _ = try? keeper.run(["--state", home, "down", "--now"]) }
            let recorded = try keeper.scored("--state", home, "move", "7", "1").output
            #expect(recorded.contains("(mia/2."), "\(recorded)")
            #expect(!FileManager.default.fileExists(atPath: "\(home)/restored"))
        }
    }

    /// Archives whose sums are right: names that lead elsewhere or come twice, and times of no year.
    @Test(arguments: [
        ("home/../x", 1), ("/etc/x", 1), ("home//x", 1), ("home/.x", 1), ("other/x", 1),
        ("home/a/../../x", 1), ("home/charter", 1), ("home/charter/x", 1), ("home/y", Int.max),
        ("home/y", -1),
    ])
    func aHostileArchiveIsRefused(name: String, seconds: Int) throws {
        try Self.withWhole { _, folder in
            let made = "\(folder).tar"
            defer { try? FileManager.default.removeItem(atPath: made) }
            let script = """
                import tarfile, io, hashlib, json
                with tarfile.open('\(made)', 'w', format=tarfile.USTAR_FORMAT) as tar:
                    sums = ''
                    for name, data in [('backup.json', b'{"schema":1,"version":"1.2","seconds":\(seconds)}'),
                                       ('home/charter', b'x'), ('home/identity.pem', b'x'),
                                       ('\(name)', b'x'), ('SHA256SUMS', None)]:
                        data = sums.encode() if data is None else data
                        sums += hashlib.sha256(data).hexdigest() + '  ' + name + chr(10)
                        info = tarfile.TarInfo(name); info.size = len(data)
                        tar.addfile(info, io.BytesIO(data))
                """
            try script.write(toFile: "\(made).py", atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(atPath: "\(made).py") }
            try #require(Keeper.shell("python3 \(made).py") == 0)
            let bytes = try bytes(of: made)
            #expect(throws: ClientError.self) { try restore(bytes, to: "\(folder)/home") }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }
}
