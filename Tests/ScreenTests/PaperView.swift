import Terminal
import ViewModels

/// Records destinations instead of going there.
final class PaperNavigator: Navigator {
    private(set) var destinations: [Destination] = []

    func show(_ destination: Destination) { destinations.append(destination) }
}

/// The values that a dynamic value delivered, in order.
final class Heard<Value> {
    var values: [Value] = []
    private var binding: Binding?

    /// `isFired` begins with the present value.
    init(_ dynamic: Dynamic<Value>, isFired: Bool = false) {
        let listener: (Value) -> Void = { [unowned self] in values.append($0) }
        binding = isFired ? dynamic.bindAndFire(listener) : dynamic.bind(listener)
    }
}

extension FullScreenView {
    func canvas(_ columns: Int, _ rows: Int) -> Canvas {
        var canvas = Canvas(columns: columns, rows: rows)
        draw(on: &canvas)
        return canvas
    }

    func lines(_ columns: Int, _ rows: Int) -> [String] { canvas(columns, rows).lines }
}
