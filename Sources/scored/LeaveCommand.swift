import Client
import Documents

extension Command {
    static let leave = Command(
        CommandForm(
            "leave", .table, "leave the table; begin a table of one",
            options: [
                OptionForm("force", "also when moves exist only here: they are archived"),
                OptionForm("bring", "record its games again at the new table"),
                OptionForm("yes", "do not ask; needed where there is no terminal"),
            ],
            details: [
                "The former table's log stays in the folder archive of the home. It is only read:",
                "scored --state FOLDER status, log, box, export; leave says which folder.",
            ])
    ) { invocation throws(ClientError) in
        if !invocation.arguments.has("yes") {
            try invocation.confirm(
                "The table's log stays on this device as an archive, and to come back takes a code of "
                    + "the table. Leave it?", otherwise: "nothing was changed")
        }
        let request = LeaveRequest(
            force: invocation.arguments.has("force") ? true : nil,
            bring: invocation.arguments.has("bring") ? true : nil)
        return try invocation.show(
            invocation.client().post(.leave, request, .never, as: DoneDocument.self))
    }
}
