// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The ONNX Runtime of the tests, whose kernels for the CPU stand in for a GPU.
public enum TestONNX {
    /// The variable that names its file or folder.
    public static let variable = "LINEAMENT_ONNXRUNTIME"

    /// The library that the variable names, or that `make test-gpu` has fetched; `nil` if there is none.
    public static let library: String? = {
        let named = ProcessInfo.processInfo.environment[variable]
        let installed = TestData.packageRoot.appendingPathComponent(".lineament/onnxruntime/onnxruntime/capi")
        let folder = named.map { URL(fileURLWithPath: $0) } ?? installed
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.sorted().first { $0.hasPrefix("libonnxruntime.so") }.map { folder.appendingPathComponent($0).path }
    }()

    /// Whether it is there.
    public static let isPresent = library != nil
    /// The message for tests that are skipped without it.
    public static let isAbsentMessage = "needs ONNX Runtime, which `make test-gpu` fetches, or $LINEAMENT_ONNXRUNTIME"
}
