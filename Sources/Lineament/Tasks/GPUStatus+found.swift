// SPDX-License-Identifier: Apache-2.0
extension GPUStatus {
    /// Looks for a GPU by compiling the face detector for it.
    /// - Parameter allowsHalfPrecision: Whether it may run with 16-bit floats.
    /// - Throws: ``LineamentError`` with the reason if there is none.
    package static func found(allowsHalfPrecision: Bool = false) throws -> GPUStatus {
        let options = FaceDetectorOptions()
        options.range = .short
        options.baseOptions.gpu = GPUUse(isRequired: true, allowsHalfPrecision: allowsHalfPrecision)
        _ = try FaceDetector(options: options)
        guard let current else { throw LineamentError(.internal, "The accelerator named no device.") }
        return current
    }
}
