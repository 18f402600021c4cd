import Documents

/// All that `status` says as a screen that stays up to date.
package final class StatusScreenViewModel: ScreenViewModel {
    private var bindings: [Binding] = []

    // Input

    package func press(_ key: Key) -> Bool { false }

    // Output

    /// The sections.
    package let status = StatusViewModel()
    /// Counts what was received: a view that draws all of it draws anew when this changes.
    package let version = Dynamic(0)

    /// Follows the library.
    package init(library: any GameLibrary) {
        bindings = [
            library.status.bindAndFire { [unowned self] document in
                guard let document else { return }
                status.receive(document)
                version.value += 1
            },
            library.connection.bindAndFire { [unowned self] connection in
                guard case .lost(let reason) = connection else { return }
                status.receive(lost: reason)
                version.value += 1
            },
        ]
    }
}
