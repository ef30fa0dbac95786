// SPDX-License-Identifier: Apache-2.0

// One of ML Kit's names for what LineamentMLKit offers, so that existing code keeps its import.
@_exported public import Foundation
@_exported public import LineamentAppleTypes
@_exported public import LineamentImages
@_exported public import LineamentMLKit
