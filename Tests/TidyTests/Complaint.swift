import Testing

/// What a check has found: where, and what a person should do about it.
struct Complaint: Equatable, CustomStringConvertible {
    let path: String
    /// From 1; 0 where the whole file or the whole tree is meant.
    let line: Int
    let message: String

    var description: String {
        line > 0 ? "\(path):\(line): \(message)" : "\(path): \(message)"
    }
}

/// Fails the running test once for every complaint, so that one run names all of them.
func report(_ complaints: [Complaint]) {
    for complaint in complaints {
        Issue.record("\(complaint)")
    }
}
