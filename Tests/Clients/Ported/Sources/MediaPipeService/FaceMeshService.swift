// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import MediaPipeTasksVision
import UIKit

/// The output of a service for the screen: results, and how long they took.
struct MeshBundle {
    let inferenceTime: Double
    let results: [FaceLandmarkerResult?]
    var frameSize: CGSize = .zero
}

protocol FaceMeshServiceLiveDelegate: AnyObject {
    func meshService(_ service: FaceMeshService, didFinish bundle: MeshBundle?, error: Error?)
}

protocol FaceMeshServiceVideoDelegate: AnyObject {
    func meshService(_ service: FaceMeshService, willBeginWith frameCount: Int)
    func meshService(_ service: FaceMeshService, didFinishFrame index: Int)
}

/// Face landmarks of photos, videos and the camera.
final class FaceMeshService: NSObject {
    weak var liveDelegate: FaceMeshServiceLiveDelegate?
    weak var videoDelegate: FaceMeshServiceVideoDelegate?

    private var landmarker: FaceLandmarker?
    private(set) var mode: RunningMode
    private let modelPath: String
    private let faceLimit: Int
    private let compute: Delegate

    private init?(modelPath: String?, mode: RunningMode, faceLimit: Int, compute: Delegate) {
        guard let modelPath else { return nil }
        self.modelPath = modelPath
        self.mode = mode
        self.faceLimit = faceLimit
        self.compute = compute
        super.init()
        makeLandmarker()
        if landmarker == nil { return nil }
    }

    private func makeLandmarker() {
        let options = FaceLandmarkerOptions()
        options.runningMode = mode
        options.numFaces = faceLimit
        options.minFaceDetectionConfidence = 0.5
        options.minFacePresenceConfidence = 0.5
        options.minTrackingConfidence = 0.5
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = mode == .image
        options.baseOptions.modelAssetPath = modelPath
        options.baseOptions.delegate = compute
        if mode == .liveStream {
            options.faceLandmarkerLiveStreamDelegate = self
        }
        do {
            landmarker = try FaceLandmarker(options: options)
        } catch {
            print("no landmarker: \(error.localizedDescription)")
        }
    }

    // MARK: - One for each mode

    static func forPhotos(modelPath: String?, faceLimit: Int = 1, compute: Delegate = .CPU) -> FaceMeshService? {
        FaceMeshService(modelPath: modelPath, mode: .image, faceLimit: faceLimit, compute: compute)
    }

    static func forVideos(
        modelPath: String?, faceLimit: Int = 1, compute: Delegate = .CPU, delegate: FaceMeshServiceVideoDelegate?
    ) -> FaceMeshService? {
        let service = FaceMeshService(modelPath: modelPath, mode: .video, faceLimit: faceLimit, compute: compute)
        service?.videoDelegate = delegate
        return service
    }

    static func forCamera(
        modelPath: String?, faceLimit: Int = 1, compute: Delegate = .CPU, delegate: FaceMeshServiceLiveDelegate?
    ) -> FaceMeshService? {
        let service = FaceMeshService(modelPath: modelPath, mode: .liveStream, faceLimit: faceLimit, compute: compute)
        service?.liveDelegate = delegate
        return service
    }

    // MARK: - Detection

    func detect(image: UIImage) -> MeshBundle? {
        guard let mpImage = try? MPImage(uiImage: image) else { return nil }
        let start = Date()
        do {
            let result = try landmarker?.detect(image: mpImage)
            let elapsed = Date().timeIntervalSince(start) * 1000
            return MeshBundle(inferenceTime: elapsed, results: [result], frameSize: image.size)
        } catch {
            print(error)
            return nil
        }
    }

    func detectAsync(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, milliseconds: Int) {
        guard let image = try? MPImage(sampleBuffer: sampleBuffer, orientation: orientation) else { return }
        do {
            try landmarker?.detectAsync(image: image, timestampInMilliseconds: milliseconds)
        } catch {
            print(error)
        }
    }

    func detect(asset: AVAsset, everyMilliseconds interval: Double) async -> MeshBundle? {
        guard let seconds = try? await CMTimeGetSeconds(asset.load(.duration)) else { return nil }
        let generator = AVAssetImageGenerator(asset: asset)
        generator.requestedTimeToleranceBefore = CMTimeMake(value: 1, timescale: 25)
        generator.requestedTimeToleranceAfter = CMTimeMake(value: 1, timescale: 25)
        generator.appliesPreferredTrackTransform = true

        let frameCount = Int(seconds * 1000 / interval)
        let start = Date()
        Task { @MainActor in
            videoDelegate?.meshService(self, willBeginWith: frameCount)
        }
        let (results, size) = meshes(of: generator, frameCount: frameCount, interval: interval)
        let perFrame = Date().timeIntervalSince(start) / Double(max(frameCount, 1)) * 1000
        return MeshBundle(inferenceTime: perFrame, results: results, frameSize: size)
    }

    private func meshes(
        of generator: AVAssetImageGenerator, frameCount: Int, interval: Double
    ) -> ([FaceLandmarkerResult?], CGSize) {
        var results: [FaceLandmarkerResult?] = []
        var size = CGSize.zero
        for index in 0..<frameCount {
            let milliseconds = Int(Double(index) * interval)
            let time = CMTime(value: Int64(milliseconds), timescale: 1000)
            let frame: CGImage
            do {
                frame = try generator.copyCGImage(at: time, actualTime: nil)
            } catch {
                print(error)
                return (results, size)
            }
            let image = UIImage(cgImage: frame)
            size = image.size
            do {
                let result = try landmarker?.detect(
                    videoFrame: MPImage(uiImage: image), timestampInMilliseconds: milliseconds)
                results.append(result)
                Task { @MainActor in
                    videoDelegate?.meshService(self, didFinishFrame: index)
                }
            } catch {
                print(error)
            }
        }
        return (results, size)
    }
}

// MARK: - FaceLandmarkerLiveStreamDelegate

extension FaceMeshService: FaceLandmarkerLiveStreamDelegate {
    func faceLandmarker(
        _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {
        let now = Date().timeIntervalSince1970 * 1000
        let bundle = MeshBundle(inferenceTime: now - Double(timestampInMilliseconds), results: [result])
        liveDelegate?.meshService(self, didFinish: bundle, error: error)
    }
}
