import Documents
import LocalAPI

/// The last status in JSON. Screens, commands and the event stream ask for the same one again and
/// again between two moves, and to compare two documents costs far less than to encode one.
final class StatusMemo {
    private var last: (status: StatusDocument, json: [UInt8])?

    func json(_ status: StatusDocument) -> [UInt8] {
        if let last, last.status == status { return last.json }
        let json = JSON.written(status)
        last = (status, json)
        return json
    }
}
