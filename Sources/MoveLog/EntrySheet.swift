/// Entries that lie in one piece, with their place in the branch.
struct EntrySheet: Sendable {
    /// How many entries, how many of them about games, and canonical bytes of them stand on the
    /// sheets before.
    let entriesBefore: Int
    let gamesBefore: Int
    let bytesBefore: Int
    /// Canonical bytes, or columns.
    var bytes: [UInt8] = []
    /// Where each entry begins; empty in columns. Of a sheet with more than one the last begins
    /// within its limit.
    var starts: [UInt16] = []
    private var entries: UInt32 = 0
    private var entriesOfGames: UInt32 = 0
    private var canonicalBytes: UInt32 = 0
    var isInColumns = false
    /// Filled up, and tried in columns.
    var isClosed = false

    var count: Int {
        get { Int(entries) }
        set { entries = UInt32(newValue) }
    }

    /// Of its entries those about games.
    var gameCount: Int {
        get { Int(entriesOfGames) }
        set { entriesOfGames = UInt32(newValue) }
    }

    /// Canonical bytes of its entries.
    var byteCount: Int {
        get { Int(canonicalBytes) }
        set { canonicalBytes = UInt32(newValue) }
    }

    init(entriesBefore: Int, gamesBefore: Int, bytesBefore: Int) {
        self.entriesBefore = entriesBefore
        self.gamesBefore = gamesBefore
        self.bytesBefore = bytesBefore
    }
}
