import Documents
import MoveLog
import Net
import TLS

/// Searches for the inviter of a code: which addresses to try, and what their failures mean. It has
/// no socket and no clock.
struct JoinSearch {
    /// Why a join failed: a code for programs, a message for people.
    struct Failure: Equatable {
        var code: ErrorCode
        var message: String
    }

    let code: InviteCode
    /// True if the old table's entries are to be recorded again.
    let brings: Bool
    /// The address to ask; nil asks every announced inviter.
    let via: NamedAddress?
    private let startedAt: Duration
    private var waiting: [JoinTarget] = []
    private var tried: Set<Address> = []
    /// The inviters being tried. A device is tried at one address at a time, so that it pairs once
    /// and both screens show the same words.
    private var trying: [JoinTarget] = []
    private var didFindInviter = false
    /// Announced inviters, for the case that `via` leads to this device itself.
    private var announced: [JoinTarget] = []
    private var didReachItself = false
    private var failure: (reason: String, address: Address)?
    private var isResolved = false

    init(code: InviteCode, via: NamedAddress?, brings: Bool, at now: Duration) {
        self.code = code
        self.via = via
        self.brings = brings
        startedAt = now
    }

    // MARK: Whom to try

    mutating func resolved(_ addresses: [Address]) {
        isResolved = true
        for address in addresses {
            add(JoinTarget(address: address, device: nil, isNamed: true))
        }
    }

    mutating func add(_ announcement: Announcement, at address: Address) {
        guard announcement.isInviting else { return }
        let isNamed = announcement.codes.contains(code.identity)
        let target = JoinTarget(address: address, device: announcement.device, isNamed: isNamed)
        if via == nil || didReachItself {
            add(target)
        } else if announced.count < DaemonLimits.joinInvitersMax {
            announced.append(target)
        }
    }

    private mutating func add(_ target: JoinTarget) {
        guard tried.count < DaemonLimits.joinInvitersMax, tried.insert(target.address).inserted
        else { return }
        let place = target.isNamed ? waiting.firstIndex { !$0.isNamed } : nil
        waiting.insert(target, at: place ?? waiting.count)
    }

    /// The inviters to try now; report the outcome of each with `ended`.
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

    /// Takes the outcome of an attempt. Returns the failure of the whole join if no inviter is
    /// left.
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
                message: "that table removed this device, which cannot join again with the same "
                    + "key; nothing was changed; a new home can join: "
                    + "scored --state DIR join CODE")
        case .alreadyThere:
            return Failure(
                code: .conflict, message: "this device already belongs to that table")
        case .unproven:
            didFindInviter = true
            // The device gives the same answer at its other addresses.
            if target.device != nil { waiting.removeAll { $0.device == target.device } }
            return failureIfLast(Self.unknownCode)
        case .itself:
            // No answer about the code: the announced inviters are asked as without an address.
            didReachItself = true
            announced.forEach { add($0) }
            announced = []
            return nil
        case .unreachable(let reason):
            failure = (reason, target.address)
            return failureIfLast(unreachable(reason, target.address))
        case .broken(let reason):
            failure = (reason, target.address)
            return failureIfLast(
                Failure(
                    code: .noInviter,
                    message:
                        "the inviter at \(target.address) could not add this device: \(reason); "
                        + "nothing was changed"))
        }
    }

    /// The failure of the join, once its time is over.
    func timeoutFailure(at now: Duration) -> Failure? {
        guard now >= nextDeadline else { return nil }
        if didReachItself { return ownAddress }
        if didFindInviter { return Self.unknownCode }
        if let via, !isResolved {
            return Failure(
                code: .noInviter,
                message: "cannot find the address of \(via.host): no name server answers; "
                    + Self.numberAdvice)
        }
        if let failure { return unreachable(failure.reason, failure.address) }
        if via != nil, let target = trying.first {
            return unreachable("no answer", target.address)
        }
        return Failure(
            code: .noInviter,
            message: "no device with an open invitation was found on this network; "
                + "nothing was changed; a code is good for ten minutes, and this one may have "
                + "expired: ask for a new code (scored invite); where announcements do not reach, "
                + "use --via HOST")
    }

    /// The time at which `timeoutFailure` may change.
    var nextDeadline: Duration {
        startedAt + (trying.isEmpty ? DaemonLimits.joinSearchTime : DaemonLimits.joinTime)
    }

    /// The failure of a look-up of `via`.
    static func unresolved(_ error: NetError) -> Failure {
        Failure(code: .noInviter, message: "\(error); \(numberAdvice)")
    }

    private static let numberAdvice =
        "nothing was changed; use an address in numbers, which scored invite shows on the inviting "
        + "device: scored join CODE --via HOST"

    /// With `via` there is no other inviter to ask.
    private func failureIfLast(_ failure: Failure) -> Failure? {
        guard !didReachItself else { return nil }
        return via != nil && isResolved && trying.isEmpty && waiting.isEmpty ? failure : nil
    }

    private func unreachable(_ reason: String, _ address: Address) -> Failure {
        Failure(
            code: .noInviter,
            message: "cannot reach the inviter at \(address): \(reason); nothing was changed; "
                + "check that the device is on and in this network; if it is, a firewall there, or "
                + "a network that isolates its devices, blocks TCP port \(address.port): allow "
                + "that port, or open a hotspot")
    }

    private var ownAddress: Failure {
        Failure(
            code: .noInviter,
            message:
                "\(via.map { "\($0)" } ?? "the address") is this device itself, and no other device was found that offers "
                + "this code; nothing was changed; use another of the addresses that scored invite "
                + "shows on the inviting device: scored join CODE --via HOST")
    }

    private static let unknownCode = Failure(
        code: .codeRefused,
        message: "no device offers this code: it was mistyped or has expired; "
            + "nothing was changed; check it on the inviting device, or ask for a new code")
}
