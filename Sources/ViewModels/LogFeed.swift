package import Documents

/// A window on the newest entries of a log, which the library keeps current. It closes when it is
/// released.
package final class LogFeed {
    /// The window as it is now; nil before the first. Kept while the connection is lost.
    package let window = Dynamic<WindowDocument?>(nil)
    /// Its name is the library's.
    package private(set) var request: WindowRequest
    /// Called when the request has changed, and after the end.
    private let report: () -> Void
    /// Of a feed that shows another one in other words: that one.
    private var source: LogFeed?
    private var following: Binding?

    fileprivate init(_ request: WindowRequest, report: @escaping () -> Void) {
        self.request = request
        self.report = report
    }

    deinit { report() }

    /// True if no entry that the window has room for is still to come.
    package var isComplete: Bool {
        window.value.map { !$0.hasOlder || $0.entries.count >= request.newest } ?? false
    }

    /// Shows as many entries; older ones come later.
    func extend(to newest: Int) {
        guard newest > request.newest else { return }
        request.newest = newest
        source?.extend(to: newest)
        report()
    }

    /// A feed of the same window in other words; it keeps this one open.
    package func map(_ words: @escaping (WindowDocument) -> WindowDocument) -> LogFeed {
        let feed = LogFeed(request) {}
        feed.source = self
        feed.following = window.bindAndFire { [unowned feed] in feed.window.value = $0.map(words) }
        return feed
    }
}

/// The open windows of a library, by the names under which its stream tells of them.
package final class LogFeeds {
    private struct Weak {
        weak var feed: LogFeed?
    }

    private var open: [Weak] = []
    private var count = 0
    /// Called when other windows are wanted than before.
    private let report: () -> Void

    package init(report: @escaping () -> Void) { self.report = report }

    /// The windows that the stream is to show, in the order of opening.
    package var requests: [WindowRequest] { open.compactMap { $0.feed?.request } }

    /// Opens a window; the name in the request is replaced.
    package func open(_ request: WindowRequest) -> LogFeed {
        count += 1
        var request = request
        request.name = "\(count)"
        let feed = LogFeed(request) { [weak self] in self?.changed() }
        open.append(Weak(feed: feed))
        changed()
        return feed
    }

    /// Delivers the windows that differ.
    package func deliver(_ windows: [WindowDocument]) {
        for window in windows {
            let feed = open.lazy.compactMap(\.feed).first { $0.request.name == window.name }
            feed?.window.update(window)
        }
    }

    private func changed() {
        open.removeAll { $0.feed == nil }
        report()
    }
}

/// The entries of a log that were shown, so that none is shown as new twice. Two generations: a
/// screen that is open for weeks does not grow.
struct ShownEntries {
    private var shown: Set<Recording> = []
    private var shownBefore: Set<Recording> = []

    /// The identity of an entry, independent of its place, which changes if a log turns out to be
    /// forked.
    private struct Recording: Hashable {
        let name: String
        /// Distinguishes the branches of a fork.
        let wall: Int64
    }

    /// Records that the entry is shown; false if it already was, unless
    /// `ViewModelsLimits.shownEntriesMax` others were shown since.
    mutating func show(_ entry: EntryDocument) -> Bool {
        let recording = Recording(name: entry.name, wall: entry.wallMilliseconds)
        guard shown.insert(recording).inserted else { return false }
        let isNew = shownBefore.remove(recording) == nil
        if shown.count >= ViewModelsLimits.shownEntriesMax { (shownBefore, shown) = (shown, []) }
        return isNew
    }

    /// The entries that are known to be shown.
    var count: Int { shown.count + shownBefore.count }
}

/// The parts of an entry's name.
package enum EntryName {
    /// `mia-oz….41` of `mia-ozola-lapsina.41`: the number stays.
    package static func short(_ name: String, to count: Int) -> String {
        guard name.utf8.count > count, name.count > count, let dot = name.lastIndex(of: ".")
        else { return name }
        let number = name[dot...]
        return "\(name[..<dot].prefix(max(1, count - number.count - 1)))…\(number)"
    }

    /// `mia` of `mia/2.41`.
    package static func device(_ name: String) -> String {
        String(name.prefix { $0 != "/" && $0 != "." })
    }
}
