import Client
import Documents

extension Command {
    static let leave = Command(
        CommandForm(
            "leave", .table, "leave the table; begin a table of one",
            options: [
                OptionForm("force", "also when moves exist only here: they are archived"),
                OptionForm("bring", "record its games again at the new table"),
            ])
    ) { invocation throws(ClientError) in
        let request = LeaveRequest(
            force: invocation.arguments.has("force") ? true : nil,
            bring: invocation.arguments.has("bring") ? true : nil)
        return try invocation.show(
            invocation.client().post(.leave, request, .never, as: DoneDocument.self))
    }
}
