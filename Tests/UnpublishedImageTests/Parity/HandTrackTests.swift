// SPDX-License-Identifier: Apache-2.0
import Lineament
import LineamentVideo
import TestSupport
import Testing

@Suite(.enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"))
struct HandTrackTests {
    /// A woman does squats at five frames a second; her hands fold, hide each other and are often missed. Ten or eleven IDs
    /// came from motion alone.
    @Test(arguments: [HandRange.short, .auto])
    func theHandsOfOnePersonKeepTheirTrackIDs(range: HandRange) throws {
        let options = HandLandmarkerOptions()
        options.runningMode = .video
        options.numHands = 2
        options.range = range
        let landmarker = try HandLandmarker(options: options)
        let reader = try VideoReader(TestData.url("videos/squats.mp4").path)
        var sides: [Int: [Bool]] = [:]
        while let frame = try reader.next() {
            let result = try landmarker.detect(
                videoFrame: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds)
            for hand in result.hands {
                let id = try #require(hand.trackID)
                sides[id, default: []].append(hand.handedness.categoryName == "Right")
            }
        }
        #expect(sides.count <= 3)
        // Each is mostly one side; a hand that is seen from its edge is sometimes taken for the other.
        for (id, rights) in sides where rights.count >= 10 {
            let share = Double(rights.count(where: \.self)) / Double(rights.count)
            #expect(share > 0.75 || share < 0.25, "track \(id)")
        }
    }
}
