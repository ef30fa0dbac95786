// SPDX-License-Identifier: Apache-2.0

/// Calls `body` and returns its result. There are no autoreleased objects without Objective-C, so nothing else happens.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
