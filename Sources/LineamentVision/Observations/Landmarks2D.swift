public import Foundation
internal import Lineament

extension FaceObservation {
    /// The features of a face: the 76-point constellation.
    ///
    /// Left and right are the viewer's: `leftEye` is the eye on the left in the image. Points are in fractions of the face's
    /// bounding box, from its lower left corner, and may lie a little outside of it.
    public struct Landmarks2D: Sendable, Hashable, Codable {
        /// All 76 points: brows, eyes, lips, contour, nose, crest, pupils.
        public let allPoints: Region
        /// 17 points along the jaw, from the image's right to its left.
        public let faceContour: Region
        /// 6 points.
        public let innerLips: Region
        /// 6 points, from the outer corner over the upper lid and back.
        public let leftEye: Region
        /// 6 points, from the outer end over the top and back.
        public let leftEyebrow: Region
        public let leftPupil: Region
        /// 10 points, from between the eyes to the chin.
        public let medianLine: Region
        /// 8 points around the nose.
        public let nose: Region
        /// 6 points down the nose.
        public let noseCrest: Region
        /// 14 points, clockwise.
        public let outerLips: Region
        public let rightEye: Region
        public let rightEyebrow: Region
        public let rightPupil: Region
        public let originatingRequestDescriptor: RequestDescriptor?

        init(
            mesh: [SIMD3<Float>], of image: UprightImage, box: NormalizedRect, descriptor: RequestDescriptor?
        ) {
            func region(_ feature: FaceFeature) -> Region {
                let points = feature.meshPoints.map { index in
                    let x = CGFloat(mesh[index].x) / CGFloat(image.width)
                    let y = 1 - CGFloat(mesh[index].y) / CGFloat(image.height)
                    return NormalizedPoint(
                        x: (x - box.origin.x) / box.width, y: (y - box.origin.y) / box.height)
                }
                return Region(
                    points: points, pointsClassification: feature.classification, box: box,
                    originatingRequestDescriptor: descriptor)
            }
            allPoints = region(.allPoints)
            faceContour = region(.faceContour)
            innerLips = region(.innerLips)
            leftEye = region(.leftEye)
            leftEyebrow = region(.leftEyebrow)
            leftPupil = region(.leftPupil)
            medianLine = region(.medianLine)
            nose = region(.nose)
            noseCrest = region(.noseCrest)
            outerLips = region(.outerLips)
            rightEye = region(.rightEye)
            rightEyebrow = region(.rightEyebrow)
            rightPupil = region(.rightPupil)
            originatingRequestDescriptor = descriptor
        }
    }
}

extension FaceObservation.Landmarks2D {
    /// One feature of a face.
    public struct Region: Sendable, Hashable, Codable {
        /// How the points of a region belong together.
        public enum PointsClassification: String, Sendable, Hashable, Codable {
            case disconnected, openPath, closedPath
        }

        /// In fractions of the face's bounding box, from its lower left corner.
        public let points: [NormalizedPoint]
        public let pointsClassification: PointsClassification
        /// Always nil: the mesh has no such estimates.
        public let precisionEstimatesPerPoint: [Float]?
        public let originatingRequestDescriptor: RequestDescriptor?
        private let box: NormalizedRect

        init(
            points: [NormalizedPoint], pointsClassification: PointsClassification, box: NormalizedRect,
            originatingRequestDescriptor: RequestDescriptor?
        ) {
            self.points = points
            self.pointsClassification = pointsClassification
            precisionEstimatesPerPoint = nil
            self.box = box
            self.originatingRequestDescriptor = originatingRequestDescriptor
        }

        /// The points in pixels of the whole image.
        public func pointsInImageCoordinates(
            _ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
        ) -> [CGPoint] {
            points.map { $0.toImageCoordinates(from: box, imageSize: imageSize, origin: origin) }
        }
    }
}
