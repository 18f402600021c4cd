import Documents
import LocalAPI

/// The words that the script of the phone's page says, by the names that it has for them.
enum ScriptWord: String, CaseIterable {
    case scanAgain, laptopSilentAtFirst, codeUsed, codeUnknown, wrongLaptop, notLetIn, sameWords
    case laptopSilentAgain, sendingIt, keptHereUntil, storesNothing, undo, takenBack
    case noAnswerForClock, refused, unknownPhone, unsentStays, recorded, here, sending, countHere
    case dismiss, notRecordedIt, changeOf, tapToFix, tapKind, tapPlayer, laptopSilent
    case nothingFound, note, laptopAway, this, that, both, redo, count, void, track, letGo
    case takeOver, forget, unsentLost, buttonsMoved
    case home = "Home"
    case away = "Away"
    case askingLaptop
    case notPaired, browserCannot, pageStandsStill

    /// The place of a value; a second one is `{1}`.
    private static let place = "{0}"

    private var term: Term {
        let place = Self.place
        return switch self {
        case .scanAgain: .scanAgain
        case .laptopSilentAtFirst: .laptopSilentAtFirst
        case .codeUsed: .codeUsed
        case .codeUnknown: .codeUnknown
        case .wrongLaptop: .wrongLaptop
        case .notLetIn: .notLetIn
        case .sameWords: .sameWords
        case .laptopSilentAgain: .laptopSilentAgain
        case .sendingIt: .sendingIt(place)
        case .keptHereUntil: .keptHereUntil(place)
        case .storesNothing: .storesNothing
        case .undo: .undo
        case .takenBack: .takenBack(place)
        case .noAnswerForClock: .noAnswerForClock
        case .refused: .refused
        case .unknownPhone: .unknownPhone
        case .unsentStays: .unsentStays(place)
        case .recorded: .recorded
        case .here: .here
        case .sending: .sending
        case .countHere: .countHere(place)
        case .dismiss: .dismiss
        case .notRecordedIt: .notRecordedIt(place)
        case .changeOf: .changeOf(place, "{1}")
        case .tapToFix: .tapToFix(place)
        case .tapKind: .tapKind(place)
        case .tapPlayer: .tapPlayer(place)
        case .laptopSilent: .laptopSilent
        case .nothingFound: .nothingFound
        case .note: .note
        case .laptopAway: .laptopAway
        case .this: .answerThis(place)
        case .that: .answerThat(place)
        case .both: .answerBoth(place)
        case .redo: .redo
        case .count: .countOf(place)
        case .void: .voidOf(place)
        case .track: .trackOf(place)
        case .letGo: .letGoOf(place)
        case .takeOver: .takeOverFrom(place)
        case .forget: .forgetQuestion
        case .unsentLost: .unsentLost(place)
        case .buttonsMoved: .buttonsMoved
        case .home: .homeTitle
        case .away: .awayTitle
        case .askingLaptop: .askingLaptop
        case .notPaired: .notPaired
        case .browserCannot: .browserCannot(place)
        case .pageStandsStill: .pageStandsStill
        }
    }

    /// `const phrases = {…};`
    static func table(in words: Catalogue) -> String {
        var bytes = Array("const phrases = {".utf8)
        for word in allCases {
            if word != allCases.first { bytes.append(UInt8(ascii: ",")) }
            JSON.append(word.rawValue, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSON.append(words(word.term), to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self) + "};\n"
    }
}
