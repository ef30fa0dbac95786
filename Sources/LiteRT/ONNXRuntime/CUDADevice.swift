// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A GPU as NVIDIA's driver describes it.
package struct CUDADevice: Sendable, Hashable {
    /// The library of the driver, which it installs itself.
    private static let libraryName = "libcuda.so.1"

    /// The name, such as "NVIDIA H100 80GB HBM3".
    package let name: String
    /// The memory, in bytes.
    package let memory: Int

    /// Asks the driver.
    /// - Parameter number: The number of the device among those that `CUDA_VISIBLE_DEVICES` leaves.
    /// - Returns: `nil` if there is no driver, or no such device.
    package init?(number: Int) {
        guard let library = dlopen(Self.libraryName, RTLD_NOW | RTLD_LOCAL) else { return nil }
        typealias Initialize = @convention(c) (UInt32) -> Int32
        typealias Device = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
        typealias Name = @convention(c) (UnsafeMutablePointer<CChar>, Int32, Int32) -> Int32
        typealias Memory = @convention(c) (UnsafeMutablePointer<Int>, Int32) -> Int32
        guard let initialize: Initialize = Self.function("cuInit", of: library),
            let device: Device = Self.function("cuDeviceGet", of: library),
            let name: Name = Self.function("cuDeviceGetName", of: library),
            let memory: Memory = Self.function("cuDeviceTotalMem_v2", of: library)
        else { return nil }
        var handle: Int32 = 0
        var text = [CChar](repeating: 0, count: 256)
        var size = 0
        guard let number = Int32(exactly: number), initialize(0) == 0, device(&handle, number) == 0,
            name(&text, Int32(text.count - 1), handle) == 0, memory(&size, handle) == 0
        else { return nil }
        self.name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.memory = size
    }

    private static func function<Function>(_ name: String, of library: UnsafeMutableRawPointer) -> Function? {
        dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
    }
}
