// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The contexts that a thread draws into, the current one last.
private final class ContextStack {
    /// Those whose size is empty are `nil`. Only those that images are made of have a scale.
    var contexts: [(context: CGContext, scale: CGFloat?)?] = []
    var last: (context: CGContext, scale: CGFloat?)? { contexts.last ?? nil }

    static var current: ContextStack {
        let key = "LineamentAppleTypes.ContextStack"
        let storage = Thread.current.threadDictionary
        if let stack = storage[key] as? ContextStack { return stack }
        let stack = ContextStack()
        storage[key] = stack
        return stack
    }
}

/// Makes a new bitmap of this size the current context of the thread, with one pixel per point. There is none if the
/// size is empty.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Makes a new bitmap the current context of the thread. There is none if the size is empty.
/// - Parameters:
///   - size: The size in points.
///   - opaque: Whether the bitmap has no alpha.
///   - scale: The number of pixels per point; 0 stands for 1, as there is no screen.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    let scale = scale > 0 ? scale : 1
    let width = (size.width * scale).rounded(.up)
    let height = (size.height * scale).rounded(.up)
    let alpha: CGImageAlphaInfo = opaque ? .noneSkipFirst : .premultipliedFirst
    guard let columns = Int(exactly: width), let rows = Int(exactly: height),
        let context = CGContext(
            data: nil, width: columns, height: rows, bitsPerComponent: 8, bytesPerRow: 0,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: alpha.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    else {
        ContextStack.current.contexts.append(nil)
        return
    }
    // UIKit draws from the upper left corner.
    context.translateBy(x: 0, y: height)
    context.scaleBy(x: scale, y: -scale)
    ContextStack.current.contexts.append((context, scale))
}

/// Returns the current context of the thread, whose frame has its origin at the upper left; `nil` if there is none.
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.current.last?.context }

/// Makes an existing context the current one of the thread, so that images draw into it. Unless its origin has been moved
/// to the upper left, they come out upside down.
public func UIGraphicsPushContext(_ context: CGContext) { ContextStack.current.contexts.append((context, nil)) }

/// Returns to the context that was current before ``UIGraphicsPushContext(_:)``.
public func UIGraphicsPopContext() { _ = ContextStack.current.contexts.popLast() }

/// Returns the drawing in the current context of the thread; `nil` if there is none, or if it was not made by
/// ``UIGraphicsBeginImageContextWithOptions(_:_:_:)``.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    guard let (context, scale) = ContextStack.current.last, let scale else { return nil }
    return context.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) }
}

/// Ends the current context of the thread and returns to the one before.
public func UIGraphicsEndImageContext() { _ = ContextStack.current.contexts.popLast() }
