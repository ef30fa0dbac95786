// SPDX-License-Identifier: Apache-2.0

// AVFoundation re-exports these frameworks, so code written for it compiles without importing them.
@_exported public import Foundation
@_exported public import LineamentAppleTypes
