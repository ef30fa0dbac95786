// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Where the files of a recording go, one after the other.
package protocol CaptureOutput: AnyObject {
    /// Begins a file.
    /// - Parameters:
    ///   - file: The file, still without bytes.
    ///   - isOnly: Whether it is the only file.
    func open(_ file: CaptureFile, isOnly: Bool) throws
    /// Appends bytes to the file.
    func write(_ data: Data) throws
    /// Ends the file.
    func close() throws
}

/// Files in memory.
final class CollectedFiles: CaptureOutput {
    private(set) var files: [CaptureFile] = []
    private var current: CaptureFile?
    private var data = Data()

    func open(_ file: CaptureFile, isOnly: Bool) { current = file }

    func write(_ part: Data) { data.append(part) }

    func close() {
        if let current { files.append(CaptureFile(trackID: current.trackID, frame: current.frame, data: data)) }
        data = Data()
    }
}

/// Files on disk, each of which appears when it is complete.
final class WrittenFiles: CaptureOutput {
    private(set) var places: [URL] = []
    private let place: URL
    private var current: (place: URL, partial: URL, handle: FileHandle)?

    /// - Parameter place: The file or folder that was asked for.
    init(_ place: URL) { self.place = place }

    deinit {
        // An error ended the work.
        if let current { try? FileManager.default.removeItem(at: current.partial) }
    }

    func open(_ file: CaptureFile, isOnly: Bool) throws {
        let place = self.place.place(of: file, isOnly: isOnly)
        let partial = place.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).partial")
        try Data().write(to: partial)
        current = (place, partial, try FileHandle(forWritingTo: partial))
    }

    func write(_ part: Data) throws { try current?.handle.write(contentsOf: part) }

    func close() throws {
        guard let current else { return }
        try current.handle.close()
        guard rename(current.partial.path, current.place.path) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: current.place.path])
        }
        places.append(current.place)
        self.current = nil
    }
}
