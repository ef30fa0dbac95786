// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

/// Several people, each detected once.
@Suite(.enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"))
struct DistinctPeopleTests {
    private func landmarker(_ numPoses: Int) throws -> PoseLandmarker {
        let options = PoseLandmarkerOptions()
        options.numPoses = numPoses
        options.separation = .distinct
        options.smoothing = .everyone
        return try PoseLandmarker(options: options)
    }

    /// Photos with MediaPipe's number of people and the number of people who are completely or almost completely
    /// visible.
    @Test(arguments: [
        ("pose/two_women.jpg", 1, 2), ("pose/aic_054d.jpg", 1, 3), ("pose/ochuman_000817.jpg", 2, 3),
        ("pose/mpii_052475643.jpg", 1, 2), ("pose/crowdpose_103319.jpg", 1, 2), ("pose/coco_196141.jpg", 1, 4),
        ("pose/bus.jpg", 1, 2), ("pose/messi.jpg", 1, 1), ("pose/standing_red_shirt.jpg", 1, 1),
        ("pose/yoga_tree.jpg", 1, 1), ("official/pose.jpg", 1, 1),
    ])
    func eachPersonIsDetectedOnce(path: String, mediaPipe: Int, expected: Int) throws {
        let image = try MPImage(pixelBuffer: ImageDecoder().decode(contentsOf: TestData.url(path)))
        #expect(try landmarker(10).detect(image: image).landmarks.count == expected)
        let options = PoseLandmarkerOptions()
        options.numPoses = 10
        #expect(try PoseLandmarker(options: options).detect(image: image).landmarks.count == mediaPipe)
    }

    @Test(arguments: ["none/brick_gray.png", "none/chelsea.png", "none/grass.jpg", "none/no_face.jpg"])
    func imagesWithoutPeopleHaveNoPoses(path: String) throws {
        let image = try MPImage(pixelBuffer: ImageDecoder().decode(contentsOf: TestData.url(path)))
        #expect(try landmarker(10).detect(image: image).landmarks.isEmpty)
    }

    private static let size = (width: 1200, height: 480)

    /// Draws a person, 400 pixels tall, at the given left edges; later ones are in front.
    private func frame(_ edges: [Int], person: PixelBuffer) throws -> MPImage {
        let source = person.rgbBytes
        var bytes = [UInt8](repeating: 200, count: Self.size.width * Self.size.height * 3)
        // The man in the red shirt: columns 220 to 740 of 959 and all 1024 rows.
        let scale = Double(person.height) / 400
        for (number, edge) in edges.enumerated() {
            for row in 0..<400 {
                for column in 0..<204 {
                    let x = edge + column
                    guard (0..<Self.size.width).contains(x) else { continue }
                    let from = (Int(Double(row) * scale) * person.width + 220 + Int(Double(column) * scale)) * 3
                    let to = ((row + 30 + 20 * number) * Self.size.width + x) * 3
                    for channel in 0..<3 { bytes[to + channel] = source[from + channel] }
                }
            }
        }
        return try MPImage(
            pixelBuffer: PixelBuffer(
                copying: bytes, width: Self.size.width, height: Self.size.height, format: .rgb8))
    }

    /// Returns the track IDs from left to right.
    private func ids(_ result: PoseLandmarkerResult) -> [Int] {
        zip(result.landmarks.map { $0[0].x }, result.trackIDs).sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Two people cross; for some frames one hides the other.
    @Test func trackIDsPersistWhenPeopleCross() throws {
        let person = try ImageDecoder().decode(contentsOf: TestData.url("pose/standing_red_shirt.jpg"))
        let session = try landmarker(2).makeSession()
        var first: [Int] = []
        var last: [Int] = []
        for step in 0..<90 {
            let way = step * 10
            let result = try session.detect(
                videoFrame: frame([20 + way, 960 - way], person: person), timestampInMilliseconds: step * 33)
            let found = ids(result)
            #expect(result.trackIDs == result.trackIDs.sorted())
            #expect(found.count <= 2, "step \(step): \(found)")
            #expect(found.allSatisfy { $0 <= 2 }, "step \(step): \(found)")
            if step == 5 { first = found }
            last = found
        }
        #expect(first.sorted() == [1, 2])
        #expect(last == first.reversed())
    }

    @Test func aPersonKeepsTheirIDAfterTwentyMissingFrames() throws {
        let person = try ImageDecoder().decode(contentsOf: TestData.url("pose/standing_red_shirt.jpg"))
        let session = try landmarker(2).makeSession()
        var before: [Int] = []
        for step in 0..<60 {
            let isGone = (15..<35).contains(step)
            let found = ids(
                try session.detect(
                    videoFrame: frame([100] + (isGone ? [] : [800]), person: person),
                    timestampInMilliseconds: step * 33))
            if step == 14 { before = found }
            if step > 50 { #expect(found == before, "step \(step)") }
        }
        #expect(before.sorted() == [1, 2])
    }
}
