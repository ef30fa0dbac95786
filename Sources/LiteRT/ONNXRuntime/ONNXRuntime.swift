// SPDX-License-Identifier: Apache-2.0
internal import CLineamentONNX
internal import Locking

/// ONNX Runtime: the library, and the environment of the process.
package final class ONNXRuntime: @unchecked Sendable {
    // Sound: the handles never change, and the runtime's environment is thread-safe.

    /// The device that computes.
    package enum Provider: Hashable, Sendable {
        /// The CPU, for tests.
        case cpu
        /// An NVIDIA GPU, by its number among those that `CUDA_VISIBLE_DEVICES` leaves.
        case cuda(device: Int)

        /// The name in the runtime's list.
        fileprivate var listedName: String {
            switch self {
            case .cpu: "CPUExecutionProvider"
            case .cuda: "CUDAExecutionProvider"
            }
        }
    }

    /// The names by which the system's loader may find the library.
    package static let names = ["libonnxruntime.so.1", "libonnxruntime.so"]

    let library: ONNXLibrary
    let environment: LineamentONNXEnvironmentHandle
    let hostMemory: LineamentONNXMemoryInfoHandle

    /// The version, such as "1.31.1".
    package var version: String { library.version }

    private static let loaded = Locked<ONNXRuntime?>(nil)

    /// Returns the runtime, loaded on first use; later calls return the same, whatever their argument.
    /// - Parameter candidates: Paths of libraries, or names that the loader finds; the first that is one is taken.
    /// - Returns: `nil` if the system's loader finds none of these names.
    /// - Throws: ``LiteRTError`` if the library that is there cannot be used.
    package static func shared(_ candidates: [String]) throws(LiteRTError) -> ONNXRuntime? {
        try loaded.withLock { loaded throws(LiteRTError) in
            if let loaded { return loaded }
            for name in candidates {
                do throws(LiteRTError) {
                    loaded = try ONNXRuntime(ONNXLibrary(opening: name))
                    return loaded
                } catch {
                    // A name is only a guess.
                    if name.contains("/") { throw error }
                }
            }
            return nil
        }
    }

    private init(_ library: ONNXLibrary) throws(LiteRTError) {
        self.library = library
        let functions = library.functions
        environment = try library.created("it has no environment") {
            functions.CreateEnvWithCustomLogger(
                ONNXMessages.logger, nil, Int32(LINEAMENT_ONNX_SEVERITY_ERROR), "lineament", $0)
        }
        try library.check(functions.DisableTelemetryEvents(environment), "its telemetry cannot be switched off")
        hostMemory = try library.created("it has no description of memory") {
            functions.CreateCpuMemoryInfo(
                Int32(LINEAMENT_ONNX_DEVICE_ALLOCATOR), Int32(LINEAMENT_ONNX_MEMORY_DEFAULT), $0)
        }
    }

    /// Whether the library was built with a provider; whether that finds its own libraries is another question.
    package func has(_ provider: Provider) throws(LiteRTError) -> Bool {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var count: Int32 = 0
        try library.check(library.functions.GetAvailableProviders(&names, &count), "it does not list its providers")
        let listed = (0..<Int(count)).compactMap { names?[$0].map { String(cString: $0) } }
        if let status = library.functions.ReleaseAvailableProviders(names, count) {
            library.functions.ReleaseStatus(status)
        }
        return listed.contains(provider.listedName)
    }
}

/// The messages of ONNX Runtime: the reasons for failures that its errors only mention.
package enum ONNXMessages {
    private static let last = Locked<String?>(nil)
    private static let log = Locked<(@Sendable (String) -> Void)?>(nil)

    /// Receives messages from C.
    static let logger: LineamentONNXLogger = { _, _, _, _, _, message in
        guard let message = message.map({ String(cString: $0) }) else { return }
        last.withLock { $0 = message }
        log.withLock { $0 }?(message)
    }

    /// Sends every message to a log from now on.
    package static func send(to receiver: @escaping @Sendable (String) -> Void) { log.withLock { $0 = receiver } }

    /// Returns the last message, and forgets it.
    static func take() -> String? {
        last.withLock { last in
            defer { last = nil }
            return last
        }
    }
}
