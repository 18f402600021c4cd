import MoveLog
import Seeds
import TLS
import Testing

/// A joint between two channels in memory: carries bytes in pieces and gathers what each end tells.
struct Wire {
    let dialler: SecureChannel
    let acceptor: SecureChannel
    /// What the dialling end told so far.
    private(set) var diallerEvents: [SecureChannel.Event] = []
    /// What the accepting end told so far.
    private(set) var acceptorEvents: [SecureChannel.Event] = []
    /// Bytes that each end sent.
    private(set) var bytesFromDialler = 0
    private(set) var bytesFromAcceptor = 0

    init(_ dialler: SecureChannel, _ acceptor: SecureChannel) {
        self.dialler = dialler
        self.acceptor = acceptor
    }

    /// Carries bytes both ways, in pieces of at most `piece`, until neither end has any.
    mutating func run(piece: Int = .max) {
        while true {
            let forward = dialler.takeOutput()
            let back = acceptor.takeOutput()
            if forward.isEmpty && back.isEmpty { break }
            bytesFromDialler += forward.count
            bytesFromAcceptor += back.count
            deliver(forward, to: acceptor, piece: piece)
            deliver(back, to: dialler, piece: piece)
        }
        diallerEvents += dialler.takeEvents()
        acceptorEvents += acceptor.takeEvents()
    }

    private func deliver(_ bytes: [UInt8], to channel: SecureChannel, piece: Int) {
        var rest = bytes[...]
        while !rest.isEmpty {
            channel.receive(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
    }
}

extension [SecureChannel.Event] {
    /// What the handshake proved, if it was done.
    var proof: SecureChannel.Proof? {
        for case .established(let proof) in self { return proof }
        return nil
    }

    /// All data, joined.
    var data: [UInt8] {
        flatMap { event -> [UInt8] in
            if case .data(let bytes) = event { bytes } else { [] }
        }
    }

    /// Why the channel failed, if it did.
    var failure: TLSError? {
        for case .failed(let error) in self { return error }
        return nil
    }
}

extension TLSContext {
    /// An acceptor that admits everybody and knows no invite.
    func acceptAnybody() throws -> SecureChannel {
        try accept(admits: { _ in true }, codeKey: { _ in nil })
    }

    /// An acceptor that admits nobody and has one invite open.
    func accept(inviting code: InviteCode) throws -> SecureChannel {
        try accept(admits: { _ in false }, codeKey: { $0 == code.identity ? code.key : nil })
    }
}

extension InviteCode {
    /// The code that a seed draws.
    init(seed: UInt64) {
        self.init { count in
            var source = SeededGenerator(seed: seed)
            return source.bytes(count)
        }
    }
}

extension TLSError? {
    /// True if the peer sent an alert, whichever it was.
    var isRefusal: Bool { if case .refusedByPeer? = self { true } else { false } }
}

extension Alert {
    /// The peer requires a certificate and got none.
    static let certificateRequired = Alert(code: 116)
    /// The peer does not know the key of this device.
    static let unknownAuthority = Alert(code: 48)
}

extension SecureChannel {
    /// Receives noise until it has had enough, which is soon, and says little. What looks like the head
    /// of a long record is waited for, a record at most.
    func expectEnd(byNoiseOf source: inout SeededGenerator) {
        var fed = 0
        while !wantsClose && fed < 10_000_000 {
            receive(source.bytes(4096))
            fed += 4096
        }
        #expect(fed <= ChannelLimits.handshakeBytesMax + 4096)
        #expect(takeOutput().count < 1024)
    }

    /// Receives records that announce a long hello and never bring it to its end.
    func receiveHelloWithoutEnd() {
        receive([22, 3, 1, 0x40, 0] + [1, 1, 0xf0, 0] + Array(repeating: 0, count: 0x3ffc))
        #expect(!wantsClose)
        for _ in 0..<2 { receive([22, 3, 1, 0x40, 0] + Array(repeating: 0, count: 0x4000)) }
    }

    /// The channel failed in its handshake, which is told once, and nothing is left of it.
    func expectCleanEnd(_ error: TLSError? = nil, _ comment: Comment? = nil) {
        let events = takeEvents()
        #expect(events.count == 1 && events.failure != nil, comment)
        if let error { #expect(events.failure == error, comment) }
        #expect(wantsClose && !wantsInput && !isEstablished, comment)
        #expect(takeEvents().isEmpty, comment)
        receive([1, 2, 3])
        send([1])
        close()
        #expect(takeEvents().isEmpty, comment)
    }
}
