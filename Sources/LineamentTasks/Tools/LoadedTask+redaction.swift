// SPDX-License-Identifier: Apache-2.0
internal import Lineament
package import LineamentRender

extension LoadedTask<RedactionOutput> {
    /// Creates the task of a redactor, whose frames wait until it is known whether a face was missed in them.
    /// - Parameters:
    ///   - redactor: The redactor.
    ///   - output: How results are written and drawn.
    ///   - boxes: The detections of another detector in the image or video.
    ///   - didMissBoxes: Called at the end of a video with the number of boxes that belong to none of its frames, if there are any.
    package init(
        _ redactor: Redactor, _ output: RedactionOutput, covering boxes: [GivenBox] = [],
        didMissBoxes: @escaping @Sendable (_ count: Int) -> Void = { _ in }
    ) {
        self.init(output: output) {
            try redactor.redaction(of: $0, covering: boxes)
        } makeSession: {
            let session = redactor.makeSession(covering: boxes)
            let verify: @Sendable (Redaction, MPImage) throws -> Redaction = { try redactor.verified($0, of: $1) }
            return ResultSession(
                pace: .later,
                add: { image, place in
                    try session.add(image, time: place.seconds, index: place.index, container: place.container)
                },
                finish: {
                    let rest = session.finish()
                    let missed = session.missedBoxCount
                    if missed > 0 { didMissBoxes(missed) }
                    return rest
                }, completed: redactor.options.verifies ? verify : nil)
        }
    }
}
