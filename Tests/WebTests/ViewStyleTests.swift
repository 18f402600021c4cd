import Foundation
import Testing

@testable import Web

/// What the pages send beside values: colours, style sheet and script.
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
    @Test func theSheetHasNoOtherColour() throws {
        let known = Set([true, false].flatMap(ViewStyle.pairs).flatMap { [$0.ink, $0.ground] })
        let rest = known.reduce(ViewStyle.text) { $0.replacing($1, with: "") }
        #expect(
            rest.replacing("background:#fff}", with: "}").firstIndex(of: "#").map {
                rest[$0...].prefix(12)
            } != "#" && !rest.contains("rgb(") && !rest.contains("hsl("))
        let hex = try Regex("#[0-9a-fA-F]{3,8}[;} ]")
        #expect(rest.replacing("background:#fff", with: "").firstMatch(of: hex) == nil)
        let used = try Regex(#"var\((--[a-z-]+)"#)
        for match in ViewStyle.text.matches(of: used) {
            let name = String(match.output[1].substring ?? "")
            let isKnown = name == "--scale" || ViewStyle.text.contains("\(name):")
            #expect(isKnown, "\(name)")
        }
    }

    @Test func theScriptIsSmall() throws {
        let bytes = Array(ViewScript.text.utf8)
        #expect(bytes.count <= WebLimits.scriptBytesMax, "\(bytes.count) bytes")
        for word in ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "?."] {
            #expect(!ViewScript.text.contains(word))
        }
    }

    private static let gzip = ["/usr/bin/gzip", "/bin/gzip"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: gzip != nil, "gzip is not installed")) func theScriptPacksSmaller() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.gzip))
        process.arguments = ["-9", "-c"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // Less than a pipe holds.
        try input.fileHandleForWriting.write(contentsOf: Data(ViewScript.text.utf8))
        try input.fileHandleForWriting.close()
        let packed = try #require(try output.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        #expect(packed.count > 500 && packed.count <= WebLimits.scriptPackedBytesMax)
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
        ("bug", ["away", "awayScore", "home", "homeScore"]), ("clock", ["clock", "period"]),
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
