// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Ends the program with a message on standard error.
public func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    exit(1)
}

/// Ends the program unless the condition holds.
public func check(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fail(message()) }
}

/// Ends the program unless two numbers differ by less than the tolerance.
public func check(_ value: Double, near expected: Double, within tolerance: Double, _ name: String) {
    check(abs(value - expected) < tolerance, "\(name) is \(value), not \(expected)")
}

/// Returns the command line's arguments; ends the program if their number is another.
public func arguments(_ names: String...) -> [String] {
    let values = Array(CommandLine.arguments.dropFirst())
    check(values.count == names.count, "usage: \(names.joined(separator: " "))")
    return values
}

/// Ends the program if it still runs after some time.
public func limitTime(to seconds: Double) {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { fail("not done after \(seconds) s") }
}
