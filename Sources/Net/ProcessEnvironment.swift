import Foundation

/// The variables that this process was started with.
package enum ProcessEnvironment {
    /// A variable; nil if it is not set. What is no UTF-8 in it is repaired. Foundation makes a
    /// dictionary of all that there are first, which takes longer than many a command.
    package static func value(of name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
