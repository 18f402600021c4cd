import Documents
import LocalAPI
import ViewModels

/// The state of the library for a reader that is no browser: the merge patches of `/v1/watch`, with the status and a window
/// on the current game. Where a page hides names, so does this.
final class WatchPage: StreamedPage {
    let version = Dynamic(0)
    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private let feed: LogFeed
    private var bindings: [Binding] = []

    /// Entries are named after devices, which are people's: without names they have none.
    private let showsNames: Bool

    init(_ library: any GameLibrary, _ timekeeper: any Timekeeper, showsNames: Bool) {
        self.showsNames = showsNames
        self.library = library
        self.timekeeper = timekeeper
        feed = library.follow(WindowRequest(name: "", newest: WebLimits.entriesMax))
        bindings = [
            library.status.bind { [unowned self] _ in version.value += 1 },
            feed.window.bind { [unowned self] _ in version.value += 1 },
            library.connection.bind { [unowned self] _ in version.value += 1 },
        ]
    }

    var now: Duration { timekeeper.now }

    private static func unnamed(_ entry: EntryDocument) -> EntryDocument {
        var entry = entry
        (entry.name, entry.names) = ("", [])
        return entry
    }

    func reading() -> (_ now: Duration) -> [UInt8]? {
        var told = WatchDocument()
        return { [unowned self] _ in
            var next = WatchDocument(status: library.status.value)
            if var window = feed.window.value {
                window.name = "log"
                if !showsNames { window.entries = window.entries.map(Self.unnamed) }
                next.windows = [window]
            }
            defer { told = next }
            return JSON.patch(from: told, to: next)
        }
    }
}
