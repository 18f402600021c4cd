import Client
import Documents
import Terminal
import ViewModels

extension Command {
    static let chart = Command(
        CommandForm(
            "chart", .look, "the running score over time, leads and runs", operands: "[GAME]",
            options: [
                OptionForm(
                    "svg", "FILE", "a picture instead, for a page; - is the standard output"),
                overwriteOption,
            ])
    ) { invocation throws(ClientError) in
        let client = try invocation.lookingClient()
        let name = try GameReading.name(invocation.arguments.operand(0), client)
        let answer = try client.get(.chart, name: name, as: ChartDocument.self)
        let model = ChartViewModel()
        model.receive(answer.document)
        guard let path = invocation.arguments.value("svg") else {
            try invocation.console.show(answer) { _ in ChartView(model) }
            return .done
        }
        try invocation.write(
            ChartSVG(model).bytes, to: path, "the chart of \(name) is written to")
        return .done
    }
}
