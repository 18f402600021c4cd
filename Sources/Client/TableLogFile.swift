package import Documents
import LocalAPI

/// A `scored-log/1` file on its way to the daemon, part by part; the daemon checks it.
package struct TableLogFile {
    private let bytes: [UInt8]
    private let name: String

    /// The bytes of a file; `name` stands in the errors.
    package init(bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
    }

    /// Whether the first line says that this is a table's log, of this version or another.
    package static func isOne(_ bytes: [UInt8]) -> Bool {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let start = bytes.dropFirst(hasMark ? 3 : 0)
        let line = start.prefix(ClientLimits.logLineBytesMax).prefix { $0 != 0x0A }
        let first = try? JSON.decode(FirstLine.self, from: Array(line))
        return first?.format.hasPrefix("scored-log/") == true
    }

    /// As much of a first line as every version has.
    private struct FirstLine: Decodable {
        var format: String
    }

    /// Sends the file; what the daemon says to the last part. Nothing is taken in before that.
    package func send(to client: LocalClient) throws(ClientError)
        -> LocalClient.Answer<
            LogImportDocument
        >
    {
        var sender = Sender(name: name)
        var lines = JSONLines()
        do throws(LocalAPIError) {
            var offset = 0
            while offset < bytes.count {
                let end = min(offset + ClientLimits.logPartBytesMax, bytes.count)
                for line in try lines.receive(bytes[offset..<end]) {
                    try sender.take(line, client)
                }
                offset = end
            }
            if let last = lines.finish() { try sender.take(last, client) }
        } catch {
            throw sender.failure ?? sender.unusable("\(error)")
        }
        if let failure = sender.failure { throw failure }
        return try sender.finish(client)
    }

    /// Gathers lines until a request is full.
    private struct Sender {
        let name: String
        var failure: ClientError?
        private let intake = RequestName.random()
        private var header: LogFileHeader?
        private var hasHeader = false
        private var runs: [LogFileRun] = []
        private var lines: [Int] = []
        private var bytes = 0

        init(name: String) { self.name = name }

        mutating func take(_ line: JSONLines.Line, _ client: LocalClient) throws(LocalAPIError) {
            guard failure == nil else { return }
            guard hasHeader else {
                let format = try JSONLines.decode(FirstLine.self, line: line).format
                guard format == LogFileHeader.formatName else {
                    failure = unusable(
                        "line \(line.number): the format is \(format.prefix(40)), and this version "
                            + "reads \(LogFileHeader.formatName)")
                    return
                }
                header = try JSONLines.decode(LogFileHeader.self, line: line)
                hasHeader = true
                return
            }
            guard line.bytes.count <= ClientLimits.logLineBytesMax else {
                throw .lineTooLong(line: line.number)
            }
            let run = try JSONLines.decode(LogFileRun.self, line: line)
            if bytes + line.bytes.count > ClientLimits.logPartBytesMax, !runs.isEmpty {
                do throws(ClientError) {
                    _ = try post(isLast: false, client)
                } catch {
                    failure = error
                    return
                }
            }
            runs.append(run)
            lines.append(line.number)
            bytes += line.bytes.count
        }

        mutating func finish(
            _ client: LocalClient
        ) throws(ClientError) -> LocalClient.Answer<LogImportDocument> {
            guard hasHeader else { throw unusable("the file is empty") }
            return try post(isLast: true, client)
        }

        private mutating func post(
            isLast: Bool, _ client: LocalClient
        ) throws(ClientError) -> LocalClient.Answer<LogImportDocument> {
            let part = LogPartRequest(
                intake: intake, header: header, runs: runs, lines: lines, isLast: isLast)
            header = nil
            runs = []
            lines = []
            bytes = 0
            return try client.post(.importLog, part, .never, as: LogImportDocument.self)
        }

        func unusable(_ problem: String) -> ClientError {
            .unusable("\(name): \(problem); nothing was taken from the file")
        }
    }
}

extension LocalClient {
    /// The table's log as a `scored-log/1` file, asked for part by part.
    package func tableLog() throws(ClientError) -> [UInt8] {
        // What comes in between two parts belongs to the next file; a daemon that was asked for
        // another one meanwhile says so.
        var bytes = try getBytes(.exportLog)
        let first = Array(bytes.prefix { $0 != 0x0A })
        let header: LogFileHeader
        do throws(LocalAPIError) {
            header = try JSON.decode(LogFileHeader.self, from: first)
        } catch {
            throw .notUnderstood("the answer is not understood: \(error)")
        }
        var lines = bytes.count { $0 == 0x0A }
        while lines < header.runs + 1 {
            let more = try getBytes(
                .exportLog,
                query: [
                    Target.QueryItem("digest", header.digest),
                    Target.QueryItem("line", String(lines + 1)),
                ])
            let count = more.count { $0 == 0x0A }
            guard count > 0 else { throw .notUnderstood("the daemon ended the log early") }
            bytes += more
            lines += count
        }
        return bytes
    }
}
