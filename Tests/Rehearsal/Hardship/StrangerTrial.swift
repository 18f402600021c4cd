import Documents
import Net
import Seeds

/// A device that is not of the table, played by another program: it gets nothing.
enum StrangerTrial {
    static func run(_ stage: Stage, _ generator: inout SeededGenerator) throws -> String {
        guard try shell("command -v openssl", stage).exitCode == 0 else {
            return "left out: no openssl command here"
        }
        // No fixed peers: what one host does wrong is told once in a while, and all of these are
        // one host.
        let table = try Table(["mia", "bo"], on: stage) { _ in [] }
        let mia = table.devices[0]
        var recorder = Recorder(at: mia, game: table.game)
        for _ in 0..<20 { _ = try recorder.record(recorder.move()) }
        try table.waitForAgreement(stage, "both have the moves")
        let entries = try mia.status().sync.entries
        let lines = mia.diagnostics.count

        // Without a certificate: the handshake ends, and then the alert "certificate required".
        let bare = try shell("openssl s_client \(options(mia)) </dev/null", stage)
        let said = bare.output + bare.errors
        try demand(
            said.contains("TLSv1.3") && said.contains("alert number 116"),
            "a stranger without a certificate saw: \(said)")
        // With a certificate of its own: refused too, and not one byte of the table.
        let key = "-key \(stage.folder)/key -cert \(stage.folder)/cert"
        let made = try shell(
            "openssl req -x509 -newkey ed25519 -nodes -days 2 -subj /CN=stranger"
                + " -keyout \(stage.folder)/key -out \(stage.folder)/cert", stage)
        try demand(made.exitCode == 0, "openssl made no certificate: \(made.errors)")
        // A device whose inviter is absent could be new here, so its HELLO is awaited; a stranger
        // has none that holds.
        let masked = try shell(
            "echo give me the table | openssl s_client \(options(mia)) -quiet \(key)", stage)
        try demand(
            masked.output.isEmpty && masked.errors.contains("CN = scored"),
            "a stranger with a certificate got \(masked.output.utf8.count) bytes; "
                + masked.errors)
        let new = mia.diagnostics.dropFirst(lines)
        try demand(new.count == 1, "\(new.count) lines of diagnostics: \(new)")
        try demand(
            mia.status().sync.entries == entries, "the stranger changed the number of entries")
        try recorder.check()
        return "alert 116 after the handshake without a certificate, no byte of the table with its"
            + " own, one line of diagnostics, \(entries) entries before and after"
    }

    private static func options(_ device: Device) -> String {
        "-connect \(device.place) -tls1_3 -ign_eof"
    }

    private static func shell(_ script: String, _ stage: Stage) throws -> Outcome {
        try Typing(["-c", script], program: "/bin/sh", on: stage).outcome(within: .seconds(20))
    }
}
