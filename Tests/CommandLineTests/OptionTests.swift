// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import TestSupport
import Testing

@testable import LineamentCLI

/// No argument traps: it is accepted or refused.
@Suite struct OptionTests {
    private static let options = [
        "--start", "--duration", "--every", "--threads", "--jobs", "--max-pixels", "--timeout", "--num-faces",
        "--num-poses", "--min-face-detection-confidence", "--min-tracking-confidence", "--range", "--format", "--model",
        "--running-mode", "--decode", "-o", "--annotate", "--help", "--version", "--", "-", "",
    ]
    private static let values = [
        "0", "-1", "1", "1e30", "-1e30", "nan", "inf", "-0", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "1e-400", "0x10", "٣", "", " ", "all", "auto", "\u{0}", "a=b", "--",
    ]

    @Test(arguments: ["face-detector", "face-landmarker", "pose-landmarker", "faces", "models", "bench"])
    func randomArgumentsDoNotTrap(command: String) {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            var arguments = [command, "a.png"]
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                let option = Self.options.randomElement(using: &generator) ?? ""
                let value = Self.values.randomElement(using: &generator) ?? ""
                arguments += Bool.random(using: &generator) ? [option, value] : ["\(option)=\(value)"]
            }
            _ = try? LineamentCommand.parseAsRoot(arguments)
        }
    }

    /// A number far out of range is refused by name.
    @Test(arguments: ["--start", "--duration", "--timeout", "--jobs", "--threads", "--every"])
    func numbersOutOfRangeAreRefused(option: String) {
        for value in ["1e30", "-1", "nan", "inf", "9223372036854775808"] {
            #expect(throws: (any Error).self) {
                try LineamentCommand.parseAsRoot(["face-detector", "a.png", option, value])
            }
        }
    }
}
