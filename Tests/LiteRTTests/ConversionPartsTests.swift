// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import LiteRT

@Suite struct ConversionPartsTests {
    /// All 16-bit floats are widened exactly; `Float16` is not there on every platform.
    @Test func halfPrecisionIsWidened() {
        #expect(Float(halfBits: 0x3C00) == 1)
        #expect(Float(halfBits: 0xC000) == -2)
        #expect(Float(halfBits: 0x0001) == 0x1p-24)
        #expect(Float(halfBits: 0x83FF) == -0x3FFp-24)
        #expect(Float(halfBits: 0x7BFF) == 65504)
        #expect(Float(halfBits: 0x7C00) == .infinity)
        #expect(Float(halfBits: 0x7E00).isNaN)
    }

    @Test func constantsAreTransposed() {
        let constant = ConstantTensor(shape: [2, 3], values: [1, 2, 3, 4, 5, 6])
        #expect(constant.transposed([1, 0]).values == [1, 4, 2, 5, 3, 6])
        #expect(constant.transposed([1, 0]).shape == [3, 2])
        #expect(constant.padded(toRank: 4).shape == [1, 1, 2, 3])
    }

    @Test func protobufIsWritten() {
        var writer = ProtobufWriter()
        writer.write(150, to: 1)
        writer.write("testing", to: 2)
        writer.writeMessage(to: 3) { $0.write(-1, to: 1) }
        let minusOne: [UInt8] = [UInt8](repeating: 0xFF, count: 9) + [1]
        #expect(writer.bytes == [8, 0x96, 1, 0x12, 7] + Array("testing".utf8) + [0x1A, 11, 8] + minusOne)
    }

    /// What ONNX Runtime 1.31.1 says where one of CUDA's libraries is missing.
    @Test func theMissingLibraryIsFound() {
        let message =
            "/onnxruntime_src/provider_bridge_ort.cc:2043 onnxruntime::ProviderLibrary::Get() [ONNXRuntimeError] : 1 : FAIL : Failed "
            + "to load library /usr/lib/libonnxruntime_providers_cuda.so with error: libcublasLt.so.13: cannot open shared object "
            + "file: No such file or directory?"
        #expect(
            ONNXSession.loaderError(in: message)
                == "libcublasLt.so.13: cannot open shared object file: No such file or directory")
        #expect(ONNXSession.loaderError(in: "CUDA failure 100") == nil)
    }

    /// What it says where the driver is too old for CUDA 13, or missing.
    @Test func theDriversErrorIsFound() throws {
        let message =
            "/onnxruntime_src/onnxruntime/core/providers/cuda/cuda_execution_provider_info.cc:63 [ONNXRuntimeError] : 1 : FAIL : "
            + "provider_options_utils.h:187 Parse Failed to parse provider option \"device_id\": CUDA failure 35: CUDA driver version is "
            + "insufficient for CUDA runtime version ; GPU=-1 ; hostname=vm ; expr=cudaGetDeviceCount(&num_devices); "
        #expect(
            ONNXSession.driverError(in: message)
                == "35: CUDA driver version is insufficient for CUDA runtime version")
        #expect(ONNXSession.driverError(in: "a failure") == nil)
    }

    /// No damage makes the conversion trap.
    @Test func damagedModelsAreNotConvertedOrAreStillSafe() throws {
        let path = TestData.model("face_detection_short_range.tflite")
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        for damaged in Damage.overwritten(bytes, copies: 100) {
            _ = try? ONNXConversion.graph(of: ModelBytes(damaged)).file()
        }
    }
}
