import MoveLog
import Scorebook

/// What the diagnostics say of what happened to the log.
extension Ledger {
    /// A change in a sentence; nil for one that is told to nobody.
    func sentence(on change: Change) -> String? {
        switch change {
        case .admitted, .reordered, .clocks, .peers, .sighted: return nil
        case .cloned(let key):
            return "two copies of the home of \(slug(key)) run at the same time; all that they "
                + "record is kept"
        case .forked(let author):
            return "the log of \(book.table.name(of: author)) is forked: two copies of its home "
                + "recorded; all of it is kept"
        case .removed(let key):
            return key == seal.publicKey
                ? "this device was removed from its table; what it records from here on counts "
                    + "on no other device"
                : "\(slug(key)) was removed from the table"
        case .reinstated(let key):
            return "\(slug(key)) counts again: whoever removed it was removed before"
        case .newIncarnation(let author):
            let own = replica.log.authorIDs.filter { replica.log.key(of: $0) == seal.publicKey }
            guard own.count > 1 else { return nil }
            return "this device goes on recording as a new author (\(author))"
        }
    }

    private func slug(_ key: PublicKey) -> String { book.table.device(key)?.slug ?? "a device" }
}
