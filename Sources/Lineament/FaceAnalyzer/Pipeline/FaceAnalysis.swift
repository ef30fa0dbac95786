// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The computation of the attributes of faces, for a ``FaceAnalyzer`` and for ML Kit's detectors.
package struct FaceAnalysis: Sendable {
    /// The faces to find and the attributes to compute.
    package struct Settings: Sendable {
        package var range: DetectionRange
        /// The minimum score of a face, 0 to 1. Below 0.5, the detector's own, it has no effect.
        package var minScore: Float
        package var wantsLandmarks: Bool
        package var wantsContours: Bool
        package var wantsExpressions: Bool
        /// Whether faces have a mesh. Without one, they have a roll only.
        package var wantsMesh: Bool
        /// Whether only the largest face is analyzed, which then has only its box and its contours.
        package var isContourOnly: Bool
        /// The width of the smallest face, as a fraction of the image width.
        package var minFaceSize: Double

        package init(
            range: DetectionRange, minScore: Float = 0.5, wantsLandmarks: Bool, wantsContours: Bool,
            wantsExpressions: Bool, wantsMesh: Bool = true, isContourOnly: Bool = false, minFaceSize: Double
        ) {
            self.range = range
            self.minScore = minScore
            self.wantsLandmarks = wantsLandmarks
            self.wantsContours = wantsContours
            self.wantsExpressions = wantsExpressions
            self.wantsMesh = wantsMesh
            self.isContourOnly = isContourOnly
            self.minFaceSize = minFaceSize
        }
    }

    /// The frame of coordinates: the image as stored, or as displayed, which is upright.
    package enum Frame: Sendable { case stored, displayed }

    private let settings: Settings
    let analyzer: FaceAttributeAnalyzer

    /// Loads the models that the settings need.
    /// - Throws: ``LineamentError`` if a model or the runtime cannot be loaded.
    package init(_ settings: Settings, base: BaseOptions = BaseOptions()) throws {
        self.settings = settings
        var options = FaceAttributeAnalyzer.Options()
        options.range = settings.range
        options.numThreads = base.numThreads
        options.gpu = base.gpu
        options.wantsMesh = settings.wantsMesh
        options.wantsExpression = settings.wantsExpressions
        analyzer = try FaceAttributeAnalyzer(options)
    }

    /// Returns the faces in an image, largest first.
    /// - Parameters:
    ///   - image: The image.
    ///   - frame: The frame of coordinates of the results.
    ///   - isFrame: Whether the image is a frame of a video.
    ///   - identify: Returns an ID for each face; `nil` if faces are not tracked.
    package func faces(
        in image: UprightImage, placedIn frame: Frame, isFrame: Bool, identify: ([FaceAttributes]) -> [Int]?
    ) throws -> [FaceAnalyzerResult.Face] {
        var found = try analyzer.detect(in: image).filter { $0.score >= settings.minScore }
        if !settings.isContourOnly {
            found.removeAll { Double($0.boxSize.x) < settings.minFaceSize * Double(image.width) }
        }
        found.sort { $0.boxSize.x * $0.boxSize.y > $1.boxSize.x * $1.boxSize.y }
        if settings.isContourOnly { found = Array(found.prefix(1)) }
        let faces = try analyzer.analyze(found, in: image, isFrame: isFrame)
        let ids = settings.isContourOnly ? nil : identify(faces)
        return faces.enumerated().map { index, attributes in
            face(attributes, in: image, placedIn: frame, isLargest: index == 0, id: ids?[index])
        }
    }

    private func face(
        _ face: FaceAttributes, in image: UprightImage, placedIn frame: Frame, isLargest: Bool, id: Int?
    ) -> FaceAnalyzerResult.Face {
        let place = { (point: SIMD2<Float>) in frame == .displayed ? point : image.stored(point) }
        let degrees: (Float) -> Float = { $0 * 180 / .pi }
        let angles = settings.isContourOnly ? nil : face.angles
        let yaw = degrees(face.angles?.yawInRadians ?? face.estimatedYaw)
        let isFrontal = abs(yaw) <= Self.maxYawWithExpression
        let expression = settings.wantsExpressions && isFrontal ? face.expression : nil
        let points = face.mesh.map { mesh in mesh.map { place(SIMD2($0.x, $0.y)) } }
        return FaceAnalyzerResult.Face(
            boundingBox: face.frame(placedBy: place), trackID: id,
            pitch: angles.map { degrees($0.pitchInRadians) },
            yaw: settings.wantsMesh && !settings.isContourOnly ? yaw : nil,
            roll: settings.isContourOnly ? nil : degrees(angles?.rollInRadians ?? face.estimatedRoll),
            smilingProbability: expression?.smiling, leftEyeOpenProbability: expression?.leftEyeOpen,
            rightEyeOpenProbability: expression?.rightEyeOpen,
            landmarks: settings.wantsLandmarks ? Self.landmarks(points, turnedRight: yaw) : [:],
            contours: settings.wantsContours && isLargest ? Self.contours(points) : [:])
    }

    /// The largest yaw, in degrees, at which an expression can be classified.
    private static let maxYawWithExpression: Float = 36

    private static func landmarks(_ points: [SIMD2<Float>]?, turnedRight: Float) -> [FacialPoint: CGPoint] {
        guard let points else { return [:] }
        let visible = FacialPoint.visible(turnedRight: turnedRight)
        return Dictionary(
            visible.map { landmark in
                let parts = landmark.meshPoints.map { points[$0] }
                return (landmark, CGPoint(parts.reduce(.zero, +) / Float(parts.count)))
            }, uniquingKeysWith: { $1 })
    }

    private static func contours(_ points: [SIMD2<Float>]?) -> [FacialContour: [CGPoint]] {
        guard let points else { return [:] }
        return Dictionary(
            FacialContour.allCases.map { contour in (contour, contour.meshPoints.map { CGPoint(points[$0]) }) },
            uniquingKeysWith: { $1 })
    }
}

extension FaceAttributes {
    /// Returns the bounding box of the detector's box and the mesh without its irises.
    fileprivate func frame(placedBy place: (SIMD2<Float>) -> SIMD2<Float>) -> CGRect {
        let outline = (mesh ?? []).prefix(FaceMeshLandmark.rightIrisCenter.rawValue).map { SIMD2($0.x, $0.y) }
        let corners = [boxOrigin, boxOrigin + boxSize]
        let low = place((outline + corners).reduce(boxOrigin, pointwiseMin))
        let high = place((outline + corners).reduce(boxOrigin, pointwiseMax))
        let origin = pointwiseMin(low, high)
        let size = pointwiseMax(low, high) - origin
        return CGRect(
            x: CGFloat(origin.x), y: CGFloat(origin.y), width: CGFloat(size.x), height: CGFloat(size.y))
    }
}

extension CGPoint {
    fileprivate init(_ point: SIMD2<Float>) { self.init(x: CGFloat(point.x), y: CGFloat(point.y)) }
}
