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
                        projection.boxCSV(readableBoard(asked)), type: Self.csv)
                }
            },
            .playsCSV: { asked in
                reading { () throws(Denial) in
                    try .text(projection.playsCSV(readableBoard(asked)), type: Self.csv)
                }
            },
            .plays: { asked in
                reading { () throws(Denial) in
                    try .content(
                        lines(projection.plays(readableBoard(asked))), type: Self.jsonLines)
                }
            },
            .gamelog: { asked in
                reading { () throws(Denial) in
                    try .content(gamelog(readableBoard(asked)), type: Self.jsonLines)
                }
            },
            .chart: { asked in
                reading { () throws(Denial) in
                    try .json(projection.chart(readableBoard(asked)))
                }
            },
        ]
    }

    /// RFC 4180 and 7111.
    private static let csv = "text/csv; charset=utf-8; header=present"
    private static let jsonLines = "application/jsonl"

    /// The game of the path; `current` is the current one, or the newest where all are over, as long
    /// as no game has that name.
    private func readableBoard(_ asked: Asked) throws(Denial) -> Scoreboard {
        if asked.name == "current", table.game(named: "current") == nil {
            return try readableBoard(named: nil)
        }
        return try readableBoard(named: asked.name)
    }

    private func gamelog(_ board: Scoreboard) throws(Denial) -> [UInt8] {
        do throws(DocumentsError) {
            let events = try projection.gamelogEvents(board)
            return lines([projection.gamelogHeader(board)]) + lines(events)
        } catch {
            throw Denial(error)
        }
    }

    private func lines(_ documents: [some Encodable]) -> [UInt8] {
        documents.flatMap { JSON.encode($0) + [0x0A] }
    }
}
