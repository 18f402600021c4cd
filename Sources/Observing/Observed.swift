import Observation
package import ViewModels

/// An output of a view model for views that track what they read, such as those of SwiftUI.
///
/// The binding ends with it. Confined to the thread of its view model. Observers hear of a value
/// before it is set, as those of every `@Observable` do, and need not hear of an equal one.
@Observable package final class Observed<Value> {
    package private(set) var value: Value

    @ObservationIgnored private var binding: Binding?

    package init(_ output: Dynamic<Value>) {
        value = output.value
        binding = output.bind { [unowned self] in value = $0 }
    }
}
