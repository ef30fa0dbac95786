// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentVideo
import TestSupport
import Testing

/// The derived clips, written as video files and read back.
@Suite struct DerivedClipFileTests {
    /// Writes a clip, and calls `body` with the frames of the file.
    private func read(
        _ name: String, as pathExtension: String, _ body: (DerivedClips.Clip, [VideoFrame]) throws -> Void
    )
        throws
    {
        let clip = try DerivedInputs.clip(name)
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(pathExtension)")
        defer { try? FileManager.default.removeItem(at: url) }
        let (width, height) = (clip.frames[0].width, clip.frames[0].height)
        let writer = try VideoWriter(path: url.path, width: width, height: height, frameRate: 30)
        for (time, frame) in zip(clip.times, clip.frames) {
            try writer.write(frame.pixelBuffer(), time: Double(time - clip.times[0]) / 1000)
        }
        try writer.finish()
        let reader = try VideoReader(url)
        var frames: [VideoFrame] = []
        while let frame = try reader.next() { frames.append(frame) }
        try body(clip, frames)
    }

    /// Frames come back at their times, counted from the first one.
    @Test(arguments: ["mp4", "mov", "mkv", "webm"]) func framesAndTimesAreRead(pathExtension: String) throws {
        try read("moving", as: pathExtension) { clip, frames in
            #expect(frames.map(\.timestampInMilliseconds) == clip.times.map { $0 - clip.times[0] })
            for (frame, pixels) in try pairs(frames, clip.frames) {
                let found = DerivedPixels(try frame.pixels.convertedToRGB())
                #expect(found.meanDifference(from: pixels) < 4, "frame \(frame.index)")
            }
        }
    }

    /// Frames are sampled directly from the decoder's planes. The landmarks equal those of frames that were converted to
    /// RGB, bit for bit, and are near those of the clip before it was compressed.
    @Test(arguments: ["moving", "zooming", "leaving"]) func planesEqualRGB(name: String) throws {
        let options = FaceLandmarkerOptions()
        options.runningMode = .video
        let landmarkers = try (0..<3).map { _ in try FaceLandmarker(options: options) }
        try read(name, as: "mp4") { clip, frames in
            var found = 0
            for (frame, pixels) in try pairs(frames, clip.frames) {
                let images = try [
                    frame.image, MPImage(pixelBuffer: frame.pixels.convertedToRGB()), pixels.image(),
                ]
                let results = try zip(landmarkers, images).map {
                    try $0.detect(videoFrame: $1, timestampInMilliseconds: frame.timestampInMilliseconds)
                }
                #expect(results[0].trackIDs == results[1].trackIDs)
                #expect(largestDistance(results[0], results[1], in: frame.pixels) == 0, "frame \(frame.index)")
                guard !results[0].faceLandmarks.isEmpty, !results[2].faceLandmarks.isEmpty else { continue }
                found += 1
                // Up to 1.4 px, and 2.9 px at the edge of the image.
                let distance = largestDistance(results[0], results[2], in: frame.pixels)
                #expect(distance < (name == "leaving" ? 5 : 2.5), "frame \(frame.index)")
            }
            #expect(found >= frames.count / 2 - 4)
        }
    }
}
