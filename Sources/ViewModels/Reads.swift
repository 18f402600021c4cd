/// The outputs that a drawing reads, so that a view is drawn again only after one of them has
/// changed.
///
/// A view is handed one, and reads every output through it. Its outputs are read in nearly the same
/// order each time: the binding of an output is found without a search, and stays while every
/// drawing reads the output.
package final class Reads {
    private struct Read {
        /// Of an output that the binding retains.
        let output: ObjectIdentifier
        let binding: Binding
    }

    /// In the order of reading; from `count` on, those of the drawing before.
    private var reads: [Read] = []
    private var count = 0
    private var isDrawing = false

    // Output

    /// True before the first drawing, and once an output that the last one read has changed.
    package private(set) var isDue = true

    package init() {}

    /// Notes the outputs that a drawing reads, in place of those of the last drawing.
    package func draw<Result>(_ body: () -> Result) -> Result {
        (isDue, isDrawing, count) = (false, true, 0)
        let result = body()
        isDrawing = false
        reads.removeSubrange(count...)
        return result
    }

    /// The value of an output, which is noted during a drawing. An output that is read twice is
    /// noted twice.
    package subscript<Value>(output: Dynamic<Value>) -> Value {
        if isDrawing {
            if count == reads.count || reads[count].output != ObjectIdentifier(output) {
                find(output)
            }
            count += 1
        }
        return output.value
    }

    /// Makes the output the next one: those between were not read again, or it is new.
    private func find<Value>(_ output: Dynamic<Value>) {
        let id = ObjectIdentifier(output)
        if let place = reads[count...].firstIndex(where: { $0.output == id }) {
            reads.removeSubrange(count..<place)
        } else {
            let binding = output.bind { [unowned self] _ in isDue = true }
            reads.insert(Read(output: id, binding: binding), at: count)
        }
    }
}
