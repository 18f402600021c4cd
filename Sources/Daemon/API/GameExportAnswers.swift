import Documents
import LocalAPI
import MoveLog
import Scorebook

/// One game for other programs: spreadsheets, lines, charts.
extension Desk {
    var gameExportRoutes: [Route: Router.Responder] {
        [
            .boxCSV: { asked in
                reading { () throws(Denial) in
                    try .text(
                        projection.boxCSV(board(named: asked.name)), type: Self.csv)
                }
            },
            .playsCSV: { asked in
                reading { () throws(Denial) in
                    try .text(projection.playsCSV(board(named: asked.name)), type: Self.csv)
                }
            },
            .plays: { asked in
                reading { () throws(Denial) in
                    try .content(
                        lines(projection.plays(board(named: asked.name))), type: Self.jsonLines)
                }
            },
            .gamelog: { asked in
                reading { () throws(Denial) in
                    try .content(gamelog(board(named: asked.name)), type: Self.jsonLines)
                }
            },
            .chart: { asked in
                reading { () throws(Denial) in
                    try .json(projection.chart(board(named: asked.name)))
                }
            },
        ]
    }

    /// RFC 4180 and 7111.
    private static let csv = "text/csv; charset=utf-8; header=present"
    private static let jsonLines = "application/jsonl"

    private func gamelog(_ board: Scoreboard) -> [UInt8] {
        lines([projection.gamelogHeader(board)]) + lines(projection.gamelogEvents(board))
    }

    private func lines(_ documents: [some Encodable]) -> [UInt8] {
        documents.flatMap { JSON.encode($0) + [0x0A] }
    }
}
