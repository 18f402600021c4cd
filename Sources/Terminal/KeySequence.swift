import ViewModels

/// A control sequence from its introducer on, and the key that it stands for.
struct KeySequence {
    private var parameters: [UInt8] = []
    private var isTooLong = false

    /// Whether nothing came behind the introducer yet.
    var isEmpty: Bool { parameters.isEmpty }

    /// Whether digits alone came, one at least.
    var isNumber: Bool {
        !parameters.isEmpty && parameters.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Takes a byte before the final; of those beyond the bound none is kept.
    mutating func append(_ byte: UInt8) {
        guard parameters.count < TerminalLimits.sequenceBytesMax else {
            isTooLong = true
            return
        }
        parameters.append(byte)
    }

    /// The key; nil for a marker that is no key.
    func key(final: UInt8) -> Key? {
        guard !isTooLong, let first else { return .unknown }
        switch final {
        // With `~`, and rxvt's forms of it with shift, control and both.
        case 0x7E, 0x24, 0x5E, 0x40: return Self.key(number: first)
        // rxvt's arrows with shift.
        case 0x61...0x64: return Self.key(letter: final - 0x20)
        default: return Self.key(letter: final)
        }
    }

    /// The first parameter; 0 where none is given, nil for parameters that no key has.
    private var first: Int? {
        var number = 0
        for byte in parameters {
            switch byte {
            case 0x30...0x39: number = min(number * 10 + Int(byte - 0x30), 9999)
            case 0x3B: return rest(isOf: 0x30...0x3B) ? number : nil
            default: return nil
            }
        }
        return number
    }

    private func rest(isOf bytes: ClosedRange<UInt8>) -> Bool {
        parameters.allSatisfy { bytes.contains($0) }
    }

    private static func key(number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        // The beginning and the end of a pasted text.
        case 200, 201: nil
        default: .unknown
        }
    }

    private static func key(letter: UInt8) -> Key {
        switch letter {
        case 0x41: .up
        case 0x42: .down
        case 0x43: .right
        case 0x44: .left
        case 0x46: .end
        case 0x48: .home
        case 0x5A: .backTab
        default: .unknown
        }
    }

    /// The key behind `ESC O`: an arrow in application mode, or one of the numeric keypad, whose
    /// digits are digits.
    static func keypad(_ byte: UInt8) -> Key {
        switch byte {
        case 0x20: .character(" ")
        case 0x49: .tab
        case 0x4D: .enter
        case 0x58: .character("=")
        case 0x61...0x64: key(letter: byte - 0x20)
        case 0x6A...0x79: .character(Character(Unicode.Scalar(byte - 0x40)))
        default: key(letter: byte)
        }
    }
}
