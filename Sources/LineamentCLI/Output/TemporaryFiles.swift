// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Locking

/// The temporary files of this process, which are removed when it ends.
enum TemporaryFiles {
    private static let paths = Locked<Set<String>>([])

    private static let removesAtExit: Void = {
        atexit { TemporaryFiles.removeAll() }
    }()

    /// Returns a path in the folder of `place` with the same extension, which determines the format.
    static func add(beside place: String) -> String {
        _ = removesAtExit
        let ending = (place as NSString).pathExtension
        let name = ".lineament-\(UUID().uuidString)" + (ending.isEmpty ? "" : "." + ending)
        let path = OutputPath.joined(OutputPath.split(place).folder, name)
        paths.withLock { _ = $0.insert(path) }
        return path
    }

    static func remove(_ path: String) {
        paths.withLock {
            unlink(path)
            $0.remove(path)
        }
    }

    static func move(_ path: String, to place: String) throws {
        try paths.withLock {
            guard rename(path, place) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
            $0.remove(path)
        }
    }

    /// Removes all files.
    /// - Parameter end: called while no new file can be added.
    static func removeAll(andThen end: () -> Void = {}) {
        paths.withLock {
            for path in $0 { unlink(path) }
            $0.removeAll()
            end()
        }
    }
}
