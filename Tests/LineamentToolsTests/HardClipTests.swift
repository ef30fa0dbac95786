// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentTools
import TestSupport
import Testing

/// Clips that are hard to redact, in which the faces are known because the clips are drawn. `make test-clips` tries more.
@Suite struct HardClipTests {
    private static let clips = Result { try HardClips.standard() }

    @Test(arguments: 0..<20) func everyVisibleFaceIsCoveredInEveryFrame(number: Int) throws {
        let clip = try Self.clips.get().clip(number)
        let session = try Redactor().makeSession()
        let coverage = try HardClipCoverage(of: clip) {
            try session.add($0, time: $1).map { $0.areas.map(\.rect) }
        } finish: {
            session.finish().map { $0.areas.map(\.rect) }
        }
        #expect(!coverage.shares.isEmpty)
        #expect(coverage.failures == 0, "\(clip.name): \(coverage.worst)")
    }
}
