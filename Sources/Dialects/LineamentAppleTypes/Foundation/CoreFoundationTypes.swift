// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Core Foundation's names for types that Swift programs only pass on. They are Swift's own types, so that `as`
// converts.

/// Core Foundation's name for a dictionary.
public typealias CFDictionary = [AnyHashable: Any]
/// Core Foundation's name for an array.
public typealias CFArray = [Any]
/// Core Foundation's name for a string.
public typealias CFString = String
/// Core Foundation's name for a URL.
public typealias CFURL = URL
/// Core Foundation's name for bytes.
public typealias CFData = Data
/// Core Foundation's name for bytes that can grow.
public typealias CFMutableData = NSMutableData
/// Core Foundation's name for a number.
public typealias CFNumber = NSNumber
/// Core Foundation's name for a truth value.
public typealias CFBoolean = Bool
/// Core Foundation's name for a count or an index.
public typealias CFIndex = Int
/// Objective-C's name for an integer.
public typealias NSInteger = Int
/// Core Foundation's name for any object.
public typealias CFTypeRef = AnyObject
/// A code of four characters, such as a pixel format.
public typealias OSType = UInt32
/// The outcome of a function, 0 if it succeeded.
public typealias OSStatus = Int32

/// A way to allocate memory, of which there is only the default one.
public final class CFAllocator: Sendable {
    private init() {}
}

/// The default allocator, which is `nil` as in Core Foundation.
public let kCFAllocatorDefault: CFAllocator! = nil
/// The value `true`, for dictionaries of options.
public let kCFBooleanTrue: Bool! = true
/// The value `false`, for dictionaries of options.
public let kCFBooleanFalse: Bool! = false

/// Returns bytes that can grow, of which there are none yet.
/// - Parameters:
///   - allocator: Has no effect.
///   - capacity: Has no effect.
public func CFDataCreateMutable(_ allocator: CFAllocator?, _ capacity: CFIndex) -> CFMutableData! { NSMutableData() }
