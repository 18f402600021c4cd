/// The devices of a table and how each came to it.
struct Membership: Sendable {
    private let table: TableID
    private let founder: PublicKey
    private let seal: any Seal
    private var chains: [PublicKey: InvitationChain]
    private var devices: [DeviceID: PublicKey]

    init(table: TableID, founder: PublicKey, seal: any Seal) {
        self.table = table
        self.founder = founder
        self.seal = seal
        chains = [founder: InvitationChain()]
        devices = [seal.deviceID(of: founder): founder]
    }

    var keys: [PublicKey] { chains.keys.sorted() }

    func isMember(_ key: PublicKey) -> Bool { chains[key] != nil }

    func chain(of key: PublicKey) -> InvitationChain? { chains[key] }

    /// Whether a chain leads from the founder to the device.
    func isAdmissible(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        chain.leads(to: key, from: founder, table: table, seal: seal)
    }

    /// Counts a device as a member; of several chains the one that came first stays.
    mutating func admit(_ key: PublicKey, chain: InvitationChain?) {
        guard chains[key] == nil, let chain else { return }
        chains[key] = chain
        devices[seal.deviceID(of: key)] = key
    }

    func key(of device: DeviceID) -> PublicKey? { devices[device] }

    /// Reads a "device added" entry of a member. One that does not fit is left alone: it admits
    /// nobody and harms nobody.
    mutating func note(_ entry: Entry, by inviter: PublicKey) {
        guard let chain = chains[inviter], chain.invitations.count < Limits.chainHopsMax,
            let added = try? DeviceAdded(body: entry.body), chains[added.invitee] == nil
        else { return }
        let message = Invitation.message(
            table: table, inviter: inviter, author: entry.id.author, sequence: entry.id.sequence,
            invitee: added.invitee)
        guard seal.isValid(added.signature, of: message, by: inviter) else { return }
        let step = Invitation(
            author: entry.id.author, sequence: entry.id.sequence, invitee: added.invitee,
            signature: added.signature)
        admit(added.invitee, chain: InvitationChain(invitations: chain.invitations + [step]))
    }
}
