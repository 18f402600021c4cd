import MoveLog
import TLS

/// The invite codes of this device: open ones, and for a while those that can no longer be used, so
/// that a device that tries one learns why.
struct Invitations {
    /// Why a code does not let a device in. The raw value is sent in the REFUSAL frame.
    enum Refusal: UInt8 {
        /// Another device used the code.
        case used = 1
        case expired = 2
        /// This device cannot add devices now.
        case unable = 3
        /// The joining device was removed from the table.
        case removed = 4
    }

    private struct Item {
        let identity: [UInt8]
        let key: [UInt8]
        let expiresAt: Duration
        let isHosted: Bool
        /// The only device that may still use the code.
        var invitee: PublicKey?
    }

    /// Oldest first.
    private var items: [Item] = []

    /// Opens a code; nil if too many are open.
    mutating func open(
        random: (_ count: Int) -> [UInt8], isHosted: Bool = false, at now: Duration
    ) -> InviteCode? {
        items.removeAll { now >= $0.expiresAt + DaemonLimits.codeMemoryTime }
        guard identities(at: now).count < DaemonLimits.codesMax else { return nil }
        let code = InviteCode(random: random)
        items.append(
            Item(
                identity: code.identity, key: code.key, expiresAt: now + DaemonLimits.codeTime,
                isHosted: isHosted))
        if items.count > DaemonLimits.codesRememberedMax { items.removeFirst() }
        return code
    }

    /// The PSK of a known code, valid or not: the joiner learns inside the channel why it was
    /// refused.
    func key(of identity: [UInt8]) -> [UInt8]? { items.first { $0.identity == identity }?.key }

    /// True for a code that was opened for a device on this machine.
    func isHosted(_ identity: [UInt8]) -> Bool {
        items.first { $0.identity == identity }?.isHosted ?? false
    }

    /// Lets a device use a code: the first device binds the code, and only that device may use it
    /// again. Nil if it may.
    mutating func bind(
        _ identity: [UInt8], to key: PublicKey, at now: Duration
    ) -> Refusal? {
        guard let index = items.firstIndex(where: { $0.identity == identity }) else {
            return .expired
        }
        let item = items[index]
        guard item.invitee == nil || item.invitee == key else { return .used }
        guard now < item.expiresAt else { return .expired }
        items[index].invitee = key
        return nil
    }

    /// The number of open codes that no device has used.
    func unusedCount(at now: Duration) -> Int {
        items.count { $0.invitee == nil && now < $0.expiresAt }
    }

    /// The identities of codes that can still be used, bound ones included, for announcements.
    func identities(at now: Duration) -> [[UInt8]] {
        items.filter { now < $0.expiresAt }.map(\.identity)
    }
}
