package import Documents
import LocalAPI

/// A table's log from a file on its way to the daemon, part by part; the daemon checks it.
package struct TableLogFile {
    private let bytes: [UInt8]
    private let name: String

    /// The bytes of a file; `name` stands in the errors.
    package init(bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
    }

    /// Whether these are the bytes of a log: the length of its first frame begins with a zero, which no text
    /// does.
    package static func isOne(_ bytes: [UInt8]) -> Bool { bytes.first == 0 }

    /// Sends the file; what the daemon says to the last part. Nothing is taken in before that.
    package func send(to client: LocalClient) throws(ClientError)
        -> LocalClient.Answer<
            LogImportDocument
        >
    {
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
