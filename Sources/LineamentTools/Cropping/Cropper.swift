// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// The options of a ``Cropper``.
public struct CropperOptions: Sendable {
    /// The parts of an image that are cut out.
    public enum Subject: Sendable, Hashable {
        /// Faces.
        case faces(CropTemplate)
        /// Whole people, without rotation.
        /// - Parameters:
        ///   - longerSide: The longer side of a crop, in pixels; `nil` for that in the image.
        ///   - margin: The margin on each side, as a fraction of the longer side without margins.
        case people(longerSide: Int?, margin: Double)
    }

    /// The parts of an image that are cut out. Default: faces in squares with a margin of a quarter.
    public var subject = Subject.faces(CropTemplate(.square))
    /// The width of the box, in pixels, below which a face or person is skipped. Default: 0.
    public var minSize = 0.0
    /// The quality below which a face or person is skipped, 0 to 1. Default: 0.
    public var minQuality: Float = 0
    /// The number of pixels that the crops of one image may have together. Default: no limit.
    public var maxPixels = Int.max

    /// The usual margin of whole people.
    public static let usualMarginOfPeople = 0.05

    /// Creates the default options.
    public init() {}
}

/// A task that cuts faces or people out of images and videos.
///
/// ```swift
/// var options = CropperOptions()
/// options.subject = .faces(.arcface(side: 112))
/// for crop in try Cropper(options: options).crops(of: image) {
///     print(crop.box, crop.quality)
/// }
/// ```
public struct Cropper: Sendable {
    private enum Detector: Sendable {
        case faces(FaceLandmarker, CropTemplate)
        case people(PoseLandmarker, longerSide: Int?, margin: Double)
    }

    private let options: CropperOptions
    private let detector: Detector

    /// Loads the models.
    /// - Parameters:
    ///   - options: The options of what is cut out.
    ///   - baseOptions: The threads and the delegate of the models; their paths are ignored.
    /// - Throws: `LineamentError` if a model is missing, or with code `invalidArgument` for an option out of its range.
    public init(options: CropperOptions = CropperOptions(), baseOptions: BaseOptions = BaseOptions()) throws {
        try options.check()
        self.options = options
        let baseOptions = baseOptions.withDefaultModel
        switch options.subject {
        case .faces(let template):
            let faces = FaceLandmarkerOptions()
            faces.baseOptions = baseOptions
            faces.numFaces = .max
            faces.range = .auto
            faces.smoothing = .none
            faces.outputFacialTransformationMatrixes = true
            detector = .faces(try FaceLandmarker(options: faces), template)
        case .people(let longerSide, let margin):
            let bodies = PoseLandmarkerOptions()
            bodies.baseOptions = baseOptions
            bodies.numPoses = .max
            bodies.separation = .distinct
            bodies.smoothing = .none
            bodies.shouldOutputSegmentationMasks = true
            detector = .people(try PoseLandmarker(options: bodies), longerSide: longerSide, margin: margin)
        }
    }

    /// Returns the crops of an image.
    /// - Throws: `LineamentError` if the image cannot be converted or there is not enough memory.
    public func crops(of image: MPImage) throws -> [Crop] {
        switch detector {
        case .faces(let landmarker, let template):
            try crops(of: landmarker.detect(image: image), image.pixels, template)
        case .people(let landmarker, let side, let margin):
            try crops(of: landmarker.detect(image: image), image.pixels, longerSide: side, margin: margin)
        }
    }

    /// Returns a function that cuts out the faces or people of the frames of one video, whose timestamps, in
    /// milliseconds, must increase.
    public func makeSession() -> @Sendable (_ frame: MPImage, _ timestampInMilliseconds: Int) throws -> [Crop] {
        switch detector {
        case .faces(let landmarker, let template):
            let session = landmarker.makeSession()
            return { image, time in
                let found = try session.detect(videoFrame: image, timestampInMilliseconds: time)
                return try crops(of: found, image.pixels, template).map { $0.at(time) }
            }
        case .people(let landmarker, let side, let margin):
            let session = landmarker.makeSession()
            return { image, time in
                let found = try session.detect(videoFrame: image, timestampInMilliseconds: time)
                return try crops(of: found, image.pixels, longerSide: side, margin: margin).map { $0.at(time) }
            }
        }
    }

    private func crops(
        of result: FaceLandmarkerResult, _ pixels: PixelBuffer, _ template: CropTemplate
    ) throws -> [Crop] {
        let size = CGSize(width: pixels.width, height: pixels.height)
        var room = options.maxPixels
        return try result.faces.compactMap { face in
            var subject = FaceAttributes(face.boundingBox(in: size), score: face.score ?? 0)
            subject.angles = face.angles
            return try crop(subject, pixels, track: face.trackID, room: &room) {
                CropTransform(face.landmarks, in: size, template: template)
            }
        }
    }

    private func crops(
        of result: PoseLandmarkerResult, _ pixels: PixelBuffer, longerSide: Int?, margin: Double
    ) throws -> [Crop] {
        let size = CGSize(width: pixels.width, height: pixels.height)
        var room = options.maxPixels
        return try result.poses.compactMap { pose in
            guard let box = pose.silhouetteBox(in: size) else { return nil }
            let visibility = pose.landmarks.reduce(Float(0)) { $0 + ($1.visibilityValue ?? 0) }
            let subject = FaceAttributes(box, score: visibility / Float(pose.landmarks.count))
            return try crop(subject, pixels, track: pose.trackID, room: &room) {
                CropTransform(box: box, margin: margin, in: size, longerSide: longerSide)
            }
        }
    }

    /// Returns the crop of a subject; `nil` if it is to be skipped.
    /// - Parameter room: The number of pixels that are left for crops.
    private func crop(
        _ subject: FaceAttributes, _ pixels: PixelBuffer, track: Int?, room: inout Int, place: () -> CropTransform?
    ) throws -> Crop? {
        guard Double(subject.boxSize.x) >= options.minSize, let transform = place() else { return nil }
        let quality = FaceQuality.score(of: subject, in: try UprightImage(pixels, orientation: .up))
        guard quality >= options.minQuality else { return nil }
        room -= transform.width * transform.height
        guard room >= 0 else {
            throw LineamentError(
                .resourceExhausted,
                "The crops have more than \(options.maxPixels) pixels together. Choose a smaller size.")
        }
        let origin = subject.boxOrigin
        let size = subject.boxSize
        return Crop(
            image: try pixels.cropped(transform), transform: transform,
            box: CGRect(x: Double(origin.x), y: Double(origin.y), width: Double(size.x), height: Double(size.y)),
            score: subject.score, quality: quality, trackID: track)
    }
}

extension Crop {
    /// The crop as that of a frame.
    fileprivate func at(_ timestampInMilliseconds: Int) -> Crop {
        var crop = self
        crop.timestampInMilliseconds = timestampInMilliseconds
        return crop
    }
}

extension FaceAttributes {
    fileprivate init(_ box: CGRect, score: Float) {
        self.init(
            boxOrigin: SIMD2(Float(box.minX), Float(box.minY)), boxSize: SIMD2(Float(box.width), Float(box.height)),
            score: score)
    }
}
