// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// An object that is followed from image to image. Boxes are normalized, from the lower left corner.
struct ObjectTrack: Sendable {
    /// The kinds of objects that can be followed.
    enum Subject: Sendable, CaseIterable {
        case face
        /// The head and trunk of a person.
        case upperBody
        case person
    }

    /// An object that was detected in an image.
    struct Candidate: Sendable {
        /// The box of the detector.
        let detectedBox: CGRect
        /// The box of a face's mesh, which is steadier; `nil` if there is none.
        let meshBox: CGRect?
        let score: Float

        /// The box to follow, which is the steadiest that there is.
        var box: CGRect { meshBox ?? detectedBox }
    }

    let subject: Subject
    /// The box in which the object was last detected.
    private(set) var box: CGRect
    /// The detector's score, 0 to 1, halved in every image without the object.
    private(set) var confidence: Float
    /// Whether ``box`` is that of a mesh.
    private var followsMesh: Bool
    /// The caller's box relative to the one followed.
    private var relation: BoxRelation
    /// The caller's box relative to the detector's.
    private var detectedRelation: BoxRelation
    /// The motion of the center from image to image.
    private var velocity = Motion.zero
    /// The number of images since the object was last detected.
    private var lostImages = 0

    /// The number of images without the object after which it is given up.
    private static let maxLoss = 60
    /// The number of images without the object for which its motion is extrapolated.
    private static let maxPrediction = 3
    /// The weight of a newly measured velocity; the previous estimate has the rest.
    private static let velocityShare: CGFloat = 0.5

    /// - Parameters:
    ///   - subject: The kind of the object.
    ///   - start: The object in the first image.
    ///   - shownBox: The box to report in place of the one followed, with which it moves and grows.
    init(subject: Subject, start: Candidate, shownBox: CGRect) {
        self.subject = subject
        box = start.box
        confidence = start.score
        followsMesh = start.meshBox != nil
        relation = BoxRelation(from: start.box, to: shownBox)
        detectedRelation = BoxRelation(from: start.detectedBox, to: shownBox)
    }

    /// The box to report.
    var shownBox: CGRect { relation.applied(to: box) }
    /// Whether the object has been missing for so long that it is not looked for anymore.
    var isGivenUp: Bool { lostImages > Self.maxLoss }
    /// Whether the object was in the last image.
    var isVisible: Bool { lostImages == 0 }

    /// The box in which the object is expected in the next image.
    var predictedBox: CGRect {
        let steps = CGFloat(lostImages < Self.maxPrediction ? lostImages + 1 : 0)
        return box.offsetBy(dx: velocity.dx * steps, dy: velocity.dy * steps)
    }

    /// The distance, in sizes of the object, up to which it is looked for in the next image.
    var searchMargin: CGFloat { min(2, 1 + 0.25 * CGFloat(lostImages)) }

    /// Returns how well a detection continues the track; `nil` if it is too far away or of another size.
    func fit(of candidate: Candidate) -> CGFloat? {
        let predicted = predictedBox
        let found = comparableBox(of: candidate)
        let growth = found.width * found.height / max(.leastNormalMagnitude, box.width * box.height)
        guard (0.2...5).contains(growth) else { return nil }
        let away = max(
            abs(found.midX - predicted.midX) / max(predicted.width, found.width),
            abs(found.midY - predicted.midY) / max(predicted.height, found.height))
        guard away <= searchMargin else { return nil }
        return predicted.intersectionOverUnion(with: found) - away
    }

    /// Returns the box of a detection that is of the same kind as ``box``, if there is one.
    private func comparableBox(of candidate: Candidate) -> CGRect {
        followsMesh ? candidate.box : candidate.detectedBox
    }

    /// Returns the track after the next image.
    /// - Parameters:
    ///   - candidates: The objects detected in the image.
    ///   - rivals: The other tracks, which keep the candidates that fit them better.
    func continued(with candidates: [Candidate], besides rivals: [ObjectTrack]) -> ObjectTrack {
        let rivals = rivals.filter { $0.subject == subject && $0.isVisible }
        let fits = candidates.compactMap { candidate -> (Candidate, CGFloat)? in
            guard let fit = fit(of: candidate) else { return nil }
            return rivals.contains { ($0.fit(of: candidate) ?? -.infinity) > fit } ? nil : (candidate, fit)
        }
        var next = self
        guard let best = fits.max(by: { $0.1 < $1.1 })?.0 else {
            next.lostImages += 1
            next.confidence *= 0.5
            return next
        }
        let steps = CGFloat(lostImages + 1)
        let found = comparableBox(of: best)
        let motion = Motion(dx: (found.midX - box.midX) / steps, dy: (found.midY - box.midY) / steps)
        next.velocity = Motion(
            dx: velocity.dx + (motion.dx - velocity.dx) * Self.velocityShare,
            dy: velocity.dy + (motion.dy - velocity.dy) * Self.velocityShare)
        next.confidence = best.score
        next.lostImages = 0
        next.move(to: best)
        return next
    }

    /// Follows a detection. The reported box does not jump where a face gains or loses its mesh.
    private mutating func move(to candidate: Candidate) {
        let keepsMesh = followsMesh && candidate.meshBox != nil
        let shownBox =
            keepsMesh ? relation.applied(to: candidate.box) : detectedRelation.applied(to: candidate.detectedBox)
        if !keepsMesh { relation = BoxRelation(from: candidate.box, to: shownBox) }
        detectedRelation = BoxRelation(from: candidate.detectedBox, to: shownBox)
        box = candidate.box
        followsMesh = candidate.meshBox != nil
    }
}

/// A motion, in fractions of the image per image.
private struct Motion: Sendable {
    var dx: CGFloat
    var dy: CGFloat

    static let zero = Motion(dx: 0, dy: 0)
}

/// The position and size of one box in units of another.
private struct BoxRelation: Sendable {
    private let x: CGFloat
    private let y: CGFloat
    private let width: CGFloat
    private let height: CGFloat

    init(from box: CGRect, to other: CGRect) {
        x = (other.minX - box.minX) / box.width
        y = (other.minY - box.minY) / box.height
        width = other.width / box.width
        height = other.height / box.height
    }

    func applied(to box: CGRect) -> CGRect {
        CGRect(
            x: box.minX + x * box.width, y: box.minY + y * box.height, width: width * box.width,
            height: height * box.height)
    }
}
