// SPDX-License-Identifier: Apache-2.0
internal import CLineamentLiteRT
internal import Locking
package import Foundation

/// The LiteRT runtime of the process: a loaded library and its only environment.
package final class Runtime: Sendable {
    /// The file name of the runtime library on this platform.
    package static let libraryName: String = {
        #if canImport(Darwin)
            "libLiteRt.dylib"
        #else
            "libLiteRt.so"
        #endif
    }()

    let library: RuntimeLibrary
    let environment: EnvironmentHandle

    private static let loaded = Locked<Runtime?>(nil)

    /// Returns the runtime, loaded on first use from `file`.
    ///
    /// Later calls return the loaded runtime, whatever their arguments.
    /// - Parameters:
    ///   - file: The library; `nil` if there is none.
    ///   - places: The paths at which it was searched for, for the error message.
    /// - Throws: ``LiteRTError`` with ``LiteRTError/Code/libraryMissing`` if there is no file, or with
    ///   ``LiteRTError/Code/libraryUnusable`` if it is not a LiteRT runtime or is too old.
    package static func shared(_ file: URL?, searched places: [URL]) throws -> Runtime {
        try loaded.withLock { loaded in
            if let loaded { return loaded }
            guard let file else { throw LiteRTError.missing(places) }
            let runtime = try Runtime(library: RuntimeLibrary(path: file.path))
            loaded = runtime
            return runtime
        }
    }

    private init(library: RuntimeLibrary) throws {
        self.library = library
        let options: [LiteRtEnvironmentOption] = [
            .integer(LITERT_ENVIRONMENT_MINIMUM_LOG_SEVERITY, LITERT_LOG_SILENT),
            // Otherwise accelerators for GPUs are searched for in all folders of the system's loader.
            .integer(LITERT_ENVIRONMENT_ACCELERATORS, LITERT_ACCELERATOR_CPU),
        ]
        var handle: LiteRtEnvironment?
        try check(
            library.createEnvironment(Int32(options.count), options, &handle),
            "LiteRtCreateEnvironment", model: nil)
        guard let handle else { throw LiteRTError.empty("LiteRtCreateEnvironment", model: nil) }
        environment = EnvironmentHandle(pointer: handle)
    }
}

/// The handle of the environment, which exists for the life of the process and is never destroyed.
struct EnvironmentHandle: @unchecked Sendable {
    // Sound: the pointer never changes, and the runtime's environment is thread-safe.
    let pointer: LiteRtEnvironment
}

extension LiteRtEnvironmentOption {
    static func integer(_ tag: Int, _ value: Int) -> LiteRtEnvironmentOption {
        LiteRtEnvironmentOption(
            tag: Int32(tag), value: LiteRtAny(type: Int32(LITERT_ANY_TYPE_INT), int_value: Int64(value)))
    }
}

extension LiteRTError {
    static func missing(_ candidates: [URL]) -> LiteRTError {
        let places = candidates.map { "  " + $0.path }.joined(separator: "\n")
        return LiteRTError(
            code: .libraryMissing,
            message:
                "The LiteRT runtime was not found. Run `lineament models fetch` (in a package, `swift run lineament models fetch`), "
                + "or set LINEAMENT_HOME to the folder that contains it. Searched:\n\(places)")
    }
}
