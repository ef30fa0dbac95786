internal import Foundation
internal import Lineament
internal import LineamentOutput
internal import LineamentRender
internal import LineamentVideo

/// The task that cuts out faces.
struct Cropper: Sendable {
    private let landmarker: FaceLandmarker
    private let template: CropTemplate
    private let minSize: Double
    private let minQuality: Float
    private let isBestOfTrack: Bool

    /// Loads the models.
    init(_ crops: CropOptions, media: MediaOptions, plan: MediaPlan) throws {
        (template, minSize, minQuality) = (crops.placement, crops.minSize, crops.minQuality)
        isBestOfTrack = crops.bestOfTrack
        let options = FaceLandmarkerOptions()
        options.baseOptions = media.baseOptions(for: plan, model: "")
        options.numFaces = .max
        options.range = .auto
        options.smoothing = .none
        options.outputFacialTransformationMatrixes = true
        landmarker = try FaceLandmarker(options: options)
    }

    /// Returns the task.
    /// - Parameter write: Writes the crops of an image, and returns their files.
    func task(write: @escaping @Sendable (CropResult, ResultHead) throws -> [String]?) -> MediaTask<CropOutput> {
        MediaTask(
            output: CropOutput(), labels: .auto, speedHint: nil, maskFiles: write,
            detect: { try crops(landmarker.detect(image: $0), $0.pixels) },
            makeSession: {
                let session = landmarker.makeSession()
                func faces(_ frame: VideoFrame) throws -> CropResult {
                    let found = try session.detect(
                        videoFrame: MPImage(pixelBuffer: frame.pixels),
                        timestampInMilliseconds: frame.timestampInMilliseconds)
                    return try crops(found, frame.pixels)
                }
                guard isBestOfTrack else {
                    return FrameProcessor {
                        [($0, try faces($0))]
                    } finish: {
                        []
                    }
                }
                let best = BestOfTracks(faces)
                return FrameProcessor(add: best.add, finish: best.finish)
            })
    }

    private func crops(_ result: FaceLandmarkerResult, _ pixels: PixelBuffer) throws -> CropResult {
        let size = CGSize(width: pixels.width, height: pixels.height)
        let image = try UprightImage(pixels, orientation: .up)
        return CropResult(
            faces: try result.faces.compactMap { face in
                let box = face.boundingBox(in: size)
                guard box.width >= minSize, let transform = CropTransform(face.landmarks, in: size, template: template)
                else { return nil }
                let quality = FaceQuality.score(of: FaceAttributes(face, box), in: image)
                guard quality >= minQuality else { return nil }
                return CropResult.Face(
                    crop: try pixels.cropped(transform), transform: transform, box: box, score: face.score ?? 0,
                    quality: quality, trackID: face.trackID)
            })
    }

    /// The best crop of each track of a video, which comes with the last frame.
    private final class BestOfTracks {
        private let faces: (VideoFrame) throws -> CropResult
        private var best: [Int: CropResult.Face] = [:]
        private var last: VideoFrame?

        init(_ faces: @escaping (VideoFrame) throws -> CropResult) { self.faces = faces }

        func add(_ frame: VideoFrame) throws -> [FrameProcessor<CropResult>.Processed] {
            for face in try faces(frame).faces {
                guard let id = face.trackID, face.quality > best[id]?.quality ?? -1 else { continue }
                best[id] = face
            }
            last = frame
            return []
        }

        func finish() -> [FrameProcessor<CropResult>.Processed] {
            guard let last else { return [] }
            self.last = nil
            return [(last, CropResult(faces: best.sorted { $0.key < $1.key }.map(\.value)))]
        }
    }
}

extension FaceAttributes {
    fileprivate init(_ face: FaceLandmarkerResult.Face, _ box: CGRect) {
        self.init(
            boxOrigin: SIMD2(Float(box.minX), Float(box.minY)), boxSize: SIMD2(Float(box.width), Float(box.height)),
            score: face.score ?? 1)
        angles = face.angles
    }
}
