import ViewModels

/// Records destinations instead of going there.
final class PaperNavigator: Navigator {
    private(set) var destinations: [Destination] = []

    func show(_ destination: Destination) { destinations.append(destination) }
}
