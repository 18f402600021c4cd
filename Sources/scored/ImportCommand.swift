import Client
import Documents
import Net

extension Command {
    static let importFile = Command(
        "import", .files, "import a game or the log of a table from a file",
        operands: "FILE",
        options: [
            OptionForm("roster-only", "only the game and its rosters, not its moves"),
            OptionForm("force", "even if the game is here already, or the file is cut off"),
        ],
        details: [
            "FILE    a name, or - for the standard input",
            "A file with an error is refused as a whole; the message has the number of the",
            "line, or of the byte in a log. A game becomes the current one unless this device",
            "has one that is not over; the answer then says how to go to it. The log of this",
            "device's own table is merged. A fresh device keeps a log as an archive: it shows",
            "and exports everything, but records nothing until it joins that table (join) or",
            "starts its own (leave --bring).",
        ]
    ) { invocation throws(ClientError) in
        let path = try invocation.required(0)
        let bytes = try ClientError.rethrowing(
            ClientError.file, GivenFile.read(path, bytesMax: ClientLimits.logFileBytesMax))
        return GamelogFile.isLog(bytes)
            ? try invocation.importLog(bytes, path) : try invocation.importGame(bytes, path)
    }
}

extension Invocation {
    fileprivate func importGame(
        _ bytes: [UInt8], _ path: String
    ) throws(ClientError) -> ExitCode {
        guard bytes.count <= ClientLimits.fileBytesMax else {
            throw .file(.tooLarge(subject: path, sizeMax: ClientLimits.fileBytesMax))
        }
        let file = try GamelogFile(bytes: bytes, name: path)
        let isRosterOnly = arguments.has("roster-only")
        if let doubt = file.doubt, !isRosterOnly {
            guard arguments.has("force") else {
                throw .unusable(
                    "\(path) seems to be cut off: \(doubt); nothing was imported; to import what "
                        + "is there: --force")
            }
            warn([WarningDocument(code: "cutOff", text: "\(path) seems to be cut off: \(doubt)")])
        }
        if !isRosterOnly {
            warn(
                [file.scoreDoubt, file.boxDoubt].compactMap(\.self).map {
                    WarningDocument(
                        code: "scoreDiffers", text: "\(path): \($0)",
                        advice: "the shots count; compare the line with its source")
                })
        }
        let request = ImportRequest(
            request: RequestName.random(), game: file.game,
            steps: isRosterOnly ? nil : file.steps, isEnded: !isRosterOnly && file.isEnded,
            forfeit: isRosterOnly ? nil : file.ending?.forfeit,
            isDefault: isRosterOnly ? nil : file.ending?.isDefault,
            abandon: isRosterOnly ? nil : file.ending?.abandoned,
            targetPeriod: file.targetPeriod, clock: isRosterOnly ? nil : file.clock,
            force: flag("force"))
        return try record(.importGame, request, with: client(isBeginning: true))
    }

    fileprivate func importLog(
        _ bytes: [UInt8], _ path: String
    ) throws(ClientError) -> ExitCode {
        guard !arguments.has("roster-only") else {
            throw arguments.misused("\(path) is the log of a table, which has no roster alone")
        }
        let answer = try client(isBeginning: true).post(log: bytes)
        return try report(
            answer.bytes, answer.document.text, warnings: answer.document.warnings)
    }
}
