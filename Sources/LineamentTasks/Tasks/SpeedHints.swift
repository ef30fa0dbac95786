// SPDX-License-Identifier: Apache-2.0
internal import Lineament

extension DetectionRange {
    /// Advice for an image that takes too long.
    var speedHint: String? { self == .auto ? "search for faces less thoroughly with --range short" : nil }
}

extension HandRange {
    /// Advice for an image that takes too long.
    var speedHint: String? { self == .auto ? "look for hands close to the camera only with --range short" : nil }
}

extension PersonSeparation {
    /// Advice for an image that takes too long.
    var speedHint: String? { self == .distinct ? "skip the second search for people with --separation mediapipe" : nil }
}
