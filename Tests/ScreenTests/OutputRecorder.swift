import Documents
import Testing
import ViewModels

/// Records every change of every output of a model, those of the models in it too. Whatever a test
/// does not expect fails it: a change, and at the end a question that still waits for its answer.
final class OutputRecorder {
    typealias Complain = (String, SourceLocation) -> Void

    private let besides: Set<String>
    private let complain: Complain
    private var bindings: [Binding] = []
    private var known: Set<ObjectIdentifier> = []
    /// Since the last expectation.
    private var changed: Set<String> = []

    fileprivate init(_ model: AnyObject, besides: Set<String>, _ complain: @escaping Complain) {
        (self.besides, self.complain) = (besides, complain)
        observe(model, named: "")
    }

    /// Exactly these outputs have changed since the last expectation.
    func expect(_ names: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        expect(Set(names), sourceLocation)
    }

    fileprivate func expect(_ names: Set<String>, _ place: SourceLocation) {
        let (extra, missing) = (changed.subtracting(names), names.subtracting(changed))
        changed = []
        for name in extra.sorted() { complain("\(name) changed", place) }
        for name in missing.sorted() { complain("\(name) did not change", place) }
    }

    private func observe(_ object: AnyObject, named name: String) {
        guard known.insert(ObjectIdentifier(object)).inserted else { return }
        if let output = object as? any Output {
            guard !besides.contains(name) else { return }
            bindings.append(output.whenChanged { [unowned self] in changed.insert(name) })
            return
        }
        guard String(reflecting: type(of: object)).hasPrefix("ViewModels.") else { return }
        var mirror: Mirror? = Mirror(reflecting: object)
        while let level = mirror {
            for (label, value) in level.children {
                let parts = Mirror(reflecting: value)
                let isOptional = parts.displayStyle == .optional
                let inner = isOptional ? parts.children.first?.value : .some(value)
                guard let label, let inner, Mirror(reflecting: inner).displayStyle == .class
                else { continue }
                observe(inner as AnyObject, named: name.isEmpty ? label : "\(name).\(label)")
            }
            mirror = level.superclassMirror
        }
    }
}

/// An output of any type.
private protocol Output: AnyObject {
    func whenChanged(_ body: @escaping () -> Void) -> Binding
}

extension Dynamic: Output {
    fileprivate func whenChanged(_ body: @escaping () -> Void) -> Binding { bind { _ in body() } }
}

/// Records the outputs of a model during a test, which ends with everything expected and answered.
/// An output has the name of its property, as `scoreboard.clock`. Values by which a model works
/// inside cannot be told from outputs: `besides` are those that a test does not look at.
func recording(
    _ model: AnyObject, of library: PaperLibrary, besides: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation,
    complain: @escaping OutputRecorder.Complain = { Issue.record("\($0)", sourceLocation: $1) },
    _ body: (OutputRecorder) throws -> Void
) rethrows {
    let recorder = OutputRecorder(model, besides: besides, complain)
    try body(recorder)
    recorder.expect([], sourceLocation)
    for asked in library.asked where !asked.isForgotten {
        complain("\(asked.route.path) is not answered", sourceLocation)
    }
    withExtendedLifetime(recorder) {}
}
