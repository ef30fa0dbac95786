// SPDX-License-Identifier: Apache-2.0

// MediaPipe's iOS framework re-exports these modules, so code written for it compiles without importing them.
@_exported public import Foundation

#if STAND_INS
    @_exported public import LineamentAppleTypes
#else
    #if canImport(CoreMedia)
        @_exported public import CoreMedia
    #endif
    #if canImport(UIKit)
        @_exported public import UIKit
    #endif
#endif
