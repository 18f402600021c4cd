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
            #expect(talk.contains("restored from one"))
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
                bytes.removeLast(.random(in: 1024..<bytes.count, using: &random))
            } else {
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    // Headers and names more often than contents.
                    let block = Int.random(in: 0..<bytes.count / 512 - 2, using: &random) * 512
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

    /// A backup of a small home, and an empty folder.
    private static func withWhole(_ body: ([UInt8], String) throws -> Void) throws {
        let folder = "/tmp/restored-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        _ = try Folder(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let source = try Folder(folder + ".source")
        defer { try? FileManager.default.removeItem(atPath: folder + ".source") }
        for (name, count) in [("charter", 63), ("identity.pem", 119), ("settings.json", 900)] {
            try source.replace(name, with: (0..<count).map { UInt8($0 % 251) })
        }
        try Folder(folder + ".source/log").replace(
            "000001.seg", with: Array(repeating: 7, count: 3000))
        try source.replace("diagnostics.txt", with: [1])
        var whole: [UInt8] = []
        let count = try HomeBackup.make(
            of: StateHome(folder + ".source"), version: "1.2", seconds: 1
        ) { whole += $0 }
        #expect(count == 4)
        try body(whole, folder)
    }

    /// Names that lead elsewhere, in an archive whose sums are right.
    @Test(arguments: ["home/../x", "/etc/x", "home//x", "home/.x", "other/x", "home/a/../../x"])
    func aNameThatLeadsElsewhereIsRefused(name: String) throws {
        try Self.withWhole { _, folder in
            let made = "\(folder).tar"
            defer { try? FileManager.default.removeItem(atPath: made) }
            let script = """
                import tarfile, io, hashlib, json
                with tarfile.open('\(made)', 'w', format=tarfile.USTAR_FORMAT) as tar:
                    sums = ''
                    for name, data in [('backup.json', b'{"schema":1,"version":"1.2","seconds":1}'),
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
