// Code written for Apple's systems has these names by its framework's import alone.
@_exported public import Foundation

#if canImport(CoreImage)
    @_exported public import CoreImage
#endif
#if canImport(CoreMedia)
    @_exported public import CoreMedia
#endif
#if canImport(UIKit)
    @_exported public import UIKit
#endif
