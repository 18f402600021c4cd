import COpenSSL

/// The start and the error queue of OpenSSL.
enum Library {
    /// Started without the configuration file of the device: a broken file must not keep a keeper
    /// from scoring, and no setting may weaken a channel.
    static let isStarted: Bool = shim_initialize_without_configuration() == 1

    /// Clears the error queue of the thread. To be called before every call whose error is read,
    /// because a stale error would be taken for its own.
    static func forget() { ERR_clear_error() }

    /// The reason number of the oldest error of the last call; 0 if there is none.
    static var reason: Int32 { ERR_GET_REASON(ERR_peek_error()) }

    /// OpenSSL's message for the oldest error of the last call.
    static var words: String {
        let code = ERR_peek_error()
        guard code != 0, let text = unsafe ERR_reason_error_string(code) else {
            return code == 0 ? "no reason given" : "reason \(ERR_GET_REASON(code))"
        }
        return unsafe String(cString: text)
    }

    /// Returns the pointer, or throws the error of the call.
    static func checked(
        _ pointer: OpaquePointer?, _ doing: String
    ) throws(TLSError) -> OpaquePointer {
        guard let pointer = unsafe pointer else {
            throw .library(doing: doing, reason: words)
        }
        return unsafe pointer
    }

    /// Throws the error of the call unless it succeeded.
    static func check(_ isDone: Bool, _ doing: String) throws(TLSError) {
        guard isDone else { throw .library(doing: doing, reason: words) }
    }
}
