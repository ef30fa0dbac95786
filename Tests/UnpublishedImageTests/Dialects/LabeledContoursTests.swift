// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentMLKit
import LineamentImages
import TestSupport
import Testing

/// ML Kit's contours against 68-point labels that people made or verified.
///
/// The labels follow the same lines as the contours but not at the same points. The error is therefore the distance of
/// a labeled point from the contour, relative to the distance between the outer corners of the eyes.
@Suite(.enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"))
struct LabeledContoursTests {
    private struct Region {
        let name: String
        let labels: Range<Int>
        let contours: [[FaceContourType]]
        /// Whether points inside the contours count as on the feature, as for eyebrows, which are labeled along their
        /// middle.
        var isFilled = false
    }

    private static let regions = [
        Region(name: "jaw", labels: 0..<17, contours: [[.face]]),
        Region(
            name: "brows", labels: 17..<27,
            contours: [[.leftEyebrowTop, .leftEyebrowBottom], [.rightEyebrowTop, .rightEyebrowBottom]], isFilled: true),
        Region(name: "nose", labels: 27..<36, contours: [[.noseBridge], [.noseBottom]]),
        Region(name: "eyes", labels: 36..<48, contours: [[.leftEye], [.rightEye]]),
        Region(
            name: "mouth", labels: 48..<68,
            contours: [[.upperLipTop, .lowerLipBottom], [.upperLipBottom, .lowerLipTop]]),
    ]

    @Test func contoursOfFrontalFacesMatchTheFeatures() throws {
        var errors: [String: [Double]] = [:]
        var count = 0
        for (picture, labels) in try Self.labels() {
            guard let face = try Self.face(in: picture, around: labels), face.isFrontal else { continue }
            count += 1
            let eyes = hypot(labels[45].x - labels[36].x, labels[45].y - labels[36].y)
            for region in Self.regions {
                let lines = region.contours.map { face.line($0) }
                errors[region.name, default: []] += region.labels.map { index in
                    let isInside = region.isFilled && lines.contains { $0.surrounds(labels[index]) }
                    return isInside ? 0 : (lines.map { $0.distance(to: labels[index]) }.min() ?? .infinity) / eyes
                }
            }
        }
        let means = errors.mapValues { $0.reduce(0, +) / Double($0.count) }
        let all = errors.values.joined()
        let mean = all.reduce(0, +) / Double(max(1, all.count))
        print("contours of \(count) frontal faces: \(mean), \(means)")
        #expect(count >= 8)
        #expect(mean <= 0.04)
        // The outline of a face is labeled where it is visible, even on hair and beard.
        for (name, error) in means { #expect(error <= (name == "jaw" ? 0.05 : 0.03), "\(name)") }
    }

    /// Returns the labeled faces with their images.
    private static func labels() throws -> [(image: PixelBuffer, points: [CGPoint])] {
        let data = try Data(contentsOf: TestData.url("groundtruth/faces.json"))
        let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let images = (root?["images"] as? [[String: Any]] ?? []).filter {
            ($0["scheme"] as? String ?? "").hasPrefix("ibug68")
        }
        return try images.flatMap { image in
            let picture = try ImageDecoder().decode(contentsOf: TestData.url(image["file"] as? String ?? ""))
            return (image["faces"] as? [[String: Any]] ?? []).compactMap { face in
                let points = (face["points"] as? [[Double]] ?? []).map { CGPoint(x: $0[0], y: $0[1]) }
                return points.count == 68 ? (picture, points) : nil
            }
        }
    }

    /// Returns the labeled face, in image pixels. It is cropped first, because only the largest face has contours.
    private static func face(in picture: PixelBuffer, around points: [CGPoint]) throws -> Found? {
        let labeled = points.reduce(CGRect(origin: points[0], size: .zero)) {
            $0.union(CGRect(origin: $1, size: .zero))
        }
        let whole = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
        let margin = labeled.width / 2
        let part = labeled.insetBy(dx: -margin, dy: -margin).integral.intersection(whole)
        let options = VisionFaceDetectorOptions()
        options.performanceMode = .accurate
        options.contourMode = .all
        options.minFaceSize = 0
        let image = VisionImage(image: Lineament.UIImage(pixelBuffer: try picture.part(part)))
        let faces = try Vision.vision().faceDetector(options: options).results(in: image)
        let middle = CGPoint(x: labeled.midX - part.minX, y: labeled.midY - part.minY)
        return faces.first { $0.frame.contains(middle) && !$0.contours.isEmpty }.map {
            Found(face: $0, origin: part.origin)
        }
    }

    private struct Found {
        let face: VisionFace
        let origin: CGPoint

        /// Whether the face is rotated by at most 15 degrees.
        var isFrontal: Bool { abs(face.headEulerAngleX) <= 15 && abs(face.headEulerAngleY) <= 15 }

        func line(_ contours: [FaceContourType]) -> Line {
            var points = contours.flatMap { face.contour(ofType: $0)?.points ?? [] }
            // The middle comes first.
            if contours == [.noseBottom] { points.swapAt(0, 1) }
            return Line(
                points: points.map { CGPoint(x: $0.x + origin.x, y: $0.y + origin.y) },
                isClosed: contours != [.noseBridge] && contours != [.noseBottom])
        }
    }
}

/// A sequence of points connected by straight lines.
private struct Line {
    private let segments: [(CGPoint, CGPoint)]

    init(points: [CGPoint], isClosed: Bool) {
        segments = Array(zip(points, points.dropFirst())) + (isClosed ? [(points[points.count - 1], points[0])] : [])
    }

    func distance(to point: CGPoint) -> Double {
        segments.map { start, end in
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            let along = ((point.x - start.x) * dx + (point.y - start.y) * dy) / max(1e-9, dx * dx + dy * dy)
            let t = max(0, min(1, along))
            return hypot(point.x - start.x - t * dx, point.y - start.y - t * dy)
        }.min() ?? .infinity
    }

    func surrounds(_ point: CGPoint) -> Bool {
        segments.filter { start, end in
            (start.y > point.y) != (end.y > point.y)
                && point.x < (end.x - start.x) * (point.y - start.y) / (end.y - start.y) + start.x
        }.count % 2 == 1
    }
}

extension PixelBuffer {
    /// Returns a part of a packed image without copying it.
    fileprivate func part(_ rectangle: CGRect) throws -> PixelBuffer {
        let plane = try withPlanes { $0[0] }
        let bytesPerPixel = format == .gray8 ? 1 : format == .rgb8 ? 3 : 4
        let start = plane.address + Int(rectangle.minY) * plane.bytesPerRow + Int(rectangle.minX) * bytesPerPixel
        return try PixelBuffer(
            unowned: [Plane(address: start, bytesPerRow: plane.bytesPerRow)], width: Int(rectangle.width),
            height: Int(rectangle.height), format: format, release: { withExtendedLifetime(self) {} })
    }
}
