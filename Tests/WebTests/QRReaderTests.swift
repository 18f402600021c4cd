import Foundation
import Seeds
import Testing
import Web

/// Codes as a reader sees them that has nothing of this encoder: zbar. Where there is no zbar these tests
/// are not run, and `Scripts/test` says so.
@Suite(.enabled(if: QRReader.isFound), .timeLimit(.minutes(2)))
struct QRReaderTests {
    private static let characters = Array(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%")

    @Test(arguments: seeds(UInt64(8)))
    func readerReadsBothDrawings(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let texts = (0..<4).map { _ in
            let count = Int.random(in: 20...400, using: &random) - 7
            let places = (0..<count).map { _ in
                Int.random(in: 0..<Self.characters.count, using: &random)
            }
            return "http://" + String(places.map { Self.characters[$0] })
        }
        let codes = try texts.map { try #require(QRCode($0)) }
        #expect(try QRReader.read(codes.map { $0.rows(border: 4) }) == texts)
        #expect(try QRReader.read(codes.map { try $0.halfBlocks.flatMap(pixelRows) }) == texts)
    }

    @Test func readerReadsLevelLAndOtherLettersThanASCII() throws {
        let texts = ["http://mia.local/" + String(repeating: "7a", count: 400), "Bogdanović 日本語"]
        let codes = try texts.map { try #require(QRCode($0)) }
        #expect(try QRReader.read(codes.map { $0.rows(border: 4) }) == texts)
    }
}

/// `zbarimg`, of the package zbar-tools.
private enum QRReader {
    static let isFound = (try? run(["--version"]))?.status == 0

    /// The texts of pictures, given as rows of `#` and points, each of which is drawn with three by
    /// three pixels.
    static func read(_ pictures: [[String]]) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "qrcodes-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = pictures.indices.map { folder.appending(path: "\($0).pbm") }
        for (file, rows) in zip(files, pictures) {
            let pixels = rows.flatMap { row in
                [String](
                    repeating: row.map { $0 == "#" ? "111" : "000" }.joined(separator: "\n"),
                    count: 3)
            }
            let head = "P1\n\(3 * (rows.first?.count ?? 0)) \(3 * rows.count)\n"
            try Data((head + pixels.joined(separator: "\n") + "\n").utf8).write(to: file)
        }
        let words = ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable"] + files.map(\.path)
        let (status, output) = try run(words)
        try #require(status == 0, "zbarimg ended with \(status)")
        return output.split(separator: "\n").map(String.init)
    }

    private static func run(_ words: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["zbarimg"] + words
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
