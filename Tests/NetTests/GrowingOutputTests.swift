import Foundation
import Testing

@testable import Net

/// A file that is written to through a descriptor, and begun anew when it is long.
@Suite struct GrowingOutputTests {
    @Test(arguments: [false, true])
    func itIsKeptAndBegunAnewOnceItIsLong(isMoved: Bool) throws {
        let folder = NSTemporaryDirectory() + "growing-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try Folder(folder)
        let (path, kept) = (folder + "/out", folder + "/old")
        let opened = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, mode_t(0o600))
        try #require(opened >= 0)
        let descriptor = Descriptor(owning: opened)
        let number = descriptor.number
        let output = GrowingOutput(path, keeping: kept, bytesMax: 100, numbers: [number])
        func write(_ text: String) {
            output.renew()
            #expect(unsafe Foundation.write(number, text, text.utf8.count) == text.utf8.count)
        }
        for _ in 0..<3 { write(String(repeating: "a", count: 50)) }
        #expect(try String(contentsOfFile: path, encoding: .utf8).utf8.count == 150)
        // What another put in its place is not touched.
        if isMoved { try FileManager.default.moveItem(atPath: path, toPath: folder + "/elsewhere") }
        write("new")
        if isMoved {
            #expect(!FileManager.default.fileExists(atPath: kept))
        } else {
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
            #expect(try String(contentsOfFile: kept, encoding: .utf8).utf8.count == 150)
        }
    }
}
