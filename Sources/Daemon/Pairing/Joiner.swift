import MoveLog

/// The joining end of a pairing, after the code was proved: bytes in, bytes out.
struct Joiner {
    /// What the device was let in with.
    struct Welcome: Equatable {
        var charter: Charter
        var addresses: [String]
        var inviter: PublicKey
        var inviterName: String
        var words: String
    }

    /// What a piece of input came to.
    enum Step: Equatable {
        /// Nothing yet.
        case more
        /// Send these bytes.
        case send([UInt8])
        /// This device is of that table.
        case welcomed(Welcome)
        /// The inviter does not let this device in.
        case refused(Invitations.Refusal)
        /// This device is of that table already, so there is nothing to join.
        case alreadyThere
        /// The other end broke the rules; nothing of it counts.
        case broken(String)
    }

    private struct Offer {
        var terms: PairingTerms
        var name: String
    }

    private let seal: any Seal
    private let binding: [UInt8]
    private let name: String
    private let presentTable: TableID?
    private let isRemoved: Bool
    private var reader = PairingReader()
    private var offer: Offer?
    private var hasEnded = false

    /// `presentTable` is the one of which this device is a member, or was, if it `isRemoved`.
    init(
        binding: [UInt8], presentTable: TableID?, isRemoved: Bool = false, name: String,
        seal: any Seal
    ) {
        self.isRemoved = isRemoved
        self.binding = binding
        self.presentTable = presentTable
        self.name = name
        self.seal = seal
    }

    mutating func receive(_ bytes: [UInt8]) -> Step {
        guard !hasEnded else { return .more }
        reader.receive(bytes)
        do throws(Malformed) {
            guard let frame = try reader.next() else { return .more }
            let step = try receive(frame)
            if case .send = step { return step }
            hasEnded = true
            return step
        } catch {
            hasEnded = true
            return .broken("the inviter sent malformed data")
        }
    }

    private mutating func receive(_ frame: PairingFrame) throws(Malformed) -> Step {
        switch (offer, frame) {
        case (nil, .offer(let table, let inviter, let inviterName)):
            // Who invites may not know of the removal yet, and would let the key in for nothing.
            guard table != presentTable else {
                return isRemoved ? .refused(.removed) : .alreadyThere
            }
            let terms = PairingTerms(
                inviter: inviter, joiner: seal.publicKey, table: table, binding: binding)
            offer = Offer(terms: terms, name: inviterName)
            let signature = seal.sign(terms.joinMessage)
            return .send(
                PairingFrame.join(joiner: seal.publicKey, name: name, signature: signature).bytes)
        case (let offer?, .welcome(let bytes, let addresses, let signature)):
            let charter = try Charter(bytes: bytes, seal: seal)
            return judge(charter, addresses, signature, offer)
        case (_, .refusal(let reason)):
            return .refused(Invitations.Refusal(rawValue: reason) ?? .unable)
        case (_, .offer), (_, .welcome), (_, .join):
            return .broken("the inviter sent an unexpected frame")
        }
    }

    private func judge(
        _ charter: Charter, _ addresses: [String], _ signature: [UInt8], _ offer: Offer
    ) -> Step {
        let terms = offer.terms
        guard seal.isValid(signature, of: terms.welcomeMessage, by: terms.inviter) else {
            return .broken("the inviter's signature does not fit")
        }
        guard charter.table == terms.table,
            charter.chain.leads(
                to: seal.publicKey, from: charter.founderKey, table: charter.table, seal: seal)
        else { return .broken("the inviter's invitation does not lead to this device") }
        return .welcomed(
            Welcome(
                charter: charter, addresses: addresses, inviter: terms.inviter,
                inviterName: offer.name, words: SpokenWords.four(of: binding)))
    }
}
