import Testing

/// Views and their models say nothing by themselves: words come from the catalogue, so that another
/// language is another table.
@Suite struct WordTests {
    /// Files with words of their own, until they are brought over. The list only gets shorter: a file
    /// that has none left must leave it.
    private static let pending: Set<String> = {
        // Screens and printed results of the terminal; of `SearchViewModel` also a phone's search.
        let models = [
            "DetailViewModel", "DevicesViewModel", "DoctorViewModel", "GameCreatorViewModel",
            "GameDetailViewModel",
            "GamesViewModel", "InvitationViewModel", "KeepersViewModel", "LogViewModel",
            "MendOrder", "OverviewViewModel", "PlayerCardViewModel", "PlayersViewModel",
            "SearchViewModel", "SectionViewModel", "Sections", "StatusViewModel",
        ]
        // Keys and their help, in a room that knows view models alone: the catalogue has to come
        // with them.
        let views = [
            "Commands", "HelpKeys", "KeepKeys", "KeepSide", "KeyAction", "Keymap", "ListKeys",
            "PageKeys", "PlayerCardView", "ScreenStack", "StatusView", "TypingKeys",
        ]
        return Set((models + views).map { "\($0).swift" })
    }()

    /// Sentences in these rooms; lower it with each file that is brought over.
    private static let most = 258

    /// Two words or more, at least one of them in lower case.
    private static func isSaid(_ literal: String) -> Bool {
        let words = literal.split(separator: " ").filter { word in
            word.count > 1 && word.allSatisfy { $0.isLetter || "’'.,:;?!…".contains($0) }
        }
        return words.count > 1 && words.contains { $0.first?.isLowercase == true }
    }

    private static func sentences(in source: SwiftSource) -> [String] {
        source.literals.map(\.text).filter(isSaid)
    }

    @Test func onlyPendingFilesHaveWordsOfTheirOwn() {
        var total = 0
        for source in SourceTree.real.swift(in: "Sources/ViewModels", "Sources/Terminal") {
            let sentences = Self.sentences(in: source)
            let name = source.path.split(separator: "/").last.map(String.init) ?? ""
            total += sentences.count
            if !Self.pending.contains(name) {
                #expect(sentences.isEmpty, "\(source.path) says \(sentences.prefix(3))")
            } else {
                #expect(!sentences.isEmpty, "\(source.path) is done: take it off the list")
            }
        }
        #expect(total <= Self.most, "\(total) sentences")
        #expect(total + 5 > Self.most, "lower the bound to \(total)")
    }

    @Test func aSentenceIsSeen() {
        for said in ["no game yet", "  of moves", "Sign the result, ", " is away"] {
            #expect(Self.isSaid(said), "\(said)")
        }
        for code in ["twoPoints", "q", "scored", "", "Q1 04:12", "h#1"] {
            #expect(!Self.isSaid(code), "\(code)")
        }
    }
}
