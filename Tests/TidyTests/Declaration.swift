/// A declaration as far as its documentation is concerned.
struct Declaration {
    /// `func append`, `var octets` (a `let` too), `init(octets`, `struct Entry`.
    let signature: String
    /// The index of its first token that bears on it: `package`, or its keyword.
    let index: Int
    let isPackage: Bool
    /// True directly within the braces of a protocol that other modules see.
    let isInSeam: Bool
}

extension Declaration {
    private static let types: Set<String> = [
        "struct", "enum", "class", "protocol", "actor", "extension",
    ]
    private static let members: Set<String> = [
        "func", "var", "let", "init", "subscript", "typealias", "associatedtype",
    ]
    private static let modifiers: Set<String> = [
        "static", "class", "final", "mutating", "nonmutating", "indirect", "lazy", "weak",
        "unowned", "nonisolated", "consuming", "borrowing", "convenience", "required", "private",
        "prefix", "postfix", "infix", "unsafe", "(", ")", "set",
    ]

    /// Every declaration of the file in its order, local variables too.
    static func all(in source: SwiftSource) -> [Declaration] {
        // Of each pair of braces, whether it is that of such a protocol.
        var scopes = [false]
        var isSeamNext = false
        var found: [Declaration] = []
        for index in source.tokens.indices {
            let text = source[index]
            if text == "{" {
                scopes.append(isSeamNext)
                isSeamNext = false
            } else if text == "}" {
                if scopes.count > 1 { scopes.removeLast() }
            } else if isKeyword(source, index) {
                let declaration = declaration(source, index, scopes[scopes.count - 1])
                found.append(declaration)
                if types.contains(text) {
                    isSeamNext = text == "protocol" && declaration.isPackage
                }
            }
        }
        return found
    }

    private static func isKeyword(_ source: SwiftSource, _ index: Int) -> Bool {
        let text = source[index]
        guard types.contains(text) || members.contains(text) else { return false }
        let next = source[index + 1]
        let isModifier = text == "class" && (members.contains(next) || modifiers.contains(next))
        // `P: class`, `a.init(b)` and a label such as `init:` declare nothing.
        return !isModifier && ![".", ":"].contains(source[index - 1]) && next != ":"
    }

    private static func declaration(
        _ source: SwiftSource, _ keyword: Int, _ isInSeam: Bool
    ) -> Declaration {
        var first = keyword
        while modifiers.contains(source[first - 1]) { first -= 1 }
        let isPackage = source[first - 1] == "package" && source[first] != "("
        return Declaration(
            signature: signature(source, keyword), index: isPackage ? first - 1 : keyword,
            isPackage: isPackage, isInSeam: isInSeam)
    }

    private static func signature(_ source: SwiftSource, _ keyword: Int) -> String {
        switch source[keyword] {
        case "init":
            let open = (keyword + 1..<keyword + 24).first { source[$0] == "(" } ?? keyword + 1
            return "init(" + source[open + 1]
        case "let", "var":
            return "var " + source[keyword + 1]
        default:
            return source[keyword] + " " + source[keyword + 1]
        }
    }
}
