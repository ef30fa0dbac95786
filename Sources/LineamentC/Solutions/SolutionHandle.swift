// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Lineament

/// A solution that C code holds.
final class SolutionHandle: ForkBound {
    static let handleName = "solution"

    let solution: Solution
    let origin = ForkGuard()

    /// Loads the models.
    /// - Throws: `LineamentError`.
    init(_ options: LineamentSolutionOptions) throws { solution = try Solution(SolutionOptions(options)) }
}

extension SolutionOptions {
    /// Reads the options of C code.
    /// - Throws: `LineamentError` with code `invalidArgument` if the structure is another version's, or there is no such
    ///   solution.
    init(_ options: LineamentSolutionOptions) throws {
        guard options.size == MemoryLayout<LineamentSolutionOptions>.size else {
            throw LineamentError(
                .invalidArgument,
                "The options were not initialized with lineament_solution_options_init, or are another version's.")
        }
        guard let kind = Kind(rawValue: options.solution) else {
            throw LineamentError(
                .invalidArgument, "There is no solution \(options.solution); see LineamentSolutionKind.")
        }
        self.init(kind)
        threads = Int(options.threads)
        maxCount = Int(options.max_count)
        model = Int(options.model)
        // In MediaPipe, no detection's score is below NaN.
        minDetectionConfidence = options.min_detection_confidence
        if minDetectionConfidence.isNaN { minDetectionConfidence = -.infinity }
        minTrackingConfidence = options.min_tracking_confidence
        isStatic = options.static_image_mode
        smoothsLandmarks = options.smooth_landmarks
        hasMask = options.segmentation
        refinesLandmarks = options.refine_landmarks
    }

    /// The default options as C code reads them; those of hands for a number that is not a solution's.
    static func forC(_ number: Int32) -> LineamentSolutionOptions {
        let defaults = SolutionOptions(Kind(rawValue: number) ?? .hands)
        return LineamentSolutionOptions(
            size: MemoryLayout<LineamentSolutionOptions>.size, solution: number, threads: Int32(defaults.threads),
            max_count: Int32(defaults.maxCount), model: Int32(defaults.model),
            min_detection_confidence: defaults.minDetectionConfidence,
            min_tracking_confidence: defaults.minTrackingConfidence, static_image_mode: defaults.isStatic,
            smooth_landmarks: defaults.smoothsLandmarks, segmentation: defaults.hasMask,
            refine_landmarks: defaults.refinesLandmarks)
    }
}
