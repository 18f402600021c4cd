import Foundation
import Net

/// What the build made, and where the package lies.
enum Built {
    /// The package's folder.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false)

    /// The program beside the test bundle; an empty path if it was not built.
    static let program: String = {
        let own = (try? BackgroundProcess.executablePath()) ?? ""
        for start in [own] + CommandLine.arguments {
            var folder = URL(filePath: start).deletingLastPathComponent()
            for _ in 0..<4 {
                let path = folder.appending(path: "scored").path(percentEncoded: false)
                var isFolder: ObjCBool = false
                let exists = unsafe FileManager.default.fileExists(
                    atPath: path, isDirectory: &isFolder)
                if exists, !isFolder.boolValue { return path }
                folder.deleteLastPathComponent()
            }
        }
        return ""
    }()
}
