// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Which processors have the numbers of the references, and how far others may be from them.
struct ProcessorFamilyTests {
    private func family(_ change: (inout Processor) -> Void) -> ProcessorFamily {
        var processor = Processor()
        change(&processor)
        return ProcessorFamily(processor)
    }

    @Test func familiesAreToldByTheirInstructions() {
        #expect(family { _ in } == .sse)
        #expect(family { $0.hasAVX = true } == .avx)
        let withFMA = family {
            $0.hasAVX = true
            $0.hasFMA = true
        }
        #expect(withFMA == .fma)
        let withAVX512 = family {
            $0.hasAVX = true
            $0.hasFMA = true
            $0.hasAVX512 = true
        }
        #expect(withAVX512 == .avx512)
        #expect(family { $0.isX86 = false } == .arm64)
    }

    /// A Ryzen 1700 and 3700X, a Core i7-4770 and a Pentium 4.
    @Test(arguments: [(UInt32(0x80_0F11), true), (0x87_0F10, false), (0x306C3, false), (0xF29, false)])
    func theFirstZenIsToldByItsModel(signature: UInt32, isFirstZen: Bool) {
        #expect(Processor.Signature(signature).isFirstZen == isFirstZen)
        let family = family {
            $0.hasAVX = true
            $0.hasFMA = true
            $0.isFirstZen = isFirstZen
        }
        #expect(family == (isFirstZen ? .zen : .fma))
    }

    @Test func numbersEqualTheReferencesWithAVX512() {
        #expect(OutputKind.allCases.allSatisfy { ProcessorTolerance.measured($0, on: .avx512) == .zero })
    }

    @Test func onlyBlendshapesDifferWithFMA() {
        let differing = OutputKind.allCases.filter { ProcessorTolerance.measured($0, on: .fma) != .zero }
        #expect(differing == [.blendshape])
    }

    /// A wrong number is noticed on every processor: no tolerance is as large as what it is of.
    @Test(arguments: ProcessorFamily.allCases) func tolerancesAreSmall(family: ProcessorFamily) {
        for kind in OutputKind.allCases where kind != .faceBox && kind != .matrixTranslation {
            let measured = ProcessorTolerance.measured(kind, on: family)
            #expect(measured.largest * ProcessorTolerance.headroom < 0.25, "\(kind.rawValue)")
            #expect(measured.typical <= measured.largest, "\(kind.rawValue)")
        }
    }

    /// One wrong number in an image, and half of them in a video, are noticed.
    @Test(arguments: [false, true]) func wrongNumbersAreNoticed(isTracked: Bool) {
        var comparison = ReferenceComparison(isTracked: isTracked, isReported: false)
        for frame in 0..<4 {
            let wrong = frame < 3 ? 0.9 : 0
            comparison.add(.handLandmark, [wrong, wrong, 0, wrong], exact: 0, "frame \(frame)")
        }
        comparison.finish("video")
        #expect(!comparison.problems.isEmpty)
    }

    @Test func aMissingFaceIsNoticed() {
        var image = ReferenceComparison(isTracked: false, isReported: false)
        let isComparable = image.hasSameCount(0, 1, "image")
        #expect(!isComparable)
        #expect(image.problems == ["image: 0 instead of 1"])
        var video = ReferenceComparison(isTracked: true, isReported: false)
        for frame in 0..<10 { _ = video.hasSameCount(0, 1, "frame \(frame)") }
        video.finish("video")
        #expect(!video.problems.isEmpty)
    }
}
