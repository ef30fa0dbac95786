package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import Synchronization

extension DetectionTask {
    /// Processes the images of a batch, `jobs` at a time.
    fileprivate func rows(of input: ArrowInput, jobs: Int) -> [Result<ResultArrays, any Error>] {
        let rows = Mutex([Result<ResultArrays, any Error>?](repeating: nil, count: input.count))
        let next = Atomic(0)
        let workers = max(1, min(jobs, input.count))
        Concurrent.perform(iterations: workers) { _ in
            CoreSharing.$isActive.withValue(workers > 1) {
                while true {
                    let row = next.add(1, ordering: .relaxed).oldValue
                    guard row < input.count else { return }
                    let result = Result { try arrays(of: input.item(row)) }
                    rows.withLock { $0[row] = result }
                }
            }
        }
        return rows.withLock { $0 }.compactMap { $0 }
    }

    private func arrays(of item: ArrowInput.Item) throws -> ResultArrays {
        let pixels =
            switch item {
            case .bytes(let data): try ImageDecoder().decode(data)
            case .path(let path): try decoded(path)
            case .missing: throw LineamentError(.invalidArgument, "The input is null.")
            case .invalid(let reason): throw LineamentError(.invalidArgument, reason)
            }
        return try detect(MPImage(pixelBuffer: pixels))
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
        let rows = try task.rows(of: ArrowInput(schema, input), jobs: jobs == 0 ? Cores.available : Int(jobs))
        let table = try BatchTable(task.kind, rows).column()
        table.export(to: outputSchema)
        table.export(to: output)
    }
}
