/// `POST /v1/devices/remove`: remove a device from the table for good.
package struct RemovalRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// The device's name, or its keeper's where only one device has that.
    package var device: String
    /// True removes also whom it let in; nil asks first where there are such devices.
    package var withInvited: Bool?
    /// True says what would be done, and does nothing.
    package var isTrial: Bool?

    /// Joins the parts; what has a default may be left out.
    package init(
        request: String? = nil, device: String, withInvited: Bool? = nil, isTrial: Bool? = nil
    ) {
        self.request = request
        self.device = device
        self.withInvited = withInvited
        self.isTrial = isTrial
    }
}

/// `POST /v1/devices/deputy`: the founder names a deputy, who may remove devices too, or dismisses one.
package struct DeputyRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// As in `RemovalRequest`.
    package var device: String
    /// False dismisses it; what it removed stays removed.
    package var isDeputy: Bool

    /// Joins the parts; what has a default may be left out.
    package init(request: String? = nil, device: String, isDeputy: Bool) {
        self.request = request
        self.device = device
        self.isDeputy = isDeputy
    }
}

/// What `POST /v1/devices/remove` answers, once it is durable on this device.
package struct RemovalAnswer: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// What was done, or would be, in a sentence.
    package var text: String
    /// True when the request was answered before and nothing new was recorded.
    package var isRepeat: Bool
    /// True when nothing was done, because that was asked for.
    package var isTrial: Bool
    /// The devices that were removed, the one that was named first.
    package var removed: [RemovalDocument]
    /// Devices that it let in and that stay.
    package var invited: [String]
    /// What the keeper should know about it.
    package var warnings: [WarningDocument]

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, text: String, isRepeat: Bool = false, isTrial: Bool = false,
        removed: [RemovalDocument], invited: [String] = [], warnings: [WarningDocument] = []
    ) {
        self.schema = schema
        self.text = text
        self.isRepeat = isRepeat
        self.isTrial = isTrial
        self.removed = removed
        self.invited = invited
        self.warnings = warnings
    }
}
