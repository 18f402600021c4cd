import Foundation
import Seeds
import Testing

@testable import Net

@Suite struct FolderTests {
    let scratch = Scratch()

    @Test func foldersAreMadeWithTheirParentsForThisAccountAlone() throws {
        let folder = try Folder(scratch.file("a/b/c/"))
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.file("a/b/c"))
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        #expect(try folder.names().isEmpty)
        _ = try Folder(scratch.file("a/b/c"))
        #expect(try Folder(scratch.file("a")).folderNames() == ["b"])
    }

    @Test func aFolderIsLockedForAsLongAsItIsKept() throws {
        let scratch = Scratch()
        var first: Folder? = try Folder(scratch.path)
        try first?.lock()
        let second = try Folder(scratch.path)
        #expect(throws: NetError.locked(path: scratch.path, holder: nil)) { try second.lock() }
        first = nil
        try second.lock()
    }

    @Test func aFolderThatIsMissingIsAnErrorWithItsPath() {
        let path = scratch.file("missing")
        #expect(
            failure { _ = try Folder(path, creating: false) }?.message
                == "cannot open folder \(path): no such file or folder")
    }

    /// Against an array of bytes as the model of a file.
    @Test(arguments: seeds(20))
    func filesHoldWhatWasWritten(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let folder = try Folder(scratch.path)
        var model: [String: [UInt8]] = [:]
        // More names than files are kept open.
        let names = (0..<12).map { "segment-\($0)" }
        for _ in 0..<200 {
            let name = names[Int.random(in: 0..<names.count, using: &generator)]
            switch Int.random(in: 0..<8, using: &generator) {
            case 0:
                let count = Int.random(in: 0..<20_000, using: &generator)
                try folder.resize(name, to: count)
                var bytes = model[name] ?? []
                bytes = Array(bytes.prefix(count))
                bytes += repeatElement(0, count: count - bytes.count)
                model[name] = bytes
            case 1 where model[name] != nil: try folder.sync(name)
            case 2:
                try folder.remove(name)
                model[name] = nil
            case 3:
                let bytes = random(&generator)
                try folder.replace(name, with: bytes)
                model[name] = bytes
            case 4 where model[name] != nil:
                let other = names[Int.random(in: 0..<names.count, using: &generator)]
                guard other != name else { continue }
                try folder.rename(name, to: other)
                model[other] = model.removeValue(forKey: name)
            case 5 where model[name] != nil:
                let other = names[Int.random(in: 0..<names.count, using: &generator)]
                try folder.copy(name, to: other)
                model[other] = model[name]
            default:
                let offset = Int.random(in: 0...(model[name]?.count ?? 0), using: &generator)
                let bytes = random(&generator)
                try folder.write(bytes, to: name, at: offset)
                let old = model[name] ?? []
                model[name] = old[..<offset] + bytes + old.dropFirst(offset + bytes.count)
            }
        }
        try check(folder, model, seed)
        folder.closeFiles()
        try check(Folder(scratch.path), model, seed)
    }

    private func random(_ generator: inout SeededGenerator) -> [UInt8] {
        let count = Int.random(in: 0..<5000, using: &generator)
        return (0..<count).map { _ in .random(in: 0 ... .max, using: &generator) }
    }

    private func check(_ folder: Folder, _ model: [String: [UInt8]], _ seed: UInt64) throws {
        #expect(try folder.names() == model.keys.sorted(), "seed \(seed)")
        for (name, bytes) in model {
            #expect(try folder.size(of: name) == bytes.count, "seed \(seed): \(name)")
            #expect(try folder.read(name, bytesMax: bytes.count) == bytes, "seed \(seed): \(name)")
            let middle = try folder.read(name, from: bytes.count / 2, count: 100)
            #expect(middle == Array(bytes[(bytes.count / 2)...].prefix(100)), "seed \(seed)")
        }
    }

    @Test func aFileThatWasDeletedWhileOpenIsNotDurable() throws {
        let folder = try Folder(scratch.path + "/log")
        try folder.write([1], to: "a", at: 0)
        try folder.sync("a")
        try FileManager.default.removeItem(atPath: scratch.path + "/log/a")
        try folder.write([2], to: "a", at: 1)
        #expect(throws: NetError.deleted(path: scratch.path + "/log/a")) { try folder.sync("a") }
    }

    @Test func growingTakesTheRoomOnTheDisk() throws {
        let folder = try Folder(scratch.path)
        try folder.resize("segment", to: 1 << 20)
        var status = stat()
        #expect(unsafe stat(scratch.file("segment"), &status) == 0)
        #expect(status.st_blocks * 512 >= 1 << 20)
    }

    @Test func aFileLargerThanAllowedIsNotRead() throws {
        let folder = try Folder(scratch.path)
        try folder.write([1, 2, 3], to: "settings", at: 0)
        let error = failure { _ = try folder.read("settings", bytesMax: 2) }
        #expect(error == .tooLarge(subject: scratch.file("settings"), sizeMax: 2))
        #expect(try folder.read("nothing", bytesMax: 2) == nil)
        #expect(try folder.size(of: "nothing") == nil)
    }

    @Test func replacingKeepsTheModeAndLeavesNothingBeside() throws {
        let folder = try Folder(scratch.path)
        // What a crash in the middle of an earlier one left.
        try Data([9]).write(to: URL(fileURLWithPath: scratch.file(".key.new")))
        try folder.replace("key", with: [1], mode: 0o600)
        try folder.replace("page", with: [2], mode: 0o644)
        let modes = try ["key", "page"].map { name in
            try FileManager.default.attributesOfItem(atPath: scratch.file(name))[.posixPermissions]
                as? Int
        }
        #expect(modes == [0o600, 0o644])
        let all = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        #expect(all.sorted() == ["key", "page"])
    }

    @Test func aFolderMovesWithItsFiles() throws {
        let folder = try Folder(scratch.file("log"))
        try folder.write([1, 2, 3], to: "segment", at: 0)
        try folder.move(to: scratch.file("archive"))
        #expect(folder.path == scratch.file("archive"))
        try folder.write([4], to: "segment", at: 3)
        #expect(try folder.names() == ["segment"])
        let moved = try Folder(scratch.file("archive"), creating: false)
        #expect(try moved.read("segment", bytesMax: 9) == [1, 2, 3, 4])
    }

    @Test func aLinkOutOfTheFolderIsNotFollowed() throws {
        let folder = try Folder(scratch.path)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.file("segment"), withDestinationPath: "/etc/passwd")
        #expect(failure { _ = try folder.read("segment", bytesMax: 1 << 20) } != nil)
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["folder", "loop", "link", "pipe"])
    func whatIsNoFileIsToldAndNotWaitedFor(kind: String) throws {
        let folder = try Folder(scratch.path)
        try folder.write([1], to: "file", at: 0)
        let path = scratch.file(kind)
        switch kind {
        case "folder": #expect(unsafe mkdir(path, 0o700) == 0)
        case "loop": #expect(unsafe symlink(kind, path) == 0)
        case "link": #expect(unsafe symlink("file", path) == 0)
        default: #expect(unsafe mkfifo(path, 0o600) == 0)
        }
        #expect(failure { _ = try folder.read(kind, bytesMax: 9) } == .noFile(path: path))
        #expect(failure { _ = try folder.inspect(kind, bytesMax: 9) } == .noFile(path: path))
        #expect(failure { try folder.write([1], to: kind, at: 0) } == .noFile(path: path))
        #expect(try folder.inspect("file", bytesMax: 9) == [1])
        #expect(try folder.inspect("nothing", bytesMax: 9) == nil)
        #expect(try folder.names() == ["file"])
        #expect(try folder.allNames() == ["file", kind].sorted())
    }

    @Test func aLockIsHeldOnceAndNamesItsHolder() throws {
        let path = scratch.file("lock")
        var first: LockFile? = try LockFile(path)
        #expect(failure { _ = try LockFile(path) } == .locked(path: path, holder: getpid()))
        withExtendedLifetime(first) {}
        first = nil
        _ = try LockFile(path)
    }

    /// A process that is being started, here or in another test, has a copy of every descriptor.
    @Test func aCopyOfTheDescriptorKeepsNoLock() throws {
        let path = scratch.file("lock")
        var lock: LockFile? = try LockFile(path)
        var (sought, found) = (stat(), stat())
        try #require(unsafe stat(path, &sought) == 0)
        let number = try #require(
            (0..<1024).first {
                unsafe fstat($0, &found) == 0 && found.st_ino == sought.st_ino
                    && found.st_dev == sought.st_dev
            })
        let copy = dup(number)
        try #require(copy >= 0)
        defer { close(copy) }
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try LockFile(path)
    }

    @Test func aCopyOfAHomeHasAnotherFingerprint() throws {
        let home = try Folder(scratch.file("home"))
        let copy = try Folder(scratch.file("copy"))
        let fingerprint = try HomeFingerprint(of: home)
        #expect(try fingerprint == HomeFingerprint(of: Folder(scratch.file("home"))))
        #expect(try fingerprint != HomeFingerprint(of: copy))
        #expect(try Volume(of: home).freeBytes > 0)
    }
}

/// Files that a keeper names are whole or untouched.
@Suite struct GivenFileTests {
    private func folder() throws -> String {
        let path = NSTemporaryDirectory() + "scored-given-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func aFileIsReplacedAndNothingIsLeftBeside() throws {
        let folder = try folder()
        let path = folder + "/box.csv"
        try GivenFile.write(Array("a longer text".utf8), to: path)
        #expect(throws: NetError.alreadyThere(path: path)) {
            try GivenFile.write(Array("short".utf8), to: path)
        }
        #expect(try GivenFile.read(path, bytesMax: 100) == Array("a longer text".utf8))
        try GivenFile.write(Array("short".utf8), to: path, isReplacing: true)
        #expect(try GivenFile.read(path, bytesMax: 100) == Array("short".utf8))
        #expect(try names(folder) == ["box.csv"])
    }

    @Test func aLinkStaysALinkAndTheModeStays() throws {
        let folder = try folder()
        try GivenFile.write([1], to: folder + "/real")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: folder + "/real")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/link", withDestinationPath: "real")
        #expect(throws: NetError.self) { try GivenFile.write([2], to: folder + "/link") }
        try GivenFile.write([2], to: folder + "/link", isReplacing: true)
        #expect(try GivenFile.read(folder + "/real", bytesMax: 9) == [2])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/real")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try names(folder) == ["link", "real"])
    }

    @Test func aLinkThatLeadsNowhereStays() throws {
        let folder = try folder()
        let link = folder + "/link"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "missing")
        #expect(throws: NetError.alreadyThere(path: link)) { try GivenFile.write([2], to: link) }
        #expect(try names(folder) == ["link"])
    }

    @Test func whatCannotBeReplacedIsUntouched() throws {
        let folder = try folder()
        #expect(throws: NetError.self) { try GivenFile.write([1], to: folder) }
        #expect(throws: NetError.self) { try GivenFile.write([1], to: folder + "/no/such") }
        #expect(try names(folder) == [])
    }

    @Test func whatIsNoFileIsWrittenTo() throws {
        try GivenFile.write([1, 2, 3], to: "/dev/null")
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
    }
}

/// A file that is written to through a descriptor, and begun again when it is long.
@Suite struct GrowingOutputTests {
    private func withOutput(
        _ body: (_ folder: String, _ write: (String) -> Void) throws -> Void
    ) throws {
        let folder = NSTemporaryDirectory() + "growing-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try Folder(folder)
        let opened = unsafe open(folder + "/out", O_WRONLY | O_CREAT | O_APPEND, mode_t(0o600))
        try #require(opened >= 0)
        let descriptor = Descriptor(owning: opened)
        let number = descriptor.number
        let output = GrowingOutput(
            folder + "/out", keeping: folder + "/old", bytesMax: 100, numbers: [number])
        try body(folder) { text in
            output.renew()
            #expect(unsafe Foundation.write(number, text, text.utf8.count) == text.utf8.count)
        }
    }

    /// Where no new file can be opened or put in place, nothing is lost, and it is tried again.
    @Test(arguments: ["/out.new", "/out.full", "/old"])
    func bothFilesStayWhereOneCannotBeBegun(obstacle: String) throws {
        try withOutput { folder, write in
            let files = FileManager.default
            func text(_ name: String) throws -> String {
                try String(contentsOfFile: folder + name, encoding: .utf8)
            }
            let kept = obstacle == "/old" ? "" : "older"
            if !kept.isEmpty {
                try kept.write(toFile: folder + "/old", atomically: false, encoding: .utf8)
            }
            try files.createDirectory(
                atPath: folder + obstacle + "/inside", withIntermediateDirectories: true)
            let long = String(repeating: "a", count: 150)
            write(long)
            write("b")
            #expect(try text("/out") == long + "b")
            if !kept.isEmpty { #expect(try text("/old") == kept) }
            #expect(try files.contentsOfDirectory(atPath: folder).count == (kept.isEmpty ? 2 : 3))
            try files.removeItem(atPath: folder + obstacle)
            write("new")
            #expect(try text("/out") == "new" && text("/old") == long + "b")
            #expect(try files.contentsOfDirectory(atPath: folder).count == 2)
        }
    }

    @Test(arguments: [false, true])
    func itIsKeptAndBegunAnewOnceItIsLong(isMoved: Bool) throws {
        try withOutput { folder, write in
            let (path, kept) = (folder + "/out", folder + "/old")
            for _ in 0..<3 { write(String(repeating: "a", count: 50)) }
            #expect(try String(contentsOfFile: path, encoding: .utf8).utf8.count == 150)
            // A file that another program put in its place is not touched.
            if isMoved {
                try FileManager.default.moveItem(atPath: path, toPath: folder + "/elsewhere")
            }
            write("new")
            if isMoved {
                #expect(!FileManager.default.fileExists(atPath: kept))
            } else {
                #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
                #expect(try String(contentsOfFile: kept, encoding: .utf8).utf8.count == 150)
            }
        }
    }

    /// A file that root left in a home is named with its owner, and is not a fault of the disk.
    @Test(.enabled(if: geteuid() == 0)) func aFileOfAnotherAccountIsNamedWithItsOwner() throws {
        let scratch = Scratch()
        let path = scratch.file("lock")
        try Data().write(to: URL(filePath: path))
        func reason(_ number: Int32) -> NetError {
            .unopened(path, in: scratch.path, "open", ErrorNumber(number))
        }
        #expect(reason(EACCES).number?.rawValue == EACCES, "it is our own")
        #expect(unsafe chown(path, 54_321, 0) == 0)
        let foreign = reason(EACCES)
        #expect(foreign == .foreign(path: path, owner: "account 54321", folder: scratch.path))
        #expect(foreign.message.contains("run scored as account 54321"))
        #expect(reason(EIO).number?.rawValue == EIO)
        #expect(reason(ELOOP) == .noFile(path: path))
        let left = NetError.foreign(path: path, owner: "root", folder: scratch.path)
        #expect(left.message.contains("sudo chown -R 0 '\(scratch.path)'"))
    }
}
