import Documents
import Languages
import Scorebook
import Testing

/// Words by code.
@Suite struct CatalogueTests {
    private static let english = Catalogue.english

    /// No place of a phrase is skipped, in the order in which `PhraseCode` gives them.
    @Test(arguments: PhraseCode.allCases) func aPhraseHasWords(code: PhraseCode) {
        let values = (0..<4).map { PhraseValue.text("v\($0)") }
        for words in [Self.english, Pseudo.catalogue] {
            let text = words(Phrase(code, values), else: "")
            let shown = (0..<4).filter { text.contains("v\($0)") }
            #expect(!text.isEmpty && shown == Array(0..<shown.count), "\(text)")
        }
    }

    @Test func aCodeOfANewerVersionShowsTheText() {
        let phrase = Phrase(code: "shotFromTheStands", values: [.text("4 Ana")])
        #expect(Self.english(phrase, else: "4 Ana scores") == "4 Ana scores")
        #expect(Self.english(nil, else: "4 Ana scores") == "4 Ana scores")
        #expect(Self.english(kind: "shotFromTheStands") == "shot from the stands")
    }

    /// The forms of numbers are the language's.
    @Test(arguments: [
        (Term.fouls(1), "1 foul"), (.fouls(2), "2 fouls"), (.fouls(0), "0 fouls"),
        (.entries(1), "1 entry"), (.entries(4), "4 entries"),
        (.isAwayWith("bo", 1), "bo is away: 1 player"),
        (.isAwayWith("bo", 3), "bo is away: 3 players"),
    ])
    func aNumberHasItsForm(term: Term, text: String) { #expect(Self.english(term) == text) }

    /// Only the language's own letters change: names come through.
    @Test func valuesStayAsTheyAre() {
        let words = Pseudo.catalogue
        let text = words(.forfeitWon("Owls", winner: "Hawks", "20:0"))
        #expect(Pseudo.leaks(in: text, besides: ["Owls", "Hawks"]).isEmpty, "\(text)")
        #expect(Set(Pseudo.leaks(in: text, besides: [])) == ["Owls", "Hawks"])
        #expect(words(.reconnecting).count * 4 >= Self.english(.reconnecting).count * 5)
        let inner = Phrase(
            .undone, .phrase(Phrase(.named, .phrase(Phrase(.forfeit)), .text("mia.14"))))
        #expect(Pseudo.leaks(in: words(inner, else: "?"), besides: ["mia.14"]).isEmpty)
    }

    /// A kind of move that documents name is a code with words.
    @Test func everyKindOfMoveHasWords() {
        for kind in MoveKind.allCases {
            for variant in [nil] + Variant.allCases {
                let word = MoveWord.name(kind, variant) ?? "\(kind)"
                #expect(PhraseCode(rawValue: word) != nil, "\(word)")
                #expect(Self.english(kind: word) == Phrases.spaced(word))
            }
        }
    }

    @Test func aMoveWithoutDetailsIsSaidByItsDocument() {
        let entry = EntryDocument(
            name: "mia.1", keeper: "mia", wallMilliseconds: 0, index: 0, lamport: 1,
            kind: "missedTwo", text: "as the daemon says", playerText: "4 Ana")
        #expect(entry.text(in: Self.english) == "4 Ana missed two")
        let text = entry.text(in: Pseudo.catalogue)
        #expect(Pseudo.leaks(in: text, besides: ["4 Ana"]).isEmpty, "\(text)")
        // Where the codes are not complete, the text counts.
        var ofTeam = entry
        ofTeam.playerText = nil
        #expect(ofTeam.text(in: Self.english) == "as the daemon says")
        // What is no move has its words from the daemon alone.
        var note = entry
        note.kind = "note"
        #expect(note.text(in: Self.english) == "as the daemon says")
    }
}
