import Net

/// What a person reads: plain lines, headings with a number, what keepers type and what they see.
struct Screen {
    private var step = 0

    mutating func heading(_ text: String) {
        step += 1
        say("")
        say("\(step)  \(text)")
    }

    func show(_ lines: [String]) {
        for line in lines { say(line.isEmpty ? "" : "   " + line) }
    }

    /// What a command printed, as the keeper sees it.
    func show(_ device: Device, _ command: String, _ output: String) {
        say("")
        say("   \(device.name)$ scored \(command)")
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        let ending = lines.reversed().prefix { $0.isEmpty }.count
        show(lines.dropLast(ending).map(String.init))
    }

    /// Draws over the whole terminal.
    func draw(_ lines: [String]) {
        let text = lines.map { $0 + "\u{1B}[K\n" }.joined()
        try? TerminalDevice.write(Array("\u{1B}[H\(text)\u{1B}[J".utf8))
    }

    /// A line at the margin.
    func say(_ line: String) { try? TerminalDevice.write(Array((line + "\n").utf8)) }
}
