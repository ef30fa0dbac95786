// SPDX-License-Identifier: Apache-2.0

/// The pose of a body, frame by frame, with the measures of the first seconds. The hips stay above one point; the
/// lower foot stands on the ground.
struct LiveBody {
    /// The latest frames, which say what is hidden.
    private var recent = RecordedPart.body.emptySeries
    /// The first frames, which say how long bones are.
    private var measured: [BodyPoints] = []
    private var solver: SkeletonSolver?
    private var pose: SkeletonPose?

    /// The number of frames that measure a body: as many as two seconds usually have.
    private static let measuring = 60
    /// The number of frames that say what is hidden, at least.
    private static let window = 30

    /// The number of frames that are remembered.
    var remembered: Int { recent.frameCount }

    /// Returns the skeleton and its pose; the last pose where the body is missing, `nil` before the first one.
    mutating func pose(of person: RecordedPerson, at frame: Int) -> (Skeleton, SkeletonPose)? {
        if let body = person.body, let points = BodyPoints(person, at: frame) {
            recent.append(contentsOf: body.frames(frame..<frame + 1))
            if recent.frameCount >= 2 * Self.window {
                recent = recent.frames(recent.frameCount - Self.window..<recent.frameCount)
            }
            move(HiddenLimbs(of: recent).hanging(points))
        }
        guard let solver, let pose else { return nil }
        return (solver.measures.skeleton, pose)
    }

    private mutating func move(_ points: BodyPoints) {
        if measured.count < Self.measuring {
            measured.append(points)
            solver = SkeletonSolver(measures: BodyMeasures(measured))
        }
        guard let solver else { return }
        let skeleton = solver.measures.skeleton
        // Fingers may have been found for the first time.
        let isSame = pose?.rotations.count == skeleton.joints.count
        var pose =
            (isSame ? pose : nil)
            ?? SkeletonPose(
                root: .zero, rotations: [Rotation](repeating: .identity, count: skeleton.joints.count))
        pose.set(solver.rotations(points), of: skeleton)
        pose.root = .zero
        let placed = skeleton.placed(pose)
        let soles = [Joint.leftFoot, .rightFoot].compactMap { foot in
            skeleton.index(of: foot).flatMap { index in
                [skeleton.tips[foot] ?? .zero, solver.measures.heel].map {
                    placed.positions[index].y + placed.rotations[index].turning($0).y
                }.min()
            }
        }
        pose.root.y = -(soles.min() ?? 0)
        self.pose = pose
    }
}
