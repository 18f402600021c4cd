/// Text that people give as bytes: in files, as arguments, at a prompt. Other programs write it in
/// other encodings; no letter is dropped or guessed.
package enum GivenText {
    /// The text, without a byte order mark. Throws for any other encoding than UTF-8; errors carry
    /// the line of a text with several.
    package static func read(_ bytes: some Collection<UInt8>) throws(Unreadable) -> String {
        // A text in UTF-16 has a mark, or zero bytes, which no text in UTF-8 needs.
        let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        guard !isMarked, !bytes.contains(0) else { throw .utf16 }
        let whole = try decoded(bytes)
        guard let lost = whole.unicodeScalars.firstIndex(of: replacement) else { return whole }
        let before = whole.unicodeScalars[..<lost]
        throw .lostLetter(
            line: whole.unicodeScalars.contains("\n") ? before.count { $0 == "\n" } + 1 : nil)
    }

    /// A text of a request; throws if another program has lost a letter of it.
    package static func whole(_ text: String) throws(APIError) -> String {
        guard !text.unicodeScalars.contains(replacement) else {
            throw .unfit("\(Unreadable.lostLetter(line: nil))")
        }
        return text
    }

    /// The character in whose place a program could not read a letter.
    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    private static func decoded(
        _ bytes: some Collection<UInt8>
    ) throws(Unreadable) -> String {
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes.dropFirst(0)
        do throws(UTF8.ValidationError) {
            return String(copying: try UTF8Span(validating: Array(text).span))
        } catch {
            let before = text.prefix(error.byteOffsets.lowerBound)
            let hasLines = bytes.contains(0x0A)
            throw .notUTF8(
                byte: text.dropFirst(before.count).first ?? 0,
                line: hasLines ? before.count { $0 == 0x0A } + 1 : nil)
        }
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
