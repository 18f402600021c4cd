import Documents
import ViewModels

/// A part of a page. Markup is the program's own; what documents contain comes in by name alone.
enum PagePart {
    case markup(StaticString)
    /// Markup with words in the places of `%`: text of elements, and of quoted attributes.
    case said(StaticString, [Term])
    /// An element, written as `p class="score"`, with the text, game clock or picture of a name;
    /// `label` is what a picture shows, in words.
    case value(String, in: StaticString, label: Term? = nil)
    /// An element with a row for each of a name's rows, and the words for those who cannot see it.
    case rows(String, in: StaticString, RowForm, label: Term? = nil)
}

/// The elements of a row: the first cell, and each of the others.
struct RowForm {
    let row: String
    let first: String
    let other: String

    static let line = RowForm(row: "li", first: "b", other: "span")
    static let table = RowForm(row: "tr", first: "th scope=\"row\"", other: "td")
    static let heading = RowForm(row: "tr", first: "th scope=\"col\"", other: "th scope=\"col\"")

    fileprivate func cells(_ cells: [String]) -> String {
        cells.enumerated().map { index, cell in
            HTML.element(index == 0 ? first : other, PageText.escaped(cell))
        }.joined()
    }
}

/// HTML of parts and values.
enum HTML {
    /// The HTML of a name is what the script of a page makes of the same value.
    static func text(
        _ parts: [PagePart], _ values: [String: PageValue], picture: String = "",
        in words: Catalogue, at now: Duration
    ) -> String {
        parts.map { part in
            switch part {
            case .markup(let markup): markup.description
            case .said(let markup, let terms): said(markup, terms, words)
            case .value(let name, let tag, let label):
                value(
                    name, labelled(tag, "alt", label, words), values[name] ?? .text(""), picture,
                    now)
            case .rows(let name, let tag, let form, let label):
                rows(
                    name, labelled(tag, "aria-label", label, words), form,
                    values[name] ?? .rows([]))
            }
        }.joined()
    }

    private static func said(
        _ markup: StaticString, _ terms: [Term], _ words: Catalogue
    ) -> String {
        let pieces = markup.description.split(separator: "%", omittingEmptySubsequences: false)
        precondition(pieces.count == terms.count + 1, "a page has a word too many or too few")
        var text = String(pieces[0])
        for (piece, term) in zip(pieces.dropFirst(), terms) {
            text += PageText.escaped(words(term)) + piece
        }
        return text
    }

    private static func labelled(
        _ tag: StaticString, _ attribute: String, _ label: Term?, _ words: Catalogue
    ) -> String {
        guard let label else { return tag.description }
        return "\(tag) \(attribute)=\"\(PageText.escaped(words(label)))\""
    }

    /// `<p class="score">text</p>` for the tag `p class="score"`.
    static func element(_ tag: String, _ content: String) -> String {
        "<\(tag)>\(content)</\(tag.prefix { $0 != " " })>"
    }

    private static func value(
        _ name: String, _ tag: String, _ value: PageValue, _ picture: String,
        _ now: Duration
    ) -> String {
        let tag = "\(tag) data-n=\"\(name)\""
        switch value {
        case .text(let text, let tone):
            return shown(tag, tone, text)
        case .clock(let reading):
            return shown(tag, .plain, reading?.text(at: now) ?? "")
        case .picture(let version):
            let source = " data-src=\"\(picture)\""
            guard let version else { return "<\(tag)\(source) hidden>" }
            return "<\(tag)\(source) src=\"\(picture)?\(version)\">"
        case .rows:
            preconditionFailure("the rows of \(name) are bound to an element of text")
        }
    }

    private static func shown(_ tag: String, _ tone: Tone, _ text: String) -> String {
        var tag = tag
        if let tone = tone.className {
            let mark = "class=\""
            // A tag has one list of classes.
            if let place = tag.firstRange(of: mark) {
                tag.replaceSubrange(place, with: "\(mark)\(tone) ")
            } else {
                tag += " \(mark)\(tone)\""
            }
        }
        return element(tag + (text.isEmpty ? " hidden" : ""), PageText.escaped(text))
    }

    private static func rows(
        _ name: String, _ tag: String, _ form: RowForm, _ value: PageValue
    ) -> String {
        guard case .rows(let rows) = value else {
            preconditionFailure("the text of \(name) is bound to an element of rows")
        }
        let template = element("template", element(form.row, form.cells(["", ""])))
        let lines = rows.map { row in
            let tone = row.tone.className.map { " class=\"\($0)\"" } ?? ""
            let key = PageText.escaped(row.key)
            return element("\(form.row)\(tone) data-k=\"\(key)\"", form.cells(row.cells))
        }
        return element("\(tag) data-n=\"\(name)\"", template + lines.joined())
    }
}
