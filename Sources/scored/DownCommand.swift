import Client
import Documents
import Net

extension Command {
    static let down = Command(
        CommandForm(
            "down", .daemon, "end the daemon once every move lives elsewhere",
            options: [OptionForm("now", "at once; the moves stay safe on this device")],
            details: ["When moves exist only here it says so, and the daemon stays up."])
    ) { invocation throws(ClientError) in
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
