import Foundation
import Net
package import ViewModels

extension StateHome {
    /// Where a keeper may give keys another meaning.
    private var keysPath: String { path + "/keys" }

    /// The keys of the desk: the usual ones, but for what the file says. Nothing that is wrong with the
    /// file keeps anybody from scoring: the keymap says it.
    package func keymap() -> Keymap {
        do throws(NetError) {
            let bytes = try GivenFile.read(keysPath, bytesMax: ClientLimits.keysBytesMax)
            return Keymap(text: String(decoding: bytes, as: UTF8.self))
        } catch {
            if error.number?.rawValue == ENOENT { return Keymap() }
            return Keymap(problem: "keys: \(error); the usual keys stay")
        }
    }
}
