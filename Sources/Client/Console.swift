import Documents
import Net
package import Terminal

/// Where a command writes: data to the standard output, talk to the standard error.
package struct Console {
    /// Whether documents are printed instead of views.
    package let isJSON: Bool
    /// What the standard output can show.
    package let style: Style
    /// Whether a screen can be drawn, where the standard output is a terminal: a dumb one can only go
    /// on to the next line.
    package let canMoveCursor: Bool

    /// Asks the terminal what it can show. `NO_COLOR`, a pipe and a dumb terminal mean plain text.
    package init(isJSON: Bool, isPlain: Bool, environment: (String) -> String?) {
        self.isJSON = isJSON
        canMoveCursor = environment("TERM") != "dumb"
        guard TerminalDevice.isOutputTerminal else {
            style = Style()
            return
        }
        let hasColor = !isPlain && (environment("NO_COLOR") ?? "").isEmpty && canMoveCursor
        style = Style(hasColor: hasColor, columns: TerminalDevice.size?.columns)
    }

    /// Prints the answer: its bytes where documents are wanted, else the view of its value.
    package func show<Document>(
        _ answer: LocalClient.Answer<Document>, as view: (Document) -> any PlainView
    ) throws(ClientError) {
        try isJSON ? show(document: answer.bytes) : show(view(answer.document))
    }

    /// Prints a view.
    package func show(_ view: any PlainView) throws(ClientError) { try write(view.bytes(style)) }

    /// Prints a document's bytes on a line of their own.
    package func show(document: [UInt8]) throws(ClientError) {
        try write(document.last == 0x0A ? document : document + [0x0A])
    }

    /// Prints a line of data. What came from others is made harmless.
    package func show(line: String) throws(ClientError) { try show(TextView([line])) }

    /// Prints bytes as they are.
    package func write(_ bytes: [UInt8]) throws(ClientError) {
        do throws(NetError) {
            try TerminalDevice.write(bytes)
        } catch {
            throw .output(error)
        }
    }

    /// Says something to the keeper. Where nobody listens the command goes on all the same.
    package func say(_ line: String) {
        try? TerminalDevice.writeError(
            TextView([line]).bytes(Style(columns: TerminalDevice.errorColumns)))
    }
}
