import Net

/// A home in which no device is set up yet, to be left as it was if the first order to its daemon
/// fails.
package struct FreshHome {
    private let path: String
    /// The files that a person put there, such as `keys`; nil if there was no folder.
    private let names: Set<String>?

    /// Nil if a device is set up in the home.
    package init?(_ home: StateHome) {
        guard home.isFresh else { return nil }
        path = home.path
        names = (try? Folder(home.path, creating: false).allNames()).map(Set.init)
    }

    /// Removes everything that came since. Call it once the daemon has ended.
    package func restore() throws(ClientError) {
        try ClientError.rethrowing(ClientError.file, clear())
    }

    private func clear() throws(NetError) {
        let folder = try Folder(path, creating: false)
        for name in try folder.allNames() where names?.contains(name) != true {
            try Self.remove(name, from: folder)
        }
        guard names == nil else { return }
        let place = path.split(separator: "/")
        guard let name = place.last else { return }
        let parent = (path.hasPrefix("/") ? "/" : "./") + place.dropLast().joined(separator: "/")
        try Folder(parent, creating: false).removeFolder(String(name))
    }

    private static func remove(_ name: String, from folder: Folder) throws(NetError) {
        guard try folder.folderNames().contains(name) else { return try folder.remove(name) }
        let inner = try Folder("\(folder.path)/\(name)", creating: false)
        for name in try inner.allNames() { try remove(name, from: inner) }
        try folder.removeFolder(name)
    }
}
