// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// Collects the results of a video's frames into a ``Recording``.
public struct Recorder: Sendable {
    /// Whether the 478 points of faces are kept, which most formats do not need and which take ten times the memory of
    /// a body.
    public var keepsFacePoints: Bool
    private var width: Int
    private var height: Int
    private(set) var times: [Double] = []
    private var people: [Int: RecordedPerson] = [:]

    /// Creates a recorder without frames.
    /// - Parameters:
    ///   - width: The width of the upright image, in pixels.
    ///   - height: The height of the upright image, in pixels.
    ///   - keepsFacePoints: Whether the points of faces are kept.
    public init(width: Int, height: Int, keepsFacePoints: Bool = true) {
        self.width = width
        self.height = height
        self.keepsFacePoints = keepsFacePoints
    }

    /// The number of frames.
    var frameCount: Int { times.count }
    /// The number of people.
    var trackCount: Int { people.count }

    /// The recording so far.
    public var recording: Recording {
        let sorted = people.values.sorted {
            ($0.frames.lowerBound, $0.trackID) < ($1.frames.lowerBound, $1.trackID)
        }
        return Recording(
            width: width, height: height, times: times, people: sorted.map { $0.padded(to: $0.frames.upperBound) })
    }

    /// Adds the people of the next frame.
    /// - Parameter time: The time of the frame, in seconds; later than that of the frame before.
    public mutating func add(_ result: HolisticLandmarkerResult, at time: Double) {
        let frame = begin(time)
        for (index, person) in result.people.enumerated() {
            update(person.trackID ?? index, frame) { [keepsFacePoints] recorded in
                recorded.add(.body, person.landmarks, person.worldLandmarks)
                if let face = person.face, keepsFacePoints { recorded.add(.face, face, []) }
                if let hand = person.leftHand { recorded.add(.leftHand, hand.landmarks, hand.worldLandmarks) }
                if let hand = person.rightHand { recorded.add(.rightHand, hand.landmarks, hand.worldLandmarks) }
                if let scores = person.blendshapes?.scores { recorded.addBlendshapes(scores) }
            }
        }
    }

    /// Adds the bodies of the next frame.
    public mutating func add(_ result: PoseLandmarkerResult, at time: Double) {
        let frame = begin(time)
        for (index, pose) in result.poses.enumerated() {
            update(pose.trackID ?? index, frame) { $0.add(.body, pose.landmarks, pose.worldLandmarks) }
        }
    }

    /// Adds the faces of the next frame.
    public mutating func add(_ result: FaceLandmarkerResult, at time: Double) {
        let frame = begin(time)
        for (index, face) in result.faces.enumerated() {
            update(face.trackID ?? index, frame) { [keepsFacePoints] recorded in
                if keepsFacePoints { recorded.addFace(face.landmarks, mesh: result.hasMeshes ? face.mesh ?? [] : nil) }
                if let scores = face.blendshapes?.scores { recorded.addBlendshapes(scores) }
                if let matrix = face.transformationMatrix { recorded.addHead(matrix) }
            }
        }
    }

    /// Adds the hands of the next frame. Hands of one person belong together where the result says whose they are;
    /// otherwise each is a person of its own.
    public mutating func add(_ result: HandLandmarkerResult, at time: Double) {
        let frame = begin(time)
        for (index, hand) in result.hands.enumerated() {
            let part: RecordedPart = hand.handedness.categoryName == "Left" ? .leftHand : .rightHand
            update(hand.personID ?? hand.trackID ?? index, frame) {
                $0.add(part, hand.landmarks, hand.worldLandmarks)
            }
        }
    }

    /// The latest time that is believed, in seconds: thirty years.
    private static let latest = 1e9

    private mutating func begin(_ time: Double) -> Int {
        times.append(time.isFinite ? max(-Self.latest, min(Self.latest, time)) : times.last ?? 0)
        return times.count - 1
    }

    private mutating func update(_ id: Int, _ frame: Int, _ add: (inout RecordedPerson) -> Void) {
        var person = people.removeValue(forKey: id) ?? RecordedPerson(trackID: id, frames: frame..<frame)
        person.frames = person.frames.lowerBound..<frame + 1
        add(&person)
        people[id] = person
    }
}

extension RecordedPerson {
    /// Sets the points of a part in the last frame.
    fileprivate mutating func add(
        _ part: RecordedPart, _ landmarks: some Collection<NormalizedLandmark>, _ world: some Collection<Landmark>
    ) {
        var series = self[part] ?? part.emptySeries
        // Without a second reference to the arrays, they grow in place.
        self[part] = nil
        guard series.frameCount < frames.count else { return self[part] = series }
        series.appendMissing(frames.count - 1 - series.frameCount)
        series.append(landmarks, world: world)
        self[part] = series
    }

    /// Sets the points of the face in the last frame.
    /// - Parameter mesh: The points in centimeters in camera space; empty if unknown, `nil` if no face has them.
    fileprivate mutating func addFace(_ landmarks: FaceLandmarks, mesh: [SIMD3<Float>]?) {
        guard mesh != nil || face?.hasWorld == true else { return add(.face, landmarks, []) }
        if face == nil { face = RecordedPart.face.emptySeries }
        face?.addWorld()
        let unknown = [SIMD3<Float>](repeating: SIMD3(repeating: .nan), count: landmarks.count)
        let known = mesh.flatMap { $0.isEmpty ? nil : $0 }
        // In meters, y down and z away from the camera, as the points of bodies.
        let points = (known ?? unknown).map {
            Landmark(x: $0.x / 100, y: -$0.y / 100, z: -$0.z / 100, visibility: nil, presence: nil)
        }
        add(.face, landmarks, points)
    }

    fileprivate mutating func addBlendshapes(_ scores: [Float]) {
        Self.add(scores, to: &blendshapes, of: frames)
    }

    fileprivate mutating func addHead(_ matrix: TransformMatrix) {
        guard matrix.rows == 4, matrix.columns == 4 else { return }
        let columns = (0..<3).map { column in
            Vector((0..<3).map { Double(matrix[row: $0, column: column]) })
        }
        let rotation = Rotation(x: columns[0].unit, y: columns[1].unit, z: columns[2].unit)
        let position = (0..<3).map { matrix[row: $0, column: 3] }
        Self.add(rotation.components.map(Float.init) + position, to: &head, of: frames)
    }

    private static func add(_ values: [Float], to series: inout ValueSeries?, of frames: Range<Int>) {
        var grown = series ?? ValueSeries(width: values.count)
        series = nil
        if grown.frameCount < frames.count {
            grown.appendMissing(frames.count - 1 - grown.frameCount)
            grown.append(values)
        }
        series = grown
    }

    /// Returns the person with all series as long as the frames.
    fileprivate func padded(to end: Int) -> RecordedPerson {
        var person = self
        for (part, points) in parts {
            var points = points
            points.appendMissing(frames.count - points.frameCount)
            person[part] = points
        }
        person.blendshapes?.appendMissing(frames.count - (blendshapes?.frameCount ?? 0))
        person.head?.appendMissing(frames.count - (head?.frameCount ?? 0))
        return person
    }
}
