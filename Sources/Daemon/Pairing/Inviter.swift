import MoveLog

/// What both sides of a pairing sign, so that neither can be taken for another, nor one pairing
/// for another.
struct PairingTerms {
    var inviter: PublicKey
    var joiner: PublicKey
    var table: TableID
    /// 32 bytes that only the two ends of this channel have.
    var binding: [UInt8]

    static let exporterLabel = "EXPORTER-scored-pairing"
    static let bindingBytes = 32

    /// What the joiner signs.
    var joinMessage: [UInt8] { message("scored join 1\0", role: 1) }
    /// What the inviter signs.
    var welcomeMessage: [UInt8] { message("scored welcome 1\0", role: 2) }

    private func message(_ domain: String, role: UInt8) -> [UInt8] {
        Array(domain.utf8) + [role] + inviter.bytes + joiner.bytes + table.bytes + binding
    }
}

/// The inviting end of a pairing, after the code was proved: bytes in, bytes out.
struct Inviter {
    /// What a piece of input came to.
    enum Step: Equatable {
        /// Nothing yet.
        case more
        /// A device proved its key and wants to be let in: answer with `welcome` or `refuse`.
        case asked(PublicKey, name: String)
        /// The other end broke the rules; say nothing more to it.
        case broken(String)
    }

    private enum State { case offered, asked, ended }

    /// The code that the other end proved.
    let code: [UInt8]
    /// What both screens show.
    let words: String
    private let seal: any Seal
    private let table: TableID
    private let binding: [UInt8]
    private var reader = PairingReader()
    private var state = State.offered
    private var joiner: PublicKey?

    init(code: [UInt8], binding: [UInt8], table: TableID, seal: any Seal) {
        self.code = code
        self.binding = binding
        self.table = table
        self.seal = seal
        words = SpokenWords.four(of: binding)
    }

    /// The first bytes, to be sent at once.
    func offer(name: String) -> [UInt8] {
        PairingFrame.offer(table: table, inviter: seal.publicKey, name: name).bytes
    }

    mutating func receive(_ bytes: [UInt8]) -> Step {
        reader.receive(bytes)
        do throws(Malformed) {
            guard let frame = try reader.next() else { return .more }
            guard case .offered = state,
                case .join(let key, let name, let signature) = frame
            else { return broken("an unexpected frame") }
            let terms = terms(key)
            guard key != seal.publicKey else { return broken("this device's own key") }
            guard seal.isValid(signature, of: terms.joinMessage, by: key) else {
                return broken("a signature that does not fit")
            }
            joiner = key
            state = .asked
            return .asked(key, name: name)
        } catch {
            return broken("malformed data")
        }
    }

    /// The last bytes, to be sent once "device added" is durable.
    mutating func welcome(charter: [UInt8], addresses: [String]) -> [UInt8] {
        guard let joiner else { return [] }
        state = .ended
        let signature = seal.sign(terms(joiner).welcomeMessage)
        return PairingFrame.welcome(
            charter: charter, addresses: Array(addresses.prefix(Limits.pairingAddressesMax)),
            signature: signature
        ).bytes
    }

    /// The last bytes for who may not use the code.
    mutating func refuse(_ refusal: Invitations.Refusal) -> [UInt8] {
        state = .ended
        return PairingFrame.refusal(refusal.rawValue).bytes
    }

    private func terms(_ joiner: PublicKey) -> PairingTerms {
        PairingTerms(inviter: seal.publicKey, joiner: joiner, table: table, binding: binding)
    }

    private mutating func broken(_ reason: String) -> Step {
        state = .ended
        return .broken("the other device sent \(reason)")
    }
}
