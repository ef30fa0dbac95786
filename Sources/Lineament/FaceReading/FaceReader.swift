internal import Foundation
internal import LiteRT

/// Everything the dialects say of a face, in the coordinates of the upright picture.
package struct FaceReading: Sendable {
    /// Left upper corner and size, in pixels.
    package var boxOrigin: SIMD2<Float>
    package var boxSize: SIMD2<Float>
    package var score: Float
    /// Right eye, left eye, nose tip, mouth, right ear, left ear (the subject's sides), in pixels.
    package var keypoints: [SIMD2<Float>]
    /// 478 points in pixels, depth on the same scale; nil if the mesh was not asked for or does not fit.
    package var mesh: [SIMD3<Float>]?
    package var expression: FaceExpression?
    package var angles: HeadAngles?

    /// How far the head is turned towards the picture's right, in radians, from where the detector sees the nose in its box.
    ///
    /// For faces without a mesh, such as profiles: the side is right, the angle is rough.
    package var turn: Float {
        let across = SIMD2(cos(roll), -sin(roll))
        let offset = ((keypoints[2] - boxOrigin - boxSize / 2) * across).sum()
        return asin(max(-1, min(1, 2.2 * offset / max(1, boxSize.x))))
    }

    /// How far the eyes are from level, counter-clockwise in radians, from the detector alone.
    package var roll: Float {
        let eyes = keypoints[1] - keypoints[0]
        return -atan2(eyes.y, eyes.x)
    }
}

/// How a head is turned, in radians.
package struct HeadAngles: Sendable, Hashable {
    /// Positive when the face looks up.
    package var up: Float
    /// Positive when the face looks towards the right edge of the picture.
    package var right: Float
    /// Positive when the head is turned counter-clockwise in the picture.
    package var counterclockwise: Float

    /// From the 4×4 matrix of the face, row by row: R = Ry(right) · Rx(−up) · Rz(counterclockwise) in a frame with x to
    /// the right, y up and z to the viewer. The matrix has no other scale than 1.
    init(matrix m: [Float]) {
        up = asin(max(-1, min(1, m[6])))
        right = atan2(m[2], m[10])
        counterclockwise = atan2(m[4], m[5])
    }
}

/// Finds faces and reads from them what was asked for; only the models needed for that are loaded and run.
package final class FaceReader: Sendable {
    package struct Options: Sendable {
        package var range = DetectionRange.short
        /// Whether landmarks, and with them angles, are wanted.
        package var wantsMesh = false
        /// Whether smiles and open eyes are wanted; needs the mesh.
        package var wantsExpression = false
        package var minScore: Float = 0.5

        package init() {}
    }

    private let analyzer: FaceAnalyzer?
    private let finder: any FaceFinding
    private let minScore: Float

    package init(_ options: Options) throws {
        minScore = options.minScore
        if options.wantsMesh || options.wantsExpression {
            let landmarker = FaceLandmarkerOptions()
            landmarker.range = options.range
            landmarker.outputFacialTransformationMatrixes = true
            // The finder has said that there is a face; profiles and masks get a mesh, too.
            landmarker.minFacePresenceConfidence = 0.1
            landmarker.outputFaceBlendshapes = options.wantsExpression
            let file = try ModelFile.read(path: "", default: .faceLandmarker)
            let bundle = try ModelBundle(bytes: file.bytes, name: file.name)
            let analyzer = try restatingRuntimeErrors { try FaceAnalyzer(bundle: bundle, options: landmarker) }
            self.analyzer = analyzer
            finder = analyzer.finder
        } else {
            analyzer = nil
            let threads = try ThreadPlan(requested: 0)
            let file = try ModelFile.read(path: "", default: FaceFinders.defaultModel(of: options.range))
            let original = try restatingRuntimeErrors {
                try FaceFinder(
                    Model(bytes: file.bytes, name: file.name, runtime: ModelFile.runtime()), threads: threads)
            }
            finder = try FaceFinders.finder(
                for: options.range, original: original, threads: threads,
                maxSearchedPixels: FaceDetectorOptions().maxSearchedPixels)
        }
    }

    /// The faces in a picture, best first, without what needs the mesh.
    package func find(in image: UprightImage) throws -> [FaceReading] {
        let size = image.pixels.size
        return try finder.faces(
            in: image.pixels, region: .wholeImage(size), minScore: minScore, suppression: 0.3
        ).map { FaceReading($0, in: size) }
    }

    /// Adds what the mesh tells to each face that has one.
    package func read(_ faces: [FaceReading], in image: UprightImage) throws -> [FaceReading] {
        guard let analyzer else { return faces }
        return try Concurrent.map(faces, analyzer.threads) { try analyzer.read($0, in: image.pixels, isAlone: $1) }
    }
}

extension FaceReading {
    init(_ candidate: Candidate, in size: ImageSize) {
        let pixels = SIMD2(size.width, size.height)
        self.init(
            boxOrigin: candidate.box.minimum * pixels, boxSize: candidate.box.size * pixels, score: candidate.score,
            keypoints: candidate.keypoints.map { $0 * pixels })
    }

    /// A face that somebody else found: where its eyes are is guessed.
    package init(boxOrigin: SIMD2<Float>, boxSize: SIMD2<Float>, score: Float) {
        let places: [SIMD2<Float>] = [
            [0.3, 0.35], [0.7, 0.35], [0.5, 0.55], [0.5, 0.75], [0.05, 0.45], [0.95, 0.45],
        ]
        self.init(
            boxOrigin: boxOrigin, boxSize: boxSize, score: score, keypoints: places.map { boxOrigin + $0 * boxSize })
    }

    fileprivate func candidate(in size: ImageSize) -> Candidate {
        let pixels = SIMD2(size.width, size.height)
        return Candidate(
            box: Box(minimum: boxOrigin / pixels, maximum: (boxOrigin + boxSize) / pixels), score: score,
            keypoints: keypoints.map { $0 / pixels })
    }
}

extension FaceAnalyzer {
    fileprivate func read(_ face: FaceReading, in pixels: PixelBuffer, isAlone: Bool) throws -> FaceReading {
        let size = pixels.size
        guard let prediction = try steadyPrediction(of: face, in: pixels, isAlone: isAlone) else { return face }
        let whole = try self.face(prediction.landmarks, in: size, isAlone: isAlone)
        var read = face
        let scale = SIMD3(size.width, size.height, size.width)
        read.mesh = whole.landmarks.map { $0 * scale }
        read.angles = whole.transformation.map(HeadAngles.init)
        if let shapes = whole.blendshapes, let points = read.mesh {
            read.expression = FaceExpression(blendshapes: shapes, mesh: points)
        }
        return read
    }

    /// The mesh of a face. A region that was turned by the detector's idea of the eyes is turned by the mesh's and looked at
    /// again, if the two differ.
    private func steadyPrediction(
        of face: FaceReading, in pixels: PixelBuffer, isAlone: Bool
    ) throws -> FaceMesh.Prediction? {
        let size = pixels.size
        let region = FaceRegion.around(face.candidate(in: size), in: size)
        guard let first = try mesh.predict(pixels, in: region, isAlone: isAlone), first.presence > minPresence else {
            return nil
        }
        let better = FaceRegion.around(first.landmarks, in: size)
        let difference = abs(remainder(better.rotation - region.rotation, 2 * .pi))
        guard difference > Self.largestMisturn,
            let second = try mesh.predict(pixels, in: better, isAlone: isAlone), second.presence > minPresence
        else { return first }
        return second
    }

    /// In radians, 15 degrees. Up to here the mesh, and so the angles, stay the original's; beyond it its roll is off.
    private static var largestMisturn: Float { 0.26 }
}
