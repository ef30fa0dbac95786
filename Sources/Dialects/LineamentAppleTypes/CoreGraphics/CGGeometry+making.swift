// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Core Graphics' functions and constants of C, which older programs still call.

/// Returns the point with the given coordinates.
public func CGPointMake(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

/// Returns the size with the given sides.
public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize { CGSize(width: width, height: height) }

/// Returns the rectangle with the given origin and sides.
public func CGRectMake(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

/// The origin of coordinates.
public let CGPointZero = CGPoint.zero
/// The size without width and height.
public let CGSizeZero = CGSize.zero
/// The rectangle without width and height at the origin of coordinates.
public let CGRectZero = CGRect.zero
