// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LiteRT

@Suite struct ModelMetadataTests {
    private let detector: [UInt8]

    init() throws {
        let path = TestData.model("face_detection_short_range.tflite")
        detector = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Returns the detector with other normalization options.
    private func model(mean: Float, deviation: Float) throws -> Model {
        let plain = try Model(bytes: ModelBytes(detector), name: "test.tflite", runtime: ModelFile.runtime())
        let metadata = try #require(plain.metadata(named: "TFLITE_METADATA"))
        let start = try #require(Data(detector).range(of: Data(metadata))).lowerBound
        let input = FlatBufferTable(root: ModelBytes(metadata), identifier: "M001")?.tables(3).first?.tables(2).first
        let options = try #require(input?.tables(4).first { $0.byte(0) == 1 }?.table(1))
        var changed = detector
        for (field, value) in [(0, mean), (1, deviation)] {
            let vector = try #require(options.vector(field))
            for index in 0..<vector.count {
                changed.write(Int(value.bitPattern), at: start + vector.element(index))
            }
        }
        return try Model(bytes: ModelBytes(changed), name: "test.tflite", runtime: ModelFile.runtime())
    }

    @Test func normalizationGivesTheInputRange() throws {
        #expect(try ModelMetadata.inputRange(of: model(mean: 127.5, deviation: 127.5)) == -1...1)
        #expect(try ModelMetadata.inputRange(of: model(mean: 0, deviation: 255)) == 0...1)
    }

    /// A range of values that are no numbers would end the process.
    @Test(arguments: [
        (Float.infinity, Float.infinity), (-.infinity, .infinity), (.infinity, 1), (.nan, 1), (0, .nan), (0, 0),
        (0, .infinity), (127.5, .leastNonzeroMagnitude), (.greatestFiniteMagnitude, 1e-30),
    ])
    func normalizationWithoutARangeIsRefused(mean: Float, deviation: Float) {
        #expect(throws: LineamentError.self) {
            try ModelMetadata.inputRange(of: model(mean: mean, deviation: deviation))
        }
    }
}
