import Client
import MoveLog
import TLS

/// A table's log as a file, whole and in slices.
enum LogFileTarget {
    private static let seal = Result { try Identity.generate() }

    static func run(_ bytes: [UInt8]) throws {
        let whole = try read([bytes])
        let cut = try read(bytes.slices(of: 1 + bytes.count % 97))
        switch (whole, cut) {
        case (.success(let whole), .success(let cut)):
            try demand(GamelogFile.isLog(bytes), "a log that is taken for none")
            try demand(whole.digest == cut.digest, "a file reads differently when it is cut")
            try check(whole)
        case (.failure(let whole), .failure(let cut)):
            try demand(whole == cut, "a file is refused differently when it is cut")
            try demand(whole.offset.map { $0 <= bytes.count } ?? true, "refused behind its end")
        default: throw Broken(description: "a file is refused when it is cut, or whole")
        }
    }

    private static func read(
        _ slices: [[UInt8]]
    ) throws -> Result<TableLog, LogIntake.Refusal> {
        var intake = LogIntake(seal: try seal.get())
        do throws(LogIntake.Refusal) {
            for slice in slices { try intake.receive(slice) }
            return .success(try intake.finish())
        } catch {
            return .failure(error)
        }
    }

    /// All that was taken is handed on, and comes to the same.
    private static func check(_ log: TableLog) throws {
        guard let file = log.file(at: WallTime(milliseconds: 0))?.bytes else {
            throw Broken(description: "a log from a file makes no file")
        }
        let again = try read([file]).get()
        try demand(again.digest == log.digest, "handed on it is another log")
        try demand(again.entryCount == log.entryCount, "handed on it has other entries")
    }
}
