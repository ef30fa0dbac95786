// SPDX-License-Identifier: Apache-2.0

// Follows a face through a video with Vision.

import AVFoundation
import Checks
import Vision

let paths = arguments("CLIP")
let follower = FaceFollower(url: URL(fileURLWithPath: paths[0]))
var lastProgress = 0.0
let sightings = try follower.follow { progress in
    check(progress >= lastProgress, "the time runs back")
    lastProgress = progress
}
check(sightings.count >= 28, "\(sightings.count) of 30 frames")
check(lastProgress, near: 29.0 / 30, within: 0.05, "the progress")
let (first, last) = (sightings[0], sightings[sightings.count - 1])
check(first.time == .zero && last.time > first.time, "the times")
check(CMTimeGetSeconds(CMTimeSubtract(last.time, first.time)), near: 29.0 / 25, within: 0.05, "the length")
// The photo drifts to the right by a pixel a frame; its face is at 177, 82 and 95 pixels wide.
check(first.box.minX, near: 147, within: 8, "the first left edge")
check(first.box.minY, near: 82, within: 8, "the first upper edge")
check(last.box.midX - first.box.midX, near: 29, within: 8, "the drift")
check(sightings.allSatisfy { $0.confidence > 0.3 && abs($0.box.width - 95) < 25 }, "a box is too small or large")

let landmarks = try await follower.landmarks(count: 4)
check(landmarks.count == 4 && landmarks.allSatisfy { $0.points.count == 76 }, "landmarks are missing")
check(landmarks[3].time > landmarks[0].time, "the times of the landmarks")
let drift = landmarks[3].points[0].x - landmarks[0].points[0].x
check(drift, near: 22, within: 5, "the drift of the landmarks")

// A tracker for a box that someone has drawn.
let drawn = VNDetectedObjectObservation(boundingBox: CGRect(x: 0.3, y: 0.64, width: 0.2, height: 0.2))
let tracker = VNTrackObjectRequest(detectedObjectObservation: drawn) { request, error in
    check(error == nil && request.results?.count == 1, "the drawn box: \(String(describing: error))")
}
let generator = AVAssetImageGenerator(asset: AVAsset(url: URL(fileURLWithPath: paths[0])))
let frame = try generator.copyCGImage(at: CMTimeMakeWithSeconds(0.2, preferredTimescale: 600), actualTime: nil)
try VNSequenceRequestHandler().perform([tracker], on: frame)
tracker.isLastFrame = true
print("done")
