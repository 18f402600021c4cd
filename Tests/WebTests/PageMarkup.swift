import Documents
import Foundation

/// The HTML of a page, read as strictly as the pages are written: known elements with quoted
/// attributes, closed in order, and text with the five references.
final class PageMarkup {
    struct Fault: Error {
        let reason: String
        let rest: String
    }

    private(set) var name: String
    private(set) var attributes: [String: String] = [:]
    private(set) var children: [PageMarkup] = []
    /// The text of this element alone.
    private(set) var text = ""

    private static let elements: Set<String> = [
        "html", "head", "meta", "title", "link", "style", "noscript", "script", "body", "header",
        "main", "section", "div", "h1", "h2", "p", "ol", "ul", "li", "b", "span", "table", "thead",
        "tbody", "tr", "th", "td", "template", "img", "a", "svg", "path", "rect",
        "nav", "button", "input",
    ]
    private static let names: Set<String> = [
        "lang", "charset", "name", "content", "http-equiv", "rel", "href", "src", "defer", "class",
        "id", "role", "hidden", "aria-label", "aria-live", "data-n", "data-k", "data-src", "alt",
        "scope", "tabindex", "xmlns", "viewBox", "d", "fill", "width", "height", "shape-rendering",
        "aria-hidden", "x", "y", "type", "aria-pressed", "aria-modal", "aria-labelledby",
        "maxlength", "autocomplete", "autocorrect", "placeholder", "autocapitalize", "spellcheck",
    ]
    private static let empty: Set<String> = ["meta", "link", "img", "input"]

    private init(_ name: String) { self.name = name }

    /// `alsoKnown` are elements and attributes that no page has.
    static func read(_ html: String, alsoKnown: Set<String> = []) throws -> PageMarkup {
        let root = PageMarkup("document")
        var open = [root]
        var rest = html.replacing("<!doctype html>", with: "", maxReplacements: 1)[...]
        while let start = rest.firstIndex(of: "<") {
            try open.last?.add(rest[..<start])
            rest = rest[rest.index(after: start)...]
            guard let end = rest.firstIndex(of: ">") else {
                throw Fault(reason: "a tag is not closed", rest: String(rest.prefix(80)))
            }
            var tag = rest[..<end]
            rest = rest[rest.index(after: end)...]
            if tag.first == "/" {
                guard open.count > 1, open.removeLast().name == tag.dropFirst() else {
                    throw Fault(reason: "an end that was not begun", rest: String(tag))
                }
                continue
            }
            let closesItself = tag.last == "/"
            if closesItself { tag = tag.dropLast() }
            let element = try PageMarkup(tag: tag, alsoKnown)
            open.last?.children.append(element)
            if !closesItself, !empty.contains(element.name) { open.append(element) }
        }
        try root.add(rest)
        guard open.count == 1 else { throw Fault(reason: "unclosed", rest: open.last?.name ?? "") }
        return root
    }

    private convenience init(tag: Substring, _ alsoKnown: Set<String>) throws {
        self.init(String(tag.prefix { $0 != " " }))
        guard Self.elements.union(alsoKnown).contains(name), !tag.contains("<") else {
            throw Fault(reason: "an element of no page", rest: String(tag))
        }
        var rest = tag.dropFirst(name.count).drop { $0 == " " }
        while !rest.isEmpty {
            let attribute = String(rest.prefix { $0 != " " && $0 != "=" })
            rest = rest.dropFirst(attribute.count)
            guard Self.names.union(alsoKnown).contains(attribute) else {
                throw Fault(reason: "an attribute of no page", rest: "\(attribute) in \(tag)")
            }
            var value = ""
            if rest.hasPrefix("=\"") {
                let quoted = rest.dropFirst(2)
                guard let end = quoted.firstIndex(of: "\"") else {
                    throw Fault(reason: "an open quotation", rest: String(tag))
                }
                value = try Self.plain(quoted[..<end])
                rest = quoted[quoted.index(after: end)...]
            }
            guard attributes.updateValue(value, forKey: attribute) == nil else {
                throw Fault(reason: "an attribute twice", rest: String(tag))
            }
            rest = rest.drop { $0 == " " }
        }
    }

    private func add(_ text: Substring) throws { self.text += try Self.plain(text) }

    private static func plain(_ text: Substring) throws -> String {
        var plain = ""
        var rest = text
        while let start = rest.firstIndex(of: "&") {
            plain += rest[..<start]
            rest = rest[start...]
            let known = [
                "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'",
            ]
            guard let reference = known.keys.first(where: rest.hasPrefix) else {
                throw Fault(reason: "a bare ampersand", rest: String(rest.prefix(20)))
            }
            plain += known[reference] ?? ""
            rest = rest.dropFirst(reference.count)
        }
        return plain + rest
    }

    func all(_ isSought: (PageMarkup) -> Bool) -> [PageMarkup] {
        (isSought(self) ? [self] : []) + children.flatMap { $0.all(isSought) }
    }

    private var tone: String? {
        let classes = (attributes["class"] ?? "").split(separator: " ").map(String.init)
        return classes.first { ["good", "attention", "bad", "faint"].contains($0) }
    }

    /// What the element of a name shows, as a page that was sent the same value would hold it.
    func shows(_ value: HeldValue, at now: Duration) -> Bool {
        switch value {
        case .text(let text, let tone):
            return self.text == text && self.tone == tone
                && (attributes["hidden"] != nil) == text.isEmpty
        case .rows(let rows):
            let shown = children.filter { $0.name != "template" }.map { row in
                HeldValue.Row(
                    key: row.attributes["data-k"] ?? "", cells: row.children.map(\.text),
                    tone: row.tone)
            }
            return shown == rows && children.first?.name == "template"
        case .picture(let version):
            let source = attributes["src"].map { $0.split(separator: "?").last.map(String.init) }
            return version == 0 ? source == nil : source == "\(version)"
        case .clock(nil, _, _, _):
            return text.isEmpty && attributes["hidden"] != nil
        case .clock(let milliseconds?, let isRunning, let countsDown, let readAt):
            let past = isRunning ? Int(((now - readAt) / .milliseconds(1)).rounded()) : 0
            let shown = countsDown ? max(0, milliseconds - past) : milliseconds + past
            return text
                == ClockDocument.text(
                    milliseconds: shown, tenths: countsDown && shown < 60_000)
        }
    }
}
