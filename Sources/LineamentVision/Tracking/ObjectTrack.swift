internal import Foundation

/// What is known of an object that is followed from image to image. Boxes are normalized, from the lower left corner.
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
        /// The box to follow, which is the steadiest that there is.
        let box: CGRect
        let score: Float
    }

    let subject: Subject
    /// The box in which the object was last detected.
    private(set) var box: CGRect
    /// The detector's score, 0 to 1, halved in every image without the object.
    private(set) var confidence: Float
    /// The caller's box relative to the one followed.
    private let relation: BoxRelation
    /// The motion of the center from image to image.
    private var velocity = Motion.zero
    /// The number of images since the object was last detected.
    private var lostImages = 0

    /// The number of images without the object after which it is given up.
    private static let longestLoss = 60
    /// The number of images without the object for which its motion is extrapolated.
    private static let longestPrediction = 3
    /// The weight of a newly measured velocity; the previous estimate has the rest.
    private static let velocityShare: CGFloat = 0.5

    /// - Parameters:
    ///   - subject: What the object is.
    ///   - box: The box to follow.
    ///   - shownBox: The box to report in its place, which moves and grows with it.
    ///   - confidence: The detector's score.
    init(subject: Subject, box: CGRect, shownBox: CGRect, confidence: Float) {
        self.subject = subject
        self.box = box
        self.confidence = confidence
        relation = BoxRelation(from: box, to: shownBox)
    }

    /// The box to report.
    var shownBox: CGRect { relation.applied(to: box) }
    /// Whether the object has been missing for so long that it is not looked for anymore.
    var isGivenUp: Bool { lostImages > Self.longestLoss }
    /// Whether the object was in the last image.
    var isVisible: Bool { lostImages == 0 }

    /// The box in which the object is expected in the next image.
    var predictedBox: CGRect {
        let steps = CGFloat(lostImages < Self.longestPrediction ? lostImages + 1 : 0)
        return box.offsetBy(dx: velocity.dx * steps, dy: velocity.dy * steps)
    }

    /// The distance, in sizes of the object, up to which it is looked for in the next image.
    var reach: CGFloat { min(2, 1 + 0.25 * CGFloat(lostImages)) }

    /// Returns how well a detection continues the track; nil if it is too far away or of another size.
    func fit(of candidate: Candidate) -> CGFloat? {
        let predicted = predictedBox
        let growth = candidate.box.width * candidate.box.height / max(.leastNormalMagnitude, box.width * box.height)
        guard (0.2...5).contains(growth) else { return nil }
        let away = max(
            abs(candidate.box.midX - predicted.midX) / max(predicted.width, candidate.box.width),
            abs(candidate.box.midY - predicted.midY) / max(predicted.height, candidate.box.height))
        guard away <= reach else { return nil }
        return predicted.intersectionOverUnion(with: candidate.box) - away
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
        let motion = Motion(
            dx: (best.box.midX - box.midX) / steps, dy: (best.box.midY - box.midY) / steps)
        next.velocity = Motion(
            dx: velocity.dx + (motion.dx - velocity.dx) * Self.velocityShare,
            dy: velocity.dy + (motion.dy - velocity.dy) * Self.velocityShare)
        (next.box, next.confidence, next.lostImages) = (best.box, best.score, 0)
        return next
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
