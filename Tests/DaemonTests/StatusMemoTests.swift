import Documents
import LocalAPI
import Testing

@testable import API
@testable import Daemon

/// What is told of a status is what it says now.
@Suite struct StatusMemoTests {
    @Test func aStatusIsToldAsItIsHoweverOften() throws {
        let bench = try APIBench()
        try bench.game()
        let memo = StatusMemo()
        var status = try bench.status()
        for step in 0..<6 {
            #expect(memo.json(status) == JSON.encode(status))
            #expect(memo.json(status) == JSON.encode(status))
            switch step {
            case 0: status.game?.home.score += 1
            case 1: status.warnings.append(WarningDocument(code: "a", text: "b"))
            case 2: status.sync.unsynced += 1
            case 3: status.games = []
            default: status.game = nil
            }
        }
    }
}
