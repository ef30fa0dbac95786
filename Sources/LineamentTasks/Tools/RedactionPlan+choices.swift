// SPDX-License-Identifier: Apache-2.0
internal import Lineament
package import LineamentTools

extension RedactionPlan.Options {
    /// Creates the options of the plan of a redaction.
    package init(_ options: RedactorOptions) {
        self.init(
            subject: options.subject, how: options.method.word, minDetectionConfidence: options.minDetectionConfidence)
    }
}

extension RedactionPlan {
    /// Creates the plan of this program.
    package init(options: Options, inputs: [PlannedInput]) {
        self.init(program: "lineament \(LineamentVersion.current)", options: options, inputs: inputs)
    }
}
