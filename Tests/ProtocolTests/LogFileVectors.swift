import MoveLog
import TLS
import Testing

/// Files with a table's log: what they come to, and at which byte they are refused.
enum LogFileVectors {
    static func compare(_ file: Vector) throws {
        for item in try file.list("valid") { try compareValid(item) }
        for item in try file.list("refused") {
            let offset = try item.isNull("offset") ? nil : item.integer("offset")
            do {
                _ = try read(item)
                Issue.record("taken for a good file: \(item.name)")
            } catch let error as LogIntake.Refusal {
                #expect(error.offset == offset, "\(item.name): \(error.reason)")
            }
        }
    }

    private static func compareValid(_ item: Vector) throws {
        let log = try read(item)
        #expect(log.charter.table.octets == (try item.octets32("table")), "\(item.name)")
        #expect(log.entryCount == (try item.integer("entries")), "\(item.name)")
        #expect(log.digest.octets == (try item.octets32("digest")), "\(item.name)")
        // What a writer makes of the log comes to the same again.
        var again = LogIntake(seal: try Identity.generate())
        try again.receive(try #require(log.file(at: WallTime(milliseconds: 5))?.bytes))
        #expect(try again.finish().digest == log.digest, "\(item.name)")
    }

    private static func read(_ item: Vector) throws -> TableLog {
        var intake = LogIntake(seal: try Identity.generate())
        try intake.receive(try item.bytes("file"))
        return try intake.finish()
    }
}
