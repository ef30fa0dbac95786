// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Options for a ``FaceAnalyzer``.
///
/// `runningMode` has no effect: videos go through ``FaceAnalyzer/makeSession()``. `baseOptions` must not name a model, as
/// the analyzer has several of its own.
public class FaceAnalyzerOptions: TaskOptions {
    /// The sizes of the faces to detect. Default: `.auto`.
    public var range = DetectionRange.auto
    /// Whether faces have ``FaceAnalyzerResult/Face/landmarks``. Default: true.
    public var outputLandmarks = true
    /// Whether the largest face has ``FaceAnalyzerResult/Face/contours``. Default: false.
    public var outputContours = false
    /// Whether smiles and open eyes are classified. Default: true.
    public var outputExpressions = true
    /// The minimum width of a face as the detector sees it (its ``FaceAnalyzerResult/Face/boundingBox`` may be larger), as a
    /// fraction of the width of the upright image, 0 to 1. Default: 0, for faces of any size.
    public var minFaceSize = 0.0

    package override var seesSquarePixels: Bool { range == .auto }

    /// Creates the default options.
    public required init() { super.init() }

    /// Copies every option of `other`.
    required init(copying other: TaskOptions) {
        super.init(copying: other)
        guard let other = other as? FaceAnalyzerOptions else { return }
        Self.table.copy(other, to: self)
    }

    /// Checks that every option is in range, and that there is no model: the analyzer has several of its own.
    /// - Throws: ``LineamentError``, whose message names the option and its range.
    func check() throws {
        try Self.table.check(self)
        guard baseOptions.modelAssetPath.isEmpty, baseOptions.modelAssetBuffer == nil else {
            throw LineamentError(
                .invalidArgument,
                "A face analyzer uses models of its own. Leave modelAssetPath and modelAssetBuffer empty.")
        }
    }
}
