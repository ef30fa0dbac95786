/// The faces that a ``FaceLandmarker`` detected in one image.
///
/// ``faces`` has everything about a face together; the other lists are MediaPipe's, derived from it, and run in
/// parallel. In an image the face detected with the best score comes first; in a video tracked faces come first.
public final class FaceLandmarkerResult: TaskResult, @unchecked Sendable {
    // Sound: nothing changes after the initializer, and the values are Sendable.

    /// One face.
    public struct Face: Sendable, Hashable {
        /// 478 landmarks in fractions of the image as stored.
        ///
        /// 0 to 467 are the mesh, 468 to 472 the iris of the subject's right eye, 473 to 477 that of the left.
        public let landmarks: FaceLandmarks
        /// The scores of 52 facial expressions; nil unless they were asked for.
        public let blendshapes: BlendshapeScores?
        /// The pose of the head; nil unless it was asked for, and for landmarks so close together that they have none.
        public let transformationMatrix: TransformMatrix?
        /// A number that the face keeps while it is tracked and through a short loss, and that no other face of the
        /// stream gets; nil in single images. A Lineament extension.
        public let trackID: Int?

        /// A face from its parts.
        public init(
            landmarks: FaceLandmarks, blendshapes: BlendshapeScores? = nil,
            transformationMatrix: TransformMatrix? = nil, trackID: Int? = nil
        ) {
            self.landmarks = landmarks
            self.blendshapes = blendshapes
            self.transformationMatrix = transformationMatrix
            self.trackID = trackID
        }
    }

    /// What was asked for, whether or not there is a face.
    struct Contents: OptionSet, Hashable {
        let rawValue: Int

        static let blendshapes = Contents(rawValue: 1)
        static let matrixes = Contents(rawValue: 2)
        /// The image is a frame of a video.
        static let trackIDs = Contents(rawValue: 4)
    }

    /// The faces; empty if there is none.
    public let faces: [Face]
    let contents: Contents

    /// 478 landmarks a face; empty if there is no face.
    public var faceLandmarks: [[NormalizedLandmark]] { faces.map(\.landmarks.array) }
    /// 52 scores a face; empty unless they were asked for.
    public var faceBlendshapes: [Classifications] {
        contents.contains(.blendshapes) ? faces.map { Classifications($0.blendshapes ?? BlendshapeScores([])) } : []
    }
    /// The pose of each head; empty unless it was asked for. A face without a pose has a matrix of NaN, so that the
    /// lists stay parallel.
    public var facialTransformationMatrixes: [TransformMatrix] {
        contents.contains(.matrixes) ? faces.map { $0.transformationMatrix ?? .unknownPose } : []
    }
    /// The ``Face/trackID`` of each face in video and live stream mode; empty for single images. A Lineament extension.
    public var trackIDs: [Int] { faces.compactMap(\.trackID) }

    /// A result from faces.
    public convenience init(faces: [Face], timestampInMilliseconds: Int) {
        var contents: Contents = []
        if faces.contains(where: { $0.blendshapes != nil }) { contents.insert(.blendshapes) }
        if faces.contains(where: { $0.transformationMatrix != nil }) { contents.insert(.matrixes) }
        if faces.contains(where: { $0.trackID != nil }) { contents.insert(.trackIDs) }
        self.init(faces: faces, contents: contents, timestampInMilliseconds: timestampInMilliseconds)
    }

    /// A result from MediaPipe's parallel lists; blendshapes and matrixes may be empty.
    public convenience init(
        faceLandmarks: [[NormalizedLandmark]], faceBlendshapes: [Classifications],
        facialTransformationMatrixes: [TransformMatrix], timestampInMilliseconds: Int
    ) {
        let faces = faceLandmarks.enumerated().map { index, landmarks in
            Face(
                landmarks: FaceLandmarks(landmarks),
                blendshapes: faceBlendshapes.element(at: index).map(BlendshapeScores.init),
                transformationMatrix: facialTransformationMatrixes.element(at: index))
        }
        self.init(faces: faces, timestampInMilliseconds: timestampInMilliseconds)
    }

    init(faces: [Face], contents: Contents, timestampInMilliseconds: Int) {
        self.faces = faces
        self.contents = contents
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension FaceLandmarkerResult: Hashable, CustomStringConvertible {
    /// Whether both results have equal faces at the same time.
    public static func == (left: FaceLandmarkerResult, right: FaceLandmarkerResult) -> Bool {
        left.faces == right.faces && left.timestampInMilliseconds == right.timestampInMilliseconds
    }

    /// Hashes the faces and the time.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(faces)
        hasher.combine(timestampInMilliseconds)
    }

    /// Such as "2 faces at 40 ms".
    public var description: String {
        "\(faces.count) \(faces.count == 1 ? "face" : "faces") at \(timestampInMilliseconds) ms"
    }
}

extension TransformMatrix {
    /// Stands in MediaPipe's list for a pose that could not be computed.
    fileprivate static var unknownPose: TransformMatrix {
        TransformMatrix(rowMajor: [Float](repeating: .nan, count: 16), side: 4)
    }
}

extension Array {
    /// The element at `index`; nil outside.
    func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
