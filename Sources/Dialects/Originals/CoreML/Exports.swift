// SPDX-License-Identifier: Apache-2.0

// The stand-in for compute devices under the name of Apple's module, which runs no models here.
@_exported public import Foundation
@_exported public import LineamentAppleTypes
