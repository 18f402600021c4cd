import COpenSSL

/// OpenSSL as a whole: its start and its words for what failed.
enum Library {
    /// Started without the configuration file of the device: a broken or strange one must not keep a
    /// keeper from scoring, and no setting of it may weaken a channel.
    static let isStarted: Bool = shim_initialize_without_configuration() == 1

    /// Clears what earlier calls left in the thread's error queue; before every call whose error is
    /// read, because a stale one would be taken for its own.
    static func forget() { ERR_clear_error() }

    /// The reason number of the oldest error of the last call, 0 if there is none.
    static var reason: Int32 { ERR_GET_REASON(ERR_peek_error()) }

    /// OpenSSL's words for the oldest error of the last call.
    static var words: String {
        let code = ERR_peek_error()
        guard code != 0, let text = unsafe ERR_reason_error_string(code) else {
            return code == 0 ? "no reason given" : "reason \(ERR_GET_REASON(code))"
        }
        return unsafe String(cString: text)
    }

    /// The pointer that a call returned, or the error of what was being done.
    static func checked(
        _ pointer: OpaquePointer?, _ doing: String
    ) throws(TLSError) -> OpaquePointer {
        guard let pointer = unsafe pointer else {
            throw .library(doing: doing, reason: words)
        }
        return unsafe pointer
    }

    /// Throws unless a call returned what it does on success.
    static func check(_ isDone: Bool, _ doing: String) throws(TLSError) {
        guard isDone else { throw .library(doing: doing, reason: words) }
    }
}
