// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
@testable internal import LiteRT
internal import TestSupport

extension FuzzTarget {
    /// Models as FlatBuffers: their validation, and every way in which they are rewritten.
    static let models = FuzzTarget {
        try ["face_detection_short_range.tflite"].map {
            try Data(contentsOf: URL(fileURLWithPath: TestData.model($0)))
        }
    } run: { bytes in
        let model = ModelBytes(Array(bytes))
        _ = ModelValidation.problem(in: model)
        for kept in [[0], [1], [1, 0]] { _ = OutputPruning.keeping(outputs: kept, of: model) }
        _ = PReLUExpansion.repeated(in: model)
        _ = InputResizing.scaled(
            model, from: .init(width: 640, height: 640), to: .init(width: 320, height: 96), border: 1)
    }

    /// Text and numbers that are written as JSON and must be read back as they were.
    static let json = FuzzTarget {
        [Data("a\"b\\c\n\u{1}ü😀".utf8), Data([0, 0, 0x80, 0x7f, 0xff, 0xff, 0x7f, 0x7f])]
    } run: { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let numbers = stride(from: 0, to: bytes.count - 3, by: 4).map {
            bytes.loadUnaligned(fromByteOffset: $0, as: Float.self)
        }
        var writer = JSONText()
        writer.object { json in
            json.member("text", text)
            json.member(text, numbers) { $0.value($1) }
        }
        guard let object = try? JSONSerialization.jsonObject(with: Data(writer.text.utf8)) as? [String: Any] else {
            fatalError("not JSON: \(writer.text)")
        }
        guard text == "text" || object["text"] as? String == text else { fatalError("another text: \(writer.text)") }
        guard let read = object[text] as? [Any], read.count == numbers.count else { return }
        for (value, number) in zip(read, numbers) where number.isFinite {
            guard (value as? NSNumber)?.floatValue == number else { fatalError("\(number) became \(value)") }
        }
    }
}
