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

    /// A description of the task, in one sentence.
    package var summary: String {
        switch self {
        case .faceDetector: "Detects faces: a box, a score and six keypoints each."
        case .faceLandmarker:
            "Locates \(FaceMeshLandmark.count) landmarks on each face, and optionally computes blendshapes and head pose."
        case .poseLandmarker:
            "Locates \(PoseLandmark.allCases.count) landmarks on each person, in the image and in meters."
        case .faces: "Detects faces and reports ML Kit's values for each."
        case .handLandmarker:
            "Locates \(HandLandmark.allCases.count) landmarks on each hand, in the image and in meters, and tells left from right."
        case .holisticLandmarker:
            "Locates the landmarks of each person's body, face, and hands."
        }
    }

    /// The name of the faces or people in a table of results.
    package var column: String {
        switch self {
        case .faceDetector, .faceLandmarker, .faces: "faces"
        case .poseLandmarker: "poses"
        case .handLandmarker: "hands"
        case .holisticLandmarker: "people"
        }
    }

    /// The number of the task in C, from 1.
    package var number: Int32 { Int32((Self.allCases.firstIndex(of: self) ?? 0) + 1) }

    /// Finds a task by its number in C.
    package init?(number: Int32) {
        guard let task = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = task
    }
}
