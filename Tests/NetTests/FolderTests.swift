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
