import Foundation
import Testing

/// Every vector file is read by the program's own code, in both directions, to its last field.
@Suite struct VectorTests {
    private static let readers: [String: @Sendable (Vector) throws -> Void] = [
        "numbers": NumberVectors.compare,
        "entries": EntryVectors.compareEntries,
        "bodies": EntryVectors.compareBodies,
        "copies": EntryVectors.compareCopies,
        "identifiers": TrustVectors.compareIdentifiers,
        "heads": TrustVectors.compareHeads,
        "invitations": TrustVectors.compareInvitations,
        "chain": LogVectors.compareChain,
        "merge": LogVectors.compareMerge,
        "removals": RemovalVectors.compare,
        "runs": FrameVectors.compareRuns,
        "columns": ColumnVectors.compare,
        "frames": FrameVectors.compareFrames,
        "sessions": SessionVectors.compare,
        "segments": SegmentVectors.compare,
        "words": WordVectors.compareWords,
        "invites": WordVectors.compareInvites,
        "announcements": JoiningVectors.compareAnnouncements,
        "pairing": JoiningVectors.comparePairing,
        "logfile": LogFileVectors.compare,
    ]

    @Test(.timeLimit(.minutes(1)), arguments: Vector.names)
    func programAgrees(with file: String) throws {
        let read = try #require(Self.readers[file], "no test reads \(file).json")
        let vector = try Vector(file: file)
        try read(vector)
        vector.finish()
    }

    @Test func everyTextIsReadSomewhere() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let walk = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        let sources = (walk?.allObjects ?? []).compactMap { $0 as? URL }
            .filter { $0.pathExtension == "swift" }
            .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
        for name in Vector.textNames {
            #expect(sources.contains { $0.contains("\(name)\"") }, "no test reads \(name)")
        }
    }

    @Test func everyReaderHasItsFile() {
        #expect(Vector.names == Self.readers.keys.sorted())
    }
}
