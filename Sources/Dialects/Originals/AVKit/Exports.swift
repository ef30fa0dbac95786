// SPDX-License-Identifier: Apache-2.0

// AVKit re-exports AVFoundation, which is all that programs without a screen need of it.
@_exported public import AVFoundation
