package import Documents
import LocalAPI

/// A file with the log of a table, sent to the daemon in parts; the daemon checks it.
package struct TableLogFile {
    private let bytes: [UInt8]

    /// The bytes of the whole file.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// True for the bytes of a log: the length of its first frame begins with a zero byte, as no text does.
    package static func isOne(_ bytes: [UInt8]) -> Bool { bytes.first == 0 }

    /// Sends the file; returns the answer to the last part. The daemon merges nothing before it.
    package func send(
        to client: LocalClient
    ) throws(ClientError) -> LocalClient.Answer<LogImportDocument> {
        let intake = RequestName.random()
        var offset = 0
        while true {
            let end = min(offset + ClientLimits.logPartBytesMax, bytes.count)
            let isLast = end == bytes.count
            let query = [
                Target.QueryItem("file", intake), Target.QueryItem("from", "\(offset)"),
                Target.QueryItem("last", "\(isLast)"),
            ]
            let answer = try client.post(
                .importLog, query: query, bytes: Array(bytes[offset..<end]),
                as: LogImportDocument.self)
            if isLast { return answer }
            offset = end
        }
    }
}
