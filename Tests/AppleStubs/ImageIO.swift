// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SPDX-License-Identifier: Apache-2.0
@_exported import CoreGraphics

@frozen public enum CGImagePropertyOrientation: UInt32 {
    case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left
}
