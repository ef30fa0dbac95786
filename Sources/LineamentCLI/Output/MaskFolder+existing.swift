// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The inputs that have files from an earlier run, and whether these are complete.
///
/// While several files of an input are written one after the other, a hidden file says that some are missing. It stays if
/// the program is ended, and if a video is not read to its end.
extension MaskFolder {
    /// Notes whether all files of an input are written.
    func mark(_ relativePath: String, isWhole: Bool) {
        if isWhole { markWhole(relativePath) } else { markPartial(relativePath) }
    }

    /// Notes that files of an input are being written.
    func markPartial(_ relativePath: String) {
        let path = marker(of: relativePath)
        guard (try? OutputPath.makeFolder(of: URL(verbatimPath: path))) != nil else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Notes that all files of an input are written.
    func markWhole(_ relativePath: String) { unlink(marker(of: relativePath)) }

    /// Returns whether some files of an input may be missing.
    func isPartial(_ relativePath: String) -> Bool { access(marker(of: relativePath), F_OK) == 0 }

    private func marker(of relativePath: String) -> String {
        let (subfolder, name) = OutputPath.split(stem(of: relativePath))
        return OutputPath.joined(folder.path, OutputPath.joined(subfolder, ".\(name)-\(files.kind).partial"))
    }

    /// Returns the relative paths of the inputs that have at least one file.
    func existing() -> Set<String> {
        let prefixes = subfolders.flatMap { subfolder in
            let place = OutputPath.joined(folder.path, subfolder)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
            return names.compactMap { prefix(of: OutputPath.joined(subfolder, $0)) }
        }
        return inputs(withPrefixes: Set(prefixes))
    }
}
