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
    private var failure: String?
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
        guard via == nil, announcement.isInviting else { return }
        let isNamed = announcement.codes.contains(code.identity)
        add(JoinTarget(address: address, device: announcement.device, isNamed: isNamed))
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
        case .unreachable(let reason):
            failure = reason
            return failureIfLast(
                Failure(
                    code: .noInviter,
                    message: "cannot reach \(place): \(reason); nothing was changed; "
                        + "check the address and that the device is on"))
        case .broken(let reason):
            failure = reason
            return failureIfLast(
                Failure(
                    code: .noInviter,
                    message: "the inviter at \(place) could not add this device: \(reason); "
                        + "nothing was changed"))
        }
    }

    /// The failure of the join, once its time is over.
    func timeoutFailure(at now: Duration) -> Failure? {
        guard now >= nextDeadline else { return nil }
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

    /// The time at which `timeoutFailure` may change.
    var nextDeadline: Duration {
        startedAt + (trying.isEmpty ? DaemonLimits.joinSearchTime : DaemonLimits.joinTime)
    }

    /// With `via` there is no other inviter to ask.
    private func failureIfLast(_ failure: Failure) -> Failure? {
        via != nil && isResolved && trying.isEmpty && waiting.isEmpty ? failure : nil
    }

    private var place: String { via?.description ?? "the address that it announced" }

    private static let unknownCode = Failure(
        code: .codeRefused,
        message: "no device offers this code: it was mistyped or has expired; "
            + "nothing was changed; check it on the inviting device, or ask for a new code")
}
