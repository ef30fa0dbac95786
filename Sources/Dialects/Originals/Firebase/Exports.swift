// SPDX-License-Identifier: Apache-2.0

// The name of the older ML Kit for what LineamentMLKit offers, so that existing code keeps its import.
@_exported public import Foundation
@_exported public import LineamentAppleTypes
@_exported public import LineamentImages
@_exported public import LineamentMLKit
