// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The resources of the process at one moment, read from `/proc/self`.
struct ProcessUsage: CustomStringConvertible {
    /// The resident memory, in bytes.
    var memory: Int
    /// The number of open file descriptors.
    var descriptors: Int
    /// The number of threads.
    var threads: Int

    static func now() throws -> ProcessUsage {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return ProcessUsage(
            memory: Int(pages[1]).map { $0 * 4096 } ?? .max,
            descriptors: try descriptors(),
            threads: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count)
    }

    /// Returns the number of open files, without the weights of models, whose copies come and go with their callers.
    private static func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?
                .hasPrefix("/memfd:") != true
        }
    }

    /// Returns whether this is no more than `early`, which was read after the process had settled. The allocator may
    /// still fragment a little, and Dispatch keeps up to one idle thread a core.
    func isWithin(_ early: ProcessUsage) -> Bool {
        Double(memory) <= 1.05 * Double(early.memory) + 8_000_000
            && descriptors <= early.descriptors
            && threads <= early.threads + ProcessInfo.processInfo.activeProcessorCount
    }

    var description: String { "\(memory / 1_000_000) MB, \(descriptors) descriptors, \(threads) threads" }
}
