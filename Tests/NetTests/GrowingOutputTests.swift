import Foundation
import Testing

@testable import Net

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
            // What another put in its place is not touched.
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
}
