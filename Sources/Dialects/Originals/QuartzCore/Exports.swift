// SPDX-License-Identifier: Apache-2.0

// The clock of Core Animation under the name of Apple's module, which has no layers here.
@_exported public import Foundation
@_exported public import LineamentAppleTypes
