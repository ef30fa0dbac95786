// SPDX-License-Identifier: Apache-2.0
internal import CLineamentONNX
internal import Foundation

/// The functions of a loaded ONNX Runtime. The library stays loaded for the life of the process.
struct ONNXLibrary: @unchecked Sendable {
    // Sound: function pointers of a library that is never unloaded.

    /// The variable with which ONNX Runtime reports nothing to its makers.
    private static let telemetrySwitch = "ORT_DISABLE_TELEMETRY"

    /// The functions.
    let functions: LineamentONNX
    /// The version, such as "1.31.1".
    let version: String

    /// Opens a library.
    /// - Parameter name: Its path, or a name that the system's loader finds.
    /// - Throws: ``LiteRTError`` with code ``LiteRTError/Code/gpuUnusable`` if there is none, or it is another library.
    init(opening name: String) throws(LiteRTError) {
        guard !LibraryFile.isTruncated(name) else { throw .gpu("\(name) cannot be opened: the file is truncated") }
        // From version 1.29 on, the official libraries report to Microsoft what models they run, unless this is set before they
        // are loaded.
        if getenv(Self.telemetrySwitch) == nil { setenv(Self.telemetrySwitch, "1", 1) }
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            throw .gpu("\(name) cannot be opened: \(dlerror().map { String(cString: $0) } ?? "dlopen failed")")
        }
        var functions = LineamentONNX()
        guard let version = lineament_onnx_read(library, &functions) else {
            throw .gpu("\(name) is not ONNX Runtime, or is older than 1.19")
        }
        self.functions = functions
        self.version = String(cString: version)
    }

    /// Throws an error unless a call succeeded.
    /// - Parameters:
    ///   - status: The status that the call returned.
    ///   - subject: The operation that failed, as a clause such as "it does not run model.tflite".
    func check(_ status: LineamentONNXStatusHandle?, _ subject: String) throws(LiteRTError) {
        guard let status else { return }
        let message = functions.GetErrorMessage(status).map { String(cString: $0) } ?? "unknown failure"
        functions.ReleaseStatus(status)
        throw .gpu("\(subject): \(message)")
    }

    /// Returns the object that a call created.
    /// - Parameters:
    ///   - subject: The operation, for the error message.
    ///   - create: The call, which stores what it creates.
    func created<Handle>(
        _ subject: String, _ create: (UnsafeMutablePointer<Handle?>) -> LineamentONNXStatusHandle?
    ) throws(LiteRTError) -> Handle {
        var handle: Handle?
        try check(create(&handle), subject)
        guard let handle else { throw .gpu("\(subject): nothing was created") }
        return handle
    }
}
