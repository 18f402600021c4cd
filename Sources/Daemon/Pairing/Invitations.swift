import MoveLog
import TLS

/// The invite codes of this device: open ones, and for a while those that can no longer be used, so
/// that a device that tries one learns why.
struct Invitations {
    /// Why a code does not let a device in. The raw value is sent in the REFUSAL frame.
    enum Refusal: UInt8, CaseIterable {
        /// Another device used the code.
        case used = 1
        case expired = 2
        /// This device cannot add devices now.
        case unable = 3
        /// The joining device was removed from the table.
        case removed = 4
    }

    private struct Item {
        let code: InviteCode
        let expiresAt: Duration
        /// The only device that may still use the code.
        var invitee: PublicKey?
    }

    private var items: [[UInt8]: Item] = [:]
    private var order: [[UInt8]] = []

    /// Opens a code; nil if too many are open.
    mutating func open(random: ([UInt8]) -> [UInt8], at now: Duration) -> InviteCode? {
        forget(at: now)
        guard openCount(at: now) < DaemonLimits.codesMax else { return nil }
        let code = InviteCode { count in random([UInt8](repeating: 0, count: count)) }
        items[code.identity] = Item(code: code, expiresAt: now + DaemonLimits.codeTime)
        order.append(code.identity)
        if order.count > DaemonLimits.codesRememberedMax { items[order.removeFirst()] = nil }
        return code
    }

    /// The PSK of a known code, valid or not: the joiner learns inside the channel why it was
    /// refused.
    func key(of identity: [UInt8]) -> [UInt8]? { items[identity]?.code.key }

    /// Lets a device use a code: the first device binds the code, and only that device may use it
    /// again. Nil if it may.
    mutating func bind(
        _ identity: [UInt8], to key: PublicKey, at now: Duration
    ) -> Refusal? {
        guard var item = items[identity] else { return .expired }
        guard item.invitee == nil || item.invitee == key else { return .used }
        guard now < item.expiresAt else { return .expired }
        item.invitee = key
        items[identity] = item
        return nil
    }

    /// The codes that no device has used, with the time left, oldest first.
    func unused(at now: Duration) -> [(code: InviteCode, remaining: Duration)] {
        order.compactMap { identity in
            guard let item = items[identity], item.invitee == nil, now < item.expiresAt else {
                return nil
            }
            return (item.code, item.expiresAt - now)
        }
    }

    /// The identities of codes that can still be used, bound ones included, for announcements.
    func identities(at now: Duration) -> [[UInt8]] {
        order.filter { items[$0].map { now < $0.expiresAt } ?? false }
    }

    /// Closes every code: this device changes to another table.
    mutating func closeAll() {
        items = [:]
        order = []
    }

    private func openCount(at now: Duration) -> Int { identities(at: now).count }

    private mutating func forget(at now: Duration) {
        order.removeAll { identity in
            guard let item = items[identity], now >= item.expiresAt + DaemonLimits.codeMemoryTime
            else {
                return false
            }
            items[identity] = nil
            return true
        }
    }
}
