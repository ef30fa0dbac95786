// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Lineament

/// The search for small faces without YuNet.
@Suite struct TiledFaceSearchTests {
    private let detector: TiledFaceDetector

    init() throws {
        let threading = try Threading(requested: 0)
        detector = TiledFaceDetector(
            base: try BlazeFaceDetector(.fixed(.faceDetector), threading: threading, style: .tasks),
            full: try BlazeFaceDetector(
                .fixed(.fullRangeFaceDetector), threading: threading, style: .tasks),
            maxSearchedPixels: FaceDetectorOptions().maxSearchedPixels)
    }

    /// A gray image with six faces of 40 pixels, of which five are found.
    private func group() throws -> PixelBuffer {
        var image = DerivedPixels(width: 900, height: 700, red: 128, green: 128, blue: 128)
        let face = try DerivedPixels.sample().scaled(width: 160, height: 160)
        for index in 0..<6 { image.paste(face, x: 40 + index % 3 * 300, y: 60 + index / 3 * 320) }
        return try image.pixelBuffer()
    }

    private func search(_ pixels: PixelBuffer) -> TiledFaceSearch {
        TiledFaceSearch(
            model: detector.full, size: pixels.size, rotation: 0, iouThreshold: 0.3,
            maxSearchedPixels: detector.maxSearchedPixels, isSomebodyKnown: false)
    }

    /// A search that goes on from frame to frame sees the same as one of a single image.
    @Test(arguments: [1, 4]) func aSearchInPartsFindsTheSame(maxSquares: Int) throws {
        let pixels = try group()
        var (whole, parts, steps) = (search(pixels), search(pixels), 0)
        try whole.advance(in: pixels)
        while !parts.isOver {
            try parts.advance(in: pixels, maxSquares: maxSquares)
            steps += 1
        }
        #expect(whole.isOver)
        #expect(steps >= whole.squares.count / maxSquares)
        #expect(parts.squares == whole.squares)
        #expect(parts.detections.map(\.box) == whole.detections.map(\.box))
        #expect(try parts.candidates(in: pixels.size).count == whole.candidates(in: pixels.size).count)
    }

    /// A group that comes into a video is returned within a second and a half.
    @Test func aGroupIsFoundFrameByFrame() throws {
        let (pixels, empty) = (
            try group(), try DerivedPixels(width: 900, height: 700, red: 128, green: 128, blue: 128).pixelBuffer()
        )
        let whole = RotatedRect.wholeImage(pixels.size, rotation: 0)
        var (video, found) = (VideoFaceSearch(), [RawDetection]())
        for frame in 0..<40 {
            let faces = try detector.faces(
                inFrame: frame < 3 ? empty : pixels, region: whole, minScore: 0.5, iouThreshold: 0.3,
                timestamp: frame * 40, search: &video)
            #expect(frame >= 3 || faces.isEmpty)
            found = found.merged(with: faces.filter { face in !found.contains { $0.isSameFace(as: face) } })
        }
        let still = try detector.faces(in: pixels, region: whole, minScore: 0.5, iouThreshold: 0.3)
        #expect(still.count >= 5)
        #expect(found.count == still.count)
    }
}
