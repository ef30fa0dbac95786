// SPDX-License-Identifier: Apache-2.0

// Importing ML Kit on Apple platforms also makes these modules' names visible, and existing code relies on that.
@_exported public import Foundation

#if STAND_INS
    @_exported public import LineamentAppleTypes
    @_exported public import LineamentImages
#else
    #if canImport(CoreMedia)
        @_exported public import CoreMedia
    #endif
    #if canImport(UIKit)
        @_exported public import UIKit
    #endif
#endif
