// SPDX-License-Identifier: Apache-2.0

/// Which landmarks of a video are smoothed from frame to frame. Single images are never smoothed.
public enum Smoothing: String, Sendable, CaseIterable {
    /// As in MediaPipe: face and pose landmarkers smooth only if one face or body is requested, hand landmarkers never, and
    /// holistic landmarkers bodies only.
    case mediaPipe
    /// Smooth every face, body and hand, each with its own filter. A Lineament extension.
    case everyone
    /// Smooth none: return the landmarks as the model predicts them. A Lineament extension.
    case none
}

extension Smoothing: OptionChoice {
    package static var frontDefault: Self { .everyone }
}
