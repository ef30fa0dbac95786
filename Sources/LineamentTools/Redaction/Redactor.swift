// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// The options of a ``Redactor``.
public struct RedactorOptions: Sendable {
    /// The subject that is covered.
    public enum Subject: String, Sendable, CaseIterable {
        /// Faces, from the hairline to below the chin.
        case faces
        /// Heads with hair and ears.
        case heads
        /// Bodies by their masks, and heads.
        case people
    }

    /// The faces that stay visible.
    public enum Kept: Sendable, Hashable {
        /// No face.
        case nobody
        /// The largest face of each image; in videos, none.
        case largest
        /// The tracks with these IDs, which a first run reports; in images, none.
        case tracks(Set<Int>)
    }

    /// The subject that is covered. Default: faces.
    public var subject = Subject.faces
    /// The faces that stay visible. Default: none, as it must be if people are covered.
    public var kept = Kept.nobody
    /// The areas that are covered whatever is found in them. Default: none.
    public var covers: [CoveredArea] = []
    /// The faces of an image that stay visible, by their numbers, from 1, in a report or a review of the same image with the
    /// same options; others are an error. Default: none. In videos, ``kept`` names tracks.
    public var uncovered: Set<Int> = []
    /// How ``Redactor/redact(_:)`` covers. Default: blur.
    public var method = RedactionMethod.blur
    /// The score from which a detection is covered, 0 to 1. Default: 0.3, lower than that of `FaceDetectorOptions`, as
    /// covering too much does less harm.
    public var minDetectionConfidence: Float = 0.3
    /// Whether each finished copy is searched again, and what is found in it covered and reported. Default: false, as that
    /// takes another detection for each image and frame.
    public var verifies = false

    /// Creates the default options.
    public init() {}
}

/// A task that makes everyone in images and videos unrecognizable.
///
/// ```swift
/// let redactor = try Redactor()
/// let copy = try redactor.redact(image)
/// ```
///
/// No detector finds everyone: look at the copies before you publish them.
public struct Redactor: Sendable {
    /// The options of what is covered and how.
    public private(set) var options: RedactorOptions
    let faces: FaceDetector
    /// Finds bodies with their masks; `nil` unless people are covered.
    let people: PoseLandmarker?
    /// The longest time, in milliseconds, for which a person may be in a video without being looked for: the frames of so long wait.
    private static let searchInterval = 500
    /// Finds bodies in parts of images; `nil` unless people are covered.
    private let partsOfPeople: PoseLandmarker?

    /// Loads the models.
    /// - Parameters:
    ///   - options: The options of what is covered and how.
    ///   - baseOptions: The threads and the delegate of the models; their paths are ignored.
    /// - Throws: `LineamentError` if a model is missing, or with code `invalidArgument` if the options do not suit each
    ///   other.
    public init(options: RedactorOptions = RedactorOptions(), baseOptions: BaseOptions = BaseOptions()) throws {
        try options.check(hasVideos: false)
        self.options = options
        let baseOptions = baseOptions.withDefaultModel
        let faceOptions = FaceDetectorOptions()
        faceOptions.baseOptions = baseOptions
        faceOptions.range = .auto
        faceOptions.minDetectionConfidence = options.minDetectionConfidence
        faces = try FaceDetector(options: faceOptions)
        guard options.subject == .people else {
            (people, partsOfPeople) = (nil, nil)
            return
        }
        let bodies = PoseLandmarkerOptions()
        bodies.baseOptions = baseOptions
        bodies.numPoses = .max
        bodies.separation = .distinct
        bodies.smoothing = .none
        bodies.minPoseDetectionConfidence = options.minDetectionConfidence
        bodies.shouldOutputSegmentationMasks = true
        people = try PoseLandmarker(options: bodies)
        // There are many parts, and a person in two of them is found in both, so the plain search is enough.
        bodies.separation = .mediaPipe
        // Half a person looks less like one; other detections have weak landmarks, by which they are left out.
        bodies.minPoseDetectionConfidence = options.minDetectionConfidence / 2
        partsOfPeople = try PoseLandmarker(options: bodies)
    }

    /// Returns a redactor with the same models, and with other options but for those that the models depend on.
    package func with(_ options: RedactorOptions) -> Redactor {
        var other = self
        other.options = options
        other.options.subject = self.options.subject
        other.options.minDetectionConfidence = self.options.minDetectionConfidence
        return other
    }

    /// Returns a copy of an image in which everyone found is covered.
    /// - Throws: `LineamentError` if the image cannot be converted or there is not enough memory.
    public func redact(_ image: MPImage) throws -> PixelBuffer {
        let found = try redaction(of: image)
        return try image.pixels.covering(found.areas, silhouette: found.silhouette, method: options.method)
    }

    /// Returns the areas and people to cover in an image. It is searched for faces again once the first are covered.
    ///
    /// A translucent image is searched in three forms, as it looks on white, on black, and made opaque: a face may be in its
    /// transparency alone, or show again when that is removed.
    /// - Parameters:
    ///   - image: The image.
    ///   - boxes: The detections of another detector. Default: none.
    /// - Throws: `LineamentError` if the image cannot be converted or there is not enough memory.
    public func redaction(of image: MPImage, covering boxes: [GivenBox] = []) throws -> Redaction {
        var found = try detections(in: image)
        var kept: [CGRect] = []
        var keptAreas: [RedactedArea] = []
        if options.kept == .largest, let largest = found.indices.max(by: { found[$0].area < found[$1].area }) {
            let face = found.remove(at: largest)
            kept.append(face.boundingBox)
            keptAreas.append(RedactedArea(face: face.boundingBox, extent: extent, score: face.score))
        }
        var areas = found.map { RedactedArea(face: $0.boundingBox, extent: extent, score: $0.score) }
        if !areas.isEmpty { areas += try secondLook(at: image, areas, sparing: kept) }
        for number in options.uncovered.sorted(by: >) {
            guard areas.indices.contains(number - 1) else { throw Self.unknownNumber(number, of: areas.count) }
            keptAreas.append(areas.remove(at: number - 1))
            kept.append(keptAreas[keptAreas.count - 1].rect)
        }
        areas += boxes.map { RedactedArea(given: $0.rect, score: $0.score) } + options.covers.map(\.area)
        guard let people, let partsOfPeople else {
            var found = Redaction(
                areas: areas, masks: [], endedTracks: [], people: nil, keptTracks: [], keptBoxes: kept)
            found.keptAreas = keptAreas
            return try verified(found, of: image)
        }
        let bodies = try poses(in: image, people)
        let size = CGSize(width: image.pixels.width, height: image.pixels.height)
        var silhouette = bodies.compactMap(\.segmentationMask).union
        let cut = try self.people(cutBy: image.pixels.appearances()[0], adding: &silhouette, partsOfPeople)
        let covered = bodies.compactMap { RedactedPerson($0, in: size) } + cut.map(\.person)
        areas = areas.map { $0.beside(covered.map(\.rect)) }
        areas += covered.heads(beside: areas)
        var redaction = Redaction(areas: areas, silhouette: silhouette, people: covered)
        let masks =
            bodies.map { (RedactedPerson($0, in: size), $0.segmentationMask) } + cut.map { ($0.person, $0.mask) }
        for (person, mask) in masks {
            guard let cells = mask.flatMap({ CellMask($0, limit: CellMask.imageLimit) }) else { continue }
            redaction.bodies.append(CoveredBody(id: redaction.bodies.count + 1, cells: cells, person: person))
        }
        return try verified(redaction, of: image)
    }

    private static func unknownNumber(_ number: Int, of count: Int) -> LineamentError {
        LineamentError(
            .invalidArgument,
            count == 0
                ? "Nothing was found, so there is no number \(number) to leave visible."
                : "There is no number \(number) to leave visible: they are 1 to \(count). A review shows them.")
    }

    /// Returns the faces in all appearances of an image.
    func detections(in image: MPImage) throws -> [Detection] {
        let appearances = try image.appearances()
        let bright = try appearances.flatMap { try $0.brightened() }
        let found = try (appearances + bright).map { try faces.detect(image: $0).detections }
        return found.count == 1 ? found[0] : found.flatMap(\.self).withoutRepetitions
    }

    /// Returns the bodies in an image. In a translucent one, a person may be there more than once.
    private func poses(in image: MPImage, _ people: PoseLandmarker) throws -> [PoseLandmarkerResult.Pose] {
        try image.appearances().map { try $0.brightened().first ?? $0 }.flatMap { try people.detect(image: $0).poses }
    }

    var extent: RedactedArea.Extent { options.subject == .faces ? .faces : .heads }

    /// Returns a session for the frames of one video.
    /// - Parameter boxes: The detections of another detector. Default: none.
    public func makeSession(covering boxes: [GivenBox] = []) -> RedactionSession {
        RedactionSession(
            self, bodies: people?.makeSession(searchingEvery: Self.searchInterval), boxes: boxes)
    }
}

extension MPImage {
    /// Returns copies in which what is in the dark shows; none if nothing is dark.
    func brightened() throws -> [MPImage] {
        try Brightness(pixels).brightened(pixels).map { try MPImage(pixelBuffer: $0, orientation: orientation) }
    }

    fileprivate func appearances() throws -> [MPImage] {
        let forms = try pixels.appearances()
        return forms.count == 1 ? [self] : try forms.map { try MPImage(pixelBuffer: $0, orientation: orientation) }
    }
}

extension Detection {
    fileprivate var area: Double { boundingBox.width * boundingBox.height }
}
