/// A key as a person pressed it, whatever bytes a terminal makes of it.
package enum Key: Hashable, Sendable {
    /// A printable character, shift included: `k`, `K`, `?`, `é`.
    case character(Character)
    /// A letter with the control key: `control("l")`. The signals' keys do not come as keys.
    case control(Character)
    case enter
    case tab
    case backTab
    case escape
    case backspace
    case delete
    case up
    case down
    case left
    case right
    case pageUp
    case pageDown
    case home
    case end
    /// A key that means nothing here, such as a function key: said once, not guessed.
    case unknown
}
