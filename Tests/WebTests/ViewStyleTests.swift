import Documents
import Foundation
import Testing

@testable import Web

/// What the pages send beside values: colours, style sheets and scripts.
@Suite struct ViewStyleTests {
    /// The relative luminance of `#rrggbb` (WCAG 2.1).
    private static func luminance(_ colour: String) throws -> Double {
        let digits = colour.dropFirst()
        let value = try #require(UInt32(digits, radix: 16), "\(colour)")
        #expect(digits.count == 6)
        let parts = [16, 8, 0].map { shift -> Double in
            let part = Double((value >> UInt32(shift)) & 255) / 255
            return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    static func contrast(_ one: String, _ other: String) throws -> Double {
        let (one, other) = (try luminance(one), try luminance(other))
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    @Test func theRatioIsThatOfTheStandard() throws {
        #expect(abs(try Self.contrast("#000000", "#ffffff") - 21) < 0.01)
        #expect(abs(try Self.contrast("#777777", "#ffffff") - 4.48) < 0.01)
    }

    @Test(arguments: [true, false]) func everyPairIsLegible(isLight: Bool) throws {
        let pairs = ViewStyle.pairs(isLight: isLight)
        #expect(pairs.count > 10)
        for pair in pairs {
            let ratio = try Self.contrast(pair.ink, pair.ground)
            #expect(ratio >= 4.5, "\(pair.use): \(ratio)")
        }
    }

    /// A colour that is in no pair has no ratio; a scoreboard's picture is on white paper.
    @Test(arguments: [ViewStyle.text, KeepStyle.text]) func theSheetHasNoOtherColour(sheet: String)
        throws
    {
        let known = Set([true, false].flatMap(ViewStyle.pairs).flatMap { [$0.ink, $0.ground] })
        let rest = known.reduce(sheet) { $0.replacing($1, with: "") }
        #expect(!rest.contains("rgb(") && !rest.contains("hsl("))
        let hex = try Regex("#[0-9a-fA-F]{3,8}[;} ]")
        #expect(rest.replacing("background:#fff}", with: "}").firstMatch(of: hex) == nil)
        let used = try Regex(#"var\((--[a-z-]+)"#)
        for match in sheet.matches(of: used) {
            let name = String(match.output[1].substring ?? "")
            #expect(name == "--scale" || sheet.contains("\(name):"), "\(name)")
        }
    }

    /// The blocks of a sheet whose selector names one of these elements.
    private static func blocks(of elements: [String], in sheet: String) throws -> [String] {
        let block = try Regex(#"([^{}]+)\{([^{}]*)\}"#)
        return sheet.matches(of: block).compactMap { match in
            let selector = match.output[1].substring ?? ""
            return elements.contains(where: selector.contains)
                ? String(match.output[2].substring ?? "") : nil
        }
    }

    /// Smaller text makes a phone zoom into a field, and smaller targets are missed by a thumb.
    @Test func aThumbFindsWhatItTaps() throws {
        let height = try Regex(#"min-height:(\d+)px"#)
        let buttons = try Self.blocks(of: ["button"], in: KeepStyle.text)
        let heights = buttons.flatMap { $0.matches(of: height) }
            .compactMap { $0.output[1].substring.flatMap { Int($0) } }
        #expect(heights.count > 2 && heights.allSatisfy { $0 >= 48 }, "\(heights)")
        let declarations = buttons.flatMap { $0.split { $0 == ";" || $0 == "\n" } }
        #expect(!declarations.contains { $0.hasPrefix("height:") || $0.hasPrefix("max-height:") })
        let fields = try Self.blocks(of: ["input"], in: KeepStyle.text)
        #expect(fields.contains { $0.contains("font:inherit") && $0.contains("min-height:48px") })
        #expect(!fields.contains { $0.contains("font-size") })
        let page = try Self.blocks(of: ["html"], in: KeepStyle.text)
        #expect(page.contains { $0.contains("font:16px") && $0.contains("touch-action") })
    }

    private static let scripts = [
        (ViewScript.text, WebLimits.scriptPackedBytesMax),
        (KeepScript.text(in: .english), WebLimits.keepScriptPackedBytesMax),
    ]

    /// Nothing becomes markup or code, and nothing is newer than ES2018.
    @Test(arguments: scripts) func aScriptIsPlain(script: String, packed: Int) throws {
        #expect(script.hasPrefix("(function () {\n'use strict';\n") && script.hasSuffix("})();\n"))
        for word in [
            "innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "new Function",
            "setAttribute('on", "localStorage", "sessionStorage", "cookie", "?.", "??", "catch {",
            ".flat(", ".at(", "replaceAll", "fromEntries", "matchAll", "import(",
        ] { #expect(!script.contains(word), "\(word)") }
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.allSatisfy { !$0.isEmpty && !$0.hasPrefix(" ") && !$0.hasPrefix("//") })
        #expect(packed < script.utf8.count)
    }

    @Test func theViewScriptIsSmall() {
        let count = ViewScript.text.utf8.count
        #expect(count <= WebLimits.scriptBytesMax, "\(count) bytes")
    }

    /// Both show names alike.
    @Test func aScriptIsSentWithoutCommentsAndIndentation() {
        #expect(PageScript.sent("a\n  b // c\n\n  // d\n'//'\n") == "a\nb // c\n'//'\n")
        let opening = PageScript.sent(PageScript.opening)
        #expect(
            Self.scripts.allSatisfy { $0.0.hasPrefix(opening) }
                && opening.contains("function show("))
    }

    private static let gzip = ["/usr/bin/gzip", "/bin/gzip"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: gzip != nil, "gzip is not installed"), arguments: scripts)
    func theScriptPacksSmaller(script: String, bytesMax: Int) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.gzip))
        process.arguments = ["-9", "-c"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // Less than a pipe holds.
        try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
        try input.fileHandleForWriting.close()
        let packed = try #require(try output.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        #expect(packed.count > 500 && packed.count <= bytesMax, "\(packed.count) bytes")
    }

    /// The query of an overlay chooses among what the sheet has; nothing else reaches a class.
    @Test(arguments: [
        ("", "overlay tl dark s10"),
        ("?anchor=br&theme=light&scale=2.5&side=swap", "overlay br light s25 swap"),
        ("?anchor=x&theme=%22&scale=nan&side=x", "overlay tl dark s10"),
        ("?scale=99", "overlay tl dark s30"), ("?scale=-1", "overlay tl dark s5"),
    ])
    func anOverlayHasKnownClasses(query: String, classes: String) throws {
        let page = try PageMarkup.read(WebStage().answer(to: "overlay\(query)").body)
        let body = try #require(page.all { $0.name == "body" }.first)
        #expect(body.attributes["class"] == classes)
        for name in classes.split(separator: " ") where name != "dark" {
            #expect(ViewStyle.text.contains(".\(name)"))
        }
    }

    @Test(arguments: [
        ("bug", ["away", "awayScore", "ending", "home", "homeScore"]),
        ("clock", ["clock", "period"]),
        ("fouls", ["awayFouls", "homeFouls"]), ("lower", ["latest"]),
        ("clock,lower", ["clock", "latest", "period"]),
    ])
    func anOverlayShowsItsParts(show: String, names: [String]) throws {
        let page = try PageMarkup.read(WebStage().answer(to: "overlay?show=\(show)").body)
        let shown = page.all { $0.attributes["data-n"] != nil }
            .compactMap { $0.attributes["data-n"] }
        #expect(shown.sorted() == names)
    }

    @Test func aReaderOfScreensFindsItsWay() throws {
        let page = try PageMarkup.read(WebStage().answer(to: "game").body)
        #expect(
            page.all { $0.name == "main" }.count == 1 && page.all { $0.name == "h1" }.count == 1)
        for element in page.all({ $0.attributes["class"]?.contains("score") == true }) {
            #expect(element.attributes["aria-live"] == "polite")
        }
        let clocks = page.all { $0.attributes["data-n"] == "clock" }
        #expect(clocks.map { $0.attributes["aria-live"] } == ["off"])
        #expect(ViewStyle.text.contains("prefers-reduced-motion"))
        #expect(page.all { $0.name == "noscript" }.count == 1)
    }
}
