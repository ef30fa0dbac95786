// SPDX-License-Identifier: Apache-2.0

// The stand-ins for images and geometry under the name of Apple's module.
@_exported public import Foundation
@_exported public import LineamentAppleTypes
