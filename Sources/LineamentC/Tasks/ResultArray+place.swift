internal import CLineament
internal import Lineament

extension ResultArray {
    /// The field of the structure.
    var place: WritableKeyPath<LineamentResult, UnsafePointer<Float>?> {
        switch self {
        case .landmarks: \.landmarks
        case .worldLandmarks: \.world_landmarks
        case .visibilities: \.visibilities
        case .presences: \.presences
        case .boxes: \.boxes
        case .scores: \.scores
        case .blendshapes: \.blendshapes
        case .matrices: \.matrices
        case .angles: \.angles
        case .expressions: \.expressions
        case .contours: \.contours
        case .leftScores: \.left_scores
        }
    }
}
