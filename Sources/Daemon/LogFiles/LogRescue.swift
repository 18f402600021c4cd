import Documents
import LocalAPI
import MoveLog
import Net
import Scorebook

extension Home {
    /// Lays the whole log beside the home that was deleted, as `export log` writes it, and says where; nil
    /// if that cannot be done. No file is replaced.
    func rescue(_ ledger: Ledger, at moment: Moment) -> String? {
        guard let log = ExportedLog(of: ledger, at: moment) else { return nil }
        var bytes = JSON.encode(log.header) + [0x0A]
        for line in 2...max(2, log.lineCount) {
            guard let run = log.run(inLine: line) else { continue }
            bytes += JSON.encode(run) + [0x0A]
        }
        let place = path.split(separator: "/")
        guard let last = place.last else { return nil }
        let parent = (path.hasPrefix("/") ? "/" : "./") + place.dropLast().joined(separator: "/")
        let name = "\(last).rescued-\(moment.wall.milliseconds).log"
        do throws(NetError) {
            let folder = try Folder(parent, creating: false)
            guard try folder.size(of: name) == nil else { return nil }
            try folder.replace(name, with: bytes)
            return parent + (parent.hasSuffix("/") ? "" : "/") + name
        } catch {
            return nil
        }
    }
}

extension ExportedLog {
    /// All that the ledger holds; nil when entries of other devices stand there without a signature.
    init?(of ledger: Ledger, at moment: Moment) {
        ledger.replica.signEnds()
        let table = ledger.book.table
        let authors = ledger.log.authorIDs
        let summary = TableSummary(
            name: table.name, devices: Array(table.devices.map(\.slug).prefix(Limits.logNamesMax)),
            games: Array(table.games.map(\.slug).suffix(Limits.logNamesMax)),
            authors: Dictionary(uniqueKeysWithValues: authors.map { ($0, table.name(of: $0)) }),
            foldVersion: Scorebook.foldVersion)
        self.init(ledger.log, summary, at: moment)
    }
}
