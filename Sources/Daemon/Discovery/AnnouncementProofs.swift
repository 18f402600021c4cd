import MoveLog
import Net

/// Which announcements are proven: signed by the device that they name, at the address they come from, and
/// none older than what that device announced before. Of an announcement from the future only the time at
/// which it was heard is remembered, so that a device whose clock was ahead is proven again once it is set
/// right. A flood of forged ones costs what `Limits` allows.
struct AnnouncementProofs {
    /// By device, the time of its newest proven announcement, or this device's own time then if that was
    /// earlier. An older one is repeated by somebody, perhaps under an address that the device has given up.
    private var newest: [DeviceID: UInt64] = [:]
    private var checks: TokenBucket

    init(at now: Duration) {
        checks = TokenBucket(
            burst: Limits.announcementsOfATurnMax, perSecond: Limits.announcementProofsPerSecond,
            at: now)
    }

    /// Whether the key proves what was heard. Costs the check of a signature at most; where so many
    /// were checked of late that there is none left, nothing is proven. There is no share by
    /// source, since a forger can take on every source address, the member's own too.
    mutating func prove(
        _ sighting: Discovery.Sighting, by key: PublicKey, seal: any Seal, at now: Moment
    ) -> Bool {
        let announcement = sighting.announcement
        guard announcement.names(sighting.address.host),
            announcement.wall >= newest[announcement.device, default: 0],
            checks.spend(at: now.uptime),
            announcement.isSigned(by: key, seal: seal)
        else { return false }
        newest[announcement.device] = min(
            announcement.wall, UInt64(clamping: now.wall.milliseconds))
        return true
    }
}
