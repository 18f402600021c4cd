import Documents
import LocalAPI
import MoveLog
import TLS
import Testing

@testable import Daemon

/// Files with a table's log: what they come to, and at which line they are refused.
enum LogFileVectors {
    private struct Refused: Error {
        let line: Int
    }

    static func compare(_ file: Vector) throws {
        for item in try file.list("valid") { try compareValid(item) }
        for item in try file.list("refused") {
            let line = try item.integer("line")
            let text = try item.text("text")
            do throws(Refused) {
                _ = try read(text.utf8)
                Issue.record("taken for a good file: \(item.name)")
            } catch {
                #expect(error.line == line, "\(item.name)")
            }
        }
    }

    private static func compareValid(_ item: Vector) throws {
        let (log, lines) = try read(item.text("text").utf8)
        #expect(log.charter.table.octets == (try item.octets32("table")), "\(item.name)")
        #expect(log.entryCount == (try item.integer("entries")), "\(item.name)")
        #expect(log.digest.octets == (try item.octets32("digest")), "\(item.name)")
        #expect(SpokenWords.four(of: log.digest.bytes) == (try item.text("words")), "\(item.name)")
        #expect(lines.map(\.run.bytes) == (try item.byteLists("runs")), "\(item.name)")
        // Written again, from the runs alone, it is the same text.
        for line in lines {
            var reader = ByteReader(line.run.bytes)
            #expect(LogFileRun(try Run(from: &reader), by: line.by) == line, "\(item.name)")
            #expect(
                try item.text("text").contains(String(decoding: JSON.encode(line), as: UTF8.self)))
        }
        // What a writer makes of the log comes to the same again.
        #expect(log.uncoveredCount(by: log.spans) == 0, "\(item.name)")
        var again = try LogIntake(founding: log.charter.founding, seal: Identity.generate())
        for span in log.spans {
            var writer = ByteWriter()
            try #require(log.run(span)).write(to: &writer)
            _ = try again.take(writer.bytes)
        }
        #expect(again.log.digest == log.digest, "\(item.name)")
    }

    /// As the client and the daemon read, without what is between them.
    private static func read(
        _ text: some Collection<UInt8>
    ) throws(Refused) -> (log: TableLog, lines: [LogFileRun]) {
        var number = 1
        do {
            let lines = try JSONLines.split(Array(text))
            guard let first = lines.first else { throw Refused(line: 1) }
            let seal = try Identity.generate()
            let header = try JSONLines.decode(LogFileHeader.self, line: first)
            let name = RequestID(octets: seal.publicKey.octets.high)
            var log = try IncomingLog(header, named: name, seal: seal, at: .zero)
            var runs: [LogFileRun] = []
            for line in lines.dropFirst() {
                number = line.number
                runs.append(try JSONLines.decode(LogFileRun.self, line: line))
                try log.take(runs[runs.count - 1], at: line.number)
            }
            number = 0
            return (try log.finish().log, runs)
        } catch let error as IncomingLog.Refusal {
            throw Refused(line: error.line ?? 0)
        } catch {
            throw Refused(line: number)
        }
    }
}
