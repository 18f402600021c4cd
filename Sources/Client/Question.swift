import Net
import Terminal

/// Asks the keeper at the terminal.
package enum Question {
    /// Prints the question to the standard error and waits for a line; nil at the end of input.
    package static func ask(_ question: String) throws(ClientError) -> String? {
        let lines = TextView([question]).lines(Style(columns: TerminalDevice.errorColumns))
        try? TerminalDevice.writeError(Array((lines.joined(separator: "\n") + " ").utf8))
        var poller = Poller()
        poller.register(TerminalDevice.inputNumber, .readable, token: 0)
        var typed: [UInt8] = []
        do throws(NetError) {
            while typed.count < ClientLimits.typedBytesMax {
                // A byte at a time: what follows the line belongs to whoever reads next.
                switch try TerminalDevice.read(bytesMax: 1) {
                case .bytes([0x0A]): return text(typed)
                case .bytes(let bytes): typed += bytes
                case .end: return typed.isEmpty ? nil : text(typed)
                case .wouldBlock: _ = try poller.wait(timeout: nil)
                }
            }
        } catch {
            throw .unusable(error.message)
        }
        throw .unusable("the line is longer than \(ClientLimits.typedBytesMax) bytes")
    }

    private static func text(_ typed: [UInt8]) -> String {
        let words = String(decoding: typed, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ")
    }
}
