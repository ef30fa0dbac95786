// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentTools
internal import Synchronization

extension DetectionTask {
    /// Processes the images of a batch, `jobs` at a time.
    fileprivate func rows(
        of input: ArrowInput, jobs: Int, crops template: CropTemplate?
    ) -> [Result<BatchRow, any Error>] {
        let rows = Mutex([Result<BatchRow, any Error>?](repeating: nil, count: input.count))
        let next = Atomic(0)
        let workers = max(1, min(jobs, input.count))
        Concurrent.perform(iterations: workers) { _ in
            CoreLoad.shared.call {
                while true {
                    let row = next.add(1, ordering: .relaxed).oldValue
                    guard row < input.count else { return }
                    let result = Result { try self.row(of: input.item(row), template) }
                    rows.withLock { $0[row] = result }
                }
            }
        }
        return rows.withLock { $0 }.compactMap { $0 }
    }

    private func row(of item: ArrowInput.Item, _ template: CropTemplate?) throws -> BatchRow {
        let pixels =
            switch item {
            case .bytes(let data): try ImageDecoder().decode(data)
            case .path(let path): try decoded(path)
            case .missing: throw LineamentError(.invalidArgument, "The input is null.")
            case .invalid(let reason): throw LineamentError(.invalidArgument, reason)
            }
        let found = try detect(MPImage(pixelBuffer: pixels))
        guard let template else { return BatchRow(arrays: found, crops: []) }
        let count = Int(found.result.count) * template.byteCount
        let crops = try [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
            if let start = memory.baseAddress { try found.result.crop(from: pixels, template, to: start) }
            filled = count
        }
        return BatchRow(arrays: found, crops: crops)
    }

    private func decoded(_ path: String) throws -> PixelBuffer {
        guard !path.isEmpty else { throw LineamentError(.notFound, "The path is empty.") }
        return try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: path))
    }
}

@_cdecl("lineament_task_detect_batch")
package func lineamentTaskDetectBatch(
    _ task: OpaquePointer?, _ schema: UnsafePointer<ArrowSchema>?, _ input: UnsafePointer<ArrowArray>?, _ jobs: Int32,
    _ outputSchema: UnsafeMutablePointer<ArrowSchema>?, _ output: UnsafeMutablePointer<ArrowArray>?,
    _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        try detectBatch(task, schema, input, jobs, crops: nil, outputSchema, output)
    }
}

@_cdecl("lineament_task_detect_batch_with_crops")
package func lineamentTaskDetectBatchWithCrops(
    _ task: OpaquePointer?, _ schema: UnsafePointer<ArrowSchema>?, _ input: UnsafePointer<ArrowArray>?, _ jobs: Int32,
    _ template: Int32, _ size: Int32, _ margin: Float,
    _ outputSchema: UnsafeMutablePointer<ArrowSchema>?, _ output: UnsafeMutablePointer<ArrowArray>?,
    _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let template = try CropTemplate(Settings(template: template, size: size, margin: margin))
        try detectBatch(task, schema, input, jobs, crops: template, outputSchema, output)
    }
}

private func detectBatch(
    _ task: OpaquePointer?, _ schema: UnsafePointer<ArrowSchema>?, _ input: UnsafePointer<ArrowArray>?, _ jobs: Int32,
    crops template: CropTemplate?, _ outputSchema: UnsafeMutablePointer<ArrowSchema>?,
    _ output: UnsafeMutablePointer<ArrowArray>?
) throws {
    let outputSchema = try required(outputSchema, "output_schema")
    let output = try required(output, "output")
    output.pointee.release = nil
    outputSchema.pointee.release = nil
    let task = try HandleTable.object(task, DetectionTask.self)
    guard (0...Int32(Cores.maxJobs)).contains(jobs) else {
        throw LineamentError(.invalidArgument, "jobs must be 0 (one per core) to \(Cores.maxJobs), not \(jobs).")
    }
    guard !task.hasMasks else {
        throw LineamentError(.invalidArgument, "A batch has no masks. Use a task without them.")
    }
    let rows = try task.rows(
        of: ArrowInput(schema, input), jobs: jobs == 0 ? Cores.available : Int(jobs), crops: template)
    let table = try BatchTable(task.kind, rows, crops: template).column()
    table.export(to: outputSchema)
    table.export(to: output)
}
