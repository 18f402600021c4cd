import Documents
import Foundation
import Testing

@testable import LocalAPI

/// Documents only grow: a client of today reads what a daemon of the first version wrote, and loses
/// nothing of it. The files of `Tests/Fixtures/documents` were printed by commands with `--json` on
/// 26 November 2026 and are never written again; a later version adds files of its own.
@Suite struct OlderDocumentsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/documents")

    private static let readers: [String: @Sendable ([UInt8]) throws -> [UInt8]] = [
        "box": again(GameDocument.self), "chart": again(ChartDocument.self),
        "clock": again(RecordedDocument.self), "devices": again(DevicesDocument.self),
        "doctor": again(DoctorDocument.self), "end": again(RecordedDocument.self),
        "entries": again(ExportLine.self), "fix": again(RecordedDocument.self),
        "games": again(GamesDocument.self), "held": again(HeldDocument.self),
        "invite": again(InviteDocument.self), "join": again(JoinDocument.self),
        "log": again(LogDocument.self), "move": again(RecordedDocument.self),
        "new": again(RecordedDocument.self), "note": again(RecordedDocument.self),
        "player": again(PlayerCardDocument.self), "search": again(SearchDocument.self),
        "status": again(StatusDocument.self), "table": again(TableDocument.self),
        "track": again(RecordedDocument.self), "undo": again(RecordedDocument.self),
        "verify": again(VerifyDocument.self),
    ]

    private static func again<Document: Codable & SendableMetatype>(
        _ type: Document.Type
    ) -> @Sendable ([UInt8]) throws -> [UInt8] {
        { bytes in JSON.encode(try JSON.decode(type, from: bytes)) }
    }

    /// The paths at which the old value has something that the new one lacks.
    private func lost(of old: Any, in new: Any?, at path: String) -> [String] {
        switch old {
        case let old as [String: Any]:
            let new = new as? [String: Any]
            return old.flatMap { lost(of: $0.value, in: new?[$0.key], at: "\(path).\($0.key)") }
        case let old as [Any]:
            let new = new as? [Any]
            guard new?.count == old.count else { return [path] }
            return old.indices.flatMap { lost(of: old[$0], in: new?[$0], at: "\(path)[\($0)]") }
        default: return (old as? NSObject) == (new as? NSObject) ? [] : [path]
        }
    }

    @Test func everyOlderDocumentHasAReader() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files.map { String($0.prefix { $0 != "." }) }) == Set(Self.readers.keys))
    }

    @Test(arguments: readers.keys.sorted()) func nothingOfItIsLost(name: String) throws {
        let reader = try #require(Self.readers[name])
        let ending = name == "entries" ? "jsonl" : "json"
        let text = try String(
            contentsOf: Self.folder.appending(path: "\(name).\(ending)"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        #expect(!lines.isEmpty)
        for line in lines {
            let old = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let new = try JSONSerialization.jsonObject(with: Data(try reader(Array(line.utf8))))
            #expect(lost(of: old, in: new, at: name) == [])
        }
    }

    /// The fast reader takes the old status as well, with the same values.
    @Test func theFastReaderReadsTheOldStatus() throws {
        let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "status.json")))
        let decoded = try JSONDecoder().decode(StatusDocument.self, from: Data(bytes))
        #expect(try JSON.read(StatusDocument.self, JSONTape(bytes)) == decoded)
    }
}
