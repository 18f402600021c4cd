import Foundation
import Terminal
import Testing
import ViewModels

/// The guide to view models: its listings are the code of `GuideCode`, which does what it says.
@Suite struct GuideTests {
    private let library = PaperLibrary()

    private static func text(_ path: String) throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        return try String(contentsOf: tests.appending(path: path), encoding: .utf8)
    }

    /// The last one needs macOS.
    @Test func theListingsAreTheCode() throws {
        let guide = try Self.text("../../Sources/ViewModels/README.md")
        let listings = guide.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        #expect(listings.count == 4 && listings[3].contains(": View {"))
        #expect(try Self.text("GuideCode.swift") == listings.prefix(3).joined(separator: "\n"))
        #expect(guide.split(separator: "\n", omittingEmptySubsequences: false).count <= 81)
    }

    @Test func bothViewsShowWhatTheLibraryHas() {
        let lead = LeadViewModel(of: library)
        let (screen, page) = (LeadScreen(lead: lead), LeadPage(lead))
        let reads = Reads()
        #expect(screen.canvas(columns: 20, rows: 2, reads: reads).lines == ["no game yet", ""])
        #expect(!reads.isDue)
        library.status.value = Samples.status(game: Samples.game)
        #expect(
            reads.isDue && screen.lines(20, 5) == ["Owls by 7", "Ana 3", "José 2", "Cy 12", ""])
        #expect(page.texts.value == ["line": "Owls by 7", "scorers": "Ana 3\nJosé 2\nCy 12"])
        _ = screen.canvas(columns: 20, rows: 5, reads: reads)
        library.status.value = library.status.value
        #expect(!reads.isDue)
    }

    /// No game makes these outputs, so they are all that the views have.
    @Test func bothViewsShowAMockViewModel() {
        let mock = LeadViewModel()
        let (screen, page) = (LeadScreen(lead: mock), LeadPage(mock))
        mock.line.value = "nobody leads"
        mock.scorers.update([Scorer(id: "x", text: "a mock")])
        #expect(screen.lines(20, 3) == ["nobody leads", "a mock", ""])
        #expect(page.texts.value == ["line": "nobody leads", "scorers": "a mock"])
    }

    @Test func aPageAndAModelGoWithTheirOwner() {
        weak var page: LeadPage?
        weak var lead: LeadViewModel?
        do {
            let model = LeadViewModel(of: library)
            let shown = LeadPage(model)
            (lead, page) = (model, shown)
            #expect(page != nil && lead != nil)
            withExtendedLifetime(shown) {}
        }
        #expect(page == nil && lead == nil)
        library.status.value = Samples.status(game: Samples.game)
    }
}
