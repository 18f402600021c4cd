import Foundation
import Seeds
import Terminal
import Testing
import ViewModels

/// What the painter sends is what a real terminal shows.
@Suite(.enabled(if: TmuxTerminal.isFound), .timeLimit(.minutes(1)))
struct TmuxPainterTests {
    /// Texts about whose width tmux agrees.
    private static let texts = [
        "Ana", "7", "Hawks - Owls", "日本語の名前", "한국", "Zoe\u{308}", "🏀🏀", "שלום 7", "محمد", "𠀀",
        "·…│█", "Ünal", "Bogdanović Bogdanović Bogdanović Bogdanović", "",
    ]

    @Test(arguments: seeds(UInt64(3)))
    func aRealTerminalShowsTheCanvas(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var painter = ScreenPainter(hasColor: true)
        var canvas = Canvas(columns: 60, rows: 12)
        var bytes = ScreenPainter.enter
        for _ in 0..<60 {
            for _ in 0..<3 {
                canvas.write(
                    Self.texts.randomElement(using: &random) ?? "",
                    row: Int.random(in: 0..<11, using: &random),
                    column: Int.random(in: 0..<60, using: &random),
                    tone: Tone.allCases.randomElement(using: &random) ?? .plain,
                    look: Canvas.Look(rawValue: UInt8.random(in: 0..<8, using: &random)))
            }
            canvas.clear(
                row: Int.random(in: 0..<11, using: &random),
                column: Int.random(in: 0..<60, using: &random), columns: 12)
            bytes += painter.bytes(for: canvas)
        }
        canvas.write("all of it", row: 11)
        bytes += painter.bytes(for: canvas)
        let terminal = try Self.terminal(showing: bytes)
        let screen = try terminal.wait(for: "all of it")
        for (seen, meant) in zip(screen, canvas.lines) {
            #expect(Self.seen(seen) == Self.seen(meant))
        }
        #expect(try terminal.answer("#{alternate_on}#{cursor_flag}#{wrap_flag}") == "100")
    }

    @Test func whatStandsBesideDisputedWidthsStaysInItsPlace() throws {
        let names = ["👩‍👩‍👧", "❤️", "🇩🇪", "👍🏽", "1️⃣", "हिन्दी", "e\u{301}\u{302}"]
        var painter = ScreenPainter(hasColor: true)
        var canvas = Canvas(columns: 60, rows: 12)
        for (row, name) in names.enumerated() {
            canvas.write("|", row: row, column: 20)
            canvas.write(name + " 14 points", row: row)
        }
        canvas.write("all of it", row: 11)
        let terminal = try Self.terminal(
            showing: ScreenPainter.enter + painter.bytes(for: canvas))
        let screen = try terminal.wait(for: "all of it")
        for row in names.indices {
            #expect(screen[row].contains(" 14 points") && screen[row].hasSuffix("|"))
        }
    }

    @Test func leavingGivesTheTerminalBack() throws {
        var painter = ScreenPainter(hasColor: true)
        var canvas = Canvas(columns: 60, rows: 12)
        canvas.write("Hawks", row: 3, tone: .bad, look: .reversed)
        let bytes = ScreenPainter.enter + painter.bytes(for: canvas) + ScreenPainter.leave
        let terminal = try Self.terminal(showing: Array("before\n".utf8) + bytes)
        let screen = try terminal.wait(for: "ended with 0")
        #expect(Array(screen.prefix(2)) == ["before", "ended with 0"])
        #expect(try terminal.answer("#{alternate_on}#{cursor_flag}#{wrap_flag}") == "011")
        #expect(try !terminal.screen(withCodes: true).joined().contains("\u{1B}"))
    }

    private static func terminal(showing bytes: [UInt8]) throws -> TmuxTerminal {
        let file = "/tmp/painted-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        try Data(bytes).write(to: URL(filePath: file))
        let isLeft = bytes.suffix(ScreenPainter.leave.count) == ScreenPainter.leave[...]
        return try TmuxTerminal(
            running: "cat \(file); rm \(file)" + (isLeft ? "" : "; exec cat"), columns: 60, rows: 12
        )
    }

    /// Without the marks of direction, which a terminal need not keep.
    private static func seen(_ line: String) -> String {
        var line = String(
            String.UnicodeScalarView(line.unicodeScalars.filter { $0 != "\u{200E}" }))
        while line.last == " " { line.removeLast() }
        return line
    }
}
