package import ViewModels

/// Draws its view model on a whole screen and knows nothing else; it writes nothing.
package protocol FullScreenView {
    /// Draws all of it, fit to the canvas, which is blank.
    func draw(on canvas: inout Canvas)

    /// Calls `changed` whenever an output that is drawn changes, until the bindings end.
    func bind(_ changed: @escaping () -> Void) -> [Binding]
}

/// Binds one listener to several values that need no telling apart.
package func bindAll<each Value>(
    _ values: repeat Dynamic<each Value>, to changed: @escaping () -> Void
) -> [Binding] {
    var bindings: [Binding] = []
    for value in repeat each values { bindings.append(value.bind { _ in changed() }) }
    return bindings
}
