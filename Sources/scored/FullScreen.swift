import Client

/// What every full-screen command begins with.
enum FullScreen {
    /// The loop around the daemon's data, and the terminal; a usage error where there is none. Throws where
    /// no device was ever begun.
    static func begin(
        _ command: String, _ invocation: Invocation
    ) throws(ClientError) -> (loop: ClientLoop, screen: ScreenLoop) {
        let loop = try invocation.loop()
        let screen = try ScreenLoop(loop, console: invocation.console, command: command)
        // A command that cannot work here at all says so first.
        try invocation.demandDevice(in: invocation.home())
        return (loop, screen)
    }
}
