import Client
import Documents

/// `devices remove`: says what would be done, asks, and does it.
enum RemoveCommand {
    static func run(_ name: String, _ invocation: Invocation) throws(ClientError) -> ExitCode {
        let client = try invocation.client()
        let arguments = invocation.arguments
        var request = RemovalRequest(
            device: name, withInvited: arguments.has("with-invited") ? true : nil, isTrial: true)
        if !arguments.has("yes") {
            let trial = try client.post(.removeDevice, request, as: RemovalAnswer.self).document
            // Nothing is left to do, so there is nothing to ask.
            if trial.isTrial { try ask(trial, &request, invocation) }
        }
        request.isTrial = nil
        request.request = RequestName.random()
        let answer = try client.post(.removeDevice, request, as: RemovalAnswer.self)
        let console = invocation.console
        try invocation.answering { () throws(ClientError) in
            try console.isJSON
                ? console.show(document: answer.bytes) : console.show(line: answer.document.text)
        }
        invocation.warn(answer.document.warnings)
        return .done
    }

    private static func ask(
        _ trial: RemovalAnswer, _ request: inout RemovalRequest, _ invocation: Invocation
    ) throws(ClientError) {
        try invocation.confirm(
            "Remove for good?", of: trial.text, otherwise: "nothing was removed")
        guard !trial.invited.isEmpty else { return }
        let invited = Phrases.names(trial.invited)
        request.withInvited =
            try invocation.asks("It let in \(invited). Remove them too?") == true ? true : nil
    }
}
