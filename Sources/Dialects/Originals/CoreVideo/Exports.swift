// SPDX-License-Identifier: Apache-2.0

// The stand-ins for frames under the name of Apple's module.
@_exported public import Foundation
@_exported public import LineamentAppleTypes
