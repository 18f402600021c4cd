/// The words of a command line that are not read yet, and what may stand among them.
extension ArraySlice<String> {
    /// The word behind an option.
    mutating func value(of option: String) throws -> String {
        guard let text = popFirst() else {
            throw Arguments.Unusable(description: "\(option) needs a value")
        }
        return text
    }

    /// The whole number behind an option, within bounds.
    mutating func number(of option: String, _ bounds: ClosedRange<UInt64>) throws -> UInt64 {
        let text = try value(of: option)
        guard let number = UInt64(text), bounds.contains(number) else {
            throw Arguments.Unusable(
                description: "\(option) needs a whole number from \(bounds.lowerBound) to "
                    + "\(bounds.upperBound), not \(text)")
        }
        return number
    }

    /// The seconds behind an option, a day at most, in milliseconds.
    mutating func milliseconds(of option: String) throws -> Int {
        let text = try value(of: option)
        guard let seconds = Double(text), (0...86_400).contains(seconds) else {
            throw Arguments.Unusable(
                description: "\(option) needs seconds from 0 to 86400, not \(text)")
        }
        return Int((seconds * 1000).rounded())
    }
}
