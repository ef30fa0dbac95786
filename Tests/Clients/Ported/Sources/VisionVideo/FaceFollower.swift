// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import CoreMedia
import CoreVideo
import Vision

enum FollowError: Error {
    case noTrack
    case cannotRead(Error?)
    case noFace
}

/// Where a face is at some time of a video, in pixels from the upper left corner.
struct Sighting {
    let time: CMTime
    let box: CGRect
    let confidence: VNConfidence
}

/// Detects the first face of a video and follows it.
final class FaceFollower {
    private let asset: AVAsset
    private var handler = VNSequenceRequestHandler()
    private var trackingRequest: VNTrackObjectRequest?

    init(url: URL) {
        asset = AVURLAsset(url: url)
    }

    func follow(every step: Int = 1, progress: ((Double) -> Void)? = nil) throws -> [Sighting] {
        guard let track = asset.tracks(withMediaType: AVMediaType.video).first else { throw FollowError.noTrack }
        let reader = try AVAssetReader(asset: asset)
        let settings: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        ]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        output.alwaysCopiesSampleData = false
        guard reader.canAdd(output) else { throw FollowError.cannotRead(nil) }
        reader.add(output)
        guard reader.startReading() else { throw FollowError.cannotRead(reader.error) }

        var sightings: [Sighting] = []
        var index = 0
        while let sampleBuffer = output.copyNextSampleBuffer() {
            defer { index += 1 }
            guard index % step == 0, let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { continue }
            let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
            if let observation = try observe(pixelBuffer) {
                let box = VNImageRectForNormalizedRect(
                    observation.boundingBox, CVPixelBufferGetWidth(pixelBuffer), CVPixelBufferGetHeight(pixelBuffer))
                let height = CGFloat(CVPixelBufferGetHeight(pixelBuffer))
                let flipped = CGAffineTransform(scaleX: 1, y: -1).translatedBy(x: 0, y: -height)
                sightings.append(
                    Sighting(time: time, box: box.applying(flipped), confidence: observation.confidence))
            }
            progress?(CMTimeGetSeconds(time) / CMTimeGetSeconds(asset.duration))
        }
        guard reader.status == .completed else { throw FollowError.cannotRead(reader.error) }
        if sightings.isEmpty { throw FollowError.noFace }
        return sightings
    }

    /// Follows the face of the frame before, or looks for one.
    private func observe(_ pixelBuffer: CVPixelBuffer) throws -> VNDetectedObjectObservation? {
        if let request = trackingRequest {
            try handler.perform([request], on: pixelBuffer, orientation: .up)
            guard let tracked = request.results?.first as? VNDetectedObjectObservation, tracked.confidence > 0.3 else {
                trackingRequest = nil
                return nil
            }
            request.inputObservation = tracked
            return tracked
        }
        let detection = VNDetectFaceRectanglesRequest()
        try VNImageRequestHandler(cvPixelBuffer: pixelBuffer, orientation: .up, options: [:]).perform([detection])
        guard let face = detection.results?.first else { return nil }
        let request = VNTrackObjectRequest(detectedObjectObservation: face)
        request.trackingLevel = .accurate
        trackingRequest = request
        handler = VNSequenceRequestHandler()
        return face
    }

    /// Landmarks of frames at even distances, without reading those between.
    func landmarks(count: Int) async throws -> [(time: CMTime, points: [CGPoint])] {
        let duration = try await asset.load(.duration)
        let generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        var found: [(time: CMTime, points: [CGPoint])] = []
        for index in 0..<count {
            let time = CMTimeMultiplyByFloat64(duration, multiplier: Double(index) / Double(count))
            let (image, actualTime) = try await generator.image(at: time)
            let request = VNDetectFaceLandmarksRequest()
            try VNImageRequestHandler(cgImage: image).perform([request])
            guard let face = request.results?.first, let all = face.landmarks?.allPoints else { continue }
            let size = CGSize(width: image.width, height: image.height)
            found.append((actualTime, all.pointsInImage(imageSize: size)))
        }
        return found
    }
}
