// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament

/// The library's version as a C string, which is never freed.
nonisolated(unsafe) private let version = UnsafePointer(strdup(LineamentVersion.current))

@_cdecl("lineament_version")
package func lineamentVersion() -> UnsafePointer<CChar>? { version }

@_cdecl("lineament_add_asset_folder")
package func lineamentAddAssetFolder(_ folder: UnsafePointer<CChar>?, _ message: ErrorMessage?) -> MpStatus {
    status(message) {
        let path = try String(path: folder, "folder")
        guard path.hasPrefix("/") else {
            throw LineamentError(.invalidArgument, "\(path) is not an absolute path.")
        }
        try AssetFolders.add(URL(fileURLWithPath: path, isDirectory: true))
    }
}

@_cdecl("lineament_options_init")
package func lineamentOptionsInit(_ options: UnsafeMutablePointer<LineamentOptions>?, _ task: Int32) {
    options?.pointee = TaskOptionsReader.defaults(of: task)
}

@_cdecl("lineament_task_create")
package func lineamentTaskCreate(
    _ options: UnsafePointer<LineamentOptions>?, _ task: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(task, "task", message) {
        let options = try TaskOptionsReader(options)
        return try DetectionTask(options.settings(), model: options.model())
    }
}

@_cdecl("lineament_task_create_with")
package func lineamentTaskCreateWith(
    _ settings: OpaquePointer?, _ task: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(task, "task", message) { try DetectionTask(HandleTable.object(settings)) }
}

@_cdecl("lineament_task_close")
package func lineamentTaskClose(_ task: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(task, DetectionTask.self) }
}

@_cdecl("lineament_task_detect")
package func lineamentTaskDetect(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ rotationDegrees: Int32,
    _ result: UnsafeMutablePointer<LineamentResult>?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let result = try place(result, "result", holding: LineamentResult())
        let task = try HandleTable.object(task, DetectionTask.self)
        var arrays = try task.detect(taskImage(of: image, rotationDegrees: rotationDegrees)).handedOver()
        // MediaPipe gives single images the times 0, 1000, 2000 and so on, which are not times.
        arrays.timestamp_ms = 0
        result.pointee = arrays
    }
}

@_cdecl("lineament_result_free")
package func lineamentResultFree(_ result: UnsafeMutablePointer<LineamentResult>?) { ResultArrays.release(result) }

@_cdecl("lineament_session_create")
package func lineamentSessionCreate(
    _ task: OpaquePointer?, _ session: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(session, "session", message) {
        DetectionSession(try HandleTable.object(task, DetectionTask.self))
    }
}

@_cdecl("lineament_session_detect")
package func lineamentSessionDetect(
    _ session: OpaquePointer?, _ frame: OpaquePointer?, _ rotationDegrees: Int32, _ timestamp: Int64,
    _ result: UnsafeMutablePointer<LineamentResult>?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let result = try place(result, "result", holding: LineamentResult())
        let session = try HandleTable.object(session, DetectionSession.self)
        let image = try taskImage(of: frame, rotationDegrees: rotationDegrees)
        var arrays = try session.detect(image, timestamp: Int(timestamp)).handedOver()
        arrays.timestamp_ms = timestamp
        result.pointee = arrays
    }
}

@_cdecl("lineament_session_reset")
package func lineamentSessionReset(_ session: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.object(session, DetectionSession.self).reset() }
}

@_cdecl("lineament_session_close")
package func lineamentSessionClose(_ session: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(session, DetectionSession.self) }
}
