package import ViewModels

/// What a search found, as text.
package struct SearchView: PlainView {
    private let found: SearchResultsViewModel

    /// Draws this view model.
    package init(_ found: SearchResultsViewModel) { self.found = found }

    package func lines(_ style: Style) -> [String] {
        let sections = found.sections.value
        guard !sections.isEmpty else {
            return [style.paint(SafeText.line(found.placeholder.value), .faint)]
        }
        let blocks = sections.map { section in
            [style.paint(SafeText.line(section.heading), .faint)]
                + GridView(section.grid).lines(style)
        }
        return Array(blocks.joined(separator: [""]))
    }
}
