package import Lineament

// Here, as this is the first target that has the options and results of all tasks.

extension TaskKind {
    /// The options of the task, as its table describes them.
    package var options: [OptionDescription] {
        switch self {
        case .faceDetector: Lineament.FaceDetectorOptions.table.map(\.description)
        case .faceLandmarker: FaceLandmarkerOptions.table.map(\.description)
        case .poseLandmarker: PoseLandmarkerOptions.table.map(\.description)
        case .handLandmarker: HandLandmarkerOptions.table.map(\.description)
        case .holisticLandmarker: HolisticLandmarkerOptions.table.map(\.description)
        case .faces: VisionFaceDetectorOptions.table.map(\.description)
        }
    }

    /// The values of a face or person, as the table of the task's result describes them.
    package var values: [ValueDescription] {
        switch self {
        case .faceDetector: FaceDetectorResult.values.map(\.description)
        case .faceLandmarker: FaceLandmarkerResult.values.map(\.description)
        case .poseLandmarker: PoseLandmarkerResult.values.map(\.description)
        case .handLandmarker: HandLandmarkerResult.values.map(\.description)
        case .holisticLandmarker: HolisticLandmarkerResult.values.map(\.description)
        case .faces: VisionFace.values.map(\.description)
        }
    }
}
