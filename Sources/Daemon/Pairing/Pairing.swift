import MoveLog
import TLS

/// The message that both sides of a pairing sign, so that no device can be taken for another, and
/// no pairing for another.
struct PairingTerms {
    var inviter: PublicKey
    var joiner: PublicKey
    var table: TableID
    /// 32 bytes known only to the two ends of this channel.
    var binding: [UInt8]

    static let exporterLabel = "EXPORTER-scored-pairing"
    static let bindingBytes = 32

    var joinMessage: [UInt8] { message("scored join 1\0", role: 1) }
    var welcomeMessage: [UInt8] { message("scored welcome 1\0", role: 2) }

    private func message(_ domain: String, role: UInt8) -> [UInt8] {
        Array(domain.utf8) + [role] + inviter.bytes + joiner.bytes + table.bytes + binding
    }
}

/// The inviting end of a pairing, after the code was proved. Takes and returns bytes.
struct Inviter {
    /// The result of a piece of input.
    enum Step: Equatable {
        /// Incomplete.
        case more
        /// A device proved its key and asks to be added: answer with `welcome` or `refuse`.
        case asked(PublicKey, name: String)
        /// The peer broke the protocol; send it nothing more.
        case broken(String)
    }

    /// The code that the peer proved.
    let code: [UInt8]
    /// The words that both screens show.
    let words: String
    private let seal: any Seal
    private let table: TableID
    private let binding: [UInt8]
    private var reader = PairingReader()
    private var joiner: PublicKey?

    init(code: [UInt8], binding: [UInt8], table: TableID, seal: any Seal) {
        self.code = code
        self.binding = binding
        self.table = table
        self.seal = seal
        words = SpokenWords.four(of: binding)
    }

    /// The first frame, sent at once.
    func offer(name: String) -> [UInt8] {
        PairingFrame.offer(table: table, inviter: seal.publicKey, name: name).bytes
    }

    mutating func receive(_ bytes: [UInt8]) -> Step {
        reader.receive(bytes)
        do throws(Malformed) {
            guard let frame = try reader.next() else { return .more }
            guard joiner == nil, case .join(let key, let name, let signature) = frame else {
                return .broken("the other device sent an unexpected frame")
            }
            guard key != seal.publicKey else {
                return .broken("the other device sent this device's own key")
            }
            guard seal.isValid(signature, of: terms(key).joinMessage, by: key) else {
                return .broken("the other device sent a signature that does not fit")
            }
            joiner = key
            return .asked(key, name: name)
        } catch {
            return .broken("the other device sent malformed data")
        }
    }

    /// The last frame, sent once the "device added" entry is durable.
    func welcome(charter: [UInt8], addresses: [String]) -> [UInt8] {
        guard let joiner else { return [] }
        let frame = PairingFrame.welcome(
            charter: charter, addresses: Array(addresses.prefix(DaemonLimits.pairingAddressesMax)),
            signature: seal.sign(terms(joiner).welcomeMessage))
        return frame.bytes
    }

    private func terms(_ joiner: PublicKey) -> PairingTerms {
        PairingTerms(inviter: seal.publicKey, joiner: joiner, table: table, binding: binding)
    }
}

/// The joining end of a pairing, after the code was proved. Takes and returns bytes.
struct Joiner {
    struct Welcome: Equatable {
        var charter: Charter
        var addresses: [String]
        var inviter: PublicKey
        var inviterName: String
        var words: String
    }

    /// The result of a piece of input.
    enum Step: Equatable {
        /// Incomplete.
        case more
        case send([UInt8])
        case ended(JoinEnd)
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

    /// `presentTable` is the table of which this device is a member, or with `isRemoved` was one.
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
        reader.receive(bytes)
        do throws(Malformed) {
            guard let frame = try reader.next() else { return .more }
            return try receive(frame)
        } catch {
            return .ended(.broken("the inviter sent malformed data"))
        }
    }

    private mutating func receive(_ frame: PairingFrame) throws(Malformed) -> Step {
        switch (offer, frame) {
        case (nil, .offer(let table, let inviter, let inviterName)):
            // The inviter may not know of the removal yet, and would add the key in vain.
            guard table != presentTable else {
                return .ended(isRemoved ? .refused(.removed) : .alreadyThere)
            }
            let terms = PairingTerms(
                inviter: inviter, joiner: seal.publicKey, table: table, binding: binding)
            offer = Offer(terms: terms, name: inviterName)
            let signature = seal.sign(terms.joinMessage)
            return .send(
                PairingFrame.join(joiner: seal.publicKey, name: name, signature: signature).bytes)
        case (let offer?, .welcome(let bytes, let addresses, let signature)):
            let charter = try Charter(bytes: bytes, seal: seal)
            return .ended(verified(charter, addresses, signature, offer))
        case (_, .refusal(let reason)):
            return .ended(.refused(Invitations.Refusal(rawValue: reason) ?? .unable))
        case (_, .offer), (_, .welcome), (_, .join):
            return .ended(.broken("the inviter sent an unexpected frame"))
        }
    }

    private func verified(
        _ charter: Charter, _ addresses: [String], _ signature: [UInt8], _ offer: Offer
    ) -> JoinEnd {
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

/// The outcome of an attempt to join at one inviter.
enum JoinEnd: Equatable {
    /// This device was added to the table.
    case welcomed(Joiner.Welcome)
    case refused(Invitations.Refusal)
    /// This device is a member already.
    case alreadyThere
    /// The inviter does not know the code.
    case unproven
    case unreachable(String)
    /// The address is this device's own.
    case itself
    /// The inviter broke the protocol.
    case broken(String)

    init(_ error: TLSError) {
        switch error {
        case .codeUnproven, .codeUnknown, .codeWrong, .refusedByPeer: self = .unproven
        default: self = .broken(error.description)
        }
    }
}
