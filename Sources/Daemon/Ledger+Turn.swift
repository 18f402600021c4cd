import MoveLog

/// What comes out of a turn of a ledger.
extension Ledger {
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
