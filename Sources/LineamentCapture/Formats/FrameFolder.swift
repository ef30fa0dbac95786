// SPDX-License-Identifier: Apache-2.0
package import Foundation
internal import Lineament

/// A folder of numbered files, one for each frame, which appear together once all are written. They take the place of those of
/// an earlier recording in the folder.
package final class FrameFolder: CaptureOutput {
    private let folder: URL
    /// Where files are until all are written.
    private let partial: URL
    private let isNew: Bool
    private var names: [String] = []
    private var handle: FileHandle?
    private var isDone = false

    /// Creates the folder unless there is one.
    /// - Throws: `LineamentError` with code `invalidArgument` if it has other frames; the error of writing.
    package init(_ folder: URL) throws {
        try Self.check(folder)
        self.folder = folder
        isNew = !FileManager.default.fileExists(atPath: folder.path)
        partial = folder.appendingPathComponent(".\(UUID().uuidString).partial")
        try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
    }

    deinit {
        guard !isDone else { return }
        // An error ended the work. A folder that is not empty has what others have put there.
        try? FileManager.default.removeItem(at: partial)
        if isNew { rmdir(folder.path) }
    }

    /// Checks that a folder has no JSON but the frames of an earlier recording, with which new frames would be mixed.
    /// - Throws: `LineamentError` with code `invalidArgument`.
    package static func check(_ folder: URL) throws {
        let other = jsonNames(in: folder).first { !isFrame($0, of: folder) }
        guard let other else { return }
        throw LineamentError(
            .invalidArgument,
            "\(folder.path) has other JSON already, such as \(other). Programs would read it as frames: choose another folder."
        )
    }

    private static func jsonNames(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
    }

    private static func isFrame(_ name: String, of folder: URL) -> Bool {
        let start = folder.frameFileStart
        let digits = name.dropFirst(start.count).dropLast(".json".count)
        return name.hasPrefix(start) && digits.count >= 5 && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }

    package func open(_ file: CaptureFile, isOnly: Bool) throws {
        let place = folder.place(of: file, isOnly: isOnly)
        names.append(place.lastPathComponent)
        let path = partial.appendingPathComponent(place.lastPathComponent)
        try Data().write(to: path)
        handle = try FileHandle(forWritingTo: path)
    }

    package func write(_ data: Data) throws { try handle?.write(contentsOf: data) }

    package func close() throws {
        try handle?.close()
        handle = nil
    }

    /// Puts the files into the folder, and removes those of an earlier recording.
    /// - Returns: the files.
    package func commit() throws -> [URL] {
        let written = Set(names)
        let places = names.map { folder.appendingPathComponent($0) }
        for (name, place) in zip(names, places) {
            guard rename(partial.appendingPathComponent(name).path, place.path) == 0 else {
                for place in places where isNew { unlink(place.path) }
                throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: place.path])
            }
        }
        for name in Self.jsonNames(in: folder) where Self.isFrame(name, of: folder) && !written.contains(name) {
            try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
        isDone = true
        try FileManager.default.removeItem(at: partial)
        return places
    }
}

extension URL {
    /// How the names of the files in a folder of frames begin.
    fileprivate var frameFileStart: String {
        var name = lastPathComponent
        if name.hasSuffix("_json") { name.removeLast("_json".count) }
        return name + "_"
    }

    /// Returns the file of a frame in this folder.
    func file(ofFrame frame: Int) -> URL {
        let number = String(frame)
        let zeros = String(repeating: "0", count: max(0, 5 - number.count))
        return appendingPathComponent("\(frameFileStart)\(zeros)\(number).json")
    }
}
