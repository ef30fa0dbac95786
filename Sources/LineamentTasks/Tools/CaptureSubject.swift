// SPDX-License-Identifier: Apache-2.0
package import Lineament
package import LineamentCapture

/// The parts of people that are looked for to record their movements.
package enum CaptureSubject: Sendable {
    case faces, bodies
    /// Bodies, faces and hands.
    case people(blendshapes: Bool)

    /// The task that finds it.
    package var task: TaskKind {
        switch self {
        case .faces: .faceLandmarker
        case .bodies: .poseLandmarker
        case .people: .holisticLandmarker
        }
    }

    /// The name of the task's option for the number of faces or people.
    package var limit: String { task.options.first { $0.values == .limit }?.name ?? "" }

    /// Returns the values of the task's options that differ from the library's defaults.
    /// - Parameters:
    ///   - smoothing: The smoothing from frame to frame. A recording needs none: it is smoothed afterwards, without delay.
    ///   - camera: The angle of view or the focal length of the camera.
    package func options(smoothing: Smoothing, camera: MotionOptions) -> [String: OptionValue] {
        var options = ["smoothing": OptionValue.choice(smoothing.word)]
        switch self {
        case .faces:
            options["range"] = .choice(DetectionRange.auto.word)
            options["outputFaceBlendshapes"] = .flag(true)
            options["outputFacialTransformationMatrixes"] = .flag(true)
            options["cameraFov"] = .number(camera.fieldOfView)
            options["focalLength"] = camera.focalLength.map(OptionValue.number)
        case .bodies: break
        case .people(let blendshapes): options["outputFaceBlendshapes"] = .flag(blendshapes)
        }
        return options
    }
}

extension CaptureSubject {
    /// The parts of people that several formats need together.
    package init(of formats: [CaptureFormat]) {
        let subjects = formats.map(\.subject)
        let hasBlendshapes = subjects.contains { subject in
            switch subject {
            case .faces, .people(blendshapes: true): true
            case .bodies, .people(blendshapes: false): false
            }
        }
        if subjects.allSatisfy({ $0.task == .faceLandmarker }) {
            self = .faces
        } else if subjects.allSatisfy({ $0.task == .poseLandmarker }) {
            self = .bodies
        } else {
            self = .people(blendshapes: hasBlendshapes)
        }
    }
}

extension CaptureFormat {
    /// Creates a format from its word. `csv` is what people say for a table.
    package init?(word: String) { self.init(rawValue: word == "csv" ? "table" : word) }

    /// The words of all formats.
    package static let words = allCases.map(\.rawValue) + ["csv"]

    /// The parts of people that it needs.
    package var subject: CaptureSubject {
        switch self {
        case .liveLink: .faces
        case .trc, .mot: .bodies
        case .bvh, .openPose, .pose: .people(blendshapes: false)
        case .glb, .vrma, .table: .people(blendshapes: true)
        }
    }
}
