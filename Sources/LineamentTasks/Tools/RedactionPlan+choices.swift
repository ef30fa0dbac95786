// SPDX-License-Identifier: Apache-2.0
internal import Lineament
package import LineamentTools

extension RedactionPlan.Options {
    /// Creates the options of the plan of a redaction.
    /// - Throws: `LineamentError` with code `invalidArgument` if bodies are covered.
    /// - Parameter name: Returns an option as the caller writes it, such as `--what people`.
    package init(
        _ options: RedactorOptions, naming name: (_ option: String, _ value: String) -> String = { "\($0)=\($1)" }
    ) throws {
        guard options.subject != .people else {
            throw LineamentError(
                .invalidArgument,
                "A plan has faces or heads; the masks of bodies are not in it. Leave \(name("what", "people")) out.")
        }
        self.init(
            extent: options.subject == .faces ? .faces : .heads, how: options.method.word,
            minDetectionConfidence: options.minDetectionConfidence)
    }
}

extension RedactionPlan {
    /// Creates the plan of this program.
    package init(options: Options, inputs: [PlannedInput]) {
        self.init(program: "lineament \(LineamentVersion.current)", options: options, inputs: inputs)
    }
}
