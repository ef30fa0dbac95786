// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A trial run of an untrusted model in a child process, whose crash does not affect this one.
///
/// A damaged or hostile model can crash the runtime. The child is this program with the same arguments: it loads the
/// task, runs each model once within limits of memory and time, and exits.
enum ModelTrial {
    private static let variable = "LINEAMENT_MODEL_TRIAL"
    private static let maxSeconds = 30
    /// The memory that the trial may allocate, in bytes.
    private static let maxMemory: UInt = 1 << 30

    /// Whether this process is a trial.
    static var isUnderway: Bool { ProcessInfo.processInfo.environment[variable] != nil }

    /// Runs the trial in this process and exits. Errors are ignored, because the parent process reports them itself.
    static func run(_ work: () throws -> Void) -> Never {
        #if os(Linux)
            var limit = rlimit(rlim_cur: maxMemory, rlim_max: maxMemory)
            setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
        #endif
        // The parent process may have been killed.
        alarm(UInt32(maxSeconds) + 10)
        try? work()
        exit(0)
    }

    /// Tries the model at `path`.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the trial crashed or took too long or too much memory.
    static func perform(on path: String) throws {
        guard let program = Bundle.main.executableURL else { return }
        let process = Process()
        process.executableURL = program
        process.arguments = Array(CommandLine.arguments.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(
            [
                variable: "1", "SWIFT_BACKTRACE": "enable=no",
                // The C library fills memory with garbage, so that reading what was never written shows here and not later.
                "MALLOC_PERTURB_": "165",
            ]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard try ChildProcess.run(process, limit: maxSeconds) else {
            throw failure(path, "it takes more than \(maxSeconds) s to load and run")
        }
        if process.terminationReason == .uncaughtSignal {
            throw failure(path, "the runtime crashed on it, or it needs more than a gigabyte")
        }
    }

    private static func failure(_ path: String, _ reason: String) -> LineamentError {
        LineamentError(
            .invalidArgument, "\(path) is not a usable model: \(reason). Download it again, or use a different model.")
    }
}
