import Documents
import LocalAPI
import Scorebook

/// Games, players and moves by what people remember of them.
extension Desk {
    var searchRoutes: [Route: Router.Responder] {
        [
            .search: { asked throws(Denial) in
                let query = asked.request.target["query"] ?? ""
                let words = query.split(whereSeparator: \.isWhitespace).count
                guard query.unicodeScalars.count <= DocumentLimits.searchScalarsMax,
                    words <= DocumentLimits.searchWordsMax
                else {
                    throw Denial(
                        .unprocessable, .tooLarge,
                        "a search has at most \(DocumentLimits.searchWordsMax) words of "
                            + "\(DocumentLimits.searchScalarsMax) characters together",
                        advice: "fewer words find more")
                }
                let limit = try asked.count("limit") ?? DocumentLimits.searchResultsUsual
                return reading {
                    .json(
                        projection.search(
                            query, in: ledger.book, current: currentGame, limit: limit))
                }
            }
        ]
    }
}

private typealias DocumentLimits = Documents.Limits
