// AVFoundation re-exports these frameworks, so code written for it compiles without importing them.
@_exported public import Foundation
@_exported public import LineamentAppleTypes
