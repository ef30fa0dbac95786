// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The observation that a tracking request begins with.
struct TrackedObject: Sendable {
    let uuid: UUID
    let box: CGRect
    let confidence: Float
    /// The kind of the object, if one of this module's requests detected it; `nil` for a box that the caller created.
    let subject: ObjectTrack.Subject?
    /// The box of the mesh of a detected face; `nil` if there is none.
    let meshBox: CGRect?

    init(_ observation: any BoundingBoxProviding & VisionObservation) {
        uuid = observation.uuid
        box = observation.boundingBox.cgRect
        confidence = observation.confidence
        (subject, meshBox) =
            switch observation {
            case let face as FaceObservation: face.trackedSubject
            case let human as HumanObservation: (human.isUpperBodyOnly ? .upperBody : .person, nil)
            default: (nil, nil)
            }
    }

    init(_ observation: VNDetectedObjectObservation) {
        uuid = observation.uuid
        box = observation.boundingBox
        confidence = observation.confidence
        (subject, meshBox) =
            switch observation {
            case let face as VNFaceObservation: face.face.trackedSubject
            case let human as VNHumanObservation: (human.upperBodyOnly ? .upperBody : .person, nil)
            default: (nil, nil)
            }
    }
}

extension TrackedObject {
    /// Whether a track can begin with the boxes: whether they are finite and have an area.
    var isUsable: Bool {
        [box, meshBox ?? box].allSatisfy { $0.isFinite && $0.width > 0 && $0.height > 0 }
    }

    /// The object where its observation says that it is.
    fileprivate var start: ObjectTrack.Candidate {
        ObjectTrack.Candidate(detectedBox: box, meshBox: meshBox, score: confidence)
    }
}

extension FaceObservation {
    fileprivate var trackedSubject: (ObjectTrack.Subject?, CGRect?) {
        originatingRequestDescriptor == nil ? (nil, nil) : (.face, meshBox?.cgRect)
    }
}

extension RequestImage {
    /// The intersection over union that a box must have with a face or a person to be followed as such.
    private static let minOverlap: CGFloat = 0.3
    /// The intersection over union above which a new track and an earlier one are of the same object.
    private static let sameObjectOverlap: CGFloat = 0.5

    /// Follows an object into this image and returns its track.
    ///
    /// Faces and people are detected again in the neighborhood of the place where the object is expected, and the one
    /// that continues its motion best is the object.
    /// - Parameters:
    ///   - object: The object.
    ///   - region: The region of the image that the object must touch to be looked for. A box that the caller created
    ///     is looked for anywhere in the first image.
    ///   - tracks: The objects followed so far.
    ///   - isLast: Whether to forget the object afterward.
    /// - Throws: ``VisionError/invalidArgument(_:)`` if the object is new, and neither a face nor a person, or its box
    ///   has no area.
    func follow(
        _ object: TrackedObject, in region: NormalizedRect, with tracks: TrackStore, isLast: Bool = false
    ) throws -> ObjectTrack {
        guard region.isInsideImage else {
            throw VisionError.outOfBoundsError("regionOfInterest must have an area and lie within the image.")
        }
        let (known, rivals) = tracks.tracks(of: object.uuid)
        let track: ObjectTrack
        if let known {
            track = try continued(known, besides: rivals, in: region)
        } else if !object.isUsable {
            throw VisionError.invalidArgument(
                "The bounding box of the object to track, \(object.box), must be finite and have an area.")
        } else if let subject = object.subject {
            let first = ObjectTrack(subject: subject, start: object.start, shownBox: object.box)
            // A track in the same place is of the same object, under the identifier of an earlier detection.
            let others = rivals.filter { $0.box.intersectionOverUnion(with: first.box) < Self.sameObjectOverlap }
            track = try continued(first, besides: others, in: region)
        } else {
            track = try begun(object)
        }
        if isLast { tracks.remove(object.uuid) } else { tracks.keep(track, of: object.uuid) }
        return track
    }

    private func continued(
        _ track: ObjectTrack, besides rivals: [ObjectTrack], in region: NormalizedRect
    ) throws -> ObjectTrack {
        guard !track.isGivenUp, region.cgRect.intersects(track.predictedBox) else {
            return track.continued(with: [], besides: [])
        }
        return track.continued(
            with: try candidates(for: track.subject, near: track.predictedBox, margin: track.searchMargin),
            besides: rivals)
    }

    /// Returns the track of an object that the caller created: of the face or person that overlaps its box most.
    private func begun(_ object: TrackedObject) throws -> ObjectTrack {
        var best: (subject: ObjectTrack.Subject, candidate: ObjectTrack.Candidate, overlap: CGFloat)?
        for subject in ObjectTrack.Subject.allCases {
            // Bodies take longer to detect, and are not needed where there is a face of about this size.
            if let best, best.subject == .face, best.overlap > 0.5 { break }
            for candidate in try candidates(for: subject, near: object.box, margin: 0.5) {
                let overlap = candidate.detectedBox.intersectionOverUnion(with: object.box)
                if overlap >= best?.overlap ?? Self.minOverlap { best = (subject, candidate, overlap) }
            }
        }
        guard let best else {
            throw VisionError.invalidArgument(
                "Only faces and people can be tracked, and the bounding box \(object.box) shows neither: it must "
                    + "overlap a face or a person by at least \(Int(Self.minOverlap * 100)) percent (intersection "
                    + "over union) in the first image. Start from a face or human rectangles request.")
        }
        return ObjectTrack(subject: best.subject, start: best.candidate, shownBox: object.box)
    }

    /// Returns the objects around a box.
    private func candidates(
        for subject: ObjectTrack.Subject, near box: CGRect, margin: CGFloat
    ) throws -> [ObjectTrack.Candidate] {
        guard let region = try neighborhood(of: box, margin: margin) else { return [] }
        switch subject {
        case .face:
            let image = try image()
            return try meshes(in: region).map { face in
                ObjectTrack.Candidate(
                    detectedBox: NormalizedRect(face, in: image).cgRect, meshBox: face.meshBox(in: image)?.cgRect,
                    score: max(0, min(1, face.score)))
            }
        case .upperBody, .person:
            return try trackedBodies(in: region).map { body in
                ObjectTrack.Candidate(
                    detectedBox: body.boundingBox(upperBodyOnly: subject == .upperBody).cgRect, meshBox: nil,
                    score: max(0, min(1, body.upperBodyConfidence)))
            }
        }
    }
}
