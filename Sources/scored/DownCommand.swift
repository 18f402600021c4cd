import Client
import Documents
import Net

extension Command {
    static let down = Command(
        CommandForm(
            "down", .daemon, "end the daemon once every move lives elsewhere",
            options: [OptionForm("now", "at once; the moves stay safe on this device")],
            details: [
                "While other devices lack moves it waits for them; if they do not come, the",
                "daemon stays up and says so. A device alone at its table waits for nobody.",
            ])
    ) { invocation throws(ClientError) in
        let home = try invocation.home()
        guard !home.isFresh else {
            invocation.console.say(
                "scored: there is no device in \(home.path); a daemon whose home was deleted ends by "
                    + "itself within seconds")
            return .notRunning
        }
        let client = try invocation.presentClient()
        let processID = try client.get(.health, as: HealthDocument.self).document.processID
        let request = ShutdownRequest(now: invocation.arguments.has("now") ? true : nil)
        let answer = try client.post(
            .shutdown, request, .never, as: DoneDocument.self, within: ClientLimits.endTime)
        try DownCommand.await(processID)
        return try invocation.show(answer)
    }
}

enum DownCommand {
    /// Waits until the process is gone, so that a next `up` finds the home free.
    static func await(_ processID: Int) throws(ClientError) {
        guard let processID = Int32(exactly: processID), processID > 0 else { return }
        let deadline = Clocks.uptime + ClientLimits.answerTime
        while BackgroundProcess.isAlive(processID) {
            guard Clocks.uptime < deadline else {
                throw .unusable("the daemon (process \(processID)) was told to end and has not yet")
            }
            try Pause.wait(ClientLimits.startInterval)
        }
    }
}
