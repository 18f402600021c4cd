/// A value that lies by itself, in eight bytes of whoever holds it: a table that keeps a quarter of its
/// places free keeps free that little. Copied when it is changed while somebody else holds it too, as
/// an array's elements are.
struct Apart<Value: Sendable>: Sendable {
    /// Exactly one.
    private var only: [Value]

    init(_ value: Value) { only = [value] }

    var value: Value {
        get { only[0] }
        _modify { yield &only[0] }
    }
}

extension Apart: Equatable where Value: Equatable {}
extension Apart: Hashable where Value: Hashable {}
