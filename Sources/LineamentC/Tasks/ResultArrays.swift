internal import CLineament
internal import Foundation
internal import Lineament
internal import LineamentMLKit

/// The arrays of a `LineamentResult`, in one piece of memory.
final class ResultArrays: @unchecked Sendable {
    // Sound: the memory is written while the object is created, and only read afterwards.

    /// The result as C sees it, without an owner.
    private(set) var result = LineamentResult()
    private var floats: UnsafeMutablePointer<Float>
    private var used = 0
    private let capacity: Int
    private var trackIDs: UnsafeMutablePointer<Int64>?
    private var mask: Mask?
    private var masks: UnsafeMutablePointer<UInt8>?

    /// Allocates memory for `count` faces or people with `floatsEach` numbers each.
    private init(_ task: TaskKind, count: Int, floatsEach: Int, in image: MPImage, timestamp: Int) {
        capacity = count * floatsEach
        floats = .allocate(capacity: max(1, capacity))
        floats.initialize(repeating: .nan, count: max(1, capacity))
        result.task = task.number
        result.count = Int32(count)
        result.width = Int32(image.pixels.width)
        result.height = Int32(image.pixels.height)
        result.timestamp_ms = Int64(timestamp)
    }

    deinit {
        floats.deallocate()
        trackIDs?.deallocate()
        masks?.deallocate()
    }

    /// Hands the arrays over to C, which releases them with the result.
    func handedOver() -> LineamentResult {
        var result = result
        result.owner = Unmanaged.passRetained(self).toOpaque()
        return result
    }

    /// Releases the arrays of a result.
    static func release(_ result: UnsafeMutablePointer<LineamentResult>?) {
        guard let owner = result?.pointee.owner else { return }
        result?.pointee = LineamentResult()
        Unmanaged<ResultArrays>.fromOpaque(owner).release()
    }

    /// Takes the next `count` floats, or none if there are no subjects.
    private func take(_ count: Int) -> UnsafeMutablePointer<Float>? {
        guard count > 0 else { return nil }
        precondition(used + count <= capacity)
        defer { used += count }
        return floats + used
    }

    /// Takes an array with `width` numbers for each element, which `fill` writes.
    private func array<Element>(
        _ elements: [Element], _ width: Int, _ fill: (Element, UnsafeMutablePointer<Float>) -> Void
    ) -> UnsafePointer<Float>? {
        guard let memory = take(elements.count * width) else { return nil }
        for (index, element) in elements.enumerated() { fill(element, memory + index * width) }
        return UnsafePointer(memory)
    }

    private func setTrackIDs(_ ids: [Int]) {
        guard ids.count == Int(result.count), !ids.isEmpty else { return }
        let memory = UnsafeMutablePointer<Int64>.allocate(capacity: ids.count)
        for (index, id) in ids.enumerated() { memory[index] = Int64(id) }
        trackIDs = memory
        result.track_ids = UnsafePointer(memory)
    }
}

extension ResultArrays {
    /// The arrays of a face detector.
    convenience init(_ output: FaceDetectorResult, in image: MPImage) throws {
        let points = FaceKeypoint.allCases.count
        let faces = output.detections
        self.init(
            .faceDetector, count: faces.count, floatsEach: points * 2 + 5, in: image,
            timestamp: output.timestampInMilliseconds)
        (result.landmark_count, result.landmark_dimensions) = (Int32(points), 2)
        result.landmarks = array(faces, points * 2) { face, target in
            for index in 0..<points {
                let point = face.keypoints?.indices.contains(index) == true ? face.keypoints?[index].location : nil
                target[index * 2] = point.map { Float($0.x) } ?? .nan
                target[index * 2 + 1] = point.map { Float($0.y) } ?? .nan
            }
        }
        result.boxes = array(faces, 4) { $1.write($0.boundingBox) }
        result.scores = array(faces, 1) { $1[0] = $0.score }
    }

    /// The arrays of a face landmarker.
    convenience init(_ output: FaceLandmarkerResult, in image: MPImage) throws {
        let points = FaceMeshLandmark.count
        let shapes = Blendshape.allCases.count
        let faces = output.faces
        self.init(
            .faceLandmarker, count: faces.count, floatsEach: points * 3 + 1 + shapes + 16, in: image,
            timestamp: output.timestampInMilliseconds)
        (result.landmark_count, result.landmark_dimensions) = (Int32(points), 3)
        result.landmarks = array(faces, points * 3) { $1.write($0.landmarks.prefix(points)) }
        result.scores = array(faces, 1) { $1[0] = $0.score ?? .nan }
        if faces.contains(where: { $0.blendshapes != nil }) {
            result.blendshapes = array(faces, shapes) { face, target in
                for (index, score) in (face.blendshapes?.scores ?? []).prefix(shapes).enumerated() {
                    target[index] = score
                }
            }
        }
        if output.hasTransformationMatrixes {
            result.matrices = array(faces, 16) { face, target in
                for index in 0..<16 {
                    target[index] = face.transformationMatrix?[row: index / 4, column: index % 4] ?? .nan
                }
            }
        }
        setTrackIDs(output.trackIDs)
    }

    /// The arrays of a pose landmarker.
    convenience init(_ output: PoseLandmarkerResult, in image: MPImage) throws {
        let points = Lineament.PoseLandmark.allCases.count
        let poses = output.poses
        self.init(
            .poseLandmarker, count: poses.count, floatsEach: points * 8, in: image,
            timestamp: output.timestampInMilliseconds)
        (result.landmark_count, result.landmark_dimensions) = (Int32(points), 3)
        result.landmarks = array(poses, points * 3) { $1.write($0.landmarks.prefix(points)) }
        result.world_landmarks = array(poses, points * 3) { pose, target in
            for (index, point) in pose.worldLandmarks.prefix(points).enumerated() {
                target.write(point.x, point.y, point.z, at: index)
            }
        }
        result.visibilities = array(poses, points) { pose, target in
            for (index, point) in pose.landmarks.prefix(points).enumerated() {
                target[index] = point.visibilityValue ?? .nan
            }
        }
        result.presences = array(poses, points) { pose, target in
            for (index, point) in pose.landmarks.prefix(points).enumerated() {
                target[index] = point.presenceValue ?? .nan
            }
        }
        setTrackIDs(output.trackIDs)
        try setMasks(output.segmentationMasks)
    }

    /// The arrays of faces with ML Kit's attributes.
    convenience init(_ faces: [VisionFace], isFrame: Bool, in image: MPImage, timestamp: Int = 0) throws {
        let types = FaceLandmarkType.allCases
        self.init(
            .faces, count: faces.count, floatsEach: types.count * 2 + 10, in: image, timestamp: timestamp)
        (result.landmark_count, result.landmark_dimensions) = (Int32(types.count), 2)
        result.landmarks = array(faces, types.count * 2) { face, target in
            for (index, type) in types.enumerated() {
                let point = face.landmark(ofType: type)?.position
                target[index * 2] = point.map { Float($0.x) } ?? .nan
                target[index * 2 + 1] = point.map { Float($0.y) } ?? .nan
            }
        }
        result.boxes = array(faces, 4) { $1.write($0.frame) }
        result.angles = array(faces, 3) { face, target in
            target[0] = face.hasHeadEulerAngleX ? Float(face.headEulerAngleX) : .nan
            target[1] = face.hasHeadEulerAngleY ? Float(face.headEulerAngleY) : .nan
            target[2] = face.hasHeadEulerAngleZ ? Float(face.headEulerAngleZ) : .nan
        }
        result.expressions = array(faces, 3) { face, target in
            target[0] = face.hasSmilingProbability ? Float(face.smilingProbability) : .nan
            target[1] = face.hasLeftEyeOpenProbability ? Float(face.leftEyeOpenProbability) : .nan
            target[2] = face.hasRightEyeOpenProbability ? Float(face.rightEyeOpenProbability) : .nan
        }
        if isFrame { setTrackIDs(faces.map(\.trackingID)) }
    }

    /// Uses a single mask as it is, and copies several into one array.
    private func setMasks(_ masks: [Mask]) throws {
        guard let first = masks.first else { return }
        if masks.count == 1 {
            mask = first
            result.masks = first.withUnsafeFloats { $0.baseAddress }
            return
        }
        let count = first.width * first.height
        let memory = try PixelMemory.allocate(masks.count * count * MemoryLayout<Float>.stride)
        self.masks = memory
        let floats = UnsafeMutableRawPointer(memory).bindMemory(to: Float.self, capacity: masks.count * count)
        for (index, mask) in masks.enumerated() {
            mask.withUnsafeFloats { source in
                if let address = source.baseAddress { (floats + index * count).initialize(from: address, count: count) }
            }
        }
        result.masks = UnsafePointer(floats)
    }
}

extension UnsafeMutablePointer<Float> {
    fileprivate func write(_ box: CGRect) {
        self[0] = Float(box.minX)
        self[1] = Float(box.minY)
        self[2] = Float(box.width)
        self[3] = Float(box.height)
    }

    fileprivate func write(_ landmarks: some Sequence<NormalizedLandmark>) {
        for (index, point) in landmarks.enumerated() { write(point.x, point.y, point.z, at: index) }
    }

    fileprivate func write(_ x: Float, _ y: Float, _ z: Float, at index: Int) {
        self[index * 3] = x
        self[index * 3 + 1] = y
        self[index * 3 + 2] = z
    }
}
