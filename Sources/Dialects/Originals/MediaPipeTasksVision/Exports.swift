// SPDX-License-Identifier: Apache-2.0

// MediaPipe's name for what Lineament offers, so that existing code keeps its import.
@_exported public import Foundation
@_exported public import Lineament
@_exported public import LineamentAppleTypes
@_exported public import LineamentImages
