import MoveLog
import Storage

/// What goes into a ledger when it is opened, and what comes out of each of its turns.
extension Ledger {
    /// What opening a table needs.
    struct Source {
        var charter: Charter
        var disk: any Disk
        /// Whether the home was copied, moved or restored.
        var startsNewIncarnation: Bool
        /// Whether a daemon worked with this log before.
        var wasUsed = false
        /// What happened to the home, if that is why a new incarnation is begun.
        var cause: HomeIncident.Kind?
        /// Where the own log was known to end.
        var knownEnd: LogEnd?

        /// What opening found is durable now: it is not to happen again when the log is opened anew.
        mutating func settle() {
            startsNewIncarnation = false
            cause = nil
            knownEnd = nil
        }
    }

    /// What is to be done after a turn.
    struct Turn {
        /// Sends and closes, in their order.
        var orders: [Effect] = []
        /// What subscribers are told.
        var changes: TurnChanges
        /// Why nothing of this turn may be acknowledged: every link must go.
        var failure: DaemonError?
        /// Where devices listen, as peers said.
        var sightings: [(device: DeviceID, address: String, through: LinkID)] = []
        /// Sentences for the diagnostics.
        var notes: [String] = []
        /// What happened to a home, to be kept.
        var incidents: [HomeIncident] = []
    }
}
