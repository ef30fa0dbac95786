// SPDX-License-Identifier: Apache-2.0

/// One of the tasks that the command line, the service, C and Python offer.
///
/// The raw value is its name: the command, the last part of the service's path, and the name of its schema. The order is
/// that of the numbers in C.
package enum TaskKind: String, CaseIterable, Sendable {
    case faceDetector = "face-detector"
    case faceLandmarker = "face-landmarker"
    case poseLandmarker = "pose-landmarker"
    /// Faces with ML Kit's attributes.
    case faces
    case handLandmarker = "hand-landmarker"
    case holisticLandmarker = "holistic-landmarker"

    /// Finds a task by its name.
    /// - Throws: ``LineamentError`` with code `invalidArgument`.
    package init(named name: String) throws {
        guard let task = Self(rawValue: name) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw LineamentError(.invalidArgument, "There is no task \(name). Available tasks: \(names).")
        }
        self = task
    }

    /// The task itself.
    package var task: any OfferedTask.Type {
        switch self {
        case .faceDetector: FaceDetector.self
        case .faceLandmarker: FaceLandmarker.self
        case .poseLandmarker: PoseLandmarker.self
        case .faces: FaceAnalyzer.self
        case .handLandmarker: HandLandmarker.self
        case .holisticLandmarker: HolisticLandmarker.self
        }
    }

    /// A description of the task, in one sentence.
    package var summary: String { task.summary }
    /// The name of the faces, people or hands in a table of results.
    package var column: String { task.column }
    /// The options of the task, as its table describes them.
    package var options: [OptionDescription] { task.optionDescriptions }
    /// The values of a face, person or hand, as the table of the task's result describes them.
    package var values: [ValueDescription] { task.valueDescriptions }

    /// The number of the task in C, from 1.
    package var number: Int32 { Int32((Self.allCases.firstIndex(of: self) ?? 0) + 1) }

    /// Finds a task by its number in C.
    package init?(number: Int32) {
        guard let task = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = task
    }
}
