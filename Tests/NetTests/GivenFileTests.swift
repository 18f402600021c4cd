import Foundation
import Testing

@testable import Net

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
