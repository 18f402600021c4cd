import Client
import Documents
import Terminal
import ViewModels

extension Command {
    static let invite = Command(
        "invite", .table, "get a code that lets another device join",
        options: [OptionForm("count", "N", "the number of codes, one a device")],
        details: [
            "A code works once, for ten minutes, as long as the daemon runs. The other device",
            "then shows four joining words, and scored devices shows them here: if they",
            "match, nobody intercepts the connection; if not, run scored devices remove NAME",
            "here and scored leave there.",
        ]
    ) { invocation throws(ClientError) in
        let count = try invocation.arguments.number("count", in: 1...32)
        let answer = try invocation.client()
            .post(.invitations, InviteRequest(count: count), .never, as: InviteDocument.self)
        let console = invocation.console
        guard !console.isJSON else {
            try console.show(document: answer.bytes)
            return .done
        }
        let document = answer.document
        for invitation in document.codes { try console.show(line: invitation.code) }
        if let first = document.codes.first {
            for line in Commands.toJoin(with: first.code, at: document.addresses) {
                console.say(line)
            }
            console.say(
                InvitationWords.validity(
                    codes: document.codes.count, seconds: first.expiresSeconds))
            console.say("once it has joined, compare its joining words with: scored devices")
        }
        invocation.warn(document.warnings ?? [])
        return .done
    }

    static let leave = Command(
        "leave", .table, "leave the table and start a table of one",
        options: [
            OptionForm("force", "even if entries exist only here: they stay in the archive"),
            OptionForm("bring", "record this device's games again at the new table"),
            OptionForm("yes", "do not ask; needed without a terminal"),
        ],
        details: [
            "The log of the former table stays in the folder archive of the home, read-only:",
            "scored --state FOLDER status, log, box, export; leave prints the folder.",
        ]
    ) { invocation throws(ClientError) in
        if !invocation.arguments.has("yes") {
            try invocation.confirm(
                "The table's log stays on this device as an archive; to come back you need a code "
                    + "from the table. Leave it?", otherwise: "nothing was changed")
        }
        let request = LeaveRequest(
            force: invocation.flag("force"), bring: invocation.flag("bring"))
        return try invocation.change(.leave, request, .never)
    }

    static let table = Command(
        "table", .table, "show the table, or name it", operands: "[NAME]..."
    ) { invocation throws(ClientError) in
        guard invocation.text.isEmpty else {
            return try invocation.change(.nameTable, TableRequest(name: invocation.text))
        }
        let answer = try invocation.lookingClient().get(.table, as: TableDocument.self)
        return try invocation.show(answer) { document in
            Invocation.view(of: [
                ("table", document.table.name), ("table words", document.table.words),
                ("founded by", document.founder), ("devices", "\(document.devices)"),
                ("entries", "\(document.entries)"), ("digest", document.digest),
            ])
        }
    }

    static let keeper = Command(
        "keeper", .table, "name the person at this device", operands: "NAME..."
    ) { invocation throws(ClientError) in
        try invocation.change(.keeper, KeeperRequest(name: invocation.text))
    }

    static let offline = Command(
        "offline", .table, "stop syncing with other devices"
    ) { invocation throws(ClientError) in
        try invocation.change(.sync, SyncSwitchRequest(online: false))
    }

    static let online = Command(
        "online", .table, "sync with other devices again"
    ) { invocation throws(ClientError) in
        try invocation.change(.sync, SyncSwitchRequest(online: true))
    }
}
