/// Makes text from others safe for a terminal: it cannot move the cursor, change colours, reverse
/// the direction of its neighbours, hide, or leave its line.
package enum SafeText {
    /// Line breaks and tabs become spaces; controls and characters without a known look become
    /// U+FFFD; invisible format characters are removed, except for joiners in emoji and scripts. At
    /// most three marks on a character are kept.
    package static func line(_ text: String) -> String {
        if DisplayWidth.ofPlain(text) != nil { return text }
        let isSafe = text.unicodeScalars.allSatisfy {
            (0x20...0x7E).contains($0.value)
                || treatment($0) == .keep && !isRightToLeft($0.value)
        }
        if isSafe { return text }
        var safe = String.UnicodeScalarView()
        var marks = marksMax
        for scalar in text.unicodeScalars {
            switch treatment(scalar) {
            case .keep:
                safe.append(scalar)
                marks = 0
            case .mark where safe.isEmpty:
                safe.append("\u{25CC}")
                safe.append(scalar)
                marks = 1
            case .mark where marks < marksMax:
                safe.append(scalar)
                marks += 1
            case .mark, .drop:
                break
            case .space:
                safe.append(" ")
                marks = marksMax
            case .replace:
                safe.append("\u{FFFD}")
                marks = 0
            }
        }
        // Digits after a right-to-left name would be drawn in its direction, in the wrong order.
        if safe.contains(where: { isRightToLeft($0.value) }) { safe.append("\u{200E}") }
        return String(safe)
    }

    private static let marksMax = 3

    private enum Treatment {
        case keep, mark, space, replace, drop
    }

    private static func treatment(_ scalar: Unicode.Scalar) -> Treatment {
        switch scalar.properties.generalCategory {
        case .control: [0x09, 0x0A, 0x0D].contains(scalar.value) ? .space : .replace
        case .lineSeparator, .paragraphSeparator: .space
        case .spaceSeparator: .space
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}" ? .mark : .drop
        case .nonspacingMark, .enclosingMark, .spacingMark: .mark
        case .privateUse, .unassigned, .surrogate: .replace
        default: .keep
        }
    }

    private static func isRightToLeft(_ value: UInt32) -> Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF,
            0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}
