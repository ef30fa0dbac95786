// Importing ML Kit on Apple platforms also makes these modules' names visible, and existing code relies on that.
@_exported public import Foundation

#if canImport(CoreMedia)
    @_exported public import CoreMedia
#endif
#if canImport(UIKit)
    @_exported public import UIKit
#endif
