/// Who this device is at its table: as whom it records, what happened to its home, and whether the
/// table still has it.
package struct IdentityDocument: Codable, Hashable, Sendable {
    /// As whom it records now: `mia`, or `mia/2` in its second incarnation.
    package var name: String
    /// The same in 32 hexadecimal digits.
    package var author: String
    /// How many incarnations it has had, the present one included.
    package var incarnations: Int
    /// How many it may have; the last goes on whatever happens.
    package var incarnationsMax: Int
    /// False on a device that only holds the log as an archive.
    package var isMember: Bool
    /// Names of the authors, of any device, whose logs are forked.
    package var forked: [String]
    /// What happened to homes at this table, as this device noticed it; newest first.
    package var incidents: [IncidentDocument]
    /// That this device was removed; nil while it was not.
    package var removal: RemovalDocument?

    /// Joins the parts; what has a default may be left out.
    package init(
        name: String, author: String, incarnations: Int = 1, incarnationsMax: Int,
        isMember: Bool = true, forked: [String] = [], incidents: [IncidentDocument] = [],
        removal: RemovalDocument? = nil
    ) {
        self.name = name
        self.author = author
        self.incarnations = incarnations
        self.incarnationsMax = incarnationsMax
        self.isMember = isMember
        self.forked = forked
        self.incidents = incidents
        self.removal = removal
    }
}

/// Something that happened to a device's home: it was copied, moved, put back from a backup, or two
/// copies of it recorded.
package struct IncidentDocument: Codable, Hashable, Sendable {
    /// Stable, for programs: `otherMachine`, `otherFolder`, `restored`, `entriesLost`, `emptied`,
    /// `damaged`, `clone`, `otherCopy`, `behind`, `forked`, `peerClone`.
    package var kind: String
    /// When this device noticed it.
    package var wallMilliseconds: Int64
    /// The device whose home it is.
    package var device: String
    /// The author as whom that device goes on, or whose log is forked: `mia/2`; nil where none is meant.
    package var author: String?
    /// What happened and what it meant, in a sentence.
    package var text: String
    /// What to do; nil where nothing is.
    package var advice: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        kind: String, wallMilliseconds: Int64, device: String, author: String? = nil,
        text: String, advice: String? = nil
    ) {
        self.kind = kind
        self.wallMilliseconds = wallMilliseconds
        self.device = device
        self.author = author
        self.text = text
        self.advice = advice
    }
}

/// That a device was removed from the table.
package struct RemovalDocument: Codable, Hashable, Sendable {
    /// The device that was removed.
    package var device: String
    /// The name of the device that removed it.
    package var by: String
    /// The name of the entry that says so.
    package var entry: String
    /// What of it counts: the last entry of each of its incarnations that does; empty for nothing.
    package var upTo: [String]
    /// Entries of it that are kept here and not counted.
    package var uncounted: Int

    /// `removed by ana · everything up to bo.41 counts · 3 entries kept, not counted`.
    package var words: String {
        Phrases.line(
            by.isEmpty ? "removed with whoever let it in" : "removed by \(by)",
            upTo.isEmpty
                ? "nothing of it counts" : "everything up to \(Phrases.names(upTo)) counts",
            uncounted == 0 ? nil : "\(Phrases.entries(uncounted)) kept, not counted")
    }

    /// Joins the parts.
    package init(device: String, by: String, entry: String, upTo: [String], uncounted: Int) {
        self.device = device
        self.by = by
        self.entry = entry
        self.upTo = upTo
        self.uncounted = uncounted
    }
}
