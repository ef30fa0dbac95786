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

    /// One person stays visible; another one who takes the place does not.
    @Test(arguments: 0..<8) func whoTakesThePlaceOfAKeptPersonIsCovered(number: Int) throws {
        let clips = try Self.clips.get()
        // The test data have several people.
        guard clips.hasExchanges else { return }
        let clip = clips.exchange(number)
        let coverage = try Self.keptFace(in: clip)
        #expect(!coverage.kept.isEmpty, "\(clip.name)")
        #expect(coverage.shown.isEmpty, "\(clip.name): \(coverage.shown)")
    }

    @Test func somebodyWhoTalksStaysVisible() throws {
        let clip = try Self.clips.get().talk(0, frames: 150)
        let coverage = try Self.keptFace(in: clip)
        #expect(coverage.tracks.count == 1, "\(clip.name): \(coverage.tracks)")
    }

    private static func keptFace(in clip: HardClip) throws -> KeptFaceCoverage {
        let session = try Redactor().makeSession()
        func areas(_ redaction: Redaction) -> [KeptFaceCoverage.Area] {
            redaction.areas.map { .init($0.rect, trackID: $0.trackID, isDetected: $0.cause == .detected) }
        }
        return try KeptFaceCoverage(of: clip) {
            try session.add($0, time: $1).map(areas)
        } finish: {
            session.finish().map(areas)
        }
    }
}
