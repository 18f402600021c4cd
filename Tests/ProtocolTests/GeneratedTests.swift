import Foundation
import MoveLog
import TLS
import Testing

/// The sources that `Scripts/generate` makes of `Protocol/openapi.yaml` are those of this page.
@Suite struct GeneratedTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..")

    @Test(arguments: [
        "Documents/Generated/Answers.swift", "Documents/Generated/Choices.swift",
        "Documents/Generated/Requests.swift", "Documents/Generated/Routes.swift",
        "ViewModels/Generated/Orders.swift", "Web/Generated/PhoneOrders.swift",
        "LocalAPI/Generated/Patches.swift", "LocalAPI/Generated/Readers.swift",
        "LocalAPI/Generated/Writers.swift",
    ])
    func thePageTheGeneratorAndTheFileBelongTogether(file: String) throws {
        let made = Data(
            try ["Protocol/openapi.yaml", "Scripts/generate"].map {
                try Data(contentsOf: Self.root.appending(path: $0))
            }.joined())
        let text = try String(
            contentsOf: Self.root.appending(path: "Sources/\(file)"), encoding: .utf8)
        let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        try #require(lines.count == 3)
        let digest = SHA256.digest(Array(made) + Array(lines[2].utf8))
        let stated = lines[1].split(separator: " ").last.map(String.init)
        #expect(stated == String(digest.description.prefix(32)), "run Scripts/generate")
    }

    /// Nothing else is in those folders.
    @Test func everyFileIsLookedAt() throws {
        for (room, count) in [("Documents", 4), ("LocalAPI", 3), ("ViewModels", 1), ("Web", 1)] {
            let folder = Self.root.appending(path: "Sources/\(room)/Generated")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == count)
        }
    }
}
