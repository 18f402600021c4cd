import Documents
import Terminal
import ViewModels

final class LeadViewModel {
    let line = Dynamic("no game yet")
    let scorers = Dynamic<[Scorer]>([])
    private var bindings: [Binding] = []

    init(of library: (any GameLibrary)? = nil) {
        if let library {
            bindings = [library.eachStatus { [unowned self] in $0.game.map(receive) }]
        }
    }

    func receive(_ game: GameDocument) {
        let lead = game.home.score - game.away.score
        let leader = lead > 0 ? game.home.name : game.away.name
        line.update(lead == 0 ? "even" : "\(leader) by \(abs(lead))")
        let players = (game.home.players + game.away.players).filter { $0.points > 0 }
        scorers.update(players.map { Scorer(id: $0.slot, text: "\($0.name) \($0.points)") })
    }
}

struct Scorer: Identifiable, Hashable { let id, text: String }

struct LeadScreen: FullScreenView {
    let lead: LeadViewModel

    func draw(on canvas: inout Canvas) {
        let texts = [canvas[lead.line]] + canvas[lead.scorers].map(\.text)
        for (row, text) in texts.enumerated() {
            canvas.write(text, row: row)
        }
    }
}

final class LeadPage {
    let texts = Dynamic<[String: String]>([:])
    private var bindings: [Binding] = []

    init(_ lead: LeadViewModel) {
        let rows = lead.scorers.map { $0.map(\.text).joined(separator: "\n") }
        for (name, output) in [("line", lead.line), ("scorers", rows)] {
            bindings.append(output.bindAndFire { [texts] in texts.value[name] = $0 })
        }
    }
}
