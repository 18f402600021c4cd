import Client
import Documents

extension Command {
    static let table = Command(
        CommandForm("table", .table, "show or name the table", operands: "[NAME]...")
    ) { invocation throws(ClientError) in
        let name = invocation.arguments.operands.joined(separator: " ")
        if !name.isEmpty {
            let client = try invocation.client()
            return try invocation.show(
                client.post(.nameTable, TableRequest(name: name), as: DoneDocument.self))
        }
        let answer = try invocation.lookingClient().get(.table, as: TableDocument.self)
        if invocation.console.isJSON {
            try invocation.console.show(document: answer.bytes)
            return .done
        }
        let document = answer.document
        try invocation.show(facts: [
            ("table", document.table.name), ("table words", document.table.words),
            ("begun by", document.founder), ("devices", "\(document.devices)"),
            ("entries", "\(document.entries)"), ("digest", document.digest),
        ])
        return .done
    }

    static let keeper = Command(
        CommandForm("keeper", .table, "name the person at this device", operands: "NAME...")
    ) { invocation throws(ClientError) in
        let name = invocation.arguments.operands.joined(separator: " ")
        return try KeeperCommand.rename(name, invocation)
    }

    static let offline = Command(
        CommandForm("offline", .table, "sync with nobody until told otherwise")
    ) { invocation throws(ClientError) in
        try SyncSwitch.turn(online: false, invocation)
    }

    static let online = Command(
        CommandForm("online", .table, "sync again")
    ) { invocation throws(ClientError) in
        try SyncSwitch.turn(online: true, invocation)
    }
}

enum KeeperCommand {
    static func rename(_ name: String, _ invocation: Invocation) throws(ClientError) -> ExitCode {
        try invocation.show(
            invocation.client().post(.keeper, KeeperRequest(name: name), as: DoneDocument.self))
    }
}

enum SyncSwitch {
    static func turn(online: Bool, _ invocation: Invocation) throws(ClientError) -> ExitCode {
        let request = SyncSwitchRequest(online: online)
        return try invocation.show(
            invocation.client().post(.sync, request, as: DoneDocument.self))
    }
}
