import Foundation
import TestSupport
import Testing

@testable import LiteRT

@Suite struct GraphCutTests {
    /// The short-range face detector: output 0 has boxes, output 1 scores.
    private func bytes() throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: TestData.model("face_detection_short_range.tflite"))))
    }

    @Test func keptOutputsStayEqualAndOthersAreNotComputed() throws {
        let cut = try #require(GraphCut.keeping(outputs: [1], of: bytes()))
        #expect(cut.keptOperatorCount > 0 && cut.keptOperatorCount < cut.operatorCount)
        let runtime = try Runtime.shared(candidates: [
            TestData.packageRoot.appendingPathComponent(".lineament/lib/\(Runtime.libraryName)")
        ])
        let whole = try Model(bytes: bytes(), name: "whole", runtime: runtime)
        let kept = try #require(whole.keeping(outputs: [1]))
        #expect(kept.outputs == [whole.outputs[1]] && kept.inputs == whole.inputs)
        let (full, part) = (try CompiledModel(whole, threads: 1), try CompiledModel(kept, threads: 1))
        for index in full.inputs[0].elements.indices {
            let value = Float(index % 251) / 125 - 1
            full.inputs[0].elements[index] = value
            part.inputs[0].elements[index] = value
        }
        try full.run()
        try part.run()
        #expect(Array(full.outputs[1].elements) == Array(part.outputs[0].elements))
    }

    @Test func outputsCanChangePlaces() throws {
        let cut = try #require(GraphCut.keeping(outputs: [1, 0], of: bytes()))
        #expect(cut.keptOperatorCount == cut.operatorCount)
    }

    @Test func whatCannotBeCutIsLeftWhole() throws {
        #expect(try GraphCut.keeping(outputs: [2], of: bytes()) == nil)
        #expect(try GraphCut.keeping(outputs: [0, 0], of: bytes()) == nil)
        #expect(GraphCut.keeping(outputs: [0], of: []) == nil)
        #expect(GraphCut.keeping(outputs: [0], of: Array("not a model at all".utf8)) == nil)
    }

    /// Damage anywhere gives nil or bytes, never a trap.
    @Test func damageIsSurvived() throws {
        let whole = try bytes()
        var state: UInt64 = 7
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for _ in 0..<300 {
            var damaged = whole
            for _ in 0..<4 { damaged[random(2) == 0 ? random(whole.count) : random(400)] = UInt8(random(256)) }
            _ = GraphCut.keeping(outputs: [1], of: damaged)
        }
        for length in stride(from: 0, to: 4000, by: 61) {
            _ = GraphCut.keeping(outputs: [1], of: Array(whole.prefix(length)))
        }
    }
}
