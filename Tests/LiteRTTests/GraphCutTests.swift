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
        let whole = try Model(bytes: ModelBytes(bytes()), name: "whole", runtime: runtime)
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
        for damaged in try Damage.overwritten(bytes(), copies: 300) {
            _ = GraphCut.keeping(outputs: [1], of: damaged)
        }
        for cut in try Damage.cut(bytes()) { _ = GraphCut.keeping(outputs: [1], of: cut) }
    }
}
