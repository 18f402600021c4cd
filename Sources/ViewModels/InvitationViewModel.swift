import Documents

/// An invitation code for another device, until it is used or expires.
package final class InvitationViewModel {
    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    /// The name of the action that asks for another code.
    private let newCode: String
    private var asking: Binding?
    private var alarm: Binding?
    private var expiresAt: Duration?
    /// IDs of the peers when the screen was opened; nil until known.
    private var known: Set<String>?
    /// IDs of the devices that joined since with a code of this device.
    private var invited: Set<String> = []
    private var lookingUp: Binding?
    /// ID and name of each: a change calls for a new question.
    private var peers: [[String]] = []
    private var bindings: [Binding] = []

    // Input

    /// Asks for a code. Does nothing while a question is pending.
    package func invite() {
        guard asking == nil else { return }
        state.update("asking for a code")
        tone.update(.faint)
        asking = library.ask(.invitation) { [weak self] result in self?.answered(result) }
    }

    // Output

    /// In groups, to be read aloud; empty if no code is valid.
    package let code = Dynamic("")
    /// The addresses of this device, for the other one; empty if no code is valid.
    package let addresses = Dynamic([String]())
    /// The reasons why the code may be of no use; empty if there are none.
    package let warnings = Dynamic([String]())
    /// `works once, for another 9:58`, or why there is no code.
    package let state = Dynamic("")
    package let tone = Dynamic(Tone.plain)
    /// The devices that joined since the screen was opened, with their joining words and what to do
    /// if these differ.
    package let joined = Dynamic([Advice]())
    package let title = "invite a device"

    package init(library: any GameLibrary, timekeeper: any Timekeeper, names: ActionNames) {
        newCode = names(.newCode)
        self.library = library
        self.timekeeper = timekeeper
        bindings = [
            library.eachStatus { [unowned self] in receive($0) }
        ]
        invite()
    }

    // MARK: The code

    private func answered(_ result: Result<InviteDocument, LibraryError>) {
        asking = nil
        switch result {
        case .failure(let error):
            state.update(error.text)
            tone.update(.bad)
        case .success(let answer):
            guard let invitation = answer.codes.first else { return }
            code.update(invitation.code)
            addresses.update(answer.addresses)
            warnings.update((answer.warnings ?? []).map(\.sentence))
            tone.update(.good)
            expiresAt = timekeeper.now + .seconds(invitation.expiresSeconds)
            countDown()
        }
    }

    /// Updates the remaining time once a second.
    private func countDown() {
        guard let expiresAt else { return }
        let left = expiresAt - timekeeper.now
        guard left > .zero else { return end("the code has expired; \(newCode) makes a new one") }
        // Rounded up, so that the last second does not read 0:00.
        let seconds = Int(left.components.seconds) + (left.components.attoseconds > 0 ? 1 : 0)
        state.update("works once, expires in \(PlayedTime.text(seconds: seconds))")
        alarm = timekeeper.wake(at: expiresAt - .seconds(seconds - 1)) { [weak self] in
            self?.countDown()
        }
    }

    private func end(_ text: String) {
        alarm = nil
        expiresAt = nil
        code.update("")
        addresses.update([])
        warnings.update([])
        state.update(text)
        tone.update(.attention)
    }

    // MARK: Who joined

    private func receive(_ status: StatusDocument) {
        let peers = status.peers.map { [$0.id, $0.name] }
        guard let known else {
            known = Set(status.peers.map(\.id))
            return
        }
        guard peers != self.peers, status.peers.contains(where: { !known.contains($0.id) })
        else { return }
        self.peers = peers
        // The status does not have the joining words.
        lookingUp = library.ask(.devices) { [weak self] result in
            guard let self, case .success(let answer) = result else { return }
            // The status does not list removed devices, so they are not among the known ones.
            let new = answer.devices.filter {
                !$0.isThisDevice && !$0.isRemoved && !known.contains($0.id)
            }
            let paired = new.filter { $0.words != nil }
            joined.update(
                new.map { Advice(Self.line($0)) }
                    + (paired.isEmpty
                        ? []
                        : [InvitationWords.remedy(paired.map(\.name), at: answer.devices)]))
            let before = invited
            invited = Set(paired.map(\.id))
            if !invited.isSubset(of: before), expiresAt != nil {
                end("the code was used; \(newCode) makes a new one")
            }
        }
    }

    private static func line(_ device: DeviceDocument) -> String {
        let title = DeviceRow(device: device).text
        guard let words = device.words else {
            let inviter = device.invitedBy.map { ", invited by \($0)" } ?? ""
            return "\(title) joined\(inviter)"
        }
        return Phrases.line("\(title) joined", InvitationWords.words(words))
    }
}

extension LibraryRequest where Answer == InviteDocument {
    /// A code for one device. A repeated request creates a second code, which expires like the
    /// first.
    static var invitation: Self {
        Self(ordering: .invitations) { _ in InviteRequest(count: 1) }
    }
}

/// The texts about invitations that several views share.
package enum InvitationWords {
    /// `works once, for 10 minutes`.
    package static func validity(codes: Int, seconds: Int) -> String {
        (codes == 1 ? "works once, for " : "each works once, for ")
            + Phrases.count(max(1, seconds / 60), "minute")
    }

    /// Both devices show the same words unless the connection is intercepted.
    static func words(_ words: String) -> String { "joining words: \(words)" }

    /// The advice for joining words that differ. On a device that may not remove others, it names
    /// those that may.
    static func remedy(_ invited: [String], at table: [DeviceDocument]) -> Advice {
        let able = table.filter { $0.role != nil && !$0.isRemoved }
        let isAble = able.isEmpty || able.contains(where: \.isThisDevice)
        let place = isAble ? "" : ", at \(Phrases.joined(able.map(\.name), by: " or "))"
        return Advice(
            "if they differ\(place)", .removeDevice(invited.count == 1 ? invited[0] : nil))
    }
}

extension Destination {
    package static let invitation = Destination.named("invitation")
}
