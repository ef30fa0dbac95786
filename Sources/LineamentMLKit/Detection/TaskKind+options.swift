package import Lineament

// Here, as this is the first target that has the options of all tasks.

extension TaskKind {
    /// The options of the task, as its table describes them.
    package var options: [OptionDescription] {
        switch self {
        case .faceDetector: Lineament.FaceDetectorOptions.table.map(\.description)
        case .faceLandmarker: FaceLandmarkerOptions.table.map(\.description)
        case .poseLandmarker: PoseLandmarkerOptions.table.map(\.description)
        case .faces: VisionFaceDetectorOptions.table.map(\.description)
        }
    }
}
