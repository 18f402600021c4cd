import Client
import Documents
import Net

extension Command {
    static let importFile = Command(
        CommandForm(
            "import", .files, "take in a game or the log of a table from a file",
            operands: "FILE",
            options: [
                OptionForm("roster-only", "of a game: it and its rosters without the moves"),
                OptionForm("force", "although the game is here already, or the file is cut off"),
            ],
            details: [
                "FILE    a name, or - for the standard input.",
                "A file with an error is refused as a whole, with the number of the line, or",
                "of the byte in a log. A log is merged where this device is of its table;",
                "a fresh device holds it as an archive: it shows and exports all, and records",
                "nothing until it joins that table (join) or begins its own (leave --bring).",
            ])
    ) { invocation throws(ClientError) in
        let path = try invocation.required(0)
        let bytes: [UInt8]
        do throws(NetError) {
            bytes = try GivenFile.read(path, bytesMax: ClientLimits.logFileBytesMax)
        } catch {
            throw .file(error)
        }
        return TableLogFile.isOne(bytes)
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
        let isForced = arguments.has("force")
        if let doubt = file.doubt, !isRosterOnly {
            guard isForced else {
                throw .unusable(
                    "\(path) seems to be cut off: \(doubt); nothing was imported; to take in what "
                        + "is there: --force")
            }
            warn([WarningDocument(code: "cutOff", text: "\(path) seems to be cut off: \(doubt)")])
        }
        if let doubt = file.scoreDoubt, !isRosterOnly {
            warn([
                WarningDocument(
                    code: "scoreDiffers", text: "\(path): \(doubt)",
                    advice: "the shots count; compare that line with its source")
            ])
        }
        let request = ImportRequest(
            request: RequestName.random(), game: file.game,
            steps: isRosterOnly ? nil : file.steps, isEnded: !isRosterOnly && file.isEnded,
            forfeit: isRosterOnly ? nil : file.ending?.forfeit,
            abandon: isRosterOnly ? nil : file.ending?.abandoned,
            targetPeriod: file.targetPeriod, clock: isRosterOnly ? nil : file.clock,
            force: isForced ? true : nil)
        return try show(
            client(isBeginning: true).post(.importGame, request, as: RecordedDocument.self))
    }

    fileprivate func importLog(
        _ bytes: [UInt8], _ path: String
    ) throws(ClientError) -> ExitCode {
        guard !arguments.has("roster-only") else {
            throw arguments.misused("\(path) is a table's log, of which no part is taken in")
        }
        let answer = try TableLogFile(bytes: bytes, name: path).send(to: client(isBeginning: true))
        try answering { () throws(ClientError) in
            try console.isJSON
                ? console.show(document: answer.bytes) : console.show(line: answer.document.text)
        }
        warn(answer.document.warnings)
        return .done
    }
}
