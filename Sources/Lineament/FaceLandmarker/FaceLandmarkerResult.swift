// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The faces that a ``FaceLandmarker`` detected in an image.
///
/// ``faces`` holds everything about each face; the other lists are MediaPipe's parallel arrays, derived from it. In a
/// single image, faces are in descending order of detection score; in a video, tracked faces come first.
public final class FaceLandmarkerResult: TaskResult, @unchecked Sendable {
    // Sound: nothing changes after the initializer, and the values are Sendable.

    /// One face.
    public struct Face: Sendable, Hashable {
        /// The 478 landmarks, in fractions of the image as stored.
        ///
        /// Landmarks 0 to 467 are the mesh, 468 to 472 the iris of the subject's right eye, and 473 to 477 that of the
        /// left.
        public internal(set) var landmarks: FaceLandmarks
        /// The scores of the 52 blendshapes; `nil` if not requested.
        public let blendshapes: BlendshapeScores?
        /// The transformation matrix of the head; `nil` if not requested, or if the landmarks are too close together to
        /// solve for it.
        public internal(set) var transformationMatrix: TransformMatrix?
        /// The 478 landmarks in centimeters, in the space of the camera: x to the right of the image, y up, z toward the
        /// viewer, with the camera at the origin, so that z is negative. `nil` if not requested, or if the landmarks are too
        /// close together. A Lineament extension.
        ///
        /// The face has the size of MediaPipe's canonical face, whatever its real size is. The camera sees each point where
        /// its landmark is.
        public internal(set) var mesh: [SIMD3<Float>]?
        /// An ID that the face keeps while it is tracked and through short gaps, and that no other face of the stream
        /// receives; `nil` in single images. A Lineament extension.
        public let trackID: Int?
        /// The landmark model's confidence that there is a face, 0 to 1, which
        /// ``FaceLandmarkerOptions/minFacePresenceConfidence`` is compared with; `nil` if unknown. A Lineament extension.
        public let score: Float?

        /// Creates a face from its parts.
        public init(
            landmarks: FaceLandmarks, blendshapes: BlendshapeScores? = nil,
            transformationMatrix: TransformMatrix? = nil, mesh: [SIMD3<Float>]? = nil, trackID: Int? = nil,
            score: Float? = nil
        ) {
            self.landmarks = landmarks
            self.blendshapes = blendshapes
            self.transformationMatrix = transformationMatrix
            self.mesh = mesh
            self.trackID = trackID
            self.score = score
        }

        /// The yaw, pitch and roll of the head; `nil` without a ``transformationMatrix``. A Lineament extension.
        public var angles: HeadAngles? { transformationMatrix.flatMap(HeadAngles.init) }
        /// The orientation of the head against the ray from the face to the camera; `nil` if the matrix was not requested
        /// or could not be computed.
        public var anglesTowardCamera: HeadAngles? { transformationMatrix.flatMap(HeadAngles.towardCamera) }

        /// Returns the smallest rectangle that contains all landmarks, in pixels of an image of `size`.
        public func boundingBox(in size: CGSize) -> CGRect { landmarks.boundingBox(in: size) ?? .null }

        /// Returns the smallest rectangle that contains all landmarks, in pixels of the image as stored. A Lineament extension.
        public func boundingBox(in image: MPImage) -> CGRect { boundingBox(in: image.storedSize) }
    }

    /// The outputs that were requested, regardless of whether there is a face.
    struct Contents: OptionSet, Hashable {
        let rawValue: Int

        static let blendshapes = Contents(rawValue: 1)
        static let matrixes = Contents(rawValue: 2)
        static let meshes = Contents(rawValue: 4)
    }

    /// The faces; empty if there are none.
    public let faces: [Face]
    /// The faces that were detected but have no landmarks: the landmark model did not confirm them, in no turn of the face with
    /// ``DetectionRange/auto``, or they are a few pixels in size. Best score first. A Lineament extension.
    public let facesWithoutLandmarks: [Detection]
    /// The number of faces that were detected or tracked. It is more than the number of ``faces`` if the landmark model
    /// did not confirm some of them: their scores were not above ``FaceLandmarkerOptions/minFacePresenceConfidence``, as
    /// happens with faces of a few pixels. A Lineament extension.
    public let detectedFaceCount: Int
    /// The outputs that were requested, which decide what the JSON contains.
    let contents: Contents

    /// The 478 landmarks of each face; empty if there is no face.
    public var faceLandmarks: [[NormalizedLandmark]] { faces.map(\.landmarks.array) }
    /// The 52 blendshape scores of each face; empty if not requested.
    public var faceBlendshapes: [Classifications] {
        contents.contains(.blendshapes) ? faces.map { Classifications($0.blendshapes ?? BlendshapeScores([])) } : []
    }
    /// The transformation matrix of each head; empty if not requested. A face whose pose could not be solved has a
    /// matrix of NaN, so that the arrays stay parallel.
    public var facialTransformationMatrixes: [TransformMatrix] {
        contents.contains(.matrixes) ? faces.map { $0.transformationMatrix ?? .unknownPose } : []
    }
    /// Whether ``facialTransformationMatrixes`` were requested.
    package var hasTransformationMatrixes: Bool { contents.contains(.matrixes) }
    /// Whether the ``Face/mesh`` of each face was requested.
    package var hasMeshes: Bool { contents.contains(.meshes) }
    /// The ``Face/trackID`` of each face in video and live-stream mode; empty for single images. A Lineament extension.
    public var trackIDs: [Int] { faces.compactMap(\.trackID) }
    /// The ``Face/score`` of each face; empty if unknown. A Lineament extension.
    public var faceScores: [Float] { faces.compactMap(\.score) }

    /// Creates a result from faces.
    /// - Parameters:
    ///   - faces: The faces.
    ///   - timestampInMilliseconds: The time of a frame.
    ///   - isFrame: Whether the image is a frame of a video; `nil` to tell by the faces' IDs, or without faces by a
    ///     timestamp other than 0.
    public convenience init(faces: [Face], timestampInMilliseconds: Int, isFrame: Bool? = nil) {
        var contents: Contents = []
        if faces.contains(where: { $0.blendshapes != nil }) { contents.insert(.blendshapes) }
        if faces.contains(where: { $0.transformationMatrix != nil }) { contents.insert(.matrixes) }
        if faces.contains(where: { $0.mesh != nil }) { contents.insert(.meshes) }
        self.init(
            faces: faces, contents: contents, timestampInMilliseconds: timestampInMilliseconds,
            isFrame: isFrame
                ?? Self.isFrame(
                    trackIDs: faces.map(\.trackID), timestampInMilliseconds: timestampInMilliseconds))
    }

    /// Creates a result from MediaPipe's parallel arrays; blendshapes and matrices may be empty.
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

    init(
        faces: [Face], facesWithoutLandmarks: [Detection] = [], detectedFaceCount: Int = 0, contents: Contents,
        timestampInMilliseconds: Int, isFrame: Bool
    ) {
        self.faces = faces
        self.facesWithoutLandmarks = facesWithoutLandmarks
        self.detectedFaceCount = max(detectedFaceCount, faces.count + facesWithoutLandmarks.count)
        self.contents = contents
        super.init(timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame)
    }
}

extension FaceLandmarkerResult: Hashable, CustomStringConvertible {}

extension FaceLandmarkerResult: SubjectResult {
    package var subjects: [Face] { faces }
    package static var nouns: (one: String, several: String) { ("face", "faces") }
}

extension FaceLandmarkerResult.Face {
    /// The placeholder, in JSON, for a mesh that could not be computed.
    static let unknownMesh = [SIMD3<Float>](repeating: SIMD3(repeating: .nan), count: FaceMeshLandmark.count)
}

extension TransformMatrix {
    /// The placeholder, in MediaPipe's parallel array, for a pose that could not be solved.
    fileprivate static var unknownPose: TransformMatrix {
        TransformMatrix(rowMajor: [Float](repeating: .nan, count: 16), side: 4)
    }
}
