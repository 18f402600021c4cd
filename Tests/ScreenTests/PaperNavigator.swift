import ViewModels

/// A navigator that goes nowhere and remembers where it was asked to go.
final class PaperNavigator: Navigator {
    private(set) var destinations: [Destination] = []
    private(set) var backs = 0
    private(set) var hasQuit = false

    func show(_ destination: Destination) { destinations.append(destination) }
    func back() { backs += 1 }
    func quit() { hasQuit = true }
}
