import Foundation
import Lineament
import LineamentRender
import TestSupport
import Testing

/// Clips that are hard to redact, in which the faces are known because the clips are drawn. `make test-clips` tries more.
@Suite struct HardClipTests {
    private static let clips = Result { try HardClips.standard() }

    @Test(arguments: 0..<20) func everyVisibleFaceIsCoveredInEveryFrame(number: Int) throws {
        let clip = try Self.clips.get().clip(number)
        let session = try Redactor().makeSession()
        var coverage = HardClipCoverage()
        var waiting: [HardClip.Frame] = []
        func take(_ redactions: [Redaction]) {
            for redaction in redactions {
                coverage.add(waiting.removeFirst(), areas: redaction.areas.map { HardClip.Face(in: $0.rect) })
            }
        }
        for index in 0..<clip.count {
            let frame = try clip.frame(index)
            waiting.append(frame)
            take(try session.add(MPImage(pixelBuffer: frame.pixels), time: frame.time))
        }
        take(session.finish())
        #expect(waiting.isEmpty)
        #expect(coverage.failures == 0, "\(clip.name): \(coverage.worst)")
    }
}
