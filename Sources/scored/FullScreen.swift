import Client

/// What every full-screen command begins with.
enum FullScreen {
    /// The loop around the daemon's data, and the terminal; a usage error where there is none.
    static func begin(
        _ command: String, _ invocation: Invocation
    ) throws(ClientError) -> (loop: ClientLoop, screen: ScreenLoop) {
        let home = try invocation.home()
        let loop = try ClientLoop(home: home, starting: DaemonStarter(home: home))
        let screen = try ScreenLoop(loop, console: invocation.console, command: command)
        return (loop, screen)
    }
}
