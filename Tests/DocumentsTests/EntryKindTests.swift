import Documents
import MoveLog
import Scorebook
import Testing

/// The facts of a kind of entry that screens, pages and phones rely on.
@Suite struct EntryKindTests {
    /// A word of `EntryDocument.kind` is that of a kind of entry or of a kind of move, and never both.
    @Test func theWordOfAMoveIsThatOfNoOtherKind() {
        for kind in MoveKind.allCases {
            // A kind without a word for keepers is named as it is here.
            let words = Variant.allCases.compactMap { MoveWord.name(kind, $0) }
            for word in words + [MoveWord.name(kind), "\(kind)"].compactMap(\.self) {
                #expect(EntryKind(word: word) == .move, "\(word)")
            }
        }
        for kind in EntryKind.allCases { #expect(EntryKind(word: kind.rawValue) == kind) }
    }

    /// An entry that is no move may change what it names: a screen that holds it must ask for it.
    @Test func whatNamesOthersIsNotWithoutEffect() throws {
        var game = try PaperGame(
            GameCreated(
                home: "Hawks", away: "Owls", rules: Rules(.pickup),
                lines: [Scorebook.RosterLine(side: .home, number: "4", name: "Ana")]))
        let move = Move(.twoPoints, by: .line(.created(0)), period: 1)
        let basket = try game.record(move)
        let fix = try game.record(
            Fix(target: basket, move: Move(.onePoint, by: .line(.created(0)), period: 1)))
        _ = try game.record(VoidEntry(target: fix))
        _ = try game.record(Accepted(target: basket))
        let (board, projection) = try game.shown()
        let entries = projection.log(board).entries
        #expect(entries.count { !$0.names.isEmpty } == 3)
        for entry in entries where !entry.names.isEmpty {
            #expect(entry.facts.change == .named, "\(entry.kind)")
        }
    }
}
