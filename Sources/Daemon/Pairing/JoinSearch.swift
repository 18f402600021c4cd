import Documents
import MoveLog
import Net
import TLS

/// Looks for the inviter who knows a code: whom to try, and what it means that they failed. It
/// knows no socket and no clock.
struct JoinSearch {
    /// Why a join failed: for programs, and for people.
    struct Failure: Equatable {
        var code: ErrorCode
        var message: String
    }

    /// The code.
    let code: InviteCode
    /// Whether the old table's entries are to be recorded again.
    let brings: Bool
    /// Where to ask; nil asks everybody who announces to invite.
    let via: NamedAddress?
    private let startedAt: Duration
    private var waiting: [JoinTarget] = []
    private var tried: Set<Address> = []
    /// The inviters that are being tried. One device is tried at one address at a time, so that it
    /// pairs once and both screens show the same words.
    private var trying: [JoinTarget] = []
    private var didFindInviter = false
    private var failure: String?
    private var isResolved = false

    init(code: InviteCode, via: NamedAddress?, brings: Bool, at now: Duration) {
        self.code = code
        self.via = via
        self.brings = brings
        startedAt = now
    }

    // MARK: Whom to try

    /// The place that the keeper named has these addresses.
    mutating func resolved(_ addresses: [Address]) {
        isResolved = true
        for address in addresses {
            add(JoinTarget(address: address, device: nil, isNamed: true))
        }
    }

    /// Somebody announced to invite.
    mutating func sight(_ announcement: Announcement, at address: Address) {
        guard via == nil, announcement.isInviting else { return }
        let isNamed = announcement.codes.contains(code.identity)
        add(
            JoinTarget(address: address, device: announcement.device, isNamed: isNamed))
    }

    private mutating func add(_ target: JoinTarget) {
        guard tried.count < Limits.joinInvitersMax, tried.insert(target.address).inserted else {
            return
        }
        let behind = target.isNamed ? waiting.firstIndex { !$0.isNamed } : nil
        waiting.insert(target, at: behind ?? waiting.count)
    }

    /// The inviters to try now; report what became of each with `ended`.
    mutating func takeDue() -> [JoinTarget] {
        var due: [JoinTarget] = []
        for target in waiting where !(trying + due).contains(where: { $0.device == target.device })
        {
            due.append(target)
        }
        waiting.removeAll { due.contains($0) }
        trying += due
        return due
    }

    // MARK: What became of it

    /// An inviter was tried. Gives the failure of the whole join when nobody else can help.
    mutating func ended(_ target: JoinTarget, _ end: JoinEnd) -> Failure? {
        trying.removeAll { $0 == target }
        switch end {
        case .welcomed:
            return nil
        case .refused(.used):
            return Failure(
                code: .codeRefused,
                message: "this code was used by another device; nothing was changed; "
                    + "ask for a new code (scored invite)")
        case .refused(.expired):
            return Failure(
                code: .codeRefused,
                message: "this code has expired; nothing was changed; "
                    + "ask for a new code (scored invite)")
        case .refused(.unable):
            return Failure(
                code: .codeRefused,
                message: "the inviting device cannot add devices now; nothing was changed; "
                    + "try another device's code")
        case .refused(.removed):
            return Failure(
                code: .codeRefused,
                message: "that table has removed this device, and a removed device never comes "
                    + "back with the same key; nothing was changed; a fresh home can join: "
                    + "scored --state DIR join CODE")
        case .alreadyThere:
            return Failure(
                code: .conflict, message: "this device belongs to that table already")
        case .unproven:
            didFindInviter = true
            // The device is the same at its other addresses.
            if target.device != nil { waiting.removeAll { $0.device == target.device } }
            return lastHope(Self.unknownCode)
        case .unreachable(let reason):
            failure = reason
            return lastHope(
                Failure(
                    code: .noInviter,
                    message: "cannot reach \(place): \(reason); nothing was changed; "
                        + "check the address and that the device is on"))
        case .broken(let reason):
            failure = reason
            return lastHope(
                Failure(
                    code: .noInviter,
                    message: "the inviter at \(place) could not let this device in: \(reason); "
                        + "nothing was changed"))
        }
    }

    /// The failure, once there has been time enough.
    func verdict(at now: Duration) -> Failure? {
        let patience = trying.isEmpty ? Limits.joinSearchTime : Limits.joinTime
        guard now >= startedAt + patience else { return nil }
        if didFindInviter { return Self.unknownCode }
        if let failure {
            return Failure(
                code: .noInviter,
                message: "no inviter could be reached: \(failure); nothing was changed; "
                    + "try scored join CODE --via HOST")
        }
        return Failure(
            code: .noInviter,
            message: "no device with an open invitation was found on this network; "
                + "nothing was changed; a code is good for ten minutes, and this one may have "
                + "expired: ask for a new code (scored invite); where announcements do not reach, "
                + "use --via HOST")
    }

    /// When `verdict` may change.
    var nextDeadline: Duration {
        startedAt + (trying.isEmpty ? Limits.joinSearchTime : Limits.joinTime)
    }

    /// With a named place there is nobody else to ask.
    private func lastHope(_ failure: Failure) -> Failure? {
        via != nil && isResolved && trying.isEmpty && waiting.isEmpty ? failure : nil
    }

    private var place: String { via?.description ?? "the address that it announced" }

    private static let unknownCode = Failure(
        code: .codeRefused,
        message: "nobody is offering this code: it is mistyped, or it has expired; "
            + "nothing was changed; look at the inviting device, or ask for a new code")
}
