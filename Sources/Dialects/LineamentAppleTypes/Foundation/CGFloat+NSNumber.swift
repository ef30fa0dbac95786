// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension CGFloat {
    /// Creates the nearest value to a number.
    public init(truncating number: NSNumber) { self.init(number.doubleValue) }
}
