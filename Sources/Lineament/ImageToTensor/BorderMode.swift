// SPDX-License-Identifier: Apache-2.0

/// The value of pixels outside the image.
enum BorderMode: Sendable {
    /// Black, before normalization.
    case zero
    /// The nearest pixel of the image.
    case replicate
    /// Mid-gray.
    case gray
}
