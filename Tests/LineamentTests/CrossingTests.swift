// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

/// Tracking of two real faces that cross, and of one that disappears for a while.
@Suite struct CrossingTests {
    private static let size = (width: 640, height: 400)

    /// Draws the sample's face, 200 pixels square, at positions given by its upper left corner.
    private func frame(_ places: [(x: Int, y: Int)], photo: [UInt8]) throws -> MPImage {
        var bytes = [UInt8](repeating: 90, count: Self.size.width * Self.size.height * 3)
        for place in places {
            for row in 0..<200 {
                for column in 0..<200 {
                    let (x, y) = (place.x + column, place.y + row)
                    guard (0..<Self.size.width).contains(x), (0..<Self.size.height).contains(y) else { continue }
                    let from = ((row + 20) * 512 + column + 125) * 3
                    let to = (y * Self.size.width + x) * 3
                    for channel in 0..<3 { bytes[to + channel] = photo[from + channel] }
                }
            }
        }
        let buffer = try PixelBuffer(
            copying: bytes, width: Self.size.width, height: Self.size.height, format: .rgb8)
        return try MPImage(pixelBuffer: buffer)
    }

    private func session() throws -> FaceLandmarkerSession {
        let options = FaceLandmarkerOptions()
        options.numFaces = 2
        options.smoothing = .everyone
        return try FaceLandmarker(options: options).makeSession()
    }

    /// Returns the track IDs from left to right.
    private func ids(_ result: FaceLandmarkerResult) -> [Int] {
        zip(result.faceLandmarks.map { $0[1].x }, result.trackIDs).sorted { $0.0 < $1.0 }.map(\.1)
    }

    @Test func trackIDsPersistWhenFacesCross() throws {
        let photo = try Sample.pixels().rgbBytes
        let session = try session()
        var first: [Int] = []
        var last: [Int] = []
        for step in 0..<60 {
            let way = step * 7
            let image = try frame([(10 + way, 0), (430 - way, 195)], photo: photo)
            let result = try session.detect(videoFrame: image, timestampInMilliseconds: step * 33)
            let found = ids(result)
            if step == 5 { first = found }
            last = found
            #expect(found.allSatisfy { $0 <= 2 }, "step \(step): \(found)")
        }
        #expect(first.sorted() == [1, 2])
        #expect(last == first.reversed())
    }

    @Test func aFaceKeepsItsIDAfterTwentyMissingFrames() throws {
        let photo = try Sample.pixels().rgbBytes
        let session = try session()
        var before: [Int] = []
        for step in 0..<50 {
            let isGone = (15..<35).contains(step)
            let image = try frame([(40, 100)] + (isGone ? [] : [(400, 100)]), photo: photo)
            let found = ids(try session.detect(videoFrame: image, timestampInMilliseconds: step * 33))
            if step == 14 { before = found }
            if step > 36 { #expect(found == before, "step \(step)") }
        }
        #expect(before.sorted() == [1, 2])
    }
}
