// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// CUDA's libraries beside an ONNX Runtime, which the system's loader would not find there by itself.
///
/// A library that is open is found by its name wherever it lies, so they are opened in the order in which they need each
/// other, and stay open.
package enum CUDALibraries {
    /// The beginnings of the names. cuDNN finds its parts itself.
    private static let names = [
        "libcudart", "libnvrtc-builtins", "libnvrtc", "libcublasLt", "libcublas", "libcurand", "libcufft", "libcudnn",
    ]

    /// Returns the libraries that belong to an ONNX Runtime, in the order in which they are to be opened: those in its folder,
    /// where `lineament models fetch cuda` puts them, and of the Python packages `nvidia-…` beside the package.
    /// - Parameter runtime: The file of ONNX Runtime.
    package static func files(beside runtime: URL) -> [URL] {
        let folder = runtime.deletingLastPathComponent()
        let packages = folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("nvidia")
        let folders = [folder] + contents(of: packages).map { $0.appendingPathComponent("lib") }
        let files = folders.flatMap(contents)
        return names.flatMap { name in files.filter { $0.lastPathComponent.hasPrefix("\(name).so") } }
    }

    /// Opens libraries. One that cannot be opened is left out, as ONNX Runtime names what it misses.
    package static func open(_ files: [URL]) {
        for file in files where !LibraryFile.isTruncated(file.path) { _ = dlopen(file.path, RTLD_LAZY | RTLD_LOCAL) }
    }

    private static func contents(of folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appendingPathComponent($0) }
    }
}
