import Client
import Documents

extension Command {
    static let importFile = Command(
        CommandForm(
            "import", .files, "create a game from a gamelog/1 file", operands: "FILE",
            options: [OptionForm("roster-only", "the game and its rosters without the moves")],
            details: ["A file with an error is refused with the number of the line, as a whole."])
    ) { invocation throws(ClientError) in
        let file = try GamelogFile(path: invocation.required(0))
        let isRosterOnly = invocation.arguments.has("roster-only")
        let request = ImportRequest(
            request: RequestName.random(), game: file.game,
            steps: isRosterOnly ? nil : file.steps, isEnded: !isRosterOnly && file.isEnded,
            targetPeriod: file.targetPeriod)
        return try invocation.show(
            invocation.client().post(.importGame, request, as: RecordedDocument.self))
    }
}
