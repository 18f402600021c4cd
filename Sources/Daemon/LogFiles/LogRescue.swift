package import MoveLog
import Net

extension Home {
    /// Lays the whole log beside the home that was deleted, as `export log` writes it, and says where; nil
    /// if that cannot be done. No file is replaced.
    func rescue(_ ledger: Ledger, at moment: Moment) -> String? {
        guard let bytes = ledger.logFile(at: moment.wall) else { return nil }
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

extension Ledger {
    /// All that is held, as a file; nil where `TableLog.file` makes none.
    package func logFile(at wall: WallTime) -> [UInt8]? {
        replica.signEnds()
        return log.file(at: wall)
    }
}
