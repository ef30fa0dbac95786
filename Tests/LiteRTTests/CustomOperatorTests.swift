// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import LiteRT

/// MediaPipe's own operators, without which the meshes with irises are not there.
@Suite struct CustomOperatorTests {
    /// A FlexBuffer of the map {"output_height": 2, "output_width": 3}, with values of one byte.
    private static let options: [UInt8] =
        Array("output_height\0output_width\0".utf8) + [
            2,  // the number of keys
            28, 15,  // the keys
            2, 1, 2,  // the offset to the keys, their width, the number of values
            2, 3,  // the values
            4, 4,  // their types: whole numbers
            4, 36, 1,  // the offset to the values, the type of the root, and its width
        ]

    @Test func optionsAreRead() throws {
        let map = try #require(FlexBufferMap(Self.options))
        #expect(map.number("output_height") == 2)
        #expect(map.number("output_width") == 3)
        #expect(map.number("absent") == nil)
        #expect(map.integers("output_width") == nil)
    }

    /// Options of a damaged model are refused, not followed out of the buffer.
    @Test func damagedOptionsAreRefused() {
        for count in 0..<Self.options.count {
            _ = FlexBufferMap(Array(Self.options.prefix(count)))?.number("output_width")
        }
        for position in Self.options.indices {
            for value: UInt8 in [0, 1, 0x7f, 0xff] {
                var options = Self.options
                options[position] = value
                _ = FlexBufferMap(options)?.number("output_width")
                _ = FlexBufferMap(options)?.integers("output_width")
            }
        }
        #expect(FlexBufferMap([]) == nil)
        #expect(TransformTensorBilinear(options: [1, 2, 3]) == nil)
        #expect(LandmarksToTransformMatrix(options: Self.options) == nil)
    }

    /// A size may be any number in a file, but sizes nothing unless it is one of a model's input.
    @Test func sizesAreLimited() {
        func options(height: Float, width: Float) -> [UInt8] {
            let values = [height, width].flatMap { value in (0..<4).map { UInt8(value.bitPattern >> (8 * $0) & 255) } }
            // As above, with values of four bytes: floating-point numbers.
            return Array("output_height\0output_width\0".utf8) + [2, 28, 15, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]
                + values
                + [14, 14, 10, 0, 0, 0, 38, 4]
        }
        #expect(TransformTensorBilinear(options: options(height: 2, width: 3)) != nil)
        for number: Float in [.nan, .infinity, 1e30, 4097, 0, -1] {
            #expect(TransformTensorBilinear(options: options(height: number, width: 3)) == nil)
            #expect(TransformTensorBilinear(options: options(height: 2, width: number)) == nil)
        }
    }

    /// Calls `body` with a tensor of these elements.
    private func withTensor<Result>(
        _ shape: [Int], _ elements: [Float], _ body: (OperatorTensor) throws -> Result
    ) rethrows -> Result {
        var elements = elements
        return try elements.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("The tensor is empty.") }
            return try body(OperatorTensor(shape: shape, elements: start))
        }
    }

    /// Returns what an operator computes of two inputs.
    private func output(_ custom: some CustomOperator, _ first: ([Int], [Float]), _ second: ([Int], [Float])) throws
        -> [Float]
    {
        let shape = try #require(custom.outputShape([first.0, second.0]))
        return withTensor(first.0, first.1) { one in
            withTensor(second.0, second.1) { other in
                withTensor(shape, [Float](repeating: .nan, count: shape.reduce(1, *))) { result in
                    custom.run([one, other], output: result)
                    return Array(UnsafeBufferPointer(start: result.elements, count: shape.reduce(1, *)))
                }
            }
        }
    }

    private func matrix(_ x: [Float], _ y: [Float]) -> ([Int], [Float]) {
        ([1, 4, 4], [x[0], x[1], 0, x[2], y[0], y[1], 0, y[2], 0, 0, 1, 0, 0, 0, 0, 1])
    }

    @Test func pointsAreTransformed() throws {
        let custom = try #require(TransformLandmarks(options: []))
        let turned = try output(custom, ([1, 2, 2], [1, 2, 3, 4]), matrix([0, -1, 10], [1, 0, 20]))
        #expect(turned == [8, 21, 6, 23])
        #expect(custom.outputShape([[1, 2, 3], [1, 4, 4]]) == nil)
    }

    /// The identity cuts out the upper left corner; a shift by half a pixel blends neighbors; outside there is 0.
    @Test func tensorsAreCutOut() throws {
        let custom = try #require(TransformTensorBilinear(options: Self.options))
        let source = ([1, 4, 4, 1], (0..<16).map(Float.init))
        #expect(try output(custom, source, matrix([1, 0, 0], [0, 1, 0])) == [0, 1, 2, 4, 5, 6])
        #expect(try output(custom, source, matrix([1, 0, 0.5], [0, 1, 0])) == [0.5, 1.5, 2.5, 4.5, 5.5, 6.5])
        #expect(try output(custom, source, matrix([1, 0, 2], [0, 1, 0])) == [2, 3, 0, 6, 7, 0])
    }
}
