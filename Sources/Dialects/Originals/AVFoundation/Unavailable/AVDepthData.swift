// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Names of AVFoundation for what has no counterpart here, so that a compiler's message tells what to do. docs/dialects.md
// lists them.

/// Depth that a camera measures, which is not part of Lineament. A compiler shows this name where a program uses a member.
@available(*, unavailable, message: "Depth data is not part of Lineament.")
public final class DepthNotInLineament: NSObject {}

/// Depth data is not part of Lineament.
@available(
    *, unavailable,
    message: "Depth data is not part of Lineament: nearest is VNDetectHumanBodyPose3DRequest, for joints."
)
public typealias AVDepthData = DepthNotInLineament

/// Depth data is not part of Lineament.
@available(
    *, unavailable,
    message: "Depth data is not part of Lineament: nearest is VNDetectHumanBodyPose3DRequest, for joints."
)
public typealias AVCaptureDepthDataOutput = DepthNotInLineament

/// Depth data is not part of Lineament.
@available(
    *, unavailable,
    message: "Depth data is not part of Lineament: nearest is VNDetectHumanBodyPose3DRequest, for joints."
)
public typealias AVPortraitEffectsMatte = DepthNotInLineament
