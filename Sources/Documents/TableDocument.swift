/// What `GET /v1/table` says.
package struct TableDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The table.
    package var table: TableBrief
    /// Devices of the table, this one included.
    package var devices: Int
    /// The name of the device that began it.
    package var founder: String
    /// Entries in the log, of all authors.
    package var entries: Int
    /// 64 hexadecimal digits.
    package var digest: String

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, table: TableBrief, devices: Int, founder: String = "", entries: Int = 0,
        digest: String = ""
    ) {
        self.schema = schema
        self.table = table
        self.devices = devices
        self.founder = founder
        self.entries = entries
        self.digest = digest
    }
}

/// What `GET /v1/devices` says.
package struct DevicesDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// In the order of joining.
    package var devices: [DeviceDocument]

    /// Joins the parts; what has a default may be left out.
    package init(schema: Int = 1, devices: [DeviceDocument]) {
        self.schema = schema
        self.devices = devices
    }
}

/// A device of the table.
package struct DeviceDocument: Codable, Hashable, Sendable {
    /// The device's name.
    package var name: String
    /// 32 hexadecimal digits.
    package var id: String
    /// The person at it.
    package var keeper: String
    /// True for the device that answers.
    package var isThisDevice: Bool
    /// True once it was removed.
    package var isRemoved: Bool
    /// The name of the device that invited it; nil for the founder, and where that is not known here.
    package var invitedBy: String?
    /// As in `PeerDocument`; nil for a removed device.
    package var role: DeviceRole?
    /// Entries of all its incarnations that count here.
    package var entries: Int
    /// Authors under its key.
    package var incarnations: Int
    /// How it is linked; nil for the device that answers.
    package var peer: PeerDocument?
    /// The joining words, which its screen shows too; nil unless one of the two let the other in.
    package var words: String?
    /// That it was removed, by whom, and what of it counts; nil while it was not.
    package var removal: RemovalDocument?
    /// Names of its incarnations whose logs are forked; nil for none.
    package var forked: [String]?
    /// What happened to its home, as the device that answers noticed it, oldest first; nil for nothing.
    package var incidents: [IncidentDocument]?

    /// Joins the parts; what has a default may be left out.
    package init(
        name: String, id: String, keeper: String, isThisDevice: Bool = false,
        isRemoved: Bool = false, invitedBy: String? = nil, entries: Int = 0, incarnations: Int = 1,
        peer: PeerDocument? = nil, words: String? = nil
    ) {
        self.name = name
        self.id = id
        self.keeper = keeper
        self.isThisDevice = isThisDevice
        self.isRemoved = isRemoved
        self.invitedBy = invitedBy
        self.entries = entries
        self.incarnations = incarnations
        self.peer = peer
        self.words = words
    }
}

/// What `POST /v1/invitations` answers.
package struct InviteDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// One for each device that may join.
    package var codes: [InvitationDocument]
    /// Where this device listens, for `join --via`.
    package var addresses: [String]
    /// What the keeper should know about it; nil for nothing.
    package var warnings: [WarningDocument]?

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, codes: [InvitationDocument], addresses: [String] = [],
        warnings: [WarningDocument]? = nil
    ) {
        self.schema = schema
        self.codes = codes
        self.addresses = addresses
        self.warnings = warnings
    }
}

/// One invitation: whoever types the code first becomes a device of the table.
package struct InvitationDocument: Codable, Hashable, Sendable {
    /// 16 characters of Crockford base 32, in groups.
    package var code: String
    /// Seconds for which it is still valid.
    package var expiresSeconds: Int

    /// Joins the parts; what has a default may be left out.
    package init(code: String, expiresSeconds: Int) {
        self.code = code
        self.expiresSeconds = expiresSeconds
    }
}

/// What `POST /v1/join` answers once this device belongs to the table.
package struct JoinDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// Four words that both screens show.
    package var words: String
    /// The table joined.
    package var table: TableBrief
    /// The name of the device that let this one in.
    package var inviter: String
    /// Moves recorded alone that were recorded again at the new table.
    package var brought: Int
    /// Where the log of the former table was put; nil when there was nothing to keep.
    package var archive: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, words: String, table: TableBrief, inviter: String, brought: Int = 0,
        archive: String? = nil
    ) {
        self.schema = schema
        self.words = words
        self.table = table
        self.inviter = inviter
        self.brought = brought
        self.archive = archive
    }
}
