// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Foundation
internal import Lineament
internal import LineamentRender
internal import LineamentTasks

/// The arrays of a `LineamentResult`, and the memory that holds them.
final class ResultArrays: @unchecked Sendable {
    // Sound: the memory is written while the object is created, and only read afterwards.

    /// The result as C sees it, without an owner.
    private(set) var result = LineamentResult()
    /// The result of the task.
    let output: TaskResult
    /// Returns the drawing of the result.
    let overlay: (LabelMode) -> any Overlay
    /// The detected faces without landmarks; `nil` if there are none.
    let facesWithoutLandmarks: ResultArrays?
    private let floats: UnsafeMutablePointer<Float>
    private var trackIDs: UnsafeMutablePointer<Int64>?
    private var mask: Mask?
    private var masks: UnsafeMutablePointer<UInt8>?

    /// Writes the values of faces or people, one array after the other.
    init<Row: TaskRow>(
        _ output: Row.Output, _ form: TaskOutput<Row>, _ task: TaskKind, in image: MPImage
    ) throws {
        self.output = output
        let others = form.facesWithoutLandmarks(output)
        facesWithoutLandmarks = others.isEmpty ? nil : try ResultArrays(others, of: output, in: image)
        overlay = { form.overlay(output, labels: $0) }
        let table = Row.Output.values
        let subjects = output.subjects
        let values = subjects.isEmpty ? [] : table.filter { $0.isPresent(output) }
        let capacity = max(1, subjects.count * values.reduce(0) { $0 + $1.description.shape.count })
        floats = .allocate(capacity: capacity)
        floats.initialize(repeating: .nan, count: capacity)
        let size = CGSize(width: image.pixels.width, height: image.pixels.height)
        var next = floats
        for value in values {
            let count = value.description.shape.count
            result[keyPath: value.description.array.place] = UnsafePointer(next)
            for subject in subjects {
                value.write(subject, size, UnsafeMutableBufferPointer(start: next, count: count))
                next += count
            }
        }
        result.task = task.number
        result.count = Int32(subjects.count)
        result.width = Int32(image.pixels.width)
        result.height = Int32(image.pixels.height)
        result.timestamp_ms = Int64(output.timestampInMilliseconds)
        let points = table.first { $0.description.array == .landmarks }?.description.shape.extents ?? [0, 0]
        result.landmark_count = Int32(points[0])
        result.landmark_dimensions = Int32(points[1])
        setTrackIDs(form.trackIDs(output))
        try setMasks(form.masks(output))
    }

    /// Writes the values of the faces of a result that have no landmarks, as those of a face detector.
    private convenience init(_ faces: [Detection], of output: TaskResult, in image: MPImage) throws {
        let result = FaceDetectorResult(
            detections: faces, timestampInMilliseconds: output.timestampInMilliseconds, isFrame: output.isFrame)
        let form = TaskOutput<FaceDetectorRow>(AnswerChoices(), FaceDetectorOptions())
        try self.init(result, form, .faceDetector, in: image)
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

    /// Returns the arrays from which a result was handed over.
    /// - Throws: `LineamentError` with code `invalidArgument` if it has no owner, as it was freed or no task returned it.
    static func owner(of result: LineamentResult) throws -> ResultArrays {
        guard let owner = result.owner else {
            throw LineamentError(.invalidArgument, "The result was freed, or is not one that a task returned.")
        }
        return Unmanaged<ResultArrays>.fromOpaque(owner).takeUnretainedValue()
    }

    /// Releases the arrays of a result.
    static func release(_ result: UnsafeMutablePointer<LineamentResult>?) {
        guard let owner = result?.pointee.owner else { return }
        result?.pointee = LineamentResult()
        Unmanaged<ResultArrays>.fromOpaque(owner).release()
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
