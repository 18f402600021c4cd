import Foundation

package enum ProcessEnvironment {
    /// A variable; nil if it is not set. Invalid UTF-8 is repaired. Not by Foundation, which makes
    /// a dictionary of all variables first and so takes longer than many a command.
    package static func value(of name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
