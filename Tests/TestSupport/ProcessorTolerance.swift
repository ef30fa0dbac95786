// SPDX-License-Identifier: Apache-2.0

/// How far numbers may be from references of a processor with AVX-512, on processors of another family.
///
/// Everything here was measured on 145 photos, 63 derived images, 13 videos and 9 clips, with the processors that
/// Tests/Processors pretends. Against what MediaPipe answers with the same kernels, all of it is 0, as
/// `make test-processors RECORD=1` shows. MediaPipe does not start where AVX is missing.
public struct ProcessorTolerance: Equatable, Sendable {
    /// The largest difference seen in images.
    public let largest: Double
    /// The largest difference, in images, of the numbers in the middle: half of a result's numbers differ by less.
    public let typical: Double
    /// The same of a whole video: half of its results' numbers in the middle differ by less.
    public let tracked: Double

    /// None.
    public static let zero = ProcessorTolerance(largest: 0, typical: 0, tracked: 0)

    /// The factor between what was measured and what is allowed, as other images differ by more.
    public static let headroom = 3.0

    /// The share of a video's frames in which the number of faces or bodies may differ, where sums are rounded otherwise: a
    /// score close to its threshold is above it on one processor and below it on the other. Measured: 44 of 95 frames of a
    /// video in which bodies can hardly be seen, 10 of 48 of a person who leaves the image.
    public static let otherCounts = 0.65

    /// Returns what was measured for a kind of number.
    public static func measured(_ kind: OutputKind, on family: ProcessorFamily) -> ProcessorTolerance {
        switch family {
        case .avx512: .zero
        // One kernel differs, that of the sum over a row: it sums in as many parts as a register has, 16 or 8. Only the model
        // of blendshapes has such sums, in its normalizations. Their inverse square roots begin with RSQRTPS, whose digits
        // differ between Intel and AMD: 2.2e-6 on this machine as Haswell, 2.4e-6 emulated.
        case .fma: kind == .blendshape ? ProcessorTolerance(largest: 2.4e-6, typical: 2.4e-6, tracked: 2.4e-6) : .zero
        // The products of matrices differ: the first Zen sums every fourth product apart; without FMA, products are rounded
        // before they are added; ARM64 sums in other groups. The models amplify it, and those of bodies and hands most, where
        // the maximum of a heatmap moves to another cell.
        case .zen, .avx, .sse, .arm64: otherRounding[kind] ?? .zero
        }
    }

    /// The largest of the first Zen, of Ivy Bridge and of Nehalem, which differ by about the same; of ARM64, the models'
    /// outputs do, too. The largest are of landmarks that are not visible, of bodies and of what is no hand.
    private static let otherRounding: [OutputKind: ProcessorTolerance] = [
        .faceScore: ProcessorTolerance(largest: 5.1e-6, typical: 5.1e-6, tracked: 1.2e-7),  // 5.1e-6 on ARM64
        .faceKeypoint: ProcessorTolerance(largest: 6.7e-7, typical: 3.9e-7, tracked: 3.0e-8),
        .faceLandmark: ProcessorTolerance(largest: 4.3e-4, typical: 5.9e-5, tracked: 6.9e-4),
        .blendshape: ProcessorTolerance(largest: 9.9e-3, typical: 1.8e-4, tracked: 1.4e-3),
        .matrixRotation: ProcessorTolerance(largest: 8.1e-4, typical: 2.4e-4, tracked: 6.4e-3),
        .matrixTranslation: ProcessorTolerance(largest: 1.3e-1, typical: 3.4e-2, tracked: 1.1e-1),
        .bodyLandmark: ProcessorTolerance(largest: 3.7e-2, typical: 1.4e-4, tracked: 2.7e-2),
        .bodyDepth: ProcessorTolerance(largest: 6.7e-3, typical: 2.3e-3, tracked: 1.1e-1),
        .bodyProbability: ProcessorTolerance(largest: 5.4e-3, typical: 9.1e-4, tracked: 3.4e-2),
        .bodyWorld: ProcessorTolerance(largest: 3.0e-3, typical: 4.8e-4, tracked: 2.5e-2),
        .maskMean: ProcessorTolerance(largest: 1.9e-2, typical: 5.4e-5, tracked: 3.6e-4),
        .maskEdge: ProcessorTolerance(largest: 5.4e-4, typical: 5.4e-4, tracked: 3.0e-2),
        .handLandmark: ProcessorTolerance(largest: 3.5e-2, typical: 3.6e-3, tracked: 1.7e-2),
        .handScore: ProcessorTolerance(largest: 2.2e-3, typical: 2.2e-3, tracked: 5.7e-6),
        .handWorld: ProcessorTolerance(largest: 1.4e-2, typical: 6.1e-3, tracked: 9.7e-3),
    ]

    /// Returns how far from the reference the numbers may be beyond its digits.
    static func allowed(_ kind: OutputKind, on family: ProcessorFamily) -> ProcessorTolerance {
        let measured = measured(kind, on: family)
        // Sides of boxes are whole numbers: none differed, but one may be rounded to the next.
        if kind == .faceBox, !family.roundsLikeAVX512 {
            return ProcessorTolerance(largest: 1, typical: 1, tracked: 1)
        }
        return ProcessorTolerance(
            largest: measured.largest * headroom, typical: measured.typical * headroom,
            tracked: measured.tracked * headroom)
    }
}
