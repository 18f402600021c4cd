import Documents
import Testing

@testable import ViewModels

@Suite struct RefusalQuestionTests {
    /// Orders with and without what a yes adds.
    private static func orders(isAnswered: Bool) -> [any Encodable] {
        let force = isAnswered ? true : nil
        return [
            MoveRequest(player: "h4", kind: "foul", force: force),
            ClockRequest(action: .start, force: force), ClockRequest(action: .stop, force: force),
            ClockRequest(action: .period, force: force), EndRequest(force: force),
            SignRequest(force: force), UndoRequest(),
            FixRequest(entry: "ana.2", events: isAnswered ? 1 : nil),
        ]
    }

    private static func question(_ code: ErrorCode, _ order: any Encodable) -> RefusalQuestion? {
        RefusalQuestion(APIError(status: 409, code: code.rawValue, "why"), of: order)
    }

    @Test(arguments: ErrorCode.allCases) func nothingIsAskedTwice(code: ErrorCode) {
        for order in Self.orders(isAnswered: true) {
            #expect(Self.question(code, order) == nil, "\(order)")
        }
    }

    @Test func whatCanBeAnsweredIsAsked() {
        let asked = Self.orders(isAnswered: false).map { order in
            ErrorCode.allCases.compactMap { Self.question($0, order) }.map {
                $0.question({ "\($0)" }, .english).answers
            }
        }
        let move = "yes records it anyway, no no"
        #expect(
            asked == [
                [move, move], ["yes starts the game clock anyway, no no"], [],
                ["yes begins it anyway, no no"], ["yes ends it, no no"], ["yes signs it, no no"],
                [],
                ["yes corrects the one, both makes two of it, no no"],
            ])
    }

    /// The words of buttons are those of keys.
    @Test func buttonsSayTheSame() {
        let move = Self.question(.decided, MoveRequest(player: "h4", kind: "foul"))
        #expect(
            move?.text(in: .english) == "why. Record it anyway?"
                && move?.choices(in: .english) == nil)
        let fix = Self.question(.oneOrTwo, FixRequest(entry: "ana.2"))
        #expect(
            fix?.text(in: .english) == "why"
                && fix?.choices(in: .english) == ["Correct the one", "Make two of it"])
    }
}
