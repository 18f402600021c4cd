/// Text that people give as bytes: in files, as arguments, at a prompt. Other programs write it in
/// other encodings; no letter is dropped or guessed.
package enum GivenText {
    /// The text, without a byte order mark. Throws for any other encoding than UTF-8; errors carry
    /// the line of a text with several.
    package static func read(_ bytes: some Collection<UInt8>) throws(Unreadable) -> String {
        // A text in UTF-16 has a mark, or zero bytes, which no text in UTF-8 needs.
        let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        guard !isMarked, !bytes.contains(0) else { throw .utf16 }
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
