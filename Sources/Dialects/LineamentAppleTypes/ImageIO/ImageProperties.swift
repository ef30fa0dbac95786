// SPDX-License-Identifier: Apache-2.0

/// The key of an image's EXIF orientation, 1 to 8, among its properties.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// The key of an image's stored width in pixels, among its properties.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The key of an image's stored height in pixels, among its properties.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
