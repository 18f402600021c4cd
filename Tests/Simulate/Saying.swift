import Foundation

/// Prints a line at once, so that it is there even if the process traps behind it.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
