import Client
import Documents

extension Command {
    static let sign = Command(
        CommandForm(
            "sign", .score, "sign the result as this device holds it",
            options: [
                OptionForm("as", "NAME", "who signs, if not the keeper: a referee, a captain"),
                OptionForm("protest", "TEXT", "sign, and say what is wrong"), gameOption,
            ],
            details: [
                "Official once every device that tracked players (where none did: that recorded),",
                "less those declared lost, signed the same: the four words of the answer are then",
                "equal on every screen.",
                "Refused while moves are held; what arrives later is kept and not counted.",
            ])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        for option in ["as", "protest"] {
            guard let text = arguments.value(option), text.allSatisfy(\.isWhitespace) else {
                continue
            }
            let form = option == "as" ? "NAME" : "TEXT"
            throw arguments.misused("--\(option) needs a value (\(form))")
        }
        let request = SignRequest(
            request: RequestName.random(), game: arguments.value("game"),
            name: arguments.value("as"), protest: arguments.value("protest"))
        return try invocation.show(
            invocation.client().post(.sign, request, as: RecordedDocument.self))
    }
}
