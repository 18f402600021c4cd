import Documents
import Testing

@testable import Web

/// The script of a phone and its page belong together.
@Suite struct KeepScriptTests {
    private static func words(of pattern: String, in text: String) throws -> Set<String> {
        let matches = text.matches(of: try Regex(pattern))
        return Set(matches.compactMap { $0.output[1].substring.map(String.init) })
    }

    private let page = KeepPage.document(in: .english)
    private let script = KeepScript.text(in: .english)

    /// The views, sides and sheet buttons are asked for by names that the script puts together.
    private static let composed =
        ["Keep", "Log", "Search", "More"].flatMap { ["view\($0)", "show\($0)"] }
        + ["Home", "Away"].flatMap { ["show\($0)", "team\($0)"] } + ["homeSide", "awaySide"]
        + ["This", "That", "Both", "Accept", "Void", "Fix", "Track", "Untrack", "Take"].map {
            "sheet\($0)"
        }

    @Test func everyElementThatTheScriptAsksForIsOnThePage() throws {
        let ids = try Self.words(of: #" id="(\w+)""#, in: page)
        let asked = try Self.words(of: #"\$\('(\w+)'\)"#, in: script)
        #expect(asked.count > 15 && ids.isSuperset(of: asked), "\(asked.subtracting(ids))")
        let missing = Set(Self.composed).subtracting(ids)
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test func everyButtonOfThePageHasADeed() throws {
        let buttons = try Self.words(of: #"<button[^>]* id="(\w+)""#, in: page)
        let deeds = try Self.words(of: #"\b(\w+): (?:\(|b =>|inSheet|entries|settle)"#, in: script)
            .union(["undo", "older", "find", "note"])
        let idle = buttons.subtracting(deeds).subtracting(Self.composed)
        #expect(buttons.count > 25 && idle.isEmpty, "\(idle)")
        let sheet = Self.composed.filter { $0.hasPrefix("sheet") }
        #expect(deeds.isSuperset(of: sheet) && script.contains("undo, older, find, note,"))
    }

    @Test func everyListOfButtonsCanBeTapped() throws {
        let lists = try Self.words(
            of: #"data-n="(\w+)"><template><button "#, in: page)
        #expect(lists.count == 7)
        for list in lists { #expect(script.contains("\(list): "), "\(list)") }
    }

    /// The phone's script stands behind that of all pages in one scope: a second function of a name
    /// would take the place of the first, in both.
    @Test func noFunctionTakesThePlaceOfAnother() throws {
        let functions = script.matches(of: try Regex(#"\bfunction (\w+)\("#))
            .compactMap { $0.output[1].substring.map(String.init) }
        #expect(functions.count > 50)
        #expect(Set(functions).count == functions.count, "\(functions.sorted())")
    }

    /// A list that the script fills has a template.
    @Test func everyFilledListHasATemplate() throws {
        for list in ["queue", "refused", "logRows", "found", "pairWords"] {
            let tag = try #require(page.firstRange(of: " id=\"\(list)\""), "\(list)")
            let rest = page[tag.upperBound...].drop { $0 != ">" }.dropFirst()
            #expect(rest.hasPrefix("<template>"), "\(list)")
        }
    }
}
