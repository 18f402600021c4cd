/// Decodes the bytes of a terminal, in pieces of any size, into keys; it reads nothing itself.
///
/// The sequences are those of ECMA-48 section 5.4, with the finals and numbers that xterm, tmux,
/// rxvt, the Linux console and DEC's VT220 send. An arrow with Shift, Alt or Control is an arrow.
/// An unknown or incomplete sequence is a single unknown key: none of its bytes arrives as a key. A
/// character after Escape that begins no sequence is a key of its own, as typed by a quick hand.
/// The markers of pasted text are not keys.
package struct KeyReader {
    private enum State {
        case ground
        /// Within a UTF-8 character of `count` bytes: the bits so far, and the number of bytes
        /// left.
        case character(UInt32, count: Int, left: Int)
        case escape
        /// After `ESC [`.
        case sequence(KeySequence)
        /// After `ESC O`, and the modifiers that some terminals add.
        case keypad
        /// After `ESC [ M`; the number of bytes left of the mouse position.
        case mouse(Int)
        /// After `ESC [ [`: a function key of the Linux console.
        case linuxFunction
        /// Within a string that the terminal sends on its own; `isEscaped` after an Escape. `begun`
        /// by this byte, which is a key if nothing follows.
        case string(begun: UInt8?, isEscaped: Bool)
    }

    private var state = State.ground
    private var heardAt = Duration.zero

    package init() {}

    /// The instant from which `tick` decides an unfinished sequence; nil if there is none.
    package var deadline: Duration? {
        if case .ground = state { nil } else { heardAt + TerminalLimits.escapeWait }
    }

    /// Returns the keys that the bytes complete, in order. At one instant it does not matter how
    /// the bytes are split.
    package mutating func receive(_ bytes: [UInt8], at now: Duration) -> [Key] {
        var keys: [Key] = []
        for byte in bytes { receive(byte, into: &keys) }
        if !bytes.isEmpty { heardAt = now }
        return keys
    }

    /// Reports that no bytes arrived until now. Past the deadline a single Escape is the key, and
    /// any other beginning of a sequence is an unknown key.
    package mutating func tick(at now: Duration) -> [Key] {
        guard let deadline, now >= deadline else { return [] }
        defer { state = .ground }
        if case .escape = state { return [.escape] }
        guard case .string(let begun?, _) = state else { return [.unknown] }
        return [.escape, .character(Character(Unicode.Scalar(begun)))]
    }

    private mutating func receive(_ byte: UInt8, into keys: inout [Key]) {
        switch state {
        case .ground: begin(byte, into: &keys)
        case .character(let bits, let count, let left):
            guard byte & 0xC0 == 0x80 else { return breakOff(at: byte, into: &keys) }
            let more = bits << 6 | UInt32(byte & 0x3F)
            state = .character(more, count: count, left: left - 1)
            if left == 1 { end(Self.key(of: more, count: count) ?? .unknown, into: &keys) }
        case .escape: follow(escape: byte, into: &keys)
        case .sequence(var sequence): follow(&sequence, by: byte, into: &keys)
        case .keypad: follow(keypad: byte, into: &keys)
        case .mouse(let count):
            state = count > 1 ? .mouse(count - 1) : .ground
            if count == 1 { keys.append(.unknown) }
        case .linuxFunction: end(.unknown, into: &keys)
        // A reply goes on with a character; after DCS, which is also the key `P`, with a parameter.
        case .string(let begun?, _) where !(0x20...(begun == 0x50 ? 0x3F : 0x7E)).contains(byte):
            keys.append(.escape)
            end(.character(Character(Unicode.Scalar(begun))), into: &keys)
            begin(byte, into: &keys)
        case .string(_, let isEscaped):
            // Ended by BEL, or by ST: Escape and a backslash.
            if byte == 0x07 || isEscaped && byte == 0x5C {
                end(.unknown, into: &keys)
            } else {
                state = .string(begun: nil, isEscaped: byte == Self.escapeByte)
            }
        }
    }

    private mutating func end(_ key: Key?, into keys: inout [Key]) {
        if let key { keys.append(key) }
        state = .ground
    }

    /// The unfinished sequence is unknown; the byte begins a new one.
    private mutating func breakOff(at byte: UInt8, into keys: inout [Key]) {
        end(.unknown, into: &keys)
        begin(byte, into: &keys)
    }

    // MARK: Characters

    private static let escapeByte: UInt8 = 0x1B

    private mutating func begin(_ byte: UInt8, into keys: inout [Key]) {
        switch byte {
        case Self.escapeByte: state = .escape
        case 0x0A, 0x0D: keys.append(.enter)
        case 0x09: keys.append(.tab)
        case 0x08, 0x7F: keys.append(.backspace)
        case 0x00: keys.append(.unknown)
        case 0x01...0x1A: keys.append(.control(Character(Unicode.Scalar(byte + 0x60))))
        case 0x1C...0x1F: keys.append(.control(Character(Unicode.Scalar(byte + 0x40))))
        case 0x20...0x7E: keys.append(.character(Character(Unicode.Scalar(byte))))
        case 0xC2...0xDF: state = .character(UInt32(byte & 0x1F), count: 2, left: 1)
        case 0xE0...0xEF: state = .character(UInt32(byte & 0x0F), count: 3, left: 2)
        case 0xF0...0xF4: state = .character(UInt32(byte & 0x07), count: 4, left: 3)
        default: keys.append(.unknown)
        }
    }

    /// Nil for a control character, and for bits that are not valid UTF-8 of `count` bytes (RFC
    /// 3629, section 3): surrogates and overlong forms.
    private static func key(of bits: UInt32, count: Int) -> Key? {
        let least: UInt32 = count == 2 ? 0x80 : count == 3 ? 0x800 : 0x1_0000
        guard bits >= least, let scalar = Unicode.Scalar(bits),
            scalar.properties.generalCategory != .control
        else { return nil }
        return .character(Character(scalar))
    }

    // MARK: Sequences

    private mutating func follow(escape byte: UInt8, into keys: inout [Key]) {
        switch byte {
        case Self.escapeByte: keys.append(.escape)
        case 0x5B: state = .sequence(KeySequence())
        case 0x4F: state = .keypad
        // OSC, DCS, SOS, PM and APC.
        case 0x5D, 0x50, 0x58, 0x5E, 0x5F: state = .string(begun: byte, isEscaped: false)
        default:
            end(.escape, into: &keys)
            begin(byte, into: &keys)
        }
    }

    private mutating func follow(
        _ sequence: inout KeySequence, by byte: UInt8, into keys: inout [Key]
    ) {
        switch byte {
        case 0x5B where sequence.isEmpty: state = .linuxFunction
        case 0x4D where sequence.isEmpty: state = .mouse(3)
        // rxvt ends keys with Shift in a byte that is not a final.
        case 0x24 where sequence.isNumber: end(sequence.key(final: byte), into: &keys)
        case 0x20...0x3F:
            sequence.append(byte)
            state = .sequence(sequence)
        case 0x40...0x7E: end(sequence.key(final: byte), into: &keys)
        default: breakOff(at: byte, into: &keys)
        }
    }

    private mutating func follow(keypad byte: UInt8, into keys: inout [Key]) {
        switch byte {
        case 0x30...0x3B: state = .keypad
        case 0x20...0x7E: end(KeySequence.keypad(byte), into: &keys)
        default: breakOff(at: byte, into: &keys)
        }
    }
}

/// A control sequence after its introducer, and the key that it encodes.
struct KeySequence {
    private var parameters: [UInt8] = []
    private var isTooLong = false

    var isEmpty: Bool { parameters.isEmpty }

    /// True for one or more digits and nothing else.
    var isNumber: Bool {
        !parameters.isEmpty && parameters.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Appends a byte before the final; bytes beyond the bound are dropped.
    mutating func append(_ byte: UInt8) {
        guard parameters.count < TerminalLimits.sequenceBytesMax else {
            isTooLong = true
            return
        }
        parameters.append(byte)
    }

    /// Nil for a marker that is not a key.
    func key(final: UInt8) -> Key? {
        guard !isTooLong, let first else { return .unknown }
        switch final {
        // `~`, and rxvt's variants of it with Shift, Control and both.
        case 0x7E, 0x24, 0x5E, 0x40: return Self.key(number: first)
        // rxvt's arrows with Shift.
        case 0x61...0x64: return Self.key(letter: final - 0x20)
        default: return Self.key(letter: final)
        }
    }

    /// The first parameter; 0 if there is none, nil for parameters that no key has.
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
        // The markers of pasted text.
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

    /// The key after `ESC O`: an arrow in application mode, or a key of the numeric keypad, whose
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
