import Client
import Documents
import LocalAPI
import Terminal
import ViewModels

extension Command {
    static let search = Command(
        CommandForm(
            "search", .look, "games, players and moves by what you remember",
            operands: "WORD...",
            options: [OptionForm("limit", "N", "at most so many of each kind")],
            details: [
                "All words must fit: a team, a player's name or number, a kind, keeper or entry.",
                "scored search ana three    scored search bo.17    scored search owls signed",
            ])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        var query = [Target.QueryItem("query", arguments.operands.joined(separator: " "))]
        if let limit = try arguments.number("limit", in: 1...Documents.Limits.searchResultsMax) {
            query.append(.init("limit", "\(limit)"))
        }
        let answer = try invocation.lookingClient().get(
            .search, query: query, as: SearchDocument.self)
        try invocation.console.show(answer) { document in
            let found = SearchResultsViewModel()
            found.receive(document)
            return SearchView(found)
        }
        return .done
    }
}
