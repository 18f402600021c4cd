import Documents
import Terminal
import Testing
import ViewModels

/// A code, from the question to the device that used it.
@Suite struct InvitationScreenTests {
    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()
    private let answer = InviteDocument(
        codes: [InvitationDocument(code: "ABCD-EFGH-JKMN-PQRS", expiresSeconds: 600)],
        addresses: ["192.168.1.4:7420", "10.0.0.4:7420"])

    private func screen() -> InvitationKeys {
        library.status.value = Samples.status(peers: [Samples.peer("bo", .inSync)])
        return InvitationKeys(
            InvitationViewModel(library: library, timekeeper: timekeeper, names: Keymap().names))
    }

    @Test func theCodeWithWhatToDoWithIt() {
        let invitation = screen()
        #expect(invitation.state.value == "asking for a code")
        #expect(library.orders(InviteRequest.self) == [InviteRequest(count: 1)])
        library.answer(with: answer)
        #expect(
            InvitationScreen(invitation).lines(80, 8) == [
                "invite a device",
                "ABCD-EFGH-JKMN-PQRS",
                "on the other device: scored join ABCD-EFGH-JKMN-PQRS",
                "if it is not found: scored join ABCD-EFGH-JKMN-PQRS --via 192.168.1.4:7420",
                "this device listens at 10.0.0.4:7420 too",
                "",
                "works once, expires in 10:00",
                "R new code · Escape back; the code stays valid · ? keys",
            ])
    }

    @Test func itsTimeRunsOut() {
        let invitation = screen()
        library.answer(with: answer)
        let heard = Heard(invitation.state)
        recording(invitation.model, of: library) { recorder in
            timekeeper.advance(by: .milliseconds(2500))
            recorder.expect("state")
            #expect(heard.values == ["works once, expires in 9:59", "works once, expires in 9:58"])
            timekeeper.advance(by: .seconds(600))
            recorder.expect("state", "tone", "code", "addresses")
        }
        #expect(heard.values.count == 600)
        #expect(
            heard.values.suffix(2) == [
                "works once, expires in 0:01", "the code has expired; R makes a new one",
            ])
        #expect(invitation.code.value.isEmpty && invitation.addresses.value.isEmpty)
        #expect(timekeeper.nextDeadline == nil)
        #expect(invitation.press(.character("R")))
        #expect(library.asked.count == 2)
    }

    @Test func whoJoinedIsNamedWithTheWordsThatBothScreensShow() {
        let invitation = screen()
        library.answer(with: answer)
        var heard: [String] = []
        let binding = invitation.joined.bind { heard += $0.map(\.text) }
        // A device that was known before did not join.
        library.status.value = Samples.status(peers: [Samples.peer("bo", .away)])
        #expect(library.asked.count == 1)
        library.status.value = Samples.status(
            peers: [Samples.peer("bo", .inSync), newcomer("cy")])
        #expect(library.asked.last?.route == .devices)
        library.answer(with: devices("cy", words: "amber-fox-river-stone"))
        #expect(
            heard == [
                "cy joined · joining words: amber-fox-river-stone",
                "if they differ: scored devices remove cy",
            ])
        #expect(invitation.state.value == "the code was used; R makes a new one")
        #expect(invitation.code.value.isEmpty)
        // A second code stays valid while the device of the first is still listed.
        _ = invitation.press(.character("R"))
        library.answer(with: answer)
        library.status.value = Samples.status(
            peers: [Samples.peer("bo", .inSync), newcomer("cyril")])
        library.answer(with: devices("cyril", words: "amber-fox-river-stone"))
        #expect(heard.last == "if they differ: scored devices remove cyril")
        #expect(!invitation.code.value.isEmpty)
        withExtendedLifetime(binding) {}
    }

    @Test func aDeviceThatSomebodyElseInvitedLeavesTheCodeAlone() {
        let invitation = screen()
        library.answer(with: answer)
        library.status.value = Samples.status(
            peers: [Samples.peer("bo", .inSync), newcomer("cy")])
        library.answer(with: devices("cy", words: nil))
        #expect(invitation.joined.value.map(\.text) == ["cy joined, invited by bo"])
        #expect(!invitation.code.value.isEmpty)
    }

    @Test func aRefusalIsSaidAndCanBeAskedAgain() {
        let invitation = screen()
        library.refuse("this device is offline")
        #expect(invitation.state.value == "this device is offline")
        #expect(invitation.tone.value == .bad)
        _ = invitation.press(.character("R"))
        timekeeper.advance(by: .seconds(1))
        _ = invitation.press(.character("R"))
        #expect(library.asked.count == 2)
    }

    private func newcomer(_ name: String) -> PeerDocument {
        PeerDocument(name: name, id: "11", state: .inSync)
    }

    private func devices(_ name: String, words: String?) -> DevicesDocument {
        DevicesDocument(devices: [
            DeviceDocument(name: "mia", id: "bb", keeper: "Mia", isThisDevice: true),
            DeviceDocument(name: "bo", id: "00", keeper: ""),
            // Peers are never removed devices, and a removed device did not join.
            DeviceDocument(name: "old", id: "22", keeper: "", isRemoved: true, words: "a-b-c-d"),
            DeviceDocument(name: name, id: "11", keeper: "", invitedBy: "bo", words: words),
        ])
    }
}
