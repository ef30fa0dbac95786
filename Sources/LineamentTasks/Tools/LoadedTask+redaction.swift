internal import Lineament
package import LineamentRender

extension LoadedTask<RedactionOutput> {
    /// Creates the task of a redactor, whose frames wait until it is known whether a face was missed in them.
    package init(_ redactor: Redactor, _ output: RedactionOutput) {
        self.init(output: output) {
            try redactor.redaction(of: $0)
        } makeSession: {
            let session = redactor.makeSession()
            let verify: @Sendable (Redaction, MPImage) throws -> Redaction = { try redactor.verified($0, of: $1) }
            return ResultSession(
                pace: .later, add: { image, _, seconds in try session.add(image, time: seconds) },
                finish: { session.finish() }, completed: redactor.options.verifies ? verify : nil)
        }
    }
}
