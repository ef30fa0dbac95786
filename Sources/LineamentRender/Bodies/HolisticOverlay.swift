// SPDX-License-Identifier: Apache-2.0
public import Lineament

/// An overlay with the bodies, faces and hands of people, their masks as a tint and, in videos, each person's track ID.
public struct HolisticOverlay: Overlay {
    private let layers: OverlayStack

    /// Creates an overlay of all people in a result.
    public init(_ result: HolisticLandmarkerResult, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init(result.people, labels: labels, style: style)
    }

    /// Creates an overlay of some people of a result.
    public init(
        _ people: [HolisticLandmarkerResult.Person], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()
    ) {
        let numbers = people.enumerated().map { index, person in person.trackID.map { $0 - 1 } ?? index }
        let isAlone = people.count == 1 && people[0].trackID == nil
        let faces = zip(people, numbers).compactMap { person, number in
            person.face.map { face in
                FaceMeshOverlay(
                    FaceLandmarkerResult.Face(landmarks: face), labels: .none,
                    style: isAlone ? style : style.with(number))
            }
        }
        let hands = zip(people, numbers).flatMap { person, number in person.hands.map { ($0, number) } }
        let replacesFaces = !(style.parts ?? FaceMeshOverlay.defaultParts).isDisjoint(with: [.mesh, .contours])
        let bodies = Placed { size in
            people.map { person in
                var body = BodyDrawing(PoseLandmarkerResult.Pose(person), imageSize: size)
                if person.face != nil, replacesFaces { body.replaced.formUnion(Skeleton.face) }
                if person.leftHand != nil { body.replaced.formUnion(Skeleton.leftHand) }
                if person.rightHand != nil { body.replaced.formUnion(Skeleton.rightHand) }
                return body
            }
        }
        layers = OverlayStack(
            [PoseOverlay(bodies, labels: labels, style: style)] + faces + [
                HandOverlay(hands.map(\.0), of: isAlone ? nil : hands.map(\.1), labels: .none, style: style)
            ])
    }

    /// Draws the bodies with their labels, then faces and hands on top, in the place of the body's few points there.
    public func draw(on canvas: Canvas) { layers.draw(on: canvas) }
}

extension PoseLandmarkerResult.Pose {
    fileprivate init(_ person: HolisticLandmarkerResult.Person) {
        self.init(
            landmarks: person.landmarks, worldLandmarks: person.worldLandmarks,
            segmentationMask: person.segmentationMask, trackID: person.trackID)
    }
}

extension HolisticLandmarkerResult.Person {
    /// The hands as those of a hand landmarker.
    fileprivate var hands: [HandLandmarkerResult.Hand] {
        [("Left", 1, leftHand), ("Right", 0, rightHand)].compactMap { name, index, hand in
            hand.map {
                HandLandmarkerResult.Hand(
                    landmarks: $0.landmarks, worldLandmarks: $0.worldLandmarks,
                    handedness: ResultCategory(index: index, score: 1, categoryName: name, displayName: name))
            }
        }
    }
}
