internal import CLineament
internal import Foundation
internal import Lineament
internal import LineamentMLKit

/// A task behind the functions of Lineament's own, whose results are arrays.
final class DetectionTask: Handled {
    static let handleName = "task"

    /// Processes a single image.
    let detect: @Sendable (MPImage) throws -> ResultArrays
    /// Returns what processes the frames of one video.
    let makeSession: @Sendable () throws -> SessionBody
    let kind: TaskKind
    /// Whether results have masks.
    let hasMasks: Bool
    private let origin = ForkGuard()

    /// Processes the frames of one video, and starts a new one.
    struct SessionBody: Sendable {
        let detect: @Sendable (_ frame: MPImage, _ timestamp: Int) throws -> ResultArrays
        let reset: @Sendable () throws -> Void
    }

    var isUsable: Bool { origin.isOriginalProcess }

    /// Loads the models.
    init(_ options: TaskOptionsReader) throws {
        kind = options.task
        hasMasks = options.hasMasks
        switch options.task {
        case .faceDetector:
            let task = try FaceDetector(options: options.faceDetectorOptions())
            (detect, makeSession) = Self.functions(of: task) { try ResultArrays($0, in: $1) }
        case .faceLandmarker:
            let task = try FaceLandmarker(options: options.faceLandmarkerOptions())
            (detect, makeSession) = Self.functions(of: task) { try ResultArrays($0, in: $1) }
        case .poseLandmarker:
            let task = try PoseLandmarker(options: options.poseLandmarkerOptions())
            (detect, makeSession) = Self.functions(of: task) { try ResultArrays($0, in: $1) }
        case .handLandmarker:
            let task = try HandLandmarker(options: options.handLandmarkerOptions())
            (detect, makeSession) = Self.functions(of: task) { try ResultArrays($0, in: $1) }
        case .holisticLandmarker:
            let task = try HolisticLandmarker(options: options.holisticLandmarkerOptions())
            (detect, makeSession) = Self.functions(of: task) { try ResultArrays($0, in: $1) }
        case .faces:
            let detector = try options.faceAttributeDetector()
            detect = { try ResultArrays(detector.faces(in: $0), isFrame: false, in: $0) }
            makeSession = {
                let session = detector.makeSession()
                return SessionBody(
                    detect: {
                        try ResultArrays(session.faces(in: $0, timestampInMilliseconds: $1), isFrame: true, in: $0)
                    },
                    reset: { session.reset() })
            }
        }
    }

    private static func functions<Task: ImageTask>(
        of task: Task, _ arrays: @escaping @Sendable (Task.Output, MPImage) throws -> ResultArrays
    ) -> (@Sendable (MPImage) throws -> ResultArrays, @Sendable () throws -> SessionBody) {
        (
            { try arrays(task.detect(image: $0), $0) },
            {
                let session = task.makeSession()
                return SessionBody(
                    detect: { try arrays(session.detect(videoFrame: $0, timestampInMilliseconds: $1), $0) },
                    reset: { session.reset() })
            }
        )
    }
}

/// A video whose frames belong to a task.
final class DetectionSession: Handled {
    static let handleName = "session"

    let body: DetectionTask.SessionBody
    private let origin = ForkGuard()

    var isUsable: Bool { origin.isOriginalProcess }

    init(_ body: DetectionTask.SessionBody) { self.body = body }
}
