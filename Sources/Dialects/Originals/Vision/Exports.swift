// SPDX-License-Identifier: Apache-2.0

// Apple's name for what LineamentVision offers, so that existing code keeps its import.
@_exported public import Foundation
@_exported public import LineamentAppleTypes
@_exported public import LineamentImages
@_exported public import LineamentVision
