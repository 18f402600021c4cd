/// A route of the local API: a method and a path, shared by the daemon and its clients. The routes
/// are made from `Protocol/openapi.yaml`.
package struct Route: Hashable, Sendable {
    /// `GET` or `POST`.
    package let method: String
    /// Begins with `/v1/`, but for `/metrics`; `{name}` stands for one segment of the path.
    package let path: String

    package init(_ method: String, _ path: String) {
        self.method = method
        self.path = path
    }

    /// The segment at `{name}` in a decoded path of this route; empty for a route without one; nil
    /// for another route's path.
    package func match(_ decodedPath: String) -> String? {
        guard let open = path.firstIndex(of: "{"), let close = path.firstIndex(of: "}") else {
            return decodedPath == path ? "" : nil
        }
        let head = path[..<open]
        let tail = path[path.index(after: close)...]
        guard decodedPath.hasPrefix(head), decodedPath.hasSuffix(tail),
            decodedPath.utf8.count > head.utf8.count + tail.utf8.count
        else { return nil }
        let name = decodedPath.dropFirst(head.count).dropLast(tail.count)
        return name.utf8.contains(UInt8(ascii: "/")) ? nil : String(name)
    }
}
