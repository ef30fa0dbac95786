internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentOutput
internal import LineamentRender
internal import LineamentVideo

/// The task of a redaction: finds faces, and people if they are to be covered, in images and videos.
struct Redactor: Sendable {
    private let faces: FaceDetector
    /// Finds bodies with their masks; `nil` unless people are covered.
    private let people: PoseLandmarker?
    private let extent: RedactedArea.Extent
    private let kept: RedactionOptions.Kept
    private let output: RedactionOutput

    /// Loads the models.
    init(_ redaction: RedactionOptions, media: MediaOptions, plan: MediaPlan) throws {
        kept = try redaction.kept()
        if case .largest = kept, plan.inputs.contains(where: \.isVideo) {
            throw ValidationError(
                "--keep largest is for images. For a video, name the tracks of a first --report: --keep 1,2.")
        }
        output = RedactionOutput(method: try redaction.method(), isReview: redaction.review)
        extent = redaction.what == .faces ? .faces : .heads
        let options = FaceDetectorOptions()
        options.baseOptions = media.baseOptions(for: plan, model: "")
        options.range = .auto
        options.minDetectionConfidence = redaction.minDetectionConfidence
        faces = try FaceDetector(options: options)
        guard redaction.what == .people else {
            people = nil
            return
        }
        let bodies = PoseLandmarkerOptions()
        bodies.baseOptions = media.baseOptions(for: plan, model: "")
        bodies.numPoses = .max
        bodies.separation = .distinct
        bodies.smoothing = .none
        bodies.minPoseDetectionConfidence = redaction.minDetectionConfidence
        bodies.shouldOutputSegmentationMasks = true
        people = try PoseLandmarker(options: bodies)
    }

    /// Returns the task.
    /// - Parameter note: Called for each image and frame that is worth a look.
    func task(note: @escaping @Sendable () -> Void) -> MediaTask<RedactionOutput> {
        MediaTask(
            output: output, labels: .auto, speedHint: nil,
            detect: { image in
                let result = try covered(in: image)
                if result.isDoubtful { note() }
                return result
            },
            makeSession: {
                let video = RedactedVideo(self, note: note)
                return FrameProcessor(add: video.add, finish: video.finish)
            })
    }

    private func covered(in image: MPImage) throws -> RedactionResult {
        var found = try faces.detect(image: image).detections
        var spared: CGRect?
        if case .largest = kept, let largest = found.indices.max(by: { found[$0].area < found[$1].area }) {
            spared = found.remove(at: largest).boundingBox
        }
        var areas = found.map { RedactedArea(face: $0.boundingBox, extent: extent, score: $0.score) }
        if !areas.isEmpty { areas += try secondLook(at: image, areas, sparing: spared) }
        let masks = try people?.detect(image: image).segmentationMasks ?? []
        return RedactionResult(areas: areas, silhouette: masks.union)
    }

    /// Returns what a detector finds once the first finds are covered: faces beside them, and what still looks like one.
    private func secondLook(
        at image: MPImage, _ areas: [RedactedArea], sparing spared: CGRect?
    ) throws -> [RedactedArea] {
        let covered = try RedactionOverlay(areas, method: output.method).drawn(over: image.pixels)
        return try faces.detect(image: MPImage(pixelBuffer: covered)).detections.map(\.boundingBox)
            .filter { box in spared?.contains(CGPoint(x: box.midX, y: box.midY)) != true }
            .map { RedactedArea(face: $0, extent: extent, score: RedactedArea.weakScore) }
    }

    /// The frames of one video, which wait until it is known whether a face was missed in them.
    private final class RedactedVideo {
        private let redactor: Redactor
        private let note: @Sendable () -> Void
        private let bodies: PoseLandmarkerSession?
        private var timeline = RedactionTimeline()
        private var scene = SceneChange()
        /// The frames that wait, with the masks of their people.
        private var waiting: [(frame: VideoFrame, silhouette: Mask?)] = []

        init(_ redactor: Redactor, note: @escaping @Sendable () -> Void) {
            (self.redactor, self.note) = (redactor, note)
            bodies = redactor.people?.makeSession()
        }

        func add(_ frame: VideoFrame) throws -> [FrameProcessor<RedactionResult>.Processed] {
            let image = try MPImage(pixelBuffer: frame.pixels)
            let found = try redactor.faces.detect(image: image).detections
            let masks = try bodies?.detect(
                videoFrame: image, timestampInMilliseconds: frame.timestampInMilliseconds
            ).segmentationMasks
            waiting.append((frame, masks?.union?.inBytes))
            let size = CGSize(width: frame.pixels.width, height: frame.pixels.height)
            return take(timeline.add(found, in: size, time: frame.time, isCut: scene.isCut(frame.pixels)))
        }

        func finish() -> [FrameProcessor<RedactionResult>.Processed] { take(timeline.finish()) }

        private func take(_ ready: [RedactionTimeline.Frame]) -> [FrameProcessor<RedactionResult>.Processed] {
            ready.map { ready in
                // People are covered where they are now, and where they will be in the next frames.
                let silhouette = waiting.prefix(Self.spread).compactMap(\.silhouette).union
                let frame = waiting.removeFirst().frame
                let result = RedactionResult(
                    areas: ready.faces.compactMap(redactor.area), silhouette: silhouette,
                    endedTracks: ready.faces.filter(\.isLast).map(\.trackID))
                if result.isDoubtful { note() }
                return (frame, result)
            }
        }

        /// The number of frames whose silhouettes are covered at once.
        private static let spread = 3
    }

    private func area(_ face: RedactionTimeline.Face) -> RedactedArea? {
        if case .tracks(let ids) = kept, ids.contains(face.trackID) { return nil }
        return RedactedArea(
            face: face.box, extent: extent, score: face.score, trackID: face.trackID, cause: face.cause)
    }
}

extension Detection {
    fileprivate var area: Double { boundingBox.width * boundingBox.height }
}

extension Mask {
    /// The mask in a quarter of the memory.
    fileprivate var inBytes: Mask? {
        withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { Mask(uInt8Data: $0, width: width, height: height, shouldCopy: true) }
        }
    }
}
