import Client
import Documents

extension Command {
    static let invite = Command(
        CommandForm(
            "invite", .table, "a code that lets another device join",
            options: [OptionForm("count", "N", "codes, one a device")],
            details: [
                "The daemon keeps the code: it works once, for ten minutes, also after this",
                "command has returned. Both screens then show the same four words.",
            ])
    ) { invocation throws(ClientError) in
        let count = try invocation.arguments.number("count", in: 1...32)
        let answer = try invocation.client()
            .post(.invitations, InviteRequest(count: count), .never, as: InviteDocument.self)
        if invocation.console.isJSON {
            try invocation.console.show(document: answer.bytes)
            return .done
        }
        for invitation in answer.document.codes {
            try invocation.console.show(line: invitation.code)
        }
        InviteCommand.explain(answer.document, invocation.console)
        return .done
    }
}

enum InviteCommand {
    static func explain(_ document: InviteDocument, _ console: Console) {
        guard let first = document.codes.first else { return }
        let isOne = document.codes.count == 1
        console.say("on the other device: scored join \(first.code)")
        if !document.addresses.isEmpty {
            console.say(
                "if it is not found:  scored join \(first.code) --via \(document.addresses[0])")
            if document.addresses.count > 1 {
                let rest = document.addresses.dropFirst().prefix(6).joined(separator: " ")
                console.say("this device listens at \(rest) too")
            }
        }
        let minutes = max(1, first.expiresSeconds / 60)
        console.say(
            isOne
                ? "valid for one device, \(minutes) minutes"
                : "each is valid for one device, \(minutes) minutes")
    }
}
