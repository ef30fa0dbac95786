// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Lineament

@_cdecl("lineament_solution_options_init")
package func lineamentSolutionOptionsInit(
    _ options: UnsafeMutablePointer<LineamentSolutionOptions>?, _ solution: Int32
) {
    options?.pointee = SolutionOptions.forC(solution)
}

@_cdecl("lineament_solution_create")
package func lineamentSolutionCreate(
    _ options: UnsafePointer<LineamentSolutionOptions>?, _ solution: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(solution, "solution", message) { try SolutionHandle(required(options, "options").pointee) }
}

@_cdecl("lineament_solution_process")
package func lineamentSolutionProcess(
    _ solution: OpaquePointer?, _ width: Int32, _ height: Int32, _ bytesPerRow: Int, _ data: UnsafeRawPointer?,
    _ result: UnsafeMutablePointer<LineamentSolutionResult>?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let result = try place(result, "result", holding: LineamentSolutionResult())
        let solution = try HandleTable.object(solution, SolutionHandle.self).solution
        // The caller keeps the memory until the call returns; nothing refers to it afterwards.
        let pixels = try PixelBuffer(
            unowned: [PixelBuffer.Plane(address: try required(data, "data"), bytesPerRow: bytesPerRow)],
            width: Int(width), height: Int(height), format: .rgb8, release: {})
        let output = try solution.process(pixels)
        result.pointee = SolutionArrays(output, width: Int(width), height: Int(height)).handedOver()
    }
}

@_cdecl("lineament_solution_reset")
package func lineamentSolutionReset(_ solution: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.object(solution, SolutionHandle.self).solution.reset() }
}

@_cdecl("lineament_solution_close")
package func lineamentSolutionClose(_ solution: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(solution, SolutionHandle.self) }
}

@_cdecl("lineament_solution_result_free")
package func lineamentSolutionResultFree(_ result: UnsafeMutablePointer<LineamentSolutionResult>?) {
    SolutionArrays.release(result)
}
