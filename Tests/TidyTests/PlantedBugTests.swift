import Testing

/// The bugs that the checks must catch are in no build that does not ask for them: whatever names
/// them stands behind the trait, and none is without its place.
@Suite struct PlantedBugTests {
    /// Complains about every word that is to stand behind the trait and does not.
    static func check(_ source: SwiftSource) -> [Complaint] {
        var conditions: [Bool] = []
        return source.tokens.indices.compactMap { index in
            if source[index] == "#", source.touchesPrevious(index + 1) {
                switch source[index + 1] {
                case "if": conditions.append(source[index + 2] == "PlantedBugs")
                case "elseif", "else":
                    if !conditions.isEmpty { conditions[conditions.count - 1] = false }
                case "endif": _ = conditions.popLast()
                default: break
                }
            }
            guard source[index] == "PlantedBug", !conditions.contains(true) else { return nil }
            return source.complaint(
                at: source.tokens[index].line, "a planted bug outside of `#if PlantedBugs`")
        }
    }

    @Test func plantedBugsAreBehindTheirTrait() {
        report(SourceTree.real.swift(in: "Sources", "Tests").flatMap(Self.check))
    }

    @Test func everyPlantedBugHasItsPlace() throws {
        let sources = SourceTree.real.swift(in: "Sources")
        let list = try #require(sources.first { $0.fileName == "PlantedBug" })
        let bugs = list.tokens.indices.filter { list[$0] == "case" }.map { list[$0 + 1] }
        #expect(bugs.count >= 14)
        for bug in bugs {
            let places = sources.flatMap { source in
                source.tokens.indices.filter {
                    source[$0] == bug && source[$0 - 1] == "." && source[$0 - 3] == "isActive"
                }
            }
            #expect(!places.isEmpty, "\(bug) is nowhere")
        }
    }

    @Test(arguments: [
        "if PlantedBug.isActive(.a) { return }",
        "#if PlantedBugs\nlet a = 1\n#else\nPlantedBug.active = nil\n#endif",
        "#if os(Linux)\nPlantedBug.active = nil\n#endif",
    ])
    func plantedPlaceIsFound(text: String) {
        #expect(Self.check(SwiftSource(path: "Sources/MoveLog/A.swift", text: text)).count == 1)
    }

    @Test func placeBehindTheTraitPasses() {
        let text = "#if PlantedBugs\n#if os(Linux)\nPlantedBug.active = nil\n#endif\n#endif"
        #expect(Self.check(SwiftSource(path: "Sources/MoveLog/A.swift", text: text)).isEmpty)
    }
}
