// SPDX-License-Identifier: Apache-2.0
#if !canImport(ObjectiveC)
    public import Foundation

    extension NSNumber {
        /// The number as a whole one, toward zero: ``intValue``, by the name that it has in Objective-C.
        public var integerValue: Int { intValue }
    }
#endif
