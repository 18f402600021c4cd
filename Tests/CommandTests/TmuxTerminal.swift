import Foundation
import Net
import Testing

/// A real terminal without a window: tmux with a server and a socket of its own, which end with this.
/// Where there is no tmux, suites that need it are not run, and `Scripts/test` says so.
final class TmuxTerminal {
    /// Whether there is a tmux to be had.
    static let isFound = Keeper.shell("tmux -V >/dev/null 2>&1") == 0

    private let socket = "scored-\(String(UInt64.random(in: 0 ... .max), radix: 36))"

    /// Runs a line of shell in a terminal of so many cells. Once it ends, the terminal shows
    /// `ended with CODE` beneath what was there before, and stays.
    init(running line: String, columns: Int, rows: Int) throws {
        let file = path("sh")
        try "\(line)\necho \"ended with $?\"\nexec cat\n".write(
            toFile: file, atomically: false, encoding: .utf8)
        let code = tmux(
            "-f /dev/null new-session -d -x \(columns) -y \(rows) 'exec sh \(file)' \\; "
                + "set-option -g status off \\; set-option -g escape-time 0 \\; "
                + "set-option -g history-limit 0 \\; set-option -g window-size manual \\; "
                + "resize-window -x \(columns) -y \(rows)")
        try #require(code == 0, "tmux did not start")
    }

    /// Runs a command of a keeper, for at most fifty seconds, with more variables of the shell.
    convenience init(
        _ keeper: Keeper, _ words: [String], columns: Int, rows: Int, with variables: String = ""
    ) throws {
        // In the foreground of the terminal, else the first read would stop it.
        let line = keeper.line(words).replacing("'timeout'", with: "timeout --foreground")
        try self.init(
            running: "unset NO_COLOR; \(variables) \(line)", columns: columns, rows: rows)
    }

    deinit {
        tmux("kill-server")
        for kind in ["sh", "screen"] { try? FileManager.default.removeItem(atPath: path(kind)) }
    }

    /// Presses keys by the names that tmux has for them: `Up`, `Enter`, `Escape`, `C-l`, `F5`.
    func press(_ names: String...) throws {
        try #require(tmux("send-keys " + names.map(Keeper.quoted).joined(separator: " ")) == 0)
    }

    /// Types a text, all at once.
    func type(_ text: String) throws {
        try #require(tmux("send-keys -l -- " + Keeper.quoted(text)) == 0)
    }

    /// Makes the terminal's window another size.
    func resize(columns: Int, rows: Int) throws {
        try #require(tmux("resize-window -x \(columns) -y \(rows)") == 0)
    }

    /// The rows as they are seen now, without the blanks at their ends; with the codes of colours
    /// where wanted.
    func screen(withCodes: Bool = false) throws -> [String] {
        let codes = withCodes ? " -e" : ""
        try #require(tmux("capture-pane -p\(codes) >\(path("screen"))") == 0)
        let text = try String(contentsOfFile: path("screen"), encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
            line in
            var line = String(line)
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// What tmux says of the terminal, such as `#{cursor_flag}` or `#{alternate_on}`.
    func answer(_ format: String) throws -> String {
        try #require(tmux("display-message -p '\(format)' >\(path("screen"))") == 0)
        return try String(contentsOfFile: path("screen"), encoding: .utf8)
            .trimmingCharacters(in: .newlines)
    }

    /// Looks until the screen is as wanted, and gives it; fails with the last one after half a
    /// minute.
    @discardableResult
    func wait(
        for what: String = "the screen", until isSo: ([String]) throws -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let deadline = Clocks.uptime + .seconds(30)
        let poller = EventLoop<Int>()
        while true {
            let screen = try screen()
            if try isSo(screen) { return screen }
            try #require(
                Clocks.uptime < deadline,
                "\(what) did not come; it shows\n\(screen.joined(separator: "\n"))",
                sourceLocation: sourceLocation)
            _ = try poller.wait(timeout: .milliseconds(20))
        }
    }

    /// Looks until a text stands anywhere on the screen.
    @discardableResult
    func wait(
        for text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        try wait(
            for: "\"\(text)\"", until: { $0.contains { $0.contains(text) } },
            sourceLocation: sourceLocation)
    }

    private func path(_ kind: String) -> String { "/tmp/\(socket).\(kind)" }

    @discardableResult
    private func tmux(_ words: String) -> Int32 {
        // Without a UTF-8 locale tmux would not know the widths of characters.
        Keeper.shell("LC_ALL=C.UTF-8 TMUX= tmux -u -L \(socket) \(words) 2>/dev/null")
    }
}
