// SPDX-License-Identifier: Apache-2.0
internal import CLineamentLiteRT

/// All operators of one kind in one compiled model.
///
/// The runtime does not say which of them it prepares or runs. It creates them in the order of the model and runs them in
/// that order too, so a counter tells whose turn it is.
final class CustomOperators: @unchecked Sendable {
    // Sound: a compiled model is created by one thread, and used by one at a time.

    private let kind: any CustomOperator.Type
    private let library: RuntimeLibrary
    private var operators: [any CustomOperator] = []
    private var isValid = true
    private var nextPrepared = 0
    private var nextRun = 0

    private static let kinds: [any CustomOperator.Type] = [
        LandmarksToTransformMatrix.self, TransformTensorBilinear.self, TransformLandmarks.self,
    ]

    private init(_ kind: any CustomOperator.Type, library: RuntimeLibrary) {
        self.kind = kind
        self.library = library
    }

    /// Returns an object for each kind of custom operator that a compiled model may have.
    static func all(library: RuntimeLibrary) -> [CustomOperators] {
        kinds.map { CustomOperators($0, library: library) }
    }

    /// Adds the kind to the options of a compiled model, which must not outlive this object.
    func add(to options: LiteRtOptions, model: String) throws(LiteRTError) {
        var kernel = LiteRtCustomOpKernel(
            init: { CustomOperators.of($0)?.create($1, $2) ?? 1 },
            output_layouts: { CustomOperators.of($0)?.prepare($1, $2, $4) ?? 1 },
            run: { CustomOperators.of($0)?.run($1, $2, $4) ?? 1 },
            destroy: { _ in 0 })
        try LiteRT.check(
            library.addOperator(
                options, kind.name, Int32(kind.version), &kernel, Unmanaged.passUnretained(self).toOpaque()),
            "LiteRtAddCustomOpKernelOption", model: model)
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> CustomOperators? {
        data.map { Unmanaged<CustomOperators>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Throws an error if an operator of this kind did not fit the model.
    func check(model: String) throws(LiteRTError) {
        guard !isValid else { return }
        throw LiteRTError(
            code: .modelUnusable, message: "\(model) has an operator \(kind.name) that is not the expected one")
    }

    private func create(_ options: UnsafeRawPointer?, _ size: Int) -> LiteRtStatus {
        let bytes = Array(UnsafeRawBufferPointer(start: options, count: options == nil ? 0 : size))
        guard let made = kind.init(options: bytes) else {
            isValid = false
            return 1
        }
        operators.append(made)
        return 0
    }

    /// Returns the operator whose turn it is, and passes the turn on.
    private func taken(_ next: inout Int) -> (any CustomOperator)? {
        guard isValid, !operators.isEmpty else { return nil }
        defer { next = (next + 1) % operators.count }
        return operators[next]
    }

    private func prepare(
        _ count: Int, _ inputs: UnsafePointer<LiteRtLayout>?, _ outputs: UnsafeMutablePointer<LiteRtLayout>?
    ) -> LiteRtStatus {
        let shapes = UnsafeBufferPointer(start: inputs, count: count).map(\.shape)
        guard let shape = taken(&nextPrepared)?.outputShape(shapes) else {
            isValid = false
            return 1
        }
        outputs?.pointee = LiteRtLayout(shape: shape)
        return 0
    }

    private func run(
        _ count: Int, _ inputs: UnsafePointer<LiteRtTensorBuffer?>?,
        _ outputs: UnsafeMutablePointer<LiteRtTensorBuffer?>?
    ) -> LiteRtStatus {
        let tensors = UnsafeBufferPointer(start: inputs, count: count).compactMap { tensor($0) }
        guard let custom = taken(&nextRun), tensors.count == count, let output = tensor(outputs?.pointee),
            custom.outputShape(tensors.map(\.shape)) == output.shape
        else {
            isValid = false
            return 1
        }
        custom.run(tensors, output: output)
        return 0
    }

    private func tensor(_ buffer: LiteRtTensorBuffer?) -> OperatorTensor? {
        var type = LiteRtRankedTensorType()
        var address = UnsafeMutableRawPointer?.none
        guard let buffer, library.bufferType(buffer, &type) == 0, library.bufferAddress(buffer, &address) == 0,
            type.element_type == Int32(LITERT_ELEMENT_FLOAT32), let address
        else { return nil }
        return OperatorTensor(shape: type.layout.shape, elements: address.assumingMemoryBound(to: Float.self))
    }
}
