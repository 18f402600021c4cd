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
        #if PlantedBugs
            if PlantedBug.isActive(.admitsStrangers) { return true }
        #endif
        return chain.leads(to: key, from: founder, table: table, seal: seal)
    }

    /// Counts a device as a member if the chain that it shows of itself leads to it. One that is
    /// known by a chain as short need show nothing.
    mutating func admit(_ key: PublicKey, showing chain: InvitationChain) {
        if let known = chains[key], known.invitations.count <= chain.invitations.count { return }
        guard isAdmissible(key, by: chain) else { return }
        admit(key, chain: chain)
    }

    /// Counts a device as a member; of several chains the shortest stays.
    mutating func admit(_ key: PublicKey, chain: InvitationChain) {
        if let known = chains[key], known.invitations.count <= chain.invitations.count { return }
        chains[key] = chain
        devices[seal.deviceID(of: key)] = key
    }

    func key(of device: DeviceID) -> PublicKey? { devices[device] }

    /// Reads a "device added" entry of a member. One that does not fit is left alone: it admits
    /// nobody and harms nobody. A chain above its limit admits here, where the entries prove it, so
    /// that membership does not depend on which of two chains came first; no stranger to the
    /// entries takes it.
    mutating func note(_ entry: Entry, by inviter: PublicKey) {
        guard let chain = chains[inviter], let added = try? DeviceAdded(body: entry.body) else {
            return
        }
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
