import Testing

/// Links between the pages lead somewhere, and no page knows the machine it was written on.
@Suite struct PageTests {
    /// Folders of one machine or of one person; the keepers of the examples are nobody.
    private static let machineFolders: Set<String> = ["home", "Users", "root", "work", "mnt"]
    private static let examplePeople: Set<String> = ["ana", "bo", "mia", "keeper"]

    /// `exists` is asked about a path relative to the root.
    static func checkLinks(path: String, text: String, exists: (String) -> Bool) -> [Complaint] {
        var isCode = false
        var complaints: [Complaint] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode else { continue }
            for target in targets(of: line) where !exists(resolve(target, from: path)) {
                let message = "the link to `\(target)` leads nowhere"
                complaints.append(Complaint(path: path, line: index + 1, message: message))
            }
        }
        return complaints
    }

    /// The targets of inline links to other files, without their fragments.
    private static func targets(of line: Substring) -> [String] {
        var found: [String] = []
        var rest = line[...]
        while let open = rest.firstRange(of: "](") {
            rest = rest[open.upperBound...]
            guard let close = rest.firstIndex(where: { $0 == ")" || $0 == " " }) else { break }
            let target = rest[..<close].prefix { $0 != "#" }
            if !target.isEmpty, !target.contains("://"), !target.hasPrefix("mailto:") {
                found.append(String(target))
            }
        }
        return found
    }

    private static func resolve(_ target: String, from path: String) -> String {
        var parts = path.split(separator: "/").dropLast()
        for part in target.split(separator: "/") where part != "." {
            if part == "..", !parts.isEmpty {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    static func checkMachinePaths(path: String, text: String) -> [Complaint] {
        var complaints: [Complaint] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line.utf8.contains(UInt8(ascii: "/")) {
            let words = line.split { !($0.isLetter || $0.isNumber || "/._-~$".contains($0)) }
            for word in words where word.hasPrefix("/") {
                let parts = word.split(separator: "/")
                guard parts.count > 1, machineFolders.contains(String(parts[0])),
                    !examplePeople.contains(String(parts[1]))
                else { continue }
                let message = "`\(word)` is a path of one machine"
                complaints.append(Complaint(path: path, line: index + 1, message: message))
            }
        }
        return complaints
    }

    @Test func linksLeadSomewhere() {
        let tree = SourceTree.real
        let files = Set(tree.paths)
        let folders = Set(
            tree.paths.flatMap { path -> [String] in
                let parts = path.split(separator: "/")
                return (1..<max(parts.count, 1)).map { parts.prefix($0).joined(separator: "/") }
            })
        for path in tree.paths where path.hasSuffix(".md") {
            let text = tree.text(of: path) ?? ""
            report(
                Self.checkLinks(path: path, text: text) {
                    files.contains($0) || folders.contains($0)
                })
        }
    }

    @Test func nobodyKnowsTheMachine() {
        let tree = SourceTree.real
        for path in tree.paths where !SourceTree.isData(path) {
            guard let text = tree.text(of: path) else { continue }
            report(Self.checkMachinePaths(path: path, text: text))
        }
    }

    @Test func plantedDeadLinkIsFound() {
        let text = """
            [a](peer.md) and [b](../README.md#top), [c](https://example.com/x.md), [d](#here)
            [e](gone.md) then [f](../Sources)
            ```
            [g](code.md)
            ```
            """
        let known: Set<String> = ["Protocol/peer.md", "README.md", "Sources"]
        let complaints = Self.checkLinks(
            path: "Protocol/disk.md", text: text, exists: known.contains)
        #expect(complaints.map(\.line) == [2])
    }

    @Test func plantedMachinePathIsFound() {
        let folder = "/" + "home"
        let text = "cd \(folder)/jo/scored\n\(folder)/mia/scored\n/etc/hosts a/\(folder)\n/root"
        #expect(Self.checkMachinePaths(path: "a", text: text).map(\.line) == [1])
    }
}
