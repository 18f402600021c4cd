import Client
import Documents
import Net
import Terminal
import ViewModels

extension Command {
    static let chart = Command(
        CommandForm(
            "chart", .look, "the running score over time, leads and runs", operands: "[GAME]",
            options: [OptionForm("svg", "FILE", "a picture instead, for a browser or a page")])
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
        do throws(NetError) {
            try GivenFile.write(ChartSVG(model).bytes, to: path)
        } catch {
            throw .file(error)
        }
        invocation.console.say("the chart of \(name) is written to \(path)")
        return .done
    }
}
