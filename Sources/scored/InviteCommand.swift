import Client
import Documents
import ViewModels

extension Command {
    static let invite = Command(
        CommandForm(
            "invite", .table, "a code that lets another device join",
            options: [OptionForm("count", "N", "codes, one a device")],
            details: [
                "The daemon keeps the code: it works once, for ten minutes, also after this",
                "command has returned, but not after scored down. The other screen then shows",
                "four joining words, and scored devices shows them here: if they match, nobody",
                "intercepts the connection; if not, scored devices remove NAME here and scored",
                "leave there.",
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
        invocation.warn(answer.document.warnings ?? [])
        return .done
    }
}

enum InviteCommand {
    static func explain(_ document: InviteDocument, _ console: Console) {
        guard let first = document.codes.first else { return }
        for line in InvitationWords.instructions(first.code, document.addresses) {
            console.say(line)
        }
        console.say(
            InvitationWords.validity(codes: document.codes.count, seconds: first.expiresSeconds))
        console.say("after it joins, compare its joining words with: scored devices")
    }
}
