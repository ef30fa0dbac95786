// SPDX-License-Identifier: Apache-2.0
import CLineamentTurboJPEG
import Foundation
import Testing

@testable import LineamentImages

/// The quantized coefficients of a JPEG file.
struct JPEGCoefficients {
    /// Those of a component.
    struct Plane {
        /// The number of blocks in a row.
        var columns = 0
        /// The blocks, row by row.
        var blocks: [[Int16]] = []
    }

    private(set) var planes: [Plane] = []
    /// What is put in the place of each block, if it is not read only.
    private var change: ((Int, [Int16]) -> [Int16])?

    /// Reads the coefficients of a file.
    init(_ file: Data) throws {
        _ = try Self.run(&self, file, options: TJXOPT_NOOUTPUT)
    }

    /// Returns a file with other coefficients.
    /// - Parameter change: Returns those of a block, of which it takes the component and the coefficients.
    static func changed(_ file: Data, _ change: @escaping (Int, [Int16]) -> [Int16]) throws -> Data {
        var coefficients = JPEGCoefficients(change: change)
        return try run(&coefficients, file, options: TJXOPT_COPYNONE)
    }

    private init(change: @escaping (Int, [Int16]) -> [Int16]) { self.change = change }

    private static func run(_ all: inout JPEGCoefficients, _ file: Data, options: Int32) throws -> Data {
        let library = try TurboJPEG.library()
        let handle = try #require(library.tjInitTransform())
        defer { _ = library.tjDestroy(handle) }
        var copy: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { library.tjFree(copy) }
        let status = withUnsafeMutablePointer(to: &all) { all in
            var transform = tjtransform()
            transform.options = options
            transform.data = UnsafeMutableRawPointer(all)
            transform.customFilter = { coefficients, array, plane, component, _, transform in
                guard array.y < plane.h, let all = transform.pointee.data else { return 0 }
                all.assumingMemoryBound(to: JPEGCoefficients.self).pointee
                    .take(coefficients, count: Int(array.w) / 8, component: Int(component))
                return 0
            }
            return file.withUnsafeBytes {
                library.tjTransform(
                    handle, $0.bindMemory(to: UInt8.self).baseAddress, UInt($0.count), 1, &copy, &size, &transform, 0)
            }
        }
        try #require(status == 0, "\(library.message(handle))")
        return copy.map { Data(bytes: $0, count: Int(size)) } ?? Data()
    }

    private mutating func take(_ coefficients: UnsafeMutablePointer<Int16>, count: Int, component: Int) {
        while planes.count <= component { planes.append(Plane()) }
        planes[component].columns = count
        for column in 0..<count {
            let place = coefficients + 64 * column
            let block = Array(UnsafeBufferPointer(start: place, count: 64))
            planes[component].blocks.append(block)
            guard let change else { continue }
            for (index, value) in change(component, block).enumerated() { place[index] = value }
        }
    }
}
