/// The combining marks in a row of a text that is read scalar by scalar.
///
/// Comparing and hashing a text puts the marks of each letter in order, in time that grows with the
/// square of their number: 8,000 of them on one letter held up a daemon for twelve seconds. So no text
/// comes in with more than `HTTPLimits.marksInARowMax`, a key no more than a value, and what is done
/// with a text afterwards costs time linear in its bytes.
package struct MarkRun {
    /// Why a text with more is refused.
    package static let reason =
        "a text has more than \(HTTPLimits.marksInARowMax) combining marks in a row"

    private var count = 0

    /// Takes the next scalar; false where it is a mark too many.
    mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
        guard Self.isMark(scalar) else {
            count = 0
            return true
        }
        count += 1
        return count <= HTTPLimits.marksInARowMax
    }

    /// True if the text has no longer run of marks.
    package static func isBounded(in text: String) -> Bool {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return true }
        var marks = MarkRun()
        return text.unicodeScalars.allSatisfy { marks.takes($0) }
    }

    /// All that Unicode reorders is of these categories, decomposed or not.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
